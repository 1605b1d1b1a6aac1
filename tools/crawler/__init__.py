"""A crawler that presses every key of ``rokoko_tui/keys.py`` on every screen it can reach."""
