"""Mutation testing: ``python -m tools.mutants --help``."""
