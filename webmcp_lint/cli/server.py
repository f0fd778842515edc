"""`server`: what is wrong, in an editor while somebody types."""

from __future__ import annotations

import click


@click.command(
    short_help="Serve an editor (Language Server Protocol).",
    epilog="""\b
Exit codes:
  0  the editor ended it
  1  the connection broke
  2  webmcp-lint was installed without it: pip install "webmcp-lint[lsp]"

\b
Examples:
  webmcp-lint server --stdio

docs/editors.md says how VS Code, Neovim and Helix start it.""",
)
@click.option("--stdio", is_flag=True, help="Speak on standard input and output; nothing else is spoken on.")
def server(*, stdio: bool) -> int:  # noqa: ARG001  editors write it, and there is no other way
    """Serve an editor with the Language Server Protocol on standard input and output.

    Findings while you type, fixes, and what an agent sees of the tool that you point at.
    """
    try:
        from webmcp_lint.server.application import serve
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] in {"pygls", "lsprotocol", "cattrs"}:
            raise click.ClickException(
                'the language server is not installed; pip install "webmcp-lint[lsp]" brings it'
            ) from None
        raise
    return serve()
