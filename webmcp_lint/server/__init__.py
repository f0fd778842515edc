"""The language server: what `check` and `tools` say, while a person types."""
