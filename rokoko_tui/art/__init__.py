"""Drawings of the table as lines of styled text: canvas, scene, figures, halls, garden and cards."""
