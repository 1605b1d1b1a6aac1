"""Compare component sets by games between bots and write docs/balance.md from the results."""
