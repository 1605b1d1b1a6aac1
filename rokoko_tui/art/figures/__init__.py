"""Figures: garments, people and things as pictures of cells, each in the sizes it is drawn in.

``garments`` has whoever dances, ``portraits`` the people on cards, ``things`` what is given, bought and won, ``garden``
and ``ballroom`` what stands there, ``palace`` the house by night. Pictures of one kind stand side by side in galleries.
"""
