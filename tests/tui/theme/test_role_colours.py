"""The colours of every role and paint. A changed colour has to be looked at and agreed to (``--snapshot-update``)."""

import pytest
from rich.style import Style
from syrupy.assertion import SnapshotAssertion

from rokoko_tui.theme.output_filters import reduce_style, reduction_table
from rokoko_tui.theme.terminal_capabilities import ANSI_16, ANSI_256
from tests.tui.shipped_themes import NAMES, styles_named, theme_named

PAINTS = (
    *("wall.1", "wall.2-30", "wall.3+20", "floor-45", "floor.king", "gold-12", "gold-12~ink@24", "lawn-35"),
    *("night~sky@40", "night~sky@80~rose@6", "dye.red", "dye.yellow-44", "dye.pink", "owner.0", "owner.4+60", "open"),
    *("chosen", "cursor", "stone-38", "niche~card@8", "niche~(dye.blue)@66", "water+20", "flame-38", "star-12"),
)


def written(style: Style) -> str:
    """Return colours as hexadecimal codes or numbers, and attributes."""
    colours = []
    for colour in (style.color, style.bgcolor):
        triplet = colour.triplet if colour is not None else None
        colours.append("-" if colour is None else triplet.hex if triplet is not None else str(colour.number))
    attributes = [name for name in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, name)]
    return " ".join([*colours, *attributes])


@pytest.mark.parametrize("name", NAMES)
def test_the_colours_of_a_theme(name: str, snapshot: SnapshotAssertion) -> None:
    styles = styles_named(name)
    chosen = theme_named(name)
    tables = [reduction_table(colours, styles.palette) for colours in (ANSI_256, ANSI_16)]
    lines = [f"{variable}: {value}" for variable, value in sorted(chosen.variables.items())]
    parts = ("primary", "secondary", "accent", "warning", "error", "success", "foreground", "background", "surface")
    lines += [f"{part}: {getattr(chosen, part)}" for part in (*parts, "panel", "dark")]
    roles = {role: styles.of(role) for role in styles._roles}
    roles |= {f"on a picture, {role}": styles.of(f"_wall.1 {role}") for role in styles._picture_roles}
    roles |= {f"paint {paint}": styles.of(f"^{paint} _{paint}") for paint in PAINTS}
    for role, style in roles.items():
        reduced = (reduce_style(style, table, role.startswith("paint")) for table in tables if table is not None)
        lines.append(f"{role}: {' | '.join(map(written, (style, *reduced)))}")
    assert "\n".join(lines) == snapshot
