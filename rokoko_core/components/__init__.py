"""Component sets: the shipped ones, custom folders, and the copies stored next to saves.

The key of a shipped set is its name and never changes; the key of any other set is its name and digest. An unusable
table raises ``ComponentError``. A usable set that contradicts the rulebooks is a variant.
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
