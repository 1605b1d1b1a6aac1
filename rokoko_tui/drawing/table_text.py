"""The whole table as lines of text, drawn by the same panes as the screen."""

from rich.cells import cell_len
from rich.text import Text

from rokoko_tui.drawing.scene import Drawing, Scene
from rokoko_tui.drawing.themes import DEFAULT, styles_of
from rokoko_tui.panes import decorations, halls, hand, hire, jeweler, players, status, warehouse, workshop

LEAST = 40
"""Columns below which the table is not drawn narrower."""
ABREAST = 110
"""Columns from which panes stand side by side."""


def draw_table(scene: Scene, width: int, theme: str = DEFAULT) -> list[Text]:
    """The table in ``width`` columns (at least ``LEAST``), in the colours of ``theme``.

    The hand of the onlooker comes last; nothing hidden from the onlooker is shown.
    """
    width = max(width, LEAST)
    lines = list(status.draw_status(scene, width, 1).lines)
    if width >= ABREAST:
        left, middle = width * 50 // 120, width * 34 // 120
        right, half = width - left - middle, width * 74 // 120
        lines += _beside(
            (workshop.title(scene), workshop.draw_workshop(scene, left - 2, 9), left),
            (warehouse.title(scene), warehouse.draw_warehouse(scene, middle - 2, 9), middle),
            (hire.title(scene), hire.draw_hire(scene, right, 9), right),
        )
        lines += _beside(
            (halls.title(scene), halls.draw_halls(scene, half - 2, None), half),
            (decorations.title(scene), _decorations(scene, width - half), width - half),
        )
        lines += _titled(players.title(scene), players.draw_players(scene, width, None), width)
    else:
        lines += _titled(workshop.title(scene), workshop.draw_workshop(scene, width, None), width)
        lines += _titled(warehouse.title(scene), warehouse.draw_warehouse(scene, width, None), width)
        lines += _titled(hire.title(scene), hire.draw_hire(scene, width, None), width)
        lines += _titled(halls.title(scene), halls.draw_halls(scene, width, None), width)
        lines += _titled(decorations.title(scene), _decorations(scene, width), width)
        lines += _titled(players.title(scene), players.draw_players(scene, width, None), width)
    if scene.view.seat is not None:
        lines += _titled(hand.title(scene), hand.draw_hand(scene, width, None), width)
    styles = styles_of(theme)
    return [styles.dressed(line) for line in lines]


def _decorations(scene: Scene, width: int) -> Drawing:
    """The decorations, with the Jeweler below where it is in play."""
    drawn = decorations.draw_decorations(scene, width, None)
    if not scene.box.jewel_prices:
        return drawn
    head = _rule(jeweler.title(scene), width)
    return Drawing([*drawn.lines, head, *jeweler.draw_jeweler(scene, width, None).lines])


def _rule(title: str, width: int) -> Text:
    line = Text("── ", style="", no_wrap=True, end="")
    line.append(title, "head")
    line.append(" " + "─" * max(0, width - cell_len(title) - 4), "dim")
    line.truncate(width)
    return line


def _titled(title: str, drawing: Drawing, width: int) -> list[Text]:
    return [_rule(title, width), *drawing.lines]


def _beside(*columns: tuple[str, Drawing, int]) -> list[Text]:
    """Drawings side by side, each in its width."""
    blocks = [_titled(title, drawing, width - 2) for title, drawing, width in columns]
    lines = []
    for n in range(max(len(block) for block in blocks)):
        line = Text(no_wrap=True, end="")
        for block, (_, _, width) in zip(blocks, columns, strict=True):
            part = block[n] if n < len(block) else Text()
            line.append_text(part)
            line.append(" " * (width - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
