"""Rokoko for the terminal: panes, keys and words around ``rokoko_core``."""
