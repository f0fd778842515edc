"""Packages of Node.js that tests need: fetched by npm into a folder of the test run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest


def install(folder: Path, *packages: str) -> Path:
    """Install packages and return their `node_modules`; without npm the test is skipped, where `CI` is set it fails."""
    npm = shutil.which("npm")
    if npm is None:
        do_without(f"npm is not installed, and {', '.join(packages)} come from there")
    options = ("--silent", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix", str(folder))
    try:
        subprocess.run([npm, "install", *options, *packages], capture_output=True, check=True, timeout=180)
    except subprocess.SubprocessError as error:
        do_without(f"npm does not fetch {', '.join(packages)}: {error}")
    return folder / "node_modules"


def do_without(reason: str) -> NoReturn:
    """Skip a test for want of something; where `CI` is set it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"this must run here, but {reason}")
    pytest.skip(reason)
