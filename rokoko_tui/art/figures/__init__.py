"""Figures: pictures of garments, people and things, in pixels and in lines, each in up to three sizes.

``garments`` has the dancers, ``portraits`` the people on cards, ``things`` gifts, jewels and awards, ``garden`` and
``ballroom`` their furnishings, ``palace`` the building at night. Pictures of one kind are written side by side.
"""
