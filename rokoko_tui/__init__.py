"""Rokoko for the terminal: panes, keys and words around ``rokoko_core``."""

__version__ = "0.2.0"
