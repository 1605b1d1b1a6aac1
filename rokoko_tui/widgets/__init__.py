"""Reusable widgets: lists, tables, form fields, layers."""
