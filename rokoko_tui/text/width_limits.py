"""Messages of limited width, with their maximum number of cells in every language."""

LIMITS = {
    "pieces.bonus.crown-*.short": 21,
    "pieces.bonus.*.short": 30,
    "pieces.name.du-barry": 15,
    "pieces.rank-short.*": 1,
    "pieces.expansion.*": 24,
    "pieces.expansion-line.*": 49,
    "between.keys": 74,
    "bots.level.*": 61,
    "load.column.adds": 11,
    "load.column.state": 14,
    "load.column.when": 15,
    "load.filter": 52,
    "load.state.*": 14,
    "new.edition.of.*": 41,
    "new.same-seed": 36,
    "new.seen.why.*": 41,
    "panes.decorations.fireworks": 9,
    "panes.decorations.fireworks-least": 4,
    "panes.decorations.fountain": 8,
    "panes.decorations.fountain-least": 4,
    "panes.decorations.garden": 10,
    "panes.decorations.halls": 9,
    "panes.decorations.halls-least": 4,
    "panes.decorations.lower": 6,
    "panes.decorations.statues": 9,
    "panes.decorations.statues-least": 4,
    "panes.decorations.terrace": 9,
    "panes.decorations.terrace-least": 4,
    "panes.decorations.upper": 6,
    "panes.hand.hidden": 33,
    "panes.hand.on-table": 9,
    "panes.hand.label.*": 7,
    "panes.hire.favor-name": 12,
    "panes.hire.favor": 22,
    "panes.hire.favor-least": 4,
    "panes.hire.favor-short": 11,
    "panes.workshop.for-master": 15,
    "panes.workshop.rent": 7,
    "panes.workshop.rent-short": 4,
    "panes.jeweler.by-short": 4,
    "panes.jeweler.left": 9,
    "panes.status.round": 16,
    "panes.warehouse.border": 26,
    "replay.eyes.*": 15,
    "replay.seen-by": 7,
    "replay.where": 13,
    "review.progress.heading": 33,
    "start.motto": 34,
    "symbols.decoration": 3,
    "symbols.effect-short.*": 10,
    "symbols.free": 6,
    "symbols.label.*": 10,
    "symbols.tile": 4,
    "symbols.vacant": 6,
    "table.hand-over.keys": 76,
}
"""Cells by key; ``*`` matches any text. Placeholders in these messages are numbers of at most two digits."""
_OPEN = [(key.partition("*"), cells) for key, cells in LIMITS.items() if "*" in key]


def limit_of(key: str) -> int | None:
    """Return the maximum width of the message ``key`` in cells, or None."""
    if key in LIMITS:
        return LIMITS[key]
    return next((cells for (head, _, tail), cells in _OPEN if key.startswith(head) and key.endswith(tail)), None)
