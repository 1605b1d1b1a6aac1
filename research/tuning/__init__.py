"""Fit the weights of the evaluation to games."""
