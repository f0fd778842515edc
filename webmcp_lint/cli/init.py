"""`init`: a configuration to start from."""

from __future__ import annotations

from pathlib import Path

import click

from webmcp_lint.reporters.output import tell


@click.command(
    short_help="Write a configuration to start from.",
    epilog="""\b
Exit codes:
  0  done
  2  there is a configuration already, or it cannot be written

\b
Examples:
  webmcp-lint init
  webmcp-lint                     lint with what it says""",
)
def init() -> None:
    """Write webmcp-lint.toml into this folder: every setting with a comment, and none of them changed."""
    from webmcp_lint.configuration import template

    path = Path(template.NAME)
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(template.text())
    except FileExistsError:
        raise click.UsageError(f"{path} is there already; it stays as it is") from None
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror}") from None
    tell(f"wrote {path}")
