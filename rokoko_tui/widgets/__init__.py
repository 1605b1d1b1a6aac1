"""Reusable widgets: lists, tables, form fields, drawings, charts."""
