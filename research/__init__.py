"""Research on the bots and the component sets: games, weights, strength and balance. It is no part of the wheel."""
