"""Figures: garments, people and things as pictures of cells, each in the sizes it is drawn in."""
