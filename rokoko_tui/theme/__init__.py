"""Colour themes, palettes, glyph sets, and output filters for what a terminal supports."""
