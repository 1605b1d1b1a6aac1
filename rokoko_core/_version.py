"""The version of the program, in one place: packages, saves and reports take it from here."""

__version__ = "0.7.0"
