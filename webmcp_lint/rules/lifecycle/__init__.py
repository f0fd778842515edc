"""How tools are registered, and taken back, in a page that lives."""
