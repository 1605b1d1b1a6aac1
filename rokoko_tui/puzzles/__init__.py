"""Puzzles: last turns of games for two with a best play."""
