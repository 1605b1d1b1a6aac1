"""The component sets: those that shipped, owners' folders, and the copies kept beside saves.

A set is known by its key: one that shipped by its name, for ever, any other by name and digest. A table that cannot be
used raises ``ComponentError``; a usable set that contradicts the rulebooks is a variant.
"""

from rokoko_core.components.assembly import TABLES
from rokoko_core.components.catalogue import (
    FIRST,
    UnknownComponents,
    components_named,
    load_components,
    newest,
    register,
    shipped,
)
from rokoko_core.components.table_errors import ComponentError
from rokoko_core.components.tables import ComponentSet, Deviation

__all__ = [
    "FIRST",
    "TABLES",
    "ComponentError",
    "ComponentSet",
    "Deviation",
    "UnknownComponents",
    "components_named",
    "load_components",
    "newest",
    "register",
    "shipped",
]
