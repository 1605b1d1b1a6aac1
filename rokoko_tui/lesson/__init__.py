"""The lesson: its script and its game."""
