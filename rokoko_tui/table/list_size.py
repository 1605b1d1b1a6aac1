"""The lines that the list needs, by which the panes around it are laid out."""

from typing import TYPE_CHECKING

from rokoko_core.play.choices import chooses_card, chooses_hand
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.page import ListSize

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

FEW, LEAST = 8, 4
"""Lines of a short list, at most and at least."""


def measure_list(session: "TableSession") -> ListSize:
    """Return the lines of the choices; a short list has a minimum that keeps the panes from step to step."""
    rows, table = session.moment.rows, session.game.observation().table
    lines = sum(row.kind is not EntryKind.REFUSAL for row in rows)
    least = 7 + session.settings.confirm_hand if chooses_hand(table) else LEAST
    beside_task = lines if session.game_mode.has_long_details else 0
    is_few = lines <= FEW
    return ListSize(is_few, len(rows), beside_task, max(least, lines) if is_few or chooses_card(table) else 0)
