"""The game as other projects' tools for learning machines expect it: decisions and views as numbers.

``numbering`` gives every decision a number for good, ``steps`` plays a game by them, ``seen`` tells what a seat sees as
a row of numbers. With the extra of that name, ``pettingzoo`` has the game as an environment of PettingZoo and
``openspiel`` as a game of OpenSpiel. Nothing in the house is built on these modules; docs/adapters.md says how to use
them, docs/numbers.md what each number means.
"""
