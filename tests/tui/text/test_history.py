"""The log: lines in the order of events, without hidden information (HIDDEN)."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.actions import (
    Action,
    BuyPrestige,
    ChooseHand,
    ClaimFavor,
    Decline,
    Depute,
    DiscardTile,
    DrawTile,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    RevealBarry,
    TakeTile,
    UseBonus,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply, apply_unchecked, events, legal_actions, setup_events
from rokoko_core.events import Event, acts, amounts, seen_by, solo, turns
from rokoko_core.events import table as table_events
from rokoko_core.events.acts import AllHallsReached, DressSold, EffectUsed, FavorTaken
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import GameOver
from rokoko_core.observe import observe
from rokoko_core.state import State, with_player
from rokoko_core.terms import FACE_DOWN, Expansion, Notion, Task, Zone
from rokoko_tui.text import LogLine, Words, get_words, piece_names
from rokoko_tui.text.advice import list_gains
from rokoko_tui.text.families.registry import WORD_MODULES
from rokoko_tui.text.piece_refs import PieceRef
from tests import tabletop as table
from tests.saves.sample_games import FOLDER
from tests.tui.text import logs
from tests.tui.text.test_words import BOTH, clean

SAMPLES = sorted(path.stem for path in FOLDER.glob("*.rokoko"))
SETS = ((), tuple(Expansion), (Expansion.JEWELRY_BOX,), (Expansion.FANCY, Expansion.FESTIVITY, Expansion.EXPERT))


def narrate(words: Words, state: State, happened: tuple[Event, ...], onlooker: int | None) -> list[LogLine]:
    return words.narration(seen_by(happened, onlooker), state.setup, box_of(state))


def lines_of(state: State, *actions: Action, onlooker: int | None) -> list[str]:
    texts = []
    for action in actions:
        texts += [line.text for line in narrate(get_words("classic"), state, events(state, action), onlooker)]
        state = apply(state, action)
    return texts


def onlookers(state: State) -> list[int | None]:
    return [None, *range(len(state.setup.players))]


# ---- every kind of event


class NoLine(Enum):
    """Why a kind of event has no line of its own."""

    WITH_ITS_CAUSE = auto()
    """It is in the line of its cause."""
    WITH_ITS_ROUND = auto()
    """It is in the lines of the new round."""
    WITH_WHAT_FOLLOWS = auto()
    """The events that follow have lines."""
    BEFORE = auto()
    """The choice had a line."""
    PLAIN = auto()
    """It needs no mention."""
    NOTHING_NEW = auto()
    """It shows nothing that players do not see anyway."""


WITHOUT_LINE: dict[type, NoLine] = {
    amounts.LivreGained: NoLine.WITH_ITS_CAUSE,
    amounts.NotionsPaid: NoLine.WITH_ITS_CAUSE,
    amounts.PrestigeGained: NoLine.WITH_ITS_CAUSE,
    acts.DressMade: NoLine.BEFORE,
    turns.CardPutAway: NoLine.PLAIN,
    turns.ExamDeckOpened: NoLine.WITH_WHAT_FOLLOWS,
    turns.ExamCardTaken: NoLine.WITH_ITS_CAUSE,
    turns.ExamPassed: NoLine.BEFORE,
    table_events.FavorReturned: NoLine.WITH_ITS_ROUND,
    table_events.StartNamed: NoLine.WITH_ITS_ROUND,
    table_events.EmployeesShown: NoLine.WITH_ITS_ROUND,
    table_events.TilesLaid: NoLine.WITH_ITS_ROUND,
    table_events.TileStackRenewed: NoLine.NOTHING_NEW,
    table_events.DressesCleared: NoLine.WITH_ITS_ROUND,
    table_events.DressesSlid: NoLine.PLAIN,
    table_events.DressesLaid: NoLine.WITH_ITS_ROUND,
    table_events.DressBagRenewed: NoLine.NOTHING_NEW,
    table_events.DressesJoined: NoLine.NOTHING_NEW,
    table_events.JewelLeft: NoLine.WITH_ITS_ROUND,
    table_events.JewelsSlid: NoLine.PLAIN,
    table_events.JewelsLaid: NoLine.WITH_ITS_ROUND,
    solo.BarryHandDealt: NoLine.PLAIN,
    solo.BarryCardPutAway: NoLine.PLAIN,
    solo.BarryCardAdded: NoLine.WITH_ITS_CAUSE,
    solo.BarrySupplyRenewed: NoLine.NOTHING_NEW,
}
"""Why a kind of event has no line of its own."""


def test_every_kind_of_event_has_a_line_or_a_reason_for_none() -> None:
    own = [each for family in WORD_MODULES for each in family.EVENTS]
    logged = {each.kind for each in own if each.log}
    covered = logged | {each.kind for each in own if each.du_barry}
    assert set(get_args(Event)) == covered | WITHOUT_LINE.keys()
    assert not logged & WITHOUT_LINE.keys()
    assert len(own) == len({each.kind for each in own}), "each kind is registered once"
    assert all(WITHOUT_LINE.values())


def random_game(number: int) -> Iterator[tuple[State, Action]]:
    chance = Random(number)
    state = table.new(1 + number % 5, seed=number, expansions=SETS[number // 5 % len(SETS)], first=None)
    state = replace(state, setup=replace(state.setup, open_scores=("all", "owner", "nobody")[number // 20 % 3]))
    while state.pending:
        action = chance.choice(legal_actions(state))
        yield state, action
        state = apply_unchecked(state, action)


@pytest.mark.quick(1)
@pytest.mark.parametrize("numbers", [range(first, first + 20) for first in range(0, 200, 20)], ids=str)
def test_every_action_of_random_games_has_lines_for_every_reader(numbers: range) -> None:
    words = get_words("classic")
    for number in numbers:
        for state, action in random_game(number):
            happened = events(state, action)
            for onlooker in {None, state.pending[-1].seat, number % len(state.setup.players)}:
                lines = narrate(words, state, happened, onlooker)
                assert lines, action
                assert all("?" not in line.text for line in lines)


@pytest.mark.quick(4)
@BOTH
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_line_of_the_sample_games_is_complete_for_every_reader(words: Words, sample: str) -> None:
    game = Game.load(FOLDER / f"{sample}.rokoko")
    for line in narrate(words, game.at(0), setup_events(game.setup), None):
        clean(words, line.text)
    for number, action in enumerate(game.line):
        state = game.at(number)
        happened = events(state, action)
        for onlooker in onlookers(state):
            for line in narrate(words, state, happened, onlooker):
                clean(words, line.text)
                assert "None" not in line.text
                assert line.pieces is not None


# ---- HIDDEN-1 and HIDDEN-2


class NameRecorder:
    """Records which pieces are named."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.named: set[str] = set()
        for name in ("card", "tile", "kept_silk", "dress_short", "jewel"):
            patch.setattr(piece_names, name, self._recorded(getattr(piece_names, name)))

    def _recorded(self, naming: Any) -> Any:
        def record(words: Any, piece: str, *rest: Any) -> str:
            self.named.add(piece)
            return str(naming(words, piece, *rest))

        return record


def strings_in(thing: Any) -> set[str]:
    if isinstance(thing, str):
        return {thing}
    if isinstance(thing, dict):
        return set().union(*map(strings_in, thing.values()))
    return set().union(*map(strings_in, thing)) if isinstance(thing, list | tuple) else set()


def known_to(state: State, onlooker: int | None) -> set[str]:
    """Return the ids of all pieces visible to ``onlooker``."""
    return strings_in(msgspec.to_builtins(observe(state, onlooker).table))


@pytest.mark.quick(2)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("number", [5, 6, 7, 8, 9])
def test_only_pieces_visible_to_the_reader_are_named(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, words = NameRecorder(monkeypatch), get_words("classic")
    for state, action in random_game(number):
        happened, after = events(state, action), apply(state, action)
        for onlooker in onlookers(state):
            recorder.named.clear()
            narrate(words, state, happened, onlooker)
            known = known_to(state, onlooker) | known_to(after, onlooker) | {FACE_DOWN, ""}
            assert recorder.named <= known, (action, onlooker)


@pytest.mark.rule("HIDDEN-1", "HAND-1")
def test_a_chosen_hand_is_shown_only_to_its_owner() -> None:
    state = table.new(2)
    choice = legal_actions(state)[0]
    assert isinstance(choice, ChooseHand)
    assert lines_of(state, choice, onlooker=1) == ["Ada has chosen a hand."]
    assert lines_of(state, choice, onlooker=None) == ["Ada has chosen a hand."]
    names = "; ".join(get_words("classic").card_within(card, box_of(state)) for card in choice.cards)
    assert lines_of(state, choice, onlooker=0) == [f"Ada chooses {names}."]


@pytest.mark.rule("HIDDEN-1", "BON-7")
def test_a_kept_face_down_tile_is_shown_only_to_its_owner() -> None:
    state = table.stack(table.bonus(table.new(2), 0, "1-random-tile"), "bb:lace")
    own = " ".join(lines_of(state, DrawTile(), KeepTile(), onlooker=0))
    other = " ".join(lines_of(state, DrawTile(), KeepTile(), onlooker=1))
    assert "BB" in own
    assert "BB" not in other
    assert other == "Ada draws a face-down resource tile for free. Ada keeps the face-down resource tile as silk."


@pytest.mark.rule("HIDDEN-1", "BON-7")
def test_a_discarded_face_down_tile_is_shown_to_all() -> None:
    state = table.stack(table.bonus(table.new(2), 0, "1-random-tile"), "bb:lace")
    texts = lines_of(state, DrawTile(), DiscardTile(Notion.LACE), onlooker=1)
    assert texts[-1] == "Ada discards BB lace for 1 lace."


@pytest.mark.rule("HIDDEN-2")
def test_hidden_prestige_has_no_number() -> None:
    state = table.give(table.bonus(table.new(2), 0, "4-prestige-4-livre"), 0, livre=9)
    hidden = replace(state, setup=replace(state.setup, open_scores="nobody"))
    own = replace(state, setup=replace(state.setup, open_scores="owner"))
    assert lines_of(state, BuyPrestige(2), onlooker=1) == ["Ada returns 8 Livre for 2 prestige."]
    assert lines_of(hidden, BuyPrestige(2), onlooker=1) == ["Ada returns 8 Livre for some prestige."]
    assert lines_of(own, BuyPrestige(2), onlooker=1) == ["Ada returns 8 Livre for some prestige."]
    assert lines_of(own, BuyPrestige(2), onlooker=0) == ["Ada returns 8 Livre for 2 prestige."]


# ---- lines


@pytest.mark.rule("INC-1")
def test_the_income_in_the_log_is_the_income_paid() -> None:
    words, rounds = get_words("classic"), 0
    for state, action in random_game(7):
        lines = [line for line in narrate(words, state, events(state, action), None) if line.kind == "income"]
        after = apply(state, action)
        rounds += bool(lines)
        for line in lines:
            assert line.seat is not None
            paid = after.players[line.seat].livre - state.players[line.seat].livre
            assert line.text == f"Income: {words.seat(state.setup, line.seat)} gains {paid} Livre."
    assert rounds == 7


def test_a_line_has_seat_and_rule() -> None:
    state = table.turn(table.new(2), 0, "base-master")
    lines = narrate(get_words("classic"), state, events(state, Decline()), 0)
    assert lines[0] == LogLine("action", 0, "Ada takes no main action.", rule="TURN-2")


@pytest.mark.rule("ACQ-1")
def test_a_tile_and_its_price_are_one_line_with_the_key_of_the_space() -> None:
    state = table.turn(table.new(2), 0, "base-master")
    (line,) = narrate(get_words("classic"), state, events(state, TakeTile(0)), 1)
    tile = get_words("classic").tile(state.warehouse[0], box_of(state))
    assert line.text == f"Ada takes {tile} from shelf 1 for 2 Livre."
    assert line.pieces == {PieceRef("tile", 0)}


@pytest.mark.rule("FUND-1")
def test_a_funded_decoration_has_the_key_of_its_space() -> None:
    state = table.give(table.turn(table.new(2), 0, "base-master"), 0, livre=20)
    (line,) = narrate(get_words("classic"), state, events(state, Fund("statue-1")), 1)
    assert line.text.startswith("Ada funds statue 1 for ")
    assert line.pieces == {PieceRef("decoration", "statue-1")}


def test_a_log_begins_with_the_round_and_the_starting_player() -> None:
    state = table.new(3, first=1)
    lines = narrate(get_words("classic"), state, setup_events(state.setup), None)
    assert [line.text for line in lines] == ["Round 1 of 7 begins.", "Bo starts."]


def written_lines(*happened: Event) -> list[tuple[str, int | None, str]]:
    """Return (kind, seat, text) of the lines for handmade events, with all expansions in play."""
    state = table.new(2, expansions=table.EVERYTHING)
    return [(line.kind, line.seat, line.text) for line in narrate(get_words("classic"), state, happened, None)]


@pytest.mark.rule("JB-9", "DRESS-4")
def test_a_sale_includes_the_prestige_of_its_bonus() -> None:
    sold = DressSold(0, moved=moves(Piece.DRESS, ("red-1",), Spot(Where.DRESS_IN_HAND, 0), Spot(Where.DRESS_DISCARD)))
    sale, more = LivreGained(0, Why.SALE, 9), PrestigeGained(0, Why.SALE_BONUS, 1)
    assert written_lines(sold, sale) == [("action", 0, "Ada sells the red ladies' dress for 9 Livre.")]
    assert written_lines(sold, sale, more) == [
        ("action", 0, "Ada sells the red ladies' dress for 9 Livre and gains 1 prestige.")
    ]


@pytest.mark.rule("EXPERT-1")
def test_an_expert_dress_takes_the_favor_card_if_it_is_free() -> None:
    box = box_of(table.new(2, expansions=table.EVERYTHING))
    dress = next(face for face in box.dress.values() if face.effect == "expert-favor")
    name = get_words("classic").dress_short(dress.id, box)
    used, livre = EffectUsed(1, dress.id), LivreGained(1, Why.EFFECT, 5)
    favor = FavorTaken(1, moved=moves(Piece.FAVOR, ("",), Spot(Where.FAVOR_SPACE), Spot(Where.FAVOR, 1)))
    assert written_lines(used, favor, livre) == [("gain", 1, f"The {name} brings Bo 5 Livre and the Favor card.")]
    assert written_lines(used, livre) == [
        ("gain", 1, f"The {name} brings Bo 5 Livre; the Favor card is already taken.")
    ]


@pytest.mark.rule("HALLS-1", "END-9")
def test_all_halls_and_a_shared_win_have_lines() -> None:
    reached = AllHallsReached(
        0, 5, moved=moves(Piece.MARKER, ("",), Spot(Where.MARKERS, 0), Spot(Where.ALL_HALLS, 0, 1))
    )
    assert written_lines(reached) == [
        ("all-halls", 0, "Ada is present in all 5 halls and takes the bonus of 5 prestige.")
    ]
    assert written_lines(GameOver(None, (40, 40), (0, 1))) == [
        ("end", None, "The game is over."),
        ("winner", 0, "Ada and Bo share the victory with 40 prestige."),
    ]
    assert written_lines(GameOver(None, (40, 41), (1,)))[1] == ("winner", 1, "Bo wins with 41 prestige.")


# ---- Madame du Barry


@pytest.mark.rule("SOLO-3")
def test_du_barry_gains_prestige_for_an_impossible_action_with_the_reason() -> None:
    state = table.funded(table.new(1), 0, "statue-1", "statue-2", "statue-3")
    state = table.barry_turn(state, "barry-25", "barry-01")
    assert lines_of(state, RevealBarry(), onlooker=0) == [
        "Madame du Barry reveals a card: fund a space of the statues.",
        "Madame du Barry cannot do this: no space of the statues is free for her. She gains 3 prestige instead.",
    ]


JEWELRY = (Expansion.JEWELRY_BOX,)


@pytest.mark.rule("SOLO-6", "SOLO-7")
@pytest.mark.parametrize(
    ("symbol", "sentence"),
    [
        ("same-colour", "with a jewel in the color of the dress."),
        ("suitable", "with a matching kind of jewel."),
        ("none", "without a jewel."),
    ],
)
def test_the_jewel_symbol_of_a_hall_card_has_a_line_if_jewels_are_in_play(symbol: str, sentence: str) -> None:
    with_jewels, without = (table.windows(table.new(1, expansions=sets), "red-1") for sets in (JEWELRY, ()))
    cards = box_of(with_jewels).barry.values()
    making = next(card.id for card in cards if card.action == "make-dress")
    naming = next(card for card in cards if card.jewel == symbol and card.id != making)
    for state, has_line in ((with_jewels, True), (without, False)):
        lines = lines_of(table.barry_turn(state, making, supply=(naming.id,)), RevealBarry(), RevealBarry(), onlooker=0)
        hall = "the King's Hall" if naming.hall == 1 else f"hall {naming.hall}"
        assert lines[1] == "Madame du Barry makes the red ladies' dress, free."
        assert (lines[2] == f"Madame du Barry reveals a card for {hall}, {sentence}") == has_line
        assert any(line.startswith("Madame du Barry rents out the red ladies' dress: ") for line in lines[2:4])


@pytest.mark.rule("SOLO-10")
def test_the_last_task_comes_before_du_barrys_examination() -> None:
    state = table.new(1, expansions=JEWELRY)
    state = with_player(state, 1, tasks=(Task.COMMON_SILK, Task.NOTIONS, Task.RARE_SILK))
    funding = next(card.id for card in box_of(state).barry.values() if card.action == "fund")
    lines = lines_of(table.barry_turn(state, funding), RevealBarry(), onlooker=0)
    at = lines.index("Madame du Barry completes an examination task: fund a decoration.")
    assert lines[at + 1] == (
        "Madame du Barry passes the Journeyman examination: she gains 1 prestige and one more card under her hand."
    )
    assert lines[-1] == "A face-down card of the Journeyman examination deck joins her deck."


# ---- gains of a plan


@pytest.mark.rule("HIRE-1", "BON-1")
def test_hiring_gains_the_bonus_of_the_card() -> None:
    state = table.give(table.turn(table.hire(table.new(2), "1-extra-acquire"), 0, "base-master"), 0, livre=9)
    (gain,) = list_gains(get_words("classic"), (Hire("1-extra-acquire"),), state)
    assert gain == "a new card, Journeyman: acquire one more tile, at the price it has then"


@pytest.mark.rule("FAVOR-1", "PREP-0", "END-2")
@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_in_the_last_round_the_favor_card_promises_prestige_and_no_round(language: str) -> None:
    words = get_words("classic", language)
    state = table.turn(table.new(2), 0, "base-master")
    for number, expected in ((6, False), (7, True)):
        state = replace(state, round=number)
        (gain, _) = list_gains(words, (ClaimFavor(),), state)
        texts = [gain, words.action(ClaimFavor(), state), words.piece(PieceRef("favor"), state)]
        assert [re.search(r"\b3\b", text) is not None for text in texts] == [expected] * 3
        assert (len({text for text in texts if "next round" in text or "наступн" in text}) == 0) is expected


@pytest.mark.rule("HIDDEN-1", "BON-7")
def test_a_face_down_tile_is_not_named_as_a_gain() -> None:
    state = table.stack(table.bonus(table.new(2), 0, "1-random-tile"), "bb:lace")
    assert list_gains(get_words("classic"), (DrawTile(),), state) == ["1 face-down resource tile"]


def test_livre_that_a_plan_gains_have_a_sign() -> None:
    state = table.bonus(table.new(2), 0, "base-apprentice-livre")
    gains = [list_gains(get_words("classic"), (action,), state) for action in legal_actions(state)]
    assert ["+2 Livre"] in gains


@pytest.mark.parametrize(
    ("action", "money"),
    [(Fund("fireworks-1"), []), (Depute("base-apprentice-livre", Zone.PLAYED), ["+6 Livre"])],
    ids=["spends more", "gains"],
)
def test_a_plan_gains_the_money_that_its_prices_leave(action: Action, money: list[str]) -> None:
    state = table.give(table.turn(table.new(2), 0, "base-apprentice-livre"), 0, livre=20)
    gains = list_gains(get_words("classic"), (action, UseBonus()), state)
    assert [gain for gain in gains if gain.endswith("Livre")] == money


@pytest.mark.rule("FUND-1", "JB-6")
def test_a_plan_lists_gains_up_to_the_first_illegal_action() -> None:
    state = table.turn(table.new(2, expansions=JEWELRY), 0, "base-apprentice-livre")
    state = table.give(state, 0, livre=20)
    gains = list_gains(get_words("classic"), (Fund("statue-1"), Fund("statue-2"), EndTurn()), state)
    assert gains == ["statue 1 · 2 prestige per color of a set", "an examination task: fund a decoration"]
    assert list_gains(get_words("classic"), (RevealBarry(),), state) == []


# ---- whole games


@pytest.mark.parametrize("sample", logs.READERS)
def test_the_logs_of_sample_games_match_the_files(sample: str) -> None:
    assert logs.log_of(sample) == (logs.LOGS / f"{sample}.txt").read_text(encoding="utf-8")


# ---- a player named "You"


def as_you(state: State) -> State:
    """Return the position with the first player named "You"."""
    players = (replace(state.setup.players[0], name="You"), *state.setup.players[1:])
    return replace(state, setup=replace(state.setup, players=players))


def test_a_player_named_you_is_addressed() -> None:
    state = as_you(table.turn(table.new(2), 0, "base-master"))
    tile = get_words("classic").tile(state.warehouse[0], box_of(state))
    assert lines_of(state, TakeTile(0), onlooker=1) == [f"You take {tile} from shelf 1 for 2 Livre."]
    assert lines_of(state, Decline(), onlooker=0)[0] == "You take no main action."
    words = get_words("classic")
    assert words.question(state.pending[-1], state).longest == "Choose the main action"
    assert words.seat(state.setup, 0) == "You" and words.seat(state.setup, 1) == "Bo"


def test_no_line_has_you_in_the_third_person() -> None:
    """In whole games "You" starts a line, takes a verb without s, and is in lower case elsewhere."""
    words = get_words("classic")
    seen = set()
    for name in SAMPLES:
        game = Game.load(FOLDER / f"{name}.rokoko")
        setup = as_you(game.at(0)).setup
        for position in range(len(game.line)):
            for line in words.narration(seen_by(game.events_of(position), 0), setup, box_of(game.at(0))):
                if " you " in f" {line.text.lower()} ":
                    seen.add(re.sub(r"[^A-Za-z ]", "", line.text)[:20])
                    assert " You " not in line.text and "You's" not in line.text, line.text
                    assert not re.search(r"\byou (?:is|has|does|\w+[^s]s)\b", line.text, re.IGNORECASE), line.text
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("key", "values", "you", "bo"),
    [
        ("table.list.chooses", {}, "Choose", "Bo: choose"),
        ("table.hand-over.your-turn", {}, "It is your turn", "Bo, it is your turn"),
        ("final.wins", {"n": 40}, "You win with 40 prestige", "Bo wins with 40 prestige"),
        (
            "sheets.fence.revealed-tile",
            {},
            "You have drawn a face-down resource tile and may have seen it.",
            "Bo has drawn a face-down resource tile and may have seen it.",
        ),
        ("pieces.name.whose", {}, "your", "Bo's"),
        ("panes.status.playing", {}, "play ", "plays "),
    ],
)
def test_other_messages_address_you_too(key: str, values: dict[str, Any], you: str, bo: str) -> None:
    words = get_words("classic")
    setup = as_you(table.new(2)).setup
    assert words.say(key, who=words.seat(setup, 0), **values) == you
    assert words.say(key, who=words.seat(setup, 1), **values) == bo
