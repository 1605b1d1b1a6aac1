"""Where a terminal comes from, and what passes in and out."""
