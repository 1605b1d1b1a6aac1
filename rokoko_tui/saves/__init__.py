"""The save library: index, trash, lock files."""
