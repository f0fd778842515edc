"""Rules on what an agent gets back."""
