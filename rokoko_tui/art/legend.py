"""The legend in the help: all glyphs of the table as they are drawn, with their meanings."""

from typing import NamedTuple

from rich.text import Text

from rokoko_core.score_range import ScoreRange
from rokoko_core.state import Setup
from rokoko_core.terms import COLOURS, Colour, Rank, Task
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import LIT, OPEN, WANTED
from rokoko_tui.art.symbols import CROWN, MARKS, mark_of, owner_role
from rokoko_tui.text import Words

_TOUCHED_ROLES = " ".join(("band", "owner.0"))


class Sign(NamedTuple):
    """A glyph as drawn, and its meaning."""

    sample: Text
    meaning: str


def legend(words: Words, setup: Setup | None) -> list[tuple[str, list[Sign]]]:
    """Return (heading, signs) by subject. With a ``setup``, owner marks have the names of the players."""
    say = words.say
    return [
        (say("help.signs.owners"), _owners(words, setup)),
        (say("help.signs.goods"), _goods(words)),
        (say("help.signs.board"), _board(words)),
        (say("help.signs.players"), _players(words)),
        (say("help.signs.states"), _states(words)),
    ]


def _sign(meaning: str, *sample: tuple[str, str]) -> Sign:
    """Return a sign drawn as texts with their roles."""
    return Sign(Text.assemble(*((text, role or "plain") for text, role in sample)), meaning)


def _owners(words: Words, setup: Setup | None) -> list[Sign]:
    if setup is None:
        marks = ((f"{sign} ", f"owner.{n}") for n, sign in enumerate(MARKS.values()))
        return [
            _sign(words.say("help.sign.owners"), *marks),
            _sign(words.say("help.sign.barry"), (CROWN, "owner.barry")),
        ]
    seats = max(2, len(setup.players))
    return [
        _sign(
            words.say("help.sign.owner", who=words.seat(setup, seat)), (mark_of(setup, seat), owner_role(setup, seat))
        )
        for seat in range(seats)
    ]


def _goods(words: Words) -> list[Sign]:
    say, star = words.say, symbols.PRESTIGE
    y, l = symbols.YARN, symbols.LACE  # noqa: E741
    silk = [
        _sign(
            say(f"help.silk.{colour}"), (f" {words.letter(colour)} ", f"^ink _{symbols.dye(words, colour)}+10 strong")
        )
        for colour in COLOURS
    ]
    return [
        _sign(say("help.sign.prestige"), (f"{star}3", "prestige")),
        _sign(say("help.sign.livre"), (f"8{words.letter('livre')}", "coin")),
        _sign(say("help.sign.yarn"), (f"{y}2", "notion")),
        _sign(say("help.sign.lace"), (f"{l}1", "notion")),
        _sign(say("help.sign.notions"), (f"{y}+{l}  {y}/{l}", "notion")),
        *silk,
        _sign(say("help.sign.tiles"), (f"2{symbols.TILE}", "")),
        _sign(say("help.sign.jewel"), ("◇", "label"), (words.letter("red"), symbols.silk_role(words, "red"))),
        _sign(say("help.sign.change"), ("→".join("84"), "changed")),
    ]


def _board(words: Words) -> list[Sign]:
    say, star = words.say, symbols.PRESTIGE
    ranks = "  ".join(words.rank_short(rank) for rank in (Rank.APPRENTICE, Rank.JOURNEYMAN, Rank.MASTER))
    return [
        _sign(say("help.sign.master"), (words.rank_short(Rank.MASTER), "rank")),
        _sign(say("help.sign.ranks"), (ranks, "rank")),
        _sign(say("help.sign.crown"), (CROWN, "rank")),
        _sign(say("help.sign.musician"), (symbols.MUSICIAN, "notion")),
        _sign(say("help.sign.leading"), ("●2 ", "owner.0"), ("■1", "owner.1"), ("+1", "strong")),
        _sign(say("help.sign.safe"), (words.wording("panes.halls.safe").shortest, "dim")),
        _sign(say("help.sign.out-of-reach"), (words.wording("panes.halls.lost").shortest, "dim")),
        _sign(say("help.sign.majority"), (f"{star}6/3", "prestige")),
        _sign(say("help.sign.terrace"), ("×2", "prestige")),
        _sign(say("help.sign.fountain"), ("  ".join(symbols.fountain_halves(words)), "label")),
        _sign(say("help.sign.more"), ("▴  ▾", "label")),
        _task(words, Task.COMMON_SILK, "done"),
        _task(words, Task.FUND, "open"),
        _sign(say("help.sign.specialist"), (say("panes.hand.label.special"), "head")),
        _sign(say("help.sign.empty"), (symbols.EMPTY, "dim")),
        _sign(say("help.sign.sold-out"), (symbols.NOTHING, "dim")),
        _sign(say("help.sign.effect"), (symbols.EFFECT, "rank")),
        _sign(say("help.sign.rounds"), ("●●◉○○", "label")),
        _sign(say("help.sign.swing"), ("×", "open")),
    ]


def _task(words: Words, name: Task, state: str) -> Sign:
    """Return the sign of an examination task, ``done`` or ``open``, in words; its meaning has the short form."""
    mark, role = (symbols.DONE, "done") if state == "done" else (symbols.TO_DO, "dim")
    meaning = words.say(f"help.sign.task-{state}", text=f"{mark}{symbols.task(words, name)}")
    return _sign(meaning, (f"{mark} {symbols.task_in_words(words, name)}", role))


def _players(words: Words) -> list[Sign]:
    say, (yellow, red) = words.say, (words.letter(colour) for colour in (Colour.YELLOW, Colour.RED))
    hand = words.wording("panes.players.deck", before=3, after=5)
    return [
        _sign(say("help.sign.income"), (say("panes.players.income", n=5), "coin")),
        _sign(say("help.sign.deck", text=hand.shortest), (hand.longest, "dim")),
        _sign(say("help.sign.markers"), (say("panes.players.markers", n=4), "dim")),
        _sign(
            say("help.sign.dresses", text=f"2{yellow}{red}"),
            (f"{say('panes.players.dresses')} ", "dim"),
            (2 * yellow, symbols.silk_role(words, "yellow")),
            (red, symbols.silk_role(words, "red")),
        ),
    ]


def _states(words: Words) -> list[Sign]:
    say, name = words.say, words.say("help.sign.band")
    return [
        _sign(say("help.sign.cursor"), ("▸", "strong")),
        _sign(say("help.sign.lit"), (f" {LIT}{name} ", "band.lit")),
        _sign(say("help.sign.wanted"), (f" {WANTED}{name} ", "band.wanted")),
        _sign(say("help.sign.open", text=OPEN), (f"  {name} ", "band.open")),
        _sign(say("help.sign.chosen"), (f" {symbols.DONE}{name} ", "band.chosen")),
        _sign(say("help.sign.touched"), (f"  {name}", "band"), ("●", _TOUCHED_ROLES)),
        _sign(say("help.sign.new"), (f"  {name}", "band"), (symbols.NEW, "band")),
        _sign(say("help.sign.ghost"), ("▄█▄", f"^{symbols.dye(words, 'red')}-35")),
        _sign(say("help.sign.ticks"), ("[ ]  [x]", "strong")),
        _sign(say("help.sign.gain"), (words.score_gain(ScoreRange(1, 4)).longest, "strong")),
        _sign(say("help.sign.gain-best"), (words.best_score_gain([ScoreRange(1, 4)]).longest, "strong")),
        _sign(say("help.sign.folder"), (f"F {words.say('pieces.family.fund')}", "head")),
        _sign(say("help.sign.tab"), ("•", "strong")),
        _sign(say("help.sign.cut"), ("…", "dim")),
    ]
