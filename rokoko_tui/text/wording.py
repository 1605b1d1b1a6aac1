"""Wordings: the same statement in forms from longest to shortest."""

Wording = tuple[str, ...]
"""Forms of a statement, the longest first."""
