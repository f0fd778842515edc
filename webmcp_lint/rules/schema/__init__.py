"""The input contract."""
