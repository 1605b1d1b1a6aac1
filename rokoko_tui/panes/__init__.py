"""The panes of the table, one per module, with their registry and layout."""
