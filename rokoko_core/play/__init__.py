"""A game as people, bots and programs at a table use it: ``GameView`` to look, ``GameControl`` to act."""
