"""Rules on how a form or a tool answers an agent."""
