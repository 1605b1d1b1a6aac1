"""Games among automatic players: the command, its page, and who plays them."""
