"""Where reports go: to the screen, to a pipe, to files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

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
        close_pipe()


def emit(text: str) -> None:
    """Print what programs read: UTF-8, whatever the terminal speaks."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.flush()
    except BrokenPipeError:
        close_pipe()


def close_pipe() -> None:
    """Let all further output go nowhere: its reader has seen enough, and the exit code still counts."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write(path: Path, text: str) -> None:
    """Write a whole file in UTF-8 or, where that fails, leave what was there; raises `OSError`."""
    data = text.encode("utf-8")
    target = path.resolve()
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        target.write_bytes(data)
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
