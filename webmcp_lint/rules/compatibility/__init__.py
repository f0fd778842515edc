"""What other versions of the browser have, and this one no longer has."""
