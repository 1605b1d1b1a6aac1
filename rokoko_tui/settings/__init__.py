"""Settings, the account they belong to, and setups of new games."""
