"""Which listeners hear the submit of a form of a page, and the elements as their code gets at them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from webmcp_lint.program.attribute_listeners import in_jsx, in_markup
from webmcp_lint.program.elements import Dom
from webmcp_lint.program.listeners import Attachment, Listener, attachments, listeners
from webmcp_lint.syntax.components import COMPONENTS

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.documents import Documents
    from webmcp_lint.program.rendering import Rendering
    from webmcp_lint.program.scopes import ScopeTree
    from webmcp_lint.site.page import Page
    from webmcp_lint.syntax.dom import Document, Element


def trees_of(documents: Documents, path: str, *, is_document: bool) -> list[ScopeTree]:
    """Return the scripts that run where a file does: what it loads and imports."""
    loaded = [each.tree for each in documents.page(path) if each.tree is not None] if is_document else []
    others = sorted(documents.loads(path) if is_document else documents.imports(path) | {path})
    found = dict.fromkeys([*loaded, *(tree for each in others if each != path for tree in documents.trees(each))])
    if not is_document:
        found |= dict.fromkeys(documents.trees(path))
    return list(found)


class FormListeners:
    """The listeners of one page or component; `path` is its own among the files of the project."""

    def __init__(self, page: Page, path: str, analysis: Analysis, trees: Sequence[ScopeTree]) -> None:
        self.page = page
        self.path = path
        self.analysis = analysis
        self.trees = trees
        self._doms: dict[Document, Dom] = {}

    @cached_property
    def attached(self) -> list[Attachment]:
        """What the scripts attach for submit events."""
        return list(attachments(self.analysis, self.trees))

    def document(self, form: Element) -> Document | None:
        """Return the document that a form stands in."""
        rendering = self.rendering(form)
        return rendering.document if rendering is not None else self.page.document if self.page.is_document else None

    def rendering(self, form: Element) -> Rendering | None:
        """Return what a script or component renders, where the form is part of it."""
        return next((each for each in self.page.rendered if form in each.document.elements), None)

    def dom(self, document: Document, form: Element | None = None) -> Dom:
        """Return the elements of a document, with a form of it as the one submitted."""
        if document not in self._doms:
            self._doms[document] = Dom(self.analysis, document, is_whole=document is self.page.document)
        dom = self._doms[document]
        dom.target, dom.current = form, () if form is None else (form,)
        return dom

    def of(self, form: Element) -> list[Listener]:
        """Return what hears the submit event of a form, in the order of the source."""
        document = self.document(form)
        if document is None:
            return []
        found: list[Listener] = []
        is_page = document is self.page.document
        if is_page or self.path.endswith(COMPONENTS):
            found += in_markup(self.analysis, self.trees, self.path, form, is_component=not is_page)
        else:
            rendering = self.rendering(form)
            is_react = rendering is not None and rendering.library == "React"
            found += in_jsx(self.analysis, self.trees, form, is_react=is_react)
        found += listeners(self.attached, self.dom(document, form), form)
        return found
