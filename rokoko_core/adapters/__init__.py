"""Adapters for reinforcement learning: actions and observations as numbers.

``action_numbers`` assigns a fixed number to every decision, ``environment`` plays a game by these numbers and
``observation_vector`` encodes an observation. With the extra of the same name, ``pettingzoo`` is a PettingZoo
environment and ``openspiel`` an OpenSpiel game. The rest of the program does not import these modules. See
docs/adapters.md for their use and docs/numbers.md for the meaning of each number.
"""
