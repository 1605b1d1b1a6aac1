"""Colours, glyph sets, and what a terminal can show of them."""
