"""Writes docs/events.md from the classes of events: ``python -m tools.event_list``."""

import inspect
import re
from typing import get_args

import msgspec

from rokoko_core.events import acts, amounts, solo, table, turns
from rokoko_core.events.base import Explained
from rokoko_core.events.places import Piece, Where
from rokoko_core.events.reasons import Offer, Why
from rokoko_core.terms import kebab
from tools import ROOT

CLASS = re.compile(r"\b([A-Z][a-z]+){2,}\b")
"""A kind of event as the classes name it."""
PAGE = ROOT / "docs" / "events.md"

INTRODUCTION = """\
# Events

What an action does, told by the rules themselves: `rokoko_core.events(state, action)` gives the events of one action
in the order in which they happen, what follows by itself included; `opening(setup)` those that prepare round 1;
`seen_by(events, seat)` what a seat, or an onlooker for None, may know of them. The log, the preview, the fences
before an undo and whatever moves on a screen are made from them.

This page is made from the classes in `rokoko_core/events` by `python -m tools.event_list`; a test holds it to
them.

## In a file

`rokoko-tui log FILE --events --json` prints one JSON object per line: the opening, then every entry of the save,
undone ones included.

| field | meaning |
|---|---|
| `position` | the position it led to, 0 before the first action |
| `entry` | `opening`, `play`, `undo`, `redo`, `hint` or `concede` |
| `seat` | who took the action or the hint, or gave the game up, counted from 0 |
| `crossed` | the fence an undo crossed knowingly |
| `action` | the action, with `--all` alone: it may hold secrets |
| `events` | what happened with it, in order; nothing with an undo, a redo, a hint or a concession |

Without more they are told as an onlooker may know them, with `--seat NAME` as that player may; `--all` tells
everything.

```json
{"position":27,"entry":"play","seat":2,"events":[{"event":"tile-taken","seat":2,"moved":[{"kind":"tile",\
"piece":"gb:yarn/lace","start":{"where":"warehouse","index":4},"end":{"where":"tile-taken","seat":2}}],\
"why":"tile-price"},{"event":"livre-paid","seat":2,"why":"tile-price","livre":2}]}
```

## What every event has

`event` is its kind, `seat` who did it or whom it concerns (null for the table). Events that move pieces have `moved`:
of each piece its `kind`, its id as `piece` (`"?"` for an onlooker who may not know it, empty for markers and the
Favor card), and the place it left and came to as `start` and `end`. A place has `where` and, as the kind of place
needs, `seat`, `index` (counted from 0) and `space`. Amounts are events of their own right behind the one they belong
to. Fields at their defaults are left out. `why` is a reason from the list below; where it stands under "rule", the
reason's own rule counts.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for title, union in (
        ("Amounts", amounts.AmountEvent),
        ("Rounds", table.TableEvent),
        ("Hands and turns", turns.TurnEvent),
        ("At the board", acts.ActEvent),
        ("Madame du Barry", solo.SoloEvent),
    ):
        parts += [f"## {title}\n", "| event | fields | rule | what |", "|---|---|---|---|"]
        parts += [_row(kind) for kind in get_args(union)] + [""]
    parts += ["## Reasons\n", "| why | rule |", "|---|---|", *(f"| `{why}` | {why.rule} |" for why in Why), ""]
    parts += ["## Offers let pass\n", ", ".join(f"`{offer}`" for offer in Offer) + ".\n"]
    parts += ["## Pieces and places\n", "Pieces: " + ", ".join(f"`{piece}`" for piece in Piece) + ".\n"]
    parts += ["Places: " + ", ".join(f"`{where}`" for where in Where) + ".\n"]
    return "\n".join(parts)


def _row(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__ if name not in ("seat", "moved"))
    moves = "`moved`" if "moved" in kind.__struct_fields__ else ""
    what = CLASS.sub(lambda name: kebab(name[0]), " ".join((inspect.getdoc(kind) or "").split()))
    what = what.replace("``", "`").replace("None", "null")
    return f"| `{tag}` | {', '.join(filter(None, (moves, fields)))} | {_rule(kind)} | {what} |"


def _rule(kind: type) -> str:
    rule = getattr(kind, "rule", None)
    if isinstance(rule, str):
        return rule
    return "by `why`" if issubclass(kind, amounts.Amount | Explained) else "by `offer`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
