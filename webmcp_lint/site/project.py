"""From paths to pages, one after the other, so that a site of any size fits in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from webmcp_lint.browser.model_context import mentions_model_context
from webmcp_lint.decoding import decode, looks_binary
from webmcp_lint.discovery import File, Kind, Skipped, discover, kind_of, mentions_webmcp, project_root
from webmcp_lint.located import Unknown
from webmcp_lint.program.registrars import Registrars
from webmcp_lint.site.files import PAGES, STANDARD_INPUT, Disk, Reader, StandardInput, path_of
from webmcp_lint.source import SourceFile

if TYPE_CHECKING:
    from webmcp_lint.program.documents import Documents, ParsedScripts
    from webmcp_lint.site.handling import Arrival
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.scripts import Registered, ScriptSurface
    from webmcp_lint.site.submissions import Submission
    from webmcp_lint.site.surroundings import Surroundings
    from webmcp_lint.site.tool import Tool

DIRECTIVE = b"webmcp-lint-"
"""What no comment is without that speaks to this program."""

REPORTED = PAGES | {Kind.SCRIPT, Kind.COMPONENT}


@dataclass
class Project:
    """The files that are reported on, and how far reading them has come.

    `read` counts the files that were looked into, `parsed` those of them that hold a word of WebMCP; `skipped` grows
    while `pages` is iterated. What else belongs to the project, below `roots`, is read to follow its imports.
    """

    files: Sequence[File | StandardInput]
    skipped: list[Skipped]
    roots: Sequence[Path] = ()
    followed: Sequence[Path] = ()
    """Folders that are not walked, but in which a page or an import may name files."""
    registrars: Registrars = field(default_factory=Registrars)
    read: int = 0
    parsed: int = 0
    commented: list[SourceFile] = field(default_factory=list)
    """The scripts and components among the files whose comments speak to this program."""
    reader: Reader = field(default_factory=Disk)
    parsed_pages: MutableMapping[SourceFile, Page] | None = None
    """The pages of texts, where somebody keeps them, before their scripts are known."""
    parsed_scripts: ParsedScripts | None = None
    """The scripts of texts, where somebody keeps them."""
    only: Collection[str] | None = None
    """The keys of the files that are followed, where they have nothing to do with the others."""
    is_listing: bool = False
    """Whether only tools are asked for, and not what scripts do beside registering them."""
    _unlisted: dict[str, File | StandardInput] = field(default_factory=dict, init=False, repr=False)
    """What was asked for beyond the files of the project, such as the `package.json` of a folder."""

    def with_contents(self, contents: Mapping[str, bytes]) -> Project:
        """Return the same files, unread, with other bytes in some of them."""
        skipped = list(self._found_skipped)
        return Project(self.files, skipped, self.roots, self.followed, self.registrars, reader=Disk(contents))

    def part(self, keys: Collection[str]) -> Project:
        """Return the project with those of its files only that have these keys; no other leads to or from them.

        What is known of the others stays, so that asking for one part after the other costs no more than the parts.
        """
        files = [self._reported[key] for key in sorted(keys) if key in self._reported]
        part = replace(self, files=files, skipped=[], read=0, parsed=0, commented=[], only=keys)
        part.known = self.known
        part.documents = self.documents.again()
        part.surroundings = self.surroundings
        return part

    def forget(self, key: str) -> None:
        """Let go of what parts of the project would be told of a file's text, which is another now."""
        from webmcp_lint.site.surroundings import is_configuration

        self.documents.forget(key)
        if is_configuration(Path(key).name):
            vars(self).pop("surroundings", None)

    def mentions(self, key: str) -> bool:
        """Whether a file holds a word of WebMCP, a call that registers, or a comment that speaks to this program."""
        data = self._bytes(self._file(key))
        return mentions_webmcp(data) or DIRECTIVE in data or self.registrars.mentioned_in(data)

    def text(self, key: str) -> SourceFile | None:
        """Return the text of a file of the project, None where it cannot be read or is empty."""
        return self.reader.text(self._file(key))

    @cached_property
    def _reported(self) -> Mapping[str, File | StandardInput]:
        return {key_of(file): file for file in self.files}

    def __post_init__(self) -> None:
        """Keep what was skipped before anything was read."""
        self._found_skipped = tuple(self.skipped)

    def pages(self) -> Iterator[Page]:
        """Yield each page, and each script that no page loads, that declares a tool or holds a word of WebMCP."""
        for file in self.files:
            data = self.reader.data(file)
            self.read += 1
            if isinstance(data, Skipped):
                self.skipped.append(data)
                continue
            key = key_of(file)
            is_page = file.kind in PAGES
            if not is_page and DIRECTIVE in data and (text := self.text(key)) is not None:
                self.commented.append(text)
            registered = (self._surface.pages if is_page else self._surface.files).get(key)
            if registered is None and not (is_page and mentions_webmcp(data)):
                continue
            self.parsed += 1
            page = self._page(data, file, registered) if is_page else self._script(key, registered)
            if isinstance(page, Skipped):
                self.skipped.append(page)
            else:
                yield self._with_handlers(replace(page, surroundings=self.surroundings, key=key), key)

    @property
    def shared(self) -> frozenset[str]:
        """The paths of the scripts in which pages that are not reported on have tools too."""
        if not self.commented:
            return frozenset()
        reported = {key_of(file) for file in self.files}
        others = (registered for page, registered in self._surface.pages.items() if page not in reported)
        return frozenset(path for registered in others for path in registered.paths)

    def _page(self, data: bytes, file: File | StandardInput, registered: Registered | None) -> Page | Skipped:
        from webmcp_lint.site.page import with_scripts
        from webmcp_lint.syntax.html import TooComplexError

        kept = self.parsed_pages
        text = None if kept is None else self.reader.text(file)
        try:
            if kept is None or text is None:
                page = page_of(decode(data, path=file.display_path, markup=True))
            else:
                page = kept.get(text) or page_of(text)
                kept[text] = page
        except TooComplexError as error:
            return Skipped(file.display_path, str(error))
        if registered is None:
            return page
        return with_scripts(page, registered)

    def _script(self, key: str, registered: Registered | None) -> Page | Skipped:
        from webmcp_lint.site.page import script_page

        file = self.text(key)
        if file is None or registered is None:
            return Skipped(key, "it has changed meanwhile")
        return script_page(file, registered)

    def _with_handlers(self, page: Page, key: str) -> Page:
        """Let a page answer what becomes of its form tools and fields; nothing is parsed before a rule asks."""
        page = replace(page, filled=cache(partial(self._filled, page, key)))
        if not any(tool.kind == "form" for tool in page.tools):
            return page
        return replace(
            page,
            submissions=cache(partial(self._submissions, page, key)),
            loaded=cache(partial(self._loaded, page, key)),
        )

    def _loaded(self, page: Page, key: str) -> Sequence[SourceFile] | None:
        if not page.is_document or self.documents.loads_outside(key):
            return None
        sheets = [
            self.documents.source(element.value("href"), key)
            for element in page.document.of_name("link")
            if "stylesheet" in element.value("rel").lower().split()
        ]
        named = {*self.documents.loads(key), *sheets} - {key}
        found = [None if each is None else self.text(each) for each in sorted(named, key=str)]
        return None if None in found else [each for each in found if each is not None]

    def _submissions(self, page: Page, key: str) -> Sequence[Submission]:
        # The parsers are worth loading for a form that a script may handle only
        from webmcp_lint.program.recursion import deep_recursion
        from webmcp_lint.site.submitting import submissions

        with deep_recursion():
            return submissions(page, key, self._documents_of(page, key), self.known)

    def _filled(self, page: Page, key: str) -> Sequence[tuple[Tool, Arrival]]:
        from webmcp_lint.program.recursion import deep_recursion
        from webmcp_lint.site.filling import filled

        with deep_recursion():
            return filled(page, key, partial(self._documents_of, page, key))

    def _documents_of(self, page: Page, key: str) -> Documents:
        """Return the files that have to do with a page: itself, where it loads no other."""
        documents = self._of_forms
        is_alone = page.is_document and documents.loads(key) == {key}
        return documents.alone(key) if is_alone else documents

    @cached_property
    def documents(self) -> Documents:
        """The scripts of the project."""
        from webmcp_lint.program.documents import Documents

        return Documents(list(self.known), self.text, self._exists, self.registrars, self.parsed_scripts)

    @cached_property
    def _of_forms(self) -> Documents:
        """The scripts of the project, for what becomes of submitted forms and of what is filled in."""
        self.documents.analysis.work.renew()
        return self.documents

    @cached_property
    def _surface(self) -> ScriptSurface | _Nothing:
        """What the project's scripts register; nothing is parsed where none holds a word of it."""
        files = self.known
        followed = files if self.only is None else {key: files[key] for key in self.only if key in files}
        seeds = [key for key, file in sorted(followed.items()) if file.kind in REPORTED and self._is_seed(file)]
        names_scripts = self.followed and any(b"<script" in self._bytes(file).lower() for file in self.files)
        if not seeds and not names_scripts:
            return _Nothing()
        # The parsers are worth loading for a script that registers something only
        from webmcp_lint.site.scripts import read_scripts

        pages = [key for key, file in followed.items() if file.kind in PAGES]
        surface = read_scripts(
            list(files),
            pages,
            seeds,
            self.text,
            self._exists,
            registrars=self.registrars,
            documents=self.documents,
            asked={key_of(file) for file in self.files},
            is_listing=self.is_listing,
        )
        self.skipped += (*surface.faults, *surface.skipped)
        return surface

    @cached_property
    def surroundings(self) -> Surroundings:
        """The configuration of servers and builds around the pages."""
        from webmcp_lint.site.surroundings import Surroundings

        return Surroundings(_Lazily(lambda: self.known), self.text)

    @cached_property
    def known(self) -> dict[str, File | StandardInput]:
        """All files of the project, reported on or not; what came in goes before what lies on the disk."""
        around = discover(self.roots).files if self.roots else ()
        return {key_of(file): file for file in (*around, *self.files)}

    def _file(self, key: str) -> File | StandardInput:
        known = self.known.get(key) or self._unlisted.get(key)
        if known is None:
            path = Path(key)
            known = self._unlisted[key] = File(path, displayed(path), kind_of(path.name) or Kind.SCRIPT, 0)
        return known

    def _bytes(self, file: File | StandardInput) -> bytes:
        data = self.reader.data(file)
        return b"" if isinstance(data, Skipped) else data

    def _is_seed(self, file: File | StandardInput) -> bool:
        data = self._bytes(file)
        return self.registrars.mentioned_in(data) or mentions_model_context(data)

    def _exists(self, key: str) -> bool:
        """Whether a page or an import may name this file: inside the project, and no installed package."""
        path = Path(key)
        return (
            "node_modules" not in path.parts
            and any(path.is_relative_to(root) for root in (*self.roots, *self.followed))
            and os.path.isfile(key)  # noqa: PTH113  a name with a NUL is no file, and no error
        )


class _Lazily:
    """The names of files that are looked for when somebody asks."""

    def __init__(self, look: Callable[[], Iterable[str]]) -> None:
        self._look = look

    def __iter__(self) -> Iterator[str]:
        return iter(self._look())


class _Nothing:
    """The surface of a project whose scripts register nothing."""

    pages: Mapping[str, Registered] = MappingProxyType({})
    files: Mapping[str, Registered] = MappingProxyType({})


def read_project(
    paths: Sequence[str | Path],
    *,
    registrars: Registrars | None = None,
    covers: Callable[[str], bool] = lambda _path: True,
) -> Project:
    """Find the files to report on below `paths`; raises `discovery.PathNotFoundError`.

    `covers` says which of those are meant that are not named themselves.
    """
    found = discover(paths, kinds=REPORTED)
    roots = dict.fromkeys(project_root(path) for path in paths)
    named = {Path(os.path.abspath(path)) for path in paths}  # noqa: PTH100  links stay as they are named
    files = [
        file for file in found.files if file.kind in REPORTED and (file.path in named or covers(file.display_path))
    ]
    return Project(files, list(found.skipped), *_folders(roots), registrars or Registrars())


def read_input(data: bytes, name: str | None = None, *, registrars: Registrars | None = None) -> Project:
    """Take the bytes of one file, called `name`, whose extension says how it is read."""
    path = name or STANDARD_INPUT
    content = Skipped(path, "binary") if looks_binary(data) else data
    kind = kind_of(Path(path).name) if name else None
    roots = [project_root(name)] if name else []
    return Project(
        [StandardInput(content, path, kind or Kind.MARKUP)], [], *_folders(roots), registrars or Registrars()
    )


def _folders(roots: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Return the roots that are folders, and the folders of those that are files without a project around them."""
    listed = list(roots)
    return [root for root in listed if root.is_dir()], [root.parent for root in listed if not root.is_dir()]


def unnamed(page: Page) -> Iterator[Unknown]:
    """Yield what stands in the place of the names that cannot be read, and the registrations that cannot."""
    for tool in (*page.tools, *page.rejected):
        if isinstance(tool.name.value, Unknown):
            yield tool.name.value
    for unread in page.unread:
        yield Unknown(unread.reason, unread.location)


def page_of(file: SourceFile) -> Page:
    """Return the page in a markup or template file; raises `html.TooComplexError`."""
    # The parsers are worth loading for a page that declares something only
    from webmcp_lint.site.page import read_page
    from webmcp_lint.syntax.templates import Dialect, mask

    template = mask(file.text, Dialect.detect(file.path, file.text))
    return read_page(file, None if template.text == file.text else template)


def key_of(file: File | StandardInput) -> str:
    """Return what a file goes by in its project: its absolute path."""
    return Path(os.path.abspath(path_of(file))).as_posix()  # noqa: PTH100  links stay as they are named


def displayed(path: Path) -> str:
    """Return a path as reports print it: relative to the working directory where it lies below it."""
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()
