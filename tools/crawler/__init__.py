"""A crawler that presses every key of ``rokoko_tui/keys.toml`` on every screen it can reach."""
