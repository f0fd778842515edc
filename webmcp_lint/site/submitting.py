"""From a page and its scripts to what they do when a form tool is submitted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.acts import Act, Path
from webmcp_lint.program.attribute_listeners import submit_attributes
from webmcp_lint.program.bypasses import bypasses, in_attributes
from webmcp_lint.program.elements import SYNTHETIC, Dom
from webmcp_lint.program.paths import Walker
from webmcp_lint.program.patterns import parameters
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.program.synthetic_reads import synthetic_reads
from webmcp_lint.site.form_listeners import FormListeners, trees_of
from webmcp_lint.site.submissions import Bypass, Course, Handler, Step, Submission, Use, When

if TYPE_CHECKING:
    from webmcp_lint.browser.forms import FormTool
    from webmcp_lint.program.documents import Documents
    from webmcp_lint.program.listeners import Listener
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.tool import Tool
    from webmcp_lint.syntax.dom import Document, Element
    from webmcp_lint.syntax.javascript import Node

_WHEN: Final[tuple[When, ...]] = ("dispatch", "perhaps later", "later")
_ANSWER: Final = re.compile(r"\brespondWith\b")
_FORM: Final = re.compile(r"<form\b", re.IGNORECASE)
_MAX_FILES: Final = 40
"""How many files of a project are searched for an answer that a component's form may get."""

_MAX_FORMS: Final = 50
"""How many forms of a page are looked at."""

_MAX_STEPS: Final = 60_000
"""How many syntax nodes are walked for one page."""

_SCRIPTS: Final = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".mts", ".vue", ".svelte", ".astro")
_VALIDATES: Final = re.compile(r"(?i)valid")
_TESTS: Final = frozenset({"unary_expression", "binary_expression", "parenthesized_expression", "ternary_expression"})
_REFS: Final = frozenset({"ref", "bind:this"})


def submissions(page: Page, path: str, documents: Documents, files: Iterable[str]) -> Sequence[Submission]:
    """Return what the scripts of a page or component do with its form tools.

    `path` is the page's own among `files`, the project's.
    """
    forms = [(tool, tool.form) for tool in page.tools if tool.form is not None and not tool.form.frame]
    forms = forms[:_MAX_FORMS]
    if not forms or (page.is_document and not _has_code(page.document, forms)):
        return ()
    trees = trees_of(documents, path, is_document=page.is_document)
    reader = _Reader(page, path, documents, trees)
    found = [(tool, form, reader.handlers(form.form)) for tool, form in forms]
    others = trees if _is_whole(page, forms) else _project_trees(documents, files, trees)
    elsewhere = _answers(others) - reader.reached
    return [
        Submission(tool, form, handlers, bool(elsewhere), reader.bypasses(form.form)) for tool, form, handlers in found
    ]


def _is_whole(page: Page, forms: Iterable[tuple[Tool, FormTool]]) -> bool:
    """Whether a page names all scripts that run on it: it is no template, and no framework takes it for a component."""
    attributes = (attribute.name for _, form in forms for attribute, _ in submit_attributes(form.form))
    return page.is_document and page.template is None and all(name.startswith("on") for name in attributes)


def _has_code(document: Document, forms: Sequence[tuple[Tool, FormTool]]) -> bool:
    is_scripted = any(tag.name == "script" for tag in document.start_tags)
    return is_scripted or any(next(submit_attributes(form.form), None) for _, form in forms)


def _project_trees(documents: Documents, files: Iterable[str], trees: Sequence[ScopeTree]) -> list[ScopeTree]:
    """Return the scripts of a project that answer some event; any of them may run beside a component."""
    found = dict.fromkeys(trees)
    # A file with forms of its own answers for these
    naming = (
        each
        for each in files
        if each.endswith(_SCRIPTS)
        and documents.modules.mentions(each, _ANSWER)
        and not documents.modules.mentions(each, _FORM)
    )
    for _, each in zip(range(_MAX_FILES), naming, strict=False):
        found |= dict.fromkeys(documents.trees(each))
    return list(found)


def _answers(trees: Iterable[ScopeTree]) -> frozenset[Node]:
    """Return where `respondWith` is called or handed on; a test whether there is one answers nobody."""
    mentions = (member for tree in trees for member in tree.members.get("respondWith", ()))
    return frozenset(each for each in mentions if each.parent is not None and each.parent.type not in _TESTS)


class _Reader:
    """Reads the handlers of one page's forms; `reached` are the answers that their courses give."""

    def __init__(self, page: Page, path: str, documents: Documents, trees: Sequence[ScopeTree]) -> None:
        self.page = page
        self.path = path
        self.analysis = documents.analysis
        self.trees = trees
        self.heard = FormListeners(page, path, documents.analysis, trees)
        self.reached: set[Node] = set()
        self.submitting: set[Node] = set()
        self.steps = 0
        self.functions: set[Node] = set()

    def handlers(self, form: Element) -> list[Handler]:
        """Return what handles the submit event of a form, in the order of the source."""
        document = self.heard.document(form)
        if document is None:
            return []
        dom = self.heard.dom(document, form)
        heard = self.heard.of(form)
        return [self.handler(listener, form, dom) for listener in heard]

    def handler(self, listener: Listener, form: Element, dom: Dom) -> Handler:
        """Walk a listener for an agent and for a person."""
        dom.current = listener.at or (form,)
        refs = self.refs(form)
        parameter = _parameter(listener)
        if listener.function is not None:
            self.functions.add(listener.function.node)
        place = listener.written or listener.place.location
        return Handler(
            place,
            place if parameter is None else parameter.location,
            _event_name(listener, parameter),
            self.courses(listener, Walker(self.analysis, dom, refs, is_agent=True)),
            self.courses(listener, Walker(self.analysis, dom, refs, is_agent=False)),
            is_delegated=listener.is_delegated,
            synthetic=list(self.synthetic_uses(listener)),
        )

    def courses(self, listener: Listener, walker: Walker) -> list[Course]:
        """Return the courses of a listener for one kind of submitter."""
        if self.steps > _MAX_STEPS:
            return [Course((), is_known=False)]
        self.analysis.begin_aside()
        found = [self.course(path, listener) for path in walker.paths(listener)]
        self.steps += walker.steps + walker.all_steps
        return found

    def course(self, path: Path, listener: Listener) -> Course:
        """Return a path in the words of the rules."""
        for act in path.acts:
            if act.kind == "respond":
                self.reached.add(act.node.fields["function"])
            elif act.kind == "submit":
                self.submitting.add(act.node)
        is_left = path.exit == "return" and path.exit_node is not None
        steps = [_step(act) for act in path.acts]
        if listener.prevents and listener.written is not None:
            steps[0] = replace(steps[0], location=listener.written)
        # Who throws may mean to, and where it ends is not walked
        is_known = path.is_known and path.exit != "throw"
        return Course(steps, is_known, path.exit_node.location if is_left and path.exit_node else None)

    def refs(self, form: Element) -> frozenset[str]:
        """Return the variables that a framework sets to a form."""
        written = (form.get(name) for name in _REFS) if not self.page.is_document else ()
        return frozenset(
            each.value_location.text.strip("{}\"' ") for each in written if each is not None and each.value_location
        )

    def synthetic_uses(self, listener: Listener) -> Iterator[Use]:
        """Yield what a React handler reads of its event that only the browser's event has."""
        if listener.function is not None and listener.event == SYNTHETIC:
            for name, place, owner in synthetic_reads(self.analysis, listener.function):
                yield Use(name, place.location, None if owner is None else owner.location)

    def bypasses(self, form: Element) -> list[Bypass]:
        """Return the calls of a form's own `submit()` that no handler of it makes."""
        document = self.heard.document(form)
        if document is None:
            return []
        calls = bypasses(self.analysis, self.trees, self.heard.dom(document, form), form)
        is_page = document is self.page.document
        inline = in_attributes(self.analysis, document, self.path, form) if is_page else ()
        return [Bypass(call.location, word.location) for call, word in [*calls, *inline] if not self.is_meant(call)]

    def is_meant(self, call: Node) -> bool:
        """Whether a form's own handler sends it in the end, or the code around validates it by itself."""
        around = [each for each in call.ancestors if each.type in FUNCTIONS]
        return call in self.submitting or any(
            each in self.functions or _VALIDATES.search(each.text) is not None for each in around
        )


def _step(act: Act) -> Step:
    node = act.node
    callee = node.field("function")
    owner = callee.field("object") if callee is not None else None
    parent = node.parent
    return Step(
        act.kind,
        node.location,
        _WHEN[act.phase],
        [caller.location for caller in act.callers if caller.type == "call_expression"],
        act.in_answer,
        act.is_caught,
        parent.location if parent is not None and parent.type == "expression_statement" else None,
        owner.text if owner is not None else None,
    )


def _parameter(listener: Listener) -> Node | None:
    if listener.function is None:
        return None
    node = listener.function.node
    single = node.field("parameter")
    found = [single] if single is not None else parameters(node)
    index = len(listener.function.bound)
    return found[index] if index < len(found) else None


def _event_name(listener: Listener, parameter: Node | None) -> str | None:
    """Return how the browser's event is called in a handler; None where it has no name."""
    if listener.function is None:
        return "event"
    if parameter is None or parameter.type != "identifier":
        return None
    return f"{parameter.text}.nativeEvent" if listener.event == SYNTHETIC else parameter.text
