"""Where reports go: to the screen, to a pipe, to files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from webmcp_lint.reporters.terminal import Terminal

PROGRAM = "webmcp-lint"


def tell(message: str) -> None:
    """Say something beside the report, in one line on standard error."""
    line = "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in " ".join(message.split()))
    click.echo(f"{PROGRAM}: {line}", err=True)


def show(text: str, terminal: Terminal) -> None:
    """Print what people read; `text` holds nothing that the terminal cannot show."""
    try:
        click.echo(text, nl=False, color=terminal.has_color)
    except BrokenPipeError:
        discard_output()


def emit(text: str) -> None:
    """Print what programs read: UTF-8, whatever the terminal speaks."""
    emit_bytes(text.encode("utf-8"))


def emit_bytes(data: bytes) -> None:
    """Print what programs read, byte for byte."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()


def discard_output() -> None:
    """Let all further output go nowhere: its reader has seen enough, and the exit code still counts."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_closed_streams() -> None:
    """Give the process the standard streams that it was started without."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123  for the process
