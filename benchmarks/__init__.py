"""How fast webmcp-lint is; run one with `python -m benchmarks.pages`."""
