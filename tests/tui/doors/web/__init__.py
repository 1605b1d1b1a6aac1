"""Tests of the program in a browser."""
