"""Hints, injection, and what a tool gives away."""
