"""Measurements of hosted games: kills of hosts and clients, and many seats at one host."""
