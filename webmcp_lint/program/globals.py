"""What scripts share beside modules: the global scope of a page's classic scripts, and `window.X = …`."""

from __future__ import annotations

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
        self._paths: dict[int, str] = {}
        self._parsed: set[str] = set()
        self._siblings: dict[int, Sequence[ScopeTree]] = {}
        self._properties: dict[int, Mapping[str, Node]] = {}

    def add(self, tree: ScopeTree, path: str) -> None:
        """Make a script known, with its path in the project."""
        self._trees[tree.script] = tree
        self.size += tree.script.root.end - tree.script.root.start
        self._paths[id(tree.script)] = path
        self._parsed.add(path)

    def share(self, trees: Iterable[ScopeTree]) -> None:
        """Make scripts of one page see each other's globals; pages add up."""
        listed = list(trees)
        for tree in listed:
            known = list(self._siblings.get(id(tree.script), ()))
            known += [other for other in listed if other is not tree and other not in known]
            self._siblings[id(tree.script)] = known

    def is_parsed(self, path: str) -> bool:
        """Whether the scripts of a file are parsed."""
        return path in self._parsed

    def tree_of(self, script: Script) -> ScopeTree:
        """Return the scopes of a script."""
        return self._trees[script]

    def path_of(self, script: Script) -> str:
        """Return the path of a script in the project."""
        return self._paths[id(script)]

    def part_of(self, script: Script) -> Part:
        """Return what tells a script from others: its path, and its place inside a page."""
        return self._paths[id(script)], None if script.part is None else script.part.start

    def siblings(self, script: Script) -> Sequence[ScopeTree]:
        """Return the other scripts of the pages that load this one."""
        return self._siblings.get(id(script), ())

    def lookup(self, name: str, node: Node) -> list[Binding]:
        """Return the top-level declarations of that name in classic scripts of the same pages."""
        if name in BROWSER:
            return []
        found = []
        for tree in self.siblings(node.script):
            binding = tree.root.bindings.get(name)
            if binding is not None and tree.script.is_module is not True and binding.kind != "import":
                found.append(binding)
        return found

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

    def function_property(self, function: Node, name: str) -> Node | None:
        """Return what a script assigns to a property of a function (`f.x = …`)."""
        if id(function) not in self._properties:
            self._properties[id(function)] = dict(self._assigned_properties(function))
        return self._properties[id(function)].get(name)

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
