"""Generate docs/events.md from the event classes: ``python -m tools.event_list``."""

import inspect
import re
from typing import get_args

import msgspec

from rokoko_core.events import acts, amounts, solo, table, turns
from rokoko_core.events.base import Explained
from rokoko_core.events.places import Piece, Where
from rokoko_core.events.reasons import Offer, Why
from rokoko_core.game import Entry
from rokoko_core.terms import kebab
from tools import ROOT

CLASS = re.compile(r"\b([A-Z][a-z]+){2,}\b")
"""The name of an event class."""
PAGE = ROOT / "docs" / "events.md"

INTRODUCTION = """\
# Events

Events describe the effects of an action. `rokoko_core.events(state, action)` returns the events of an action in order,
including automatic consequences, `setup_events(setup)` those that prepare round 1. `seen_by(events, seat)` removes
what a seat, or a spectator for None, may not know. The log, the preview, the undo fences and the animations use events.

This page is generated from `rokoko_core/events` by `python -m tools.event_list`, and a test checks that it is up to
date.

## In a file

`rokoko-tui log FILE --events --json` prints one JSON object per line: the opening, then every entry of the save,
undone ones included.

| field | meaning |
|---|---|
| `position` | the position after the entry; 0 before the first action |
| `entry` | `opening`, or the kind of the entry: {entries} |
| `seat` | the seat that acted or that the entry is about, counted from 0 |
| `crossed` | the fence that an undo crossed after a question |
| `action` | the action; only with `--all`, as it may contain hidden information |
| `events` | the events in order; empty except for the opening and actions |

By default the events are as a spectator sees them, with `--seat NAME` as that player does, and with `--all` complete.

```json
{"position":27,"entry":"play","seat":2,"events":[{"event":"tile-taken","seat":2,"moved":[{"kind":"tile",\
"piece":"gb:yarn/lace","start":{"where":"warehouse","index":4},"end":{"where":"tile-taken","seat":2}}],\
"why":"tile-price"},{"event":"livre-paid","seat":2,"why":"tile-price","livre":2}]}
```

## What every event has

`event` is its kind and `seat` the seat that acts or is concerned (null for the table). Events that move pieces have
`moved`. For each piece it contains its `kind`, its id as `piece` (`"?"` if hidden, empty for markers and the Favor
card), and the places it leaves and enters as `start` and `end`. A place has `where` and, depending on its kind, `seat`,
`index` (counted from 0) and `space`. Amounts are separate events that follow the one they belong to. Fields with
default values are left out. `why` is a reason from the list below. "by `why`" under "rule" means the rule of that
reason.
"""


def page() -> str:
    """Return the text of the page."""
    entries = ", ".join(f"`{kind.__struct_config__.tag}`" for kind in get_args(Entry))
    parts = [INTRODUCTION.replace("{entries}", entries)]
    for title, union in (
        ("Amounts", amounts.AmountEvent),
        ("Rounds", table.TableEvent),
        ("Hands and turns", turns.TurnEvent),
        ("Board", acts.ActEvent),
        ("Madame du Barry", solo.SoloEvent),
    ):
        parts += [f"## {title}\n", "| event | fields | rule | meaning |", "|---|---|---|---|"]
        parts += [_row(kind) for kind in get_args(union)] + [""]
    parts += ["## Reasons\n", "| why | rule |", "|---|---|", *(f"| `{why}` | {why.rule} |" for why in Why), ""]
    parts += ["## Skipped offers\n", ", ".join(f"`{offer}`" for offer in Offer) + ".\n"]
    parts += ["## Pieces and places\n", "Pieces: " + ", ".join(f"`{piece}`" for piece in Piece) + ".\n"]
    parts += ["Places: " + ", ".join(f"`{where}`" for where in Where) + ".\n"]
    return "\n".join(parts)


def _row(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__ if name not in ("seat", "moved"))
    moves = "`moved`" if "moved" in kind.__struct_fields__ else ""
    meaning = CLASS.sub(lambda name: kebab(name[0]), " ".join((inspect.getdoc(kind) or "").split()))
    meaning = meaning.replace("``", "`").replace("None", "null")
    return f"| `{tag}` | {', '.join(filter(None, (moves, fields)))} | {_rule(kind)} | {meaning} |"


def _rule(kind: type) -> str:
    rule = getattr(kind, "rule", None)
    if isinstance(rule, str):
        return rule
    return "by `why`" if issubclass(kind, amounts.Amount | Explained) else "by `offer`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
