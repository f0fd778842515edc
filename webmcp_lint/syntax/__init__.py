"""Text into trees with exact spans; nothing here knows what WebMCP is."""
