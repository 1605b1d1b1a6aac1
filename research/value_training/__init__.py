"""Train the learned value of the bots."""
