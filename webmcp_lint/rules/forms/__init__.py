"""Declarative tools: forms and their controls."""
