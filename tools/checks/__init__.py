"""Checks of the sources that no linter knows: ``python -m tools.checks``."""
