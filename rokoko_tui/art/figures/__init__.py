"""Figures: pictures of people and things, in pixels and in lines, each in up to three sizes."""
