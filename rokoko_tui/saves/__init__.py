"""The save library: index, trash, lock files. The names here are those of the save format that screens use."""

from rokoko_core.journal import FORMAT_VERSION, RULES_VERSION

__all__ = ["FORMAT_VERSION", "RULES_VERSION"]
