"""`check`: what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint.cli import options
from webmcp_lint.reporters.output import emit, show, tell
from webmcp_lint.writing import write

if TYPE_CHECKING:
    from datetime import datetime

    from webmcp_lint.baseline import Baseline
    from webmcp_lint.cli.locked import LockedSources
    from webmcp_lint.linter import Run
    from webmcp_lint.reporters.report import Report
    from webmcp_lint.settings import Settings
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.project import Project
    from webmcp_lint.source import Span

    Watch = Callable[[], Callable[[Page], None]]
    """Begins a run and returns what sees each of its pages."""

_FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown")
_LEVELS = ("error", "warning", "note", "never")


@click.command(
    short_help="Report what is wrong with the tools of pages.",
    epilog="""\b
Exit codes:
  0  nothing at or above the level of --fail-on
  1  something; with --diff, something to change; with --locked, a tool that
     is not as webmcp.lock.json has it
  2  the command cannot be run: a wrong option, a path that does not exist,
     a file that cannot be written

\b
Examples:
  webmcp-lint check site/ --select forms,description
  webmcp-lint check --client claude --fail-on error
  webmcp-lint check site/ --fix
  webmcp-lint check --output sarif=webmcp.sarif --format github
  git show :index.html | webmcp-lint check - --stdin-filename index.html

\b
Silence a rule where it is wrong, and say why:
  <!-- webmcp-lint-disable-next-line RULE: why -->""",
)
@options.paths
@click.option(
    "--format",
    "format_",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="What to print; `concise` is a line for each finding.",
)
@click.option(
    "--output", "outputs", metavar="FORMAT=FILE", multiple=True, help="Write a report to a file as well; repeatable."
)
@click.option(
    "--select",
    metavar="RULES",
    multiple=True,
    shell_complete=options.complete_selectors,
    help="Run these rules only: names, categories, aliases or `all`.",
)
@click.option(
    "--extend-select",
    metavar="RULES",
    multiple=True,
    shell_complete=options.complete_selectors,
    help="Run these rules too.",
)
@click.option(
    "--ignore", metavar="RULES", multiple=True, shell_complete=options.complete_selectors, help="Leave these rules out."
)
@options.clients
@click.option(
    "--target",
    "targets",
    metavar="BROWSERS",
    multiple=True,
    help="What the site is for, such as `chrome 149-158` or `firefox`; repeatable.  [default: chrome >= 155]",
)
@click.option(
    "--fail-on",
    type=click.Choice(_LEVELS),
    help="From which level to exit with 1.  [default: warning]",
)
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The day for rules that compare dates.  [default: today]",
)
@click.option("--fix", is_flag=True, help="Mend what can be mended safely.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: mend by guesses at what was meant, too.")
@click.option(
    "--diff", is_flag=True, help="Print what --fix would change, and exit with 1 if it would change anything."
)
@click.option(
    "--baseline",
    metavar="FILE",
    shell_complete=options.complete_files,
    help="Findings that are known: they are not shown, and fail nothing.",
)
@click.option("--write-baseline", is_flag=True, help="Write what is found into the file of --baseline.")
@click.option("--require-reason", is_flag=True, help="Report suppression comments that give no reason.")
@click.option("--locked", is_flag=True, help="Exit with 1 where the tools are not those of webmcp.lock.json.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the summary, and nothing where nothing is wrong.")
@options.configuring
@options.stdin_filename
@options.drawing
def check(
    paths: tuple[str, ...],
    *,
    format_: str,
    outputs: tuple[str, ...],
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    clients: tuple[str, ...],
    targets: tuple[str, ...],
    fail_on: str | None,
    today: datetime | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    baseline: str | None,
    write_baseline: bool,
    require_reason: bool,
    locked: bool,
    quiet: bool,
    config_file: str | None,
    no_config: bool,
    stdin_filename: str | None,
    color: bool | None,
    no_unicode: bool,
) -> int:
    """Report what is wrong with the tools of the pages at PATH (default: this folder).

    A PATH is a folder, which is searched for pages, templates, scripts and components, a file, or `-` for standard
    input.
    """
    from functools import partial

    from webmcp_lint.cli.configuring import chosen, configuration
    from webmcp_lint.cli.reading import keep_sources, project, tell_if_nothing_was_read
    from webmcp_lint.faults import Fault
    from webmcp_lint.findings import Level
    from webmcp_lint.reporters.report import summary

    files = [_output(each) for each in outputs]
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff")
    configured = configuration(paths, stdin_filename, file=config_file, is_off=no_config)
    needs_reason = require_reason or configured.requires_reason
    settings = chosen(
        configured.settings, select, (*extend_select, *(("unexplained-suppression",) if needs_reason else ())), ignore
    )
    settings = _with_options(settings, clients, targets, today)
    fail_on = fail_on or configured.fail_on
    contract = _contract(paths) if locked else None
    known = _known(configured.shown_baseline if baseline is None else Path(baseline), is_written=write_baseline)
    found = project(paths, stdin_filename, settings)
    keep_sources(found, (path for _, path in files))
    terminal = options.terminal(color=color, no_unicode=no_unicode)
    lint = partial(
        lint_pages,
        settings=settings,
        watch=None if contract is None else contract.start,
        baseline=None if known is None else known[1],
    )
    is_written = True
    if fix or diff:
        from webmcp_lint.cli import fixing

        found, report, repairs = fixing.repaired(found, lint, paths, unsafe=unsafe_fixes)
        if diff:
            fixing.show_diff(repairs, terminal)
            return int(bool(repairs.files))
        if paths == ("-",):
            fixing.print_input(found, repairs)
        else:
            is_written = fixing.written(found, repairs)
    else:
        report = lint(found)
    report.paths = paths
    if known is not None:
        from webmcp_lint.cli.known import Scope, save, tell_stale

        (save if write_baseline else tell_stale)(*known, report, Scope(found, settings, known[1].folder))
    for name, path in files:
        try:
            write(path, _rendered(report, name, settings).encode("utf-8"))
        except OSError as error:
            raise click.UsageError(f"cannot write {path}: {error.strerror}") from None
    if fix and paths == ("-",):
        tell(summary(report))
    elif format_ in {"text", "concise"}:
        from webmcp_lint.reporters import text

        for piece in text.render(report, terminal, is_quiet=quiet, is_concise=format_ == "concise"):
            show(piece, terminal)
    else:
        emit(_rendered(report, format_, settings))
    if not quiet:
        tell_if_nothing_was_read(found, paths)
    is_drifted = contract is not None and contract.tell_differences(found)
    if not is_written or any(isinstance(each, Fault) for each in report.skipped):
        return 2
    return int(is_drifted or (fail_on != "never" and report.worst >= Level[fail_on.upper()]))


def _with_options(
    settings: Settings, clients: Sequence[str], targets: Sequence[str], today: datetime | None
) -> Settings:
    """Return settings with what the command line says about browsers, clients and the day."""
    from dataclasses import replace

    from webmcp_lint.browser import versions

    if clients:
        settings = replace(settings, clients=frozenset(clients))
    if targets:
        try:
            settings = replace(settings, targets=versions.parse(", ".join(targets)))
        except versions.TargetError as error:
            raise click.UsageError(str(error)) from None
    return settings if today is None else replace(settings, today=today.date())


def _contract(paths: Sequence[str]) -> LockedSources:
    from webmcp_lint.cli.locked import LockedSources

    return LockedSources(paths)


def _known(path: Path | None, *, is_written: bool) -> tuple[Path, Baseline] | None:
    """Return the baseline and where it is, None where there is none."""
    if path is None:
        if is_written:
            raise click.UsageError(
                "--write-baseline goes with --baseline FILE, or with `baseline` in the configuration"
            )
        return None
    from webmcp_lint.cli.known import read

    return path, read(path, is_written=is_written)


def lint_pages(
    project: Project, settings: Settings, watch: Watch | None = None, baseline: Baseline | None = None
) -> Report:
    """Lint the pages of a project; `watch` begins the run and sees each page on the way."""
    from webmcp_lint.cli.reading import watched
    from webmcp_lint.reporters.report import Report
    from webmcp_lint.site.project import unnamed

    report = Report()
    see = None if watch is None else watch()
    run: Run | None = None
    # A script stands on each of its pages with what cannot be read of it
    unresolved: set[tuple[str, Span]] = set()
    folder = None if baseline is None else baseline.folder
    for page in watched(project):
        run = run or _run(settings, folder)
        run.add(page)
        if see is not None:
            see(page)
        report.pages += bool(page.tools or page.rejected)
        report.tools += len(page.tools)
        unresolved.update((each.location.file.path, each.location.span) for each in unnamed(page))
    if run is not None or project.commented:
        report.diagnostics = (run or _run(settings, folder)).diagnostics(project.commented, project.shared)
    if baseline is not None:
        from webmcp_lint.baseline import marked

        report.has_baseline = True
        report.diagnostics = marked(report.diagnostics, baseline)
    report.files = project.read
    report.unresolved = len(unresolved)
    report.skipped = [*project.skipped, *((*run.faults, *run.left_out) if run is not None else ())]
    return report


def _run(settings: Settings, folder: Path | None) -> Run:
    from webmcp_lint.linter import Run  # loads all rules: not before there is a page for them

    return Run(settings, folder)


def _output(written: str) -> tuple[str, Path]:
    name, equals, path = written.partition("=")
    if not equals or not path or name not in _FORMATS:
        raise click.UsageError(f"--output takes FORMAT=FILE, where FORMAT is one of {', '.join(_FORMATS)}: {written}")
    return name, Path(path)


def _rendered(report: Report, name: str, settings: Settings) -> str:
    """Return a report as a file or a program takes it."""
    match name:
        case "json":
            from webmcp_lint.reporters.json import render

            return render(report)
        case "sarif":
            from webmcp_lint.linter import active_rules
            from webmcp_lint.reporters import sarif

            known = {each.fingerprint for each in report.diagnostics if each.is_known} if report.has_baseline else None
            log, notice = sarif.render(report, active_rules(settings), known)
            if notice is not None:
                tell(notice)
            return log
        case "github":
            from webmcp_lint.reporters import github

            return github.render(report)
        case "gitlab":
            from webmcp_lint.reporters import gitlab

            for skipped in report.skipped:  # it has no words for them
                tell(f"skipped {skipped.path}: {skipped.reason}")
            return gitlab.render(report)
        case "junit":
            from webmcp_lint.reporters import junit

            return junit.render(report)
        case "markdown":
            from webmcp_lint.reporters import markdown

            return markdown.render(report)
        case _:
            from webmcp_lint.reporters import text
            from webmcp_lint.reporters.terminal import Terminal

            return "".join(text.render(report, Terminal(), is_concise=name == "concise"))
