"""Shows in short texts what the handlers of a page's form tools do."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace

from webmcp_lint.program.documents import Documents
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.site.page import Page, script_page
from webmcp_lint.site.project import page_of
from webmcp_lint.site.scripts import read_scripts
from webmcp_lint.site.submissions import Course, Submission
from webmcp_lint.site.submitting import submissions
from webmcp_lint.source import SourceFile

FORM = '<form id="f" toolname="t" tooldescription="d"><input name="a" required><button>Go</button></form>'
"""A form with the tool `t`."""


def page_with(files: Mapping[str, str], path: str) -> Page:
    """Return a page or component of a project of these files."""
    sources = {name: SourceFile(name, text) for name, text in files.items()}
    if path.endswith((".html", ".php")):
        page = page_of(sources[path])
    else:
        found = read_scripts(list(files), [], [path], sources.get).files[path]
        page = script_page(sources[path], found)
    documents = Documents(list(files), sources.get)
    return replace(page, submissions=lambda: submissions(page, path, documents, list(files)))


def submitted(text: str, path: str = "index.html", **others: str) -> Submission:
    """Return what becomes of the one form tool of a page; `app_js="…"` adds the file app.js."""
    files = {posixpath.basename(name).replace("_", ".", 1): each for name, each in others.items()}
    with deep_recursion():
        (submission,) = page_with({**files, path: text}, path).submissions()
    return submission


def handled(script: str, form: str = FORM) -> list[str]:
    """Return the courses of the handlers of a form on a page with this script: an agent's."""
    submission = submitted(f"{form}<script>{script}</script>")
    return [shown(course) for handler in submission.handlers for course in handler.agent]


def by_person(script: str) -> list[str]:
    """Return the same of a person's submit."""
    submission = submitted(f"{FORM}<script>{script}</script>")
    return [shown(course) for handler in submission.handlers for course in handler.person]


def shown(course: Course) -> str:
    """Return a course as its steps: `!` for later ones, `~` for those that may be, `*` for parts of the answer."""
    marks = {"dispatch": "", "perhaps later": "~", "later": "!"}
    steps = [f"{marks[step.when]}{step.kind}{'*' if step.in_answer else ''}" for step in course.steps]
    return " ".join([*steps, *([] if course.is_known else ["?"])])
