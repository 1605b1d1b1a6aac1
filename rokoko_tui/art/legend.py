"""The legend in the help: all glyphs of the table as they are drawn, with their meanings."""

from typing import NamedTuple

from rich.text import Text

from rokoko_core.state import Setup
from rokoko_core.terms import COLOURS, Rank
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import LIT, WANTED
from rokoko_tui.art.symbols import CROWN, MARKS, mark_of, owner_role
from rokoko_tui.text import Words

_TOUCHED_ROLES = " ".join(("band", "owner.0"))
Sample = tuple[tuple[str, str], ...]
"""Texts with their roles."""


class Sign(NamedTuple):
    """A glyph as drawn, and its meaning."""

    sample: Text
    meaning: str


def legend(words: Words, setup: Setup | None) -> list[tuple[str, list[Sign]]]:
    """Return (heading, signs) by subject. With a ``setup``, owner marks have the names of the players."""
    say = words.say
    sections: tuple[tuple[str, list[tuple[Sample, str]]], ...] = (
        ("owners", _owners(words, setup)),
        ("goods", _goods(words)),
        ("board", _board(words)),
        ("states", _states(words)),
    )
    return [(say(f"help.signs.{key}"), [Sign(_to_text(*row[0]), row[1]) for row in rows]) for key, rows in sections]


def _to_text(*sample: tuple[str, str]) -> Text:
    return Text.assemble(*((text, role or "plain") for text, role in sample))


def _owners(words: Words, setup: Setup | None) -> list[tuple[Sample, str]]:
    if setup is None:
        marks = tuple((f"{sign} ", f"owner.{n}") for n, sign in enumerate(MARKS.values()))
        return [(marks, words.say("help.sign.owners")), (((CROWN, "owner.barry"),), words.say("help.sign.barry"))]
    seats = max(2, len(setup.players))
    return [
        (((mark_of(setup, seat), owner_role(setup, seat)),), words.say("help.sign.owner", who=words.seat(setup, seat)))
        for seat in range(seats)
    ]


def _goods(words: Words) -> list[tuple[Sample, str]]:
    say, star = words.say, symbols.PRESTIGE
    y, l = symbols.YARN, symbols.LACE  # noqa: E741
    silk = [
        (((f" {words.letter(colour)} ", f"^ink _{symbols.dye(words, colour)}+10 strong"),), say(f"help.silk.{colour}"))
        for colour in COLOURS
    ]
    return [
        (((f"{star}3", "prestige"),), say("help.sign.prestige")),
        (((f"8{words.letter('livre')}", "coin"),), say("help.sign.livre")),
        (((f"{y}2", "notion"),), say("help.sign.yarn")),
        (((f"{l}1", "notion"),), say("help.sign.lace")),
        (((f"{y}+{l}  {y}/{l}", "notion"),), say("help.sign.notions")),
        *silk,
        (((f"2{symbols.TILE}", ""),), say("help.sign.tiles")),
        ((("◇", "label"), (words.letter("red"), symbols.silk_role(words, "red"))), say("help.sign.jewel")),
        (((" → ".join("84"), "changed"),), say("help.sign.change")),
    ]


def _board(words: Words) -> list[tuple[Sample, str]]:
    say, star = words.say, symbols.PRESTIGE
    ranks = " ".join(words.rank_short(rank) for rank in (Rank.APPRENTICE, Rank.JOURNEYMAN, Rank.MASTER))
    disc, square = (("●", "owner.0"), ("■", "owner.1"))
    return [
        (((words.rank_short(Rank.MASTER), "rank"),), say("help.sign.master")),
        (((ranks, "rank"),), say("help.sign.ranks")),
        (((CROWN, "rank"),), say("help.sign.crown")),
        (((f"{symbols.MUSICIAN}", "notion"),), say("help.sign.musician")),
        (((f"{disc[0]}2 ", disc[1]), (f"{square[0]}1", square[1]), (" +1", "strong")), say("help.sign.leading")),
        (((f"{star}6/3", "prestige"),), say("help.sign.majority")),
        ((("×2", "prestige"),), say("help.sign.terrace")),
        (((" ".join(symbols.fountain_halves(words)), "label"),), say("help.sign.fountain")),
        ((("▴ ▾", "label"),), say("help.sign.more")),
        (((f"{symbols.DONE} ", "done"), (symbols.TO_DO, "dim")), say("help.sign.tasks")),
        (((symbols.EMPTY, "dim"),), say("help.sign.empty")),
        (((symbols.NOTHING, "dim"),), say("help.sign.sold-out")),
        (((symbols.EFFECT, "rank"),), say("help.sign.effect")),
        ((("●●◉○○", "label"),), say("help.sign.rounds")),
        ((("×", "open"),), say("help.sign.swing")),
    ]


def _states(words: Words) -> list[tuple[Sample, str]]:
    say, name = words.say, words.say("help.sign.band")
    return [
        (((f" {LIT}{name} ", "band.lit"),), say("help.sign.lit")),
        (((f" {WANTED}{name} ", "band.wanted"),), say("help.sign.wanted")),
        (((f"  {name} ", "band.open"),), say("help.sign.open")),
        (((f" {symbols.DONE}{name} ", "band.chosen"),), say("help.sign.chosen")),
        (((f"  {name}", "band"), ("●", _TOUCHED_ROLES)), say("help.sign.touched")),
        ((("▄█▄", f"^{symbols.dye(words, 'red')}-35"),), say("help.sign.ghost")),
        ((("[ ] [x]", "strong"),), say("help.sign.ticks")),
        ((("▸ ▾", "label"),), say("help.sign.folder")),
        ((("•", "strong"),), say("help.sign.tab")),
        ((("…", "dim"),), say("help.sign.cut")),
    ]
