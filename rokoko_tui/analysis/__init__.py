"""Statistics, reviews and tallies of games."""
