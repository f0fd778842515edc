"""What the browser would refuse, drop or read differently."""
