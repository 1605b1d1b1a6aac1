"""Deliberate faults: what would the tests notice?  ``python -m tests.mutants --help``."""
