"""What the browser does, each claim with its evidence."""
