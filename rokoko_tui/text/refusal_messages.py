"""Why something cannot be done now, and what an action would cost and bring."""

from collections.abc import Sequence

from rokoko_core import actions as do
from rokoko_core import pending as ask
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.preview import Preview
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.score_range import Reach
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, Exam, Family
from rokoko_tui.text import action_labels as choices
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text import score_sheets as sheets
from rokoko_tui.text.message_catalog import Vocabulary, capital


def subject(words: Vocabulary, about: Action | Family, refused: Refusal, state: State) -> str:
    """What a refusal is about, in few words."""
    box = box_of(state)
    if isinstance(about, Family):
        return words.say(f"pieces.family.{about}")
    if isinstance(about, do.TakeTile):
        tile = pieces.tile(words, state.warehouse[about.space], box)
        return words.say("choices.about.tile", segment=box.segment_of[about.space] + 1, tile=tile)
    if isinstance(about, do.MakeDress):
        return f"{pieces.dress_short(words, about.dress, box)} ({pieces.dress_cost(words, box.dress[about.dress])})"
    if isinstance(about, do.Fund):
        return pieces.decoration_name(words, box.decoration[about.space])
    if isinstance(about, do.Place):
        return pieces.guest_name(words, box.guest[about.space])
    if isinstance(about, do.Hire):
        return pieces.card(words, about.card, box)
    if isinstance(about, do.TakeJewel):
        jewel = pieces.jewel(words, state.jewels[about.space])
        return words.say("choices.about.jewel", jewel=jewel, number=about.space + 1)
    if isinstance(about, do.UseBonus):
        if refused.word in box.card:
            return words.say("choices.about.bonus", card=pieces.card(words, refused.word, box))
        return words.say("choices.about.bonus-plain")
    plain = {do.SitExam: "exam", do.HireSpecialist: "specialist", do.DrawTile: "draw", do.Rent: "rent", do.Sell: "sell"}
    key = plain.get(type(about))
    return words.say(f"choices.about.{key}") if key else choices.action(words, about, state)


def _one_missing(words: Vocabulary, word: str, number: int) -> str:
    if word in COLOURS:
        return words.say("choices.missing.silk", n=number, colour=words.term(word))
    return words.say_of(f"choices.missing.{word}", {"n": number})


def missing(words: Vocabulary, refused: Refusal) -> str:
    """What is short: ``1 red silk, 1 lace``."""
    if refused.reason is Reason.TASKS_OPEN:
        return words.listed([words.say(f"pieces.task.{task}") for task, _ in refused.missing], "row")
    return words.listed([_one_missing(words, word, n) for word, n in refused.missing], "row")


def _key(refused: Refusal, state: State) -> str:
    """The sentence for a reason, which depends on what it is about."""
    reason, asked = refused.reason, choices.top(state)
    extra = isinstance(asked, ask.BonusOf)
    if reason is Reason.WRONG_RANK and refused.about == Family.EXAM:
        return "wrong-rank-exam"
    if reason is Reason.TASKS_OPEN and asked is not None and state.players[asked.seat].exam is Exam.JOURNEYMAN:
        return "tasks-open-journeyman"
    if reason is Reason.NO_FREE_SPACE and not isinstance(refused.about, do.Rent):
        return "no-free-space-sale"
    if reason is Reason.THIMBLE and extra:
        return "thimble-extra"
    if reason is Reason.WRONG_JEWEL and isinstance(asked, ask.JewelOffer):
        return "wrong-jewel-ladies" if box_of(state).dress[asked.dress].ladies else "wrong-jewel-coat"
    return str(reason)


def refusal(words: Vocabulary, refused: Refusal, state: State) -> str:
    """What cannot be done and why, in one line."""
    asked = choices.top(state)
    short = dict(refused.missing).get("livre", 0)
    have = state.players[asked.seat].livre if asked is not None else 0
    key, rank = _key(refused, state), ""
    if refused.reason is Reason.WRONG_RANK:
        needed = f"exam-{refused.word}" if key.endswith("exam") else refused.word
        rank = words.say(f"choices.needed.{needed}")
    condition = words.say(f"pieces.condition.{refused.word}") if refused.reason is Reason.CONDITION else ""
    known = {
        "about": capital(subject(words, refused.about, refused, state)),
        "rank": rank,
        "price": have + short,
        "missing": short,
        "goods": missing(words, refused),
        "who": pieces.seat(words, state.setup, refused.seat) if refused.seat is not None else "",
        "whose": choices.whose(words, state, refused.seat) if refused.seat is not None else "",
        "condition": condition,
    }
    return words.say_of(f"choices.reason.{key}", known)


def score_briefly(words: Vocabulary, reached: Reach) -> str:
    """What an action changes of the own score in few cells; nothing where it changes none."""
    worst, best = words.signed(reached.worst), words.signed(reached.best)
    if reached.worst == reached.best:
        return words.say("choices.gain.score", change=best) if reached.best else ""
    return words.say("choices.gain.score-range", worst=worst, best=best)


def score_reached(words: Vocabulary, reached: Reach, state: State, named: bool) -> str:
    """From what to what the own score may change in the end; ``named`` tells by which hall or sale it is best."""
    figures = {"worst": words.signed(reached.worst), "best": words.signed(reached.best)}
    if reached.worst == reached.best:
        return words.say_of("choices.preview.reach-all", figures)
    way = _way(words, reached.way, state) if named else ""
    return words.say_of("choices.preview.reach-best" if way else "choices.preview.reach", {**figures, "way": way})


def _way(words: Vocabulary, way: Sequence[Action], state: State) -> str:
    """The hall a dress goes to, or its sale."""
    box = box_of(state)
    for chosen in way:
        if isinstance(chosen, do.Place):
            return pieces.hall_in(words, box.guest[chosen.space].hall)
        if isinstance(chosen, do.Sell):
            return words.say("choices.about.sell")
    return ""


def preview(words: Vocabulary, shown: Preview, state: State) -> list[str]:
    """Cost, gains, what is lost, and how the projected scores change, a line each."""
    if shown.unknown:
        return [words.say("choices.preview.unknown")]
    box = box_of(state)
    lines = [words.say("choices.preview.total", change=words.signed(shown.score_change))]
    lines.append(words.say("choices.preview.price", price=shown.price))
    spent = [words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in shown.spent if word != "tile"]
    if spent:
        lines.append(words.say("choices.preview.spent", spent=words.listed(spent)))
    if shown.tiles:
        tiles = words.listed([pieces.kept(words, tile, box) for tile in shown.tiles])
        lines.append(words.say("choices.preview.tiles", tiles=tiles))
    if any(shown.bales_lost):
        lines.append(words.say("choices.preview.lost", lost=pieces.letters(words, shown.bales_lost)))
    if shown.gains:
        gains = words.listed([words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in shown.gains])
        lines.append(words.say("choices.preview.gains", gains=gains))
    for change in shown.rows:
        row = sheets.row_name(words, change.source, change.detail, box)
        lines.append(words.say("choices.preview.row", row=row, before=change.before, after=change.after))
    for seat, change_of_total in shown.rivals:
        who = pieces.seat(words, state.setup, seat)
        lines.append(words.say("choices.preview.rival", who=who, change=words.signed(change_of_total)))
    return lines
