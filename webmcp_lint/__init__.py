"""webmcp-lint: a static analyzer and linter for WebMCP declarations."""

__version__ = "0.1.0"
