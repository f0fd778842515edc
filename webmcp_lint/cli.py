"""The command line; what a command needs is imported when it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from webmcp_lint import __version__
from webmcp_lint.reporters.output import PROGRAM, discard_output, emit, open_closed_streams, show, tell, write

if TYPE_CHECKING:
    from datetime import datetime

    from webmcp_lint.reporters.report import Report
    from webmcp_lint.reporters.terminal import Terminal
    from webmcp_lint.rules import Rule
    from webmcp_lint.settings import Settings
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.project import Project
    from webmcp_lint.source import Span

_FORMATS = ("text", "json", "sarif", "github")
_LEVELS = ("error", "warning", "note", "never")
CLIENTS = ("chrome", "openai", "claude", "gemini")
_USAGE = 2
_INTERRUPTED = 130
_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1
"""Seconds until a run counts as long, and between two signs of life from then on."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; errors of use are told in one line."""
    open_closed_streams()
    try:
        code = cli.main(arguments, prog_name=PROGRAM, standalone_mode=False)
    except click.Abort:
        return _INTERRUPTED
    except click.ClickException as error:
        tell(error.format_message())
        return _USAGE
    except OSError as error:
        discard_output()
        tell(f"cannot write the output: {error.strerror}")
        return _USAGE
    return code if isinstance(code, int) else 0


class _Commands(click.Group):
    """Commands of which `check` is the one that runs where none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if not args or args[0] not in {*own, *self.commands}:
            self.check_spelling(args)
            args = ["check", *args]
        elif args[0] in self.commands and Path(args[0]).is_dir():
            tell(f"`{args[0]}` is a command; to lint the folder of that name, write ./{args[0]}")
        return super().parse_args(ctx, args)

    def check_spelling(self, args: Sequence[str]) -> None:
        if args and not args[0].startswith("-") and not Path(args[0]).exists():
            import difflib

            for command in difflib.get_close_matches(args[0], self.commands, n=1):
                raise click.UsageError(f'no such file, directory or command: {args[0]}; did you mean "{command}"?')


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[COMMAND] [PATH]...",
    epilog="""\b
Examples:
  webmcp-lint                      lint the pages of this folder
  webmcp-lint site/ shop.php       lint a folder and a file
  webmcp-lint tools site/          show what an agent would find
  webmcp-lint explain RULE         say what a rule reports, and why

Without a command, `check` runs.  webmcp-lint COMMAND --help says more.""",
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def cli() -> None:
    """Find out what AI agents see on your pages, and what is wrong with it.

    webmcp-lint reads HTML pages and templates without running them, and checks the tools they declare with WebMCP
    against what browsers and models accept.
    """


_paths = click.argument("paths", metavar="[PATH]...", nargs=-1)


def _reading(command: _Command) -> _Command:
    """Add what every command takes that reads pages and shows them."""
    options = (
        click.option(
            "--stdin-filename", metavar="NAME", help="What to call standard input, which is read where PATH is `-`."
        ),
        _color,
        _unicode,
    )
    for option in reversed(options):
        command = option(command)
    return command


_color = click.option("--color/--no-color", default=None, help="Colors, or none.  [default: on a terminal]")
_unicode = click.option(
    "--no-unicode", is_flag=True, help="Draw with ASCII characters.  [default: where the output takes no others]"
)


@cli.command(
    short_help="Report what is wrong with the tools of pages.",
    epilog="""\b
Exit codes:
  0  nothing at or above the level of --fail-on
  1  something
  2  the command cannot be run: a wrong option, a path that does not exist

\b
Examples:
  webmcp-lint check site/ --select forms,description
  webmcp-lint check --client claude --fail-on error
  webmcp-lint check --output sarif=webmcp.sarif --format github
  git show :index.html | webmcp-lint check - --stdin-filename index.html

\b
Silence a rule where it is wrong, and say why:
  <!-- webmcp-lint-disable-next-line RULE: why -->""",
)
@_paths
@click.option(
    "--format", "format_", type=click.Choice(_FORMATS), default="text", show_default=True, help="What to print."
)
@click.option(
    "--output", "outputs", metavar="FORMAT=FILE", multiple=True, help="Write a report to a file as well; repeatable."
)
@click.option(
    "--select", metavar="RULES", multiple=True, help="Run these rules only: names, categories, aliases or `all`."
)
@click.option("--extend-select", metavar="RULES", multiple=True, help="Run these rules too.")
@click.option("--ignore", metavar="RULES", multiple=True, help="Leave these rules out.")
@click.option(
    "--client",
    "clients",
    type=click.Choice(CLIENTS),
    multiple=True,
    default=("chrome",),
    show_default=True,
    help="Whom the tools must suit; repeatable.",
)
@click.option(
    "--fail-on",
    type=click.Choice(_LEVELS),
    default="warning",
    show_default=True,
    help="From which level to exit with 1.",
)
@click.option(
    "--today", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="The day for rules that compare dates."
)
@click.option("-q", "--quiet", is_flag=True, help="Print only the summary, and nothing where nothing is wrong.")
@_reading
def check(
    paths: tuple[str, ...],
    *,
    format_: str,
    outputs: tuple[str, ...],
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    clients: tuple[str, ...],
    fail_on: str,
    today: datetime | None,
    quiet: bool,
    stdin_filename: str | None,
    color: bool | None,
    no_unicode: bool,
) -> int:
    """Report what is wrong with the tools of the pages at PATH (default: this folder).

    A PATH is a folder, which is searched for pages and templates, a file, or `-` for standard input.
    """
    from dataclasses import replace

    from webmcp_lint.findings import Level
    from webmcp_lint.settings import Settings

    files = [_output(each) for each in outputs]
    settings = Settings(selected=_selection(select, extend_select, ignore), clients=frozenset(clients))
    if today is not None:
        settings = replace(settings, today=today.date())
    project = _project(paths, stdin_filename)
    report = _lint(project, settings)
    for name, path in files:
        try:
            write(path, _rendered(report, name, settings))
        except OSError as error:
            raise click.UsageError(f"cannot write {path}: {error.strerror}") from None
    if format_ == "text":
        from webmcp_lint.reporters import text

        terminal = _terminal(color=color, no_unicode=no_unicode)
        for piece in text.render(report, terminal, is_quiet=quiet):
            show(piece, terminal)
    else:
        emit(_rendered(report, format_, settings))
    if not quiet:
        _tell_if_nothing_was_read(project, paths)
    return int(fail_on != "never" and report.worst >= Level[fail_on.upper()])


@cli.command(
    short_help="Show what an agent would find on pages.",
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run

\b
Examples:
  webmcp-lint tools site/
  webmcp-lint tools site/ --format json | jq '.tools[].name'""",
)
@_paths
@click.option(
    "--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True, help="What to print."
)
@_reading
def tools(
    paths: tuple[str, ...], *, format_: str, stdin_filename: str | None, color: bool | None, no_unicode: bool
) -> None:
    """Show what an agent would find on the pages at PATH (default: this folder).

    Each tool with its parameters as the browser lists them, each form that the browser makes no tool of, and what
    cannot be read without running the page.
    """
    project = _project(paths, stdin_filename)
    if format_ == "json":
        from webmcp_lint.reporters.json import ToolRecords

        records = ToolRecords()
        for page in _watched(project):
            records.add(page)
        emit(records.render())
    else:
        from webmcp_lint.reporters import cards

        terminal = _terminal(color=color, no_unicode=no_unicode)
        for page in _watched(project):
            show("".join(f"{line}\n" for line in cards.render(page, terminal)), terminal)
        for skipped in project.skipped:
            tell(f"skipped {skipped.path}: {skipped.reason}")
    _tell_if_nothing_was_read(project, paths)


@cli.command(
    "rules",
    epilog="""\b
Examples:
  webmcp-lint rules
  webmcp-lint rules --format json | jq '.rules[] | select(.fix == "safe").name'""",
)
@click.option(
    "--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True, help="What to print."
)
@_color
@_unicode
def list_rules(*, format_: str, color: bool | None, no_unicode: bool) -> None:
    """List the rules."""
    from webmcp_lint.rules import all_rules

    if format_ == "json":
        from webmcp_lint.reporters.json import render_rules

        emit(render_rules(all_rules()))
    else:
        from webmcp_lint.reporters.rule_texts import table

        terminal = _terminal(color=color, no_unicode=no_unicode)
        show(table(all_rules(), terminal), terminal)


@cli.command(
    epilog="""\b
Examples:
  webmcp-lint explain autosubmit-false"""
)
@click.argument("rule")
@click.option(
    "--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True, help="What to print."
)
@_color
@_unicode
def explain(rule: str, *, format_: str, color: bool | None, no_unicode: bool) -> None:
    """Say what RULE reports, why, and what to write instead."""
    found = _rule(rule)
    if format_ == "json":
        from webmcp_lint.reporters.json import render_page

        emit(render_page(found))
    else:
        from webmcp_lint.reporters.rule_texts import page

        terminal = _terminal(color=color, no_unicode=no_unicode)
        show(page(found, terminal), terminal)


def _rule(name: str) -> Rule:
    from webmcp_lint.rules import UnknownRuleError, select

    try:
        found = select(name)
    except UnknownRuleError as error:
        raise click.UsageError(str(error)) from None
    named = [rule for rule in found if name in {rule.name, *rule.aliases}]
    if not named:
        raise click.UsageError(f'"{name}" is no single rule; `{PROGRAM} rules` lists them')
    return named[0]


def _selection(select: Iterable[str], extend: Iterable[str], ignore: Iterable[str]) -> frozenset[str] | None:
    """Return the names of the rules to run, None for those that are on by default."""
    if not (select or extend or ignore):
        return None
    from webmcp_lint.findings import Level
    from webmcp_lint.rules import UnknownRuleError, all_rules
    from webmcp_lint.rules import select as rules_of

    def names(selectors: Iterable[str]) -> set[str]:
        words = [word for selector in selectors for word in selector.replace(",", " ").split()]
        return {rule.name for word in words for rule in rules_of(word)}

    try:
        chosen = names(select) if select else {rule.name for rule in all_rules() if rule.level is not Level.OFF}
        return frozenset((chosen | names(extend)) - names(ignore))
    except UnknownRuleError as error:
        raise click.UsageError(str(error)) from None


def _project(paths: Sequence[str], stdin_filename: str | None) -> Project:
    from webmcp_lint.discovery import PathNotFoundError
    from webmcp_lint.site.project import read_input, read_project

    if "-" in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` reads standard input and takes no other path beside it")
        return read_input(sys.stdin.buffer.read(), stdin_filename)
    if stdin_filename is not None:
        raise click.UsageError("--stdin-filename goes with the path `-`")
    try:
        return read_project(paths or (".",))
    except PathNotFoundError as error:
        raise click.UsageError(str(error)) from None


def _lint(project: Project, settings: Settings) -> Report:
    from webmcp_lint.reporters.report import Report
    from webmcp_lint.site.project import unnamed

    report = Report()
    seen: set[tuple[str, str, Span]] = set()
    for page in _watched(project):
        from webmcp_lint.linter import lint  # loads all rules: not before there is a page for them

        for diagnostic in lint(page, settings):
            # A script's tool is on every page that loads it; a fault in it is one fault
            place = (diagnostic.rule.name, diagnostic.location.file.path, diagnostic.location.span)
            if place not in seen:
                seen.add(place)
                report.diagnostics.append(diagnostic)
        report.pages += bool(page.tools or page.rejected)
        report.tools += len(page.tools)
        report.unresolved += sum(1 for _ in unnamed(page))
    report.files = project.read
    report.skipped = project.skipped
    return report


def _watched(project: Project) -> Iterator[Page]:
    """Yield the pages; on a terminal, a long run says how far it is."""
    total = len(project.files)
    is_watched = sys.stderr.isatty()
    started = told = time.monotonic()
    for page in project.pages():
        now = time.monotonic()
        if is_watched and now - started > _PROGRESS_AFTER and now - told > _PROGRESS_EVERY:
            click.echo(f"\r{project.read:,} of {total:,} files", err=True, nl=False)
            told = now
        yield page
    if told > started:
        click.echo("\r\x1b[K", err=True, nl=False)


def _tell_if_nothing_was_read(project: Project, paths: Sequence[str]) -> None:
    from webmcp_lint.reporters.report import counted

    if project.parsed or project.skipped:
        return
    where = "standard input" if paths == ("-",) else ", ".join(paths) or "this folder"
    if not project.read:
        tell(f"nothing to read: no pages in {where}")
    elif project.read == len(paths):
        tell(f"nothing to read: no word of WebMCP in {where}")
    else:
        tell(f"nothing to read: no word of WebMCP in {counted(project.read, 'file')} of {where}")


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

            log, notice = sarif.render(report, active_rules(settings))
            if notice is not None:
                tell(notice)
            return log
        case "github":
            from webmcp_lint.reporters import github

            return github.render(report)
        case _:
            from webmcp_lint.reporters import text
            from webmcp_lint.reporters.terminal import Terminal

            return "".join(text.render(report, Terminal()))


def _terminal(*, color: bool | None, no_unicode: bool) -> Terminal:
    from webmcp_lint.reporters.terminal import Terminal

    return Terminal.of(sys.stdout, color=color, unicode=False if no_unicode else None)
