"""Settings, start options and setups of new games."""
