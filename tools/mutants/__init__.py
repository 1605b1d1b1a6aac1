"""Deliberate faults: what would the tests notice?  ``python -m tools.mutants --help``."""
