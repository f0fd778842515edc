"""In which order the scripts of a page run: classic ones as they come, then modules, each behind what it imports.

Source: HTML, "prepare the script element", and ECMA-262, 16.2.1.6 (`InnerModuleEvaluation`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from webmcp_lint.program.import_maps import ImportMap
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.syntax.javascript import has_many_open_comments

if TYPE_CHECKING:
    from webmcp_lint.program.modules import Modules

_STATIC = re.compile(
    r"""\b(?:(?:import|export)\b(?!\s*type\b)(?:(?!\b(?:import|export)\b)[^'"`;()=])*?\bfrom|import)\s*(?P<quote>["'])(?P<name>[^"'\n]{1,400})(?P=quote)"""
)
_COMMENTS = re.compile(r"""(?<![:\w"'`])//[^\n]*|/\*.*?\*/""", re.DOTALL)
_AWAITING = re.compile(r"^(?!\s|//|\*)[^\n]*\bawait\b", re.MULTILINE)
"""A line without indentation that waits: a module's own statement."""
_FOR_AWAIT = re.compile(r"for\s+await\b")
MAX_SCRIPTS = 2_000
"""How many scripts of a page are put in order."""
MAX_ROOTS = 20
"""How many modules that nobody imports are looked at."""

Part: TypeAlias = "tuple[str, int | None]"
"""A script: its file's path, and the place inside a page."""


class Turn(Enum):
    """When one script runs, seen from another."""

    BEFORE = "before"
    PERHAPS = "perhaps"
    AFTER = "after"
    APART = "apart"
    """No page loads it with the other one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A script element of a page: what it runs, when, and under which import map."""

    part: Part
    end: int | None
    """Where its text ends, for one inside the page."""
    is_module: bool
    is_deferred: bool
    is_async: bool
    map_: ImportMap | None


class Loading:
    """The order of the scripts on the pages of a project; pages are entered when they are looked at."""

    def __init__(self, modules: Modules, text: Callable[[str], str | None]) -> None:
        self._modules = modules
        self._text = text
        self.pages: dict[str, Sequence[Entry]] = {}
        self._imported: dict[tuple[Part, ImportMap | None], Sequence[str]] = {}
        self._orders: dict[tuple[str, bool], Mapping[Part, int]] = {}
        self._turns: dict[tuple[Part, Part], Turn] = {}
        self._together: dict[Part, list[str]] = {}
        self._awaited: dict[Part, set[Part]] = {}
        self._waiting: dict[str, bool] = {}
        self._waiting_parts: dict[Part, bool] = {}

    def forget(self) -> None:
        """Let go of all that was found out, since a text is another one."""
        for each in (self.pages, self._imported, self._orders, self._turns, self._together, self._awaited):
            each.clear()
        self._waiting.clear()
        self._waiting_parts.clear()

    def enter(self, page: str, entries: Sequence[Entry]) -> None:
        """Make the scripts of a page known."""
        self.pages[page] = entries
        self._turns.clear()
        self._together.clear()
        self._awaited.clear()

    def turn(self, one: Part, other: Part) -> Turn:
        """Return when a script runs, seen from another that is running."""
        key = (one, other)
        if key not in self._turns:
            self._turns[key] = self._turn(one, other)
        return self._turns[key]

    def together(self, part: Part) -> list[str]:
        """Return the files that some page loads with a script, or a module that nobody imports, in order."""
        if part not in self._together:
            paths = {path for order in self._orders_with(part) for path, start in order if start is None}
            self._together[part] = sorted(paths)
        return self._together[part]

    def _turn(self, one: Part, other: Part) -> Turn:
        orders = list(self._orders_with(other))
        together = [order for order in orders if one in order]
        found = {self._within(order, one, other) for order in together}
        if not found:
            return Turn.APART
        if found == {Turn.BEFORE} and len(together) < len(orders):
            return Turn.PERHAPS
        return found.pop() if len(found) == 1 else Turn.PERHAPS

    def _within(self, order: Mapping[Part, int], one: Part, other: Part) -> Turn:
        if order[one] >= 0 and order[other] >= 0:
            if order[one] > order[other]:
                return Turn.AFTER
            is_waited_for = one in self._behind(other) or not self._waits(one)
            return Turn.BEFORE if is_waited_for else Turn.PERHAPS
        if one in self._behind(other):
            return Turn.BEFORE
        return Turn.AFTER if other in self._behind(one) else Turn.PERHAPS

    def _orders_with(self, part: Part) -> Iterator[Mapping[Part, int]]:
        """Yield the order of each page that loads a script; of each module that nobody imports, where no page does."""
        is_on_page = False
        for page in self.pages:
            order = self.order(page)
            if part in order:
                is_on_page = True
                yield order
        if not is_on_page and part[1] is None:
            importers = self._modules.importers
            roots = [each for each in self._modules.closure(part[0]) if not importers.get(each)]
            for root in roots[:MAX_ROOTS]:
                if not self._modules.is_test(root) or self._modules.is_test(part[0]):
                    order = self.order(root, is_page=False)
                    if part in order:
                        yield order

    def order(self, path: str, *, is_page: bool = True) -> Mapping[Part, int]:
        """Return the place of each script in the order of a page or a module; -1 where it has none, as a dynamic import."""
        key = (path, is_page)
        if key not in self._orders:
            entries = self.pages[path] if is_page else [Entry((path, None), None, True, False, False, None)]
            self._orders[key] = self._ordered(entries)
        return self._orders[key]

    def _ordered(self, entries: Sequence[Entry]) -> Mapping[Part, int]:
        found: dict[Part, int] = {}
        in_turn = [each for each in entries if not each.is_async]
        deferred = [each for each in in_turn if each.is_module or each.is_deferred]
        at_once = [each for each in in_turn if not (each.is_module or each.is_deferred)]
        pending = [(each.part, each.map_) for each in entries]
        for entry in (*at_once, *deferred):
            for part in self._evaluated(entry, found) if entry.is_module else (entry.part,):
                if part not in found:
                    found[part] = len(found)
                    pending.append((part, entry.map_))
        # What comes by `async` or `import()` has no place in the order
        for part, map_ in pending:
            found.setdefault(part, -1)
            for path in self._modules.imports_under(map_, part[0]) if len(found) < MAX_SCRIPTS else ():
                if (path, None) not in found:
                    found[path, None] = -1
                    pending.append(((path, None), map_))
        return found

    def _evaluated(self, entry: Entry, known: Mapping[Part, int]) -> Iterator[Part]:
        """Yield a module and what it imports in the order in which they are evaluated: those imported first."""
        seen = {entry.part}
        stack: list[tuple[Part, Iterator[str]]] = [(entry.part, iter(self._static(entry.part, entry.end, entry.map_)))]
        while stack:
            part, imports = stack[-1]
            path = next(imports, None)
            if path is None:
                yield part
                stack.pop()
            elif (inner := (path, None)) not in seen and inner not in known and len(seen) < MAX_SCRIPTS:
                seen.add(inner)
                stack.append((inner, iter(self._static(inner, None, entry.map_))))

    def _static(self, part: Part, end: int | None, map_: ImportMap | None) -> Sequence[str]:
        """Return the files of the project that a module imports by its statements, in their order."""
        key = (part, map_)
        if key not in self._imported:
            path, start = part
            text = (self._text(path) or "")[start:end]
            text = "" if has_many_open_comments(text) else _COMMENTS.sub("", text)
            targets = (self._modules.resolve_under(map_, match["name"], path) for match in _STATIC.finditer(text))
            self._imported[key] = tuple(dict.fromkeys(each for each in targets if each is not None and each != path))
        return self._imported[key]

    def _behind(self, part: Part) -> set[Part]:
        """Return the modules that a script waits for."""
        if part not in self._awaited:
            self._awaited[part] = self._found_behind(part)
        return self._awaited[part]

    def _found_behind(self, part: Part) -> set[Part]:
        entries = [each for page in self.pages.values() for each in page if each.part == part and each.is_module]
        entry = entries[0] if entries else Entry(part, None, True, False, False, self._map_of(part[0]))
        return set(self._evaluated(entry, {})) - {part} if part[1] is None or entries else set()

    def _map_of(self, path: str) -> ImportMap | None:
        return next(iter(self._modules.maps.get(path, ())), None)

    def _waits(self, part: Part) -> bool:
        """Whether a module, or one that it waits for, goes on some time later."""
        if part not in self._waiting_parts:
            self._waiting_parts[part] = self._waits_itself(part)
        return self._waiting_parts[part] or any(self._is_waiting(path) for path, _ in self._behind(part))

    def _waits_itself(self, part: Part) -> bool:
        """Whether a script that is parsed, as what writes is, waits outside of its functions."""
        path, start = part
        if "await" not in (self._text(path) or ""):
            return False
        roots = [
            tree.script.root
            for tree in self._modules.trees(path)
            if (None if tree.script.part is None else tree.script.part.start) == start
        ]
        while roots:
            node = roots.pop()
            if node.type == "await_expression" or (node.type == "for_in_statement" and _FOR_AWAIT.match(node.text)):
                return True
            roots += (each for each in node.children if each.type not in FUNCTIONS)
        return False

    def _is_waiting(self, path: str) -> bool:
        """Whether a module that need not be parsed waits, by its text."""
        if path not in self._waiting:
            self._waiting[path] = _AWAITING.search(self._text(path) or "") is not None
        return self._waiting[path]
