"""Configuration files: where they lie, what they say, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from webmcp_lint.settings import Settings


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a project sets; the command line may say otherwise."""

    file: Path | None = None
    settings: Settings = field(default_factory=Settings)
    fail_on: str = "warning"
    requires_reason: bool = False
    baseline: Path | None = None
