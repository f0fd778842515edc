"""Rules about what an agent gets back."""
