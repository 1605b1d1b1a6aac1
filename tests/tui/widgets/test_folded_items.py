"""Items broken into lines without an app: two lines each where a finger has to hit them."""

from textual.geometry import Size

from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import DEFAULT_FOLDING, FoldedItems, Folding, Item, folding_at

ITEMS = (
    Item("Hire", "heading", "i", stop=False, folder="i"),
    Item(Wording("Journeyman · 1 prestige per 3 dresses", "J ★1 per 3 dresses"), key="i1", right="★+2", folder="i"),
    Item("More", "heading", stop=False),
    Item("Skip", key="0", right="★+1"),
)


def lines_of(folding: Folding, items: tuple[Item, ...] = ITEMS, width: int = 37) -> list[str]:
    return [text for _, _, text in FoldedItems(items, Size(width, 20), folding).lines]


def test_upright_what_can_be_hit_has_two_lines_with_its_long_text() -> None:
    assert folding_at(Size(46, 40)) == Folding(keeps_figures=True, lines=2)
    assert folding_at(Size(46, 36)) == folding_at(Size(80, 50)) == DEFAULT_FOLDING
    assert lines_of(DEFAULT_FOLDING) == ["Hire", "J ★1 per 3 dresses", "More", "Skip"]
    upright = ["Hire", "", "Journeyman · 1 prestige per", "3 dresses", "More", "Skip", ""]
    assert lines_of(folding_at(Size(46, 40))) == upright


def test_a_text_of_more_than_two_lines_is_shortened() -> None:
    long = (Item(Wording("a " * 40, "a a")),)
    assert lines_of(Folding(lines=2), long) == ["a a", ""]


def test_a_figure_is_never_left_out() -> None:
    text = Wording("Journeyman examination · 5 Livre", "Examination · 5 L")
    item = Item(text, right=Wording("★±0 to +6", "★≤+6"))
    shown = {}
    for width in (49, 35, 30, 27):
        folded = FoldedItems((item,), Size(width, 20))
        shown[width] = [line for _, _, line in folded.lines], folded.figures.get(0, item.figures.longest)
    assert shown == {
        49: (["Journeyman examination · 5 Livre"], "★±0 to +6"),
        35: (["Examination · 5 L"], "★±0 to +6"),
        30: (["Examination · 5 L"], "★≤+6"),
        27: (["Examination", "5 L"], "★±0 to +6"),
    }
