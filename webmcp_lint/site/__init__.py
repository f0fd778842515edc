"""The domain: projects, pages and the tools on them, each with where it was written."""
