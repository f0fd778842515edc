"""What scripts share beside modules: the global scope of a page's classic scripts, and `window.X = …`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from webmcp_lint.program.loading import Part
from webmcp_lint.program.scopes import Binding, ScopeTree
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import is_assigned

BROWSER = frozenset(
    {"AbortController", "Array", "Boolean", "Date", "Error", "Event", "Function", "JSON", "Map", "Math", "Number"}
    | {"Object", "Promise", "Reflect", "RegExp", "Set", "String", "Symbol", "URL", "WeakMap", "console", "document"}
    | {"fetch", "history", "localStorage", "location", "navigator", "sessionStorage", "setTimeout", "structuredClone"}
    | {"window", "self", "globalThis", "customElements", "crypto", "require", "module", "exports", "process"}
)
"""Names that are the browser's (or Node's) own, so no other script is searched for them."""


class Globals:
    """The scripts of a project and which of them share a page."""

    def __init__(self) -> None:
        self.size = 0
        """How many characters the parsed scripts have together."""
        self._trees: dict[Script, ScopeTree] = {}
        self._paths: dict[Script, str] = {}
        self._parsed: set[str] = set()
        self._pages: dict[tuple[ScopeTree, ...], None] = {}
        """The scripts of each page; pages with the same ones are one."""
        self._pages_of: dict[ScopeTree, list[dict[ScopeTree, None]]] = {}
        self._properties: dict[Node, Mapping[str, Node]] = {}
        self._unread: list[ScopeTree] = []
        """The scripts that are not yet in the index below."""
        self._declared: dict[str, list[Binding]] = defaultdict(list)

    def add(self, tree: ScopeTree, path: str) -> None:
        """Make a script known, with its path in the project."""
        self._trees[tree.script] = tree
        self.size += tree.script.root.end - tree.script.root.start
        self._paths[tree.script] = path
        self._parsed.add(path)
        self._unread.append(tree)

    def share(self, trees: Iterable[ScopeTree]) -> None:
        """Make scripts of one page see each other's globals; pages add up."""
        page = dict.fromkeys(trees)
        if len(page) > 1 and tuple(page) not in self._pages:
            self._pages[tuple(page)] = None
            for tree in page:
                self._pages_of.setdefault(tree, []).append(page)

    def is_parsed(self, path: str) -> bool:
        """Whether the scripts of a file are parsed."""
        return path in self._parsed

    def tree_of(self, script: Script) -> ScopeTree:
        """Return the scopes of a script."""
        return self._trees[script]

    def path_of(self, script: Script) -> str:
        """Return the path of a script in the project."""
        return self._paths[script]

    def part_of(self, script: Script) -> Part:
        """Return what tells a script from others: its path, and its place inside a page."""
        return self._paths[script], None if script.part is None else script.part.start

    def siblings(self, script: Script) -> Sequence[ScopeTree]:
        """Return the other scripts of the pages that load this one."""
        own = self._trees[script]
        found: dict[ScopeTree, None] = {}
        for page in self._pages_of.get(own, ()):
            found |= page
        found.pop(own, None)
        return list(found)

    def lookup(self, name: str, node: Node) -> list[Binding]:
        """Return the top-level declarations of that name in classic scripts of the same pages."""
        if name in BROWSER:
            return []
        self._read()
        own = self._trees[node.script]
        return [each for each in self._declared.get(name, ()) if self._is_sibling(own, each.node)]

    def assigned(self, name: str, page: Iterable[ScopeTree]) -> list[tuple[Node | None, Node]]:
        """Return what is assigned to `x.name`, with `x`, or to an undeclared `name`, in the scripts of a page.

        The caller asks whether `x` is the window.
        """
        if name in BROWSER:
            return []
        found: list[tuple[Node | None, Node]] = []
        for tree in page:
            for member in tree.members.get(name, ()):
                owner, parent = member.field("object"), member.parent
                is_name = owner is not None and owner.type in {"identifier", "this"}
                if is_name and parent is not None and is_assigned(member) and "right" in parent.fields:
                    found.append((owner, parent.fields["right"]))
            for identifier in tree.identifiers.get(name, ()):
                parent = identifier.parent
                is_set = (
                    parent is not None and parent.type == "assignment_expression" and parent.field("left") is identifier
                )
                if parent is not None and is_set and "right" in parent.fields and tree.resolve(identifier) is None:
                    found.append((None, parent.fields["right"]))
        return found

    def _is_sibling(self, own: ScopeTree, node: Node) -> bool:
        """Whether a node stands in another script of the pages that load this one."""
        other = self._trees[node.script]
        return other is not own and any(other in page for page in self._pages_of.get(own, ()))

    def _read(self) -> None:
        """Read into the index what is parsed by now; who asks for each name anew would search all scripts for it."""
        unread, self._unread = self._unread, []
        for tree in unread:
            if tree.script.is_module is not True:
                for name, binding in tree.root.bindings.items():
                    if binding.kind != "import":
                        self._declared[name].append(binding)

    def function_property(self, function: Node, name: str) -> Node | None:
        """Return what a script assigns to a property of a function (`f.x = …`)."""
        if function not in self._properties:
            self._properties[function] = dict(self._assigned_properties(function))
        return self._properties[function].get(name)

    def _assigned_properties(self, function: Node) -> Iterable[tuple[str, Node]]:
        tree = self.tree_of(function.script)
        declared = function.field("name")
        parent = function.parent
        if declared is None and parent is not None and parent.type == "variable_declarator":
            declared = parent.field("name")
        if declared is None:
            return
        for identifier in tree.identifiers.get(declared.text, ()):
            member = identifier.parent
            outer = member.parent if member is not None else None
            if member is None or member.type != "member_expression" or member.field("object") is not identifier:
                continue
            name = member.field("property")
            if outer is not None and is_assigned(member) and "right" in outer.fields and name is not None:
                yield name.text, outer.fields["right"]
