"""Rules about what a form's handlers make of an agent's submit."""
