"""The command line: one module for each command, imported when it runs or when its help is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint import __version__
from webmcp_lint.reporters.output import PROGRAM, discard_output, open_closed_streams, tell

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_USAGE = 2
_INTERRUPTED = 130

_MODULES = {
    "check": "check",
    "completion": "completion",
    "diff": "diff",
    "explain": "rules",
    "init": "init",
    "lock": "lock",
    "report": "report",
    "rules": "rules",
    "server": "server",
    "tools": "tools",
}
"""Where each command is; it is a function of its own name there."""


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

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click calls it so
        return sorted(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click calls it so
        if cmd_name not in _MODULES:
            return None
        command = getattr(importlib.import_module(f"{__name__}.{_MODULES[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101  the table says so
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer commands, and what `check` takes: it need not be named."""
        default = self.get_command(ctx, "check")
        assert default is not None  # noqa: S101  the table says so
        if incomplete.startswith("-"):
            return [*super().shell_complete(ctx, incomplete), *default.shell_complete(ctx, incomplete)]
        from webmcp_lint.cli.completion import files

        return super().shell_complete(ctx, incomplete) or files(ctx, self.params[0], incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and not args:  # a shell asks what may come first
            return super().parse_args(ctx, args)
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if not args or args[0] not in {*own, *_MODULES}:
            self.check_spelling(args)
            args = ["check", *args]
        elif args[0] in _MODULES and Path(args[0]).is_dir():
            tell(f"`{args[0]}` is a command; to lint the folder of that name, write ./{args[0]}")
        return super().parse_args(ctx, args)

    def check_spelling(self, args: Sequence[str]) -> None:
        if args and not args[0].startswith("-") and not Path(args[0]).exists():
            import difflib

            for command in difflib.get_close_matches(args[0], _MODULES, n=1):
                raise click.UsageError(f'no such file, directory or command: {args[0]}; did you mean "{command}"?')


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[COMMAND] [PATH]...",
    epilog="""\b
Examples:
  webmcp-lint                      lint the pages of this folder
  webmcp-lint site/ shop.php       lint a folder and a file
  webmcp-lint --fix                mend what can be mended safely
  webmcp-lint tools site/          show what an agent would find
  webmcp-lint diff --git main      show what changed for agents
  webmcp-lint explain RULE         say what a rule reports, and why

Without a command, `check` runs.  webmcp-lint COMMAND --help says more.""",
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def cli() -> None:
    """Find out what AI agents see on your pages, and what is wrong with it.

    webmcp-lint reads pages, templates, scripts and components without running them, and checks the tools they declare
    with WebMCP against what browsers and models accept.
    """
