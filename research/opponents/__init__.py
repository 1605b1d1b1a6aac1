"""Play bots against each other and write docs/opponents.md from the results."""
