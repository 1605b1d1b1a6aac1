"""Reasons why an action is refused, and previews of what an action costs and gains."""

from collections.abc import Sequence

from rokoko_core import actions, pending
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.play.choices import added_income, pending_decision
from rokoko_core.preview import Preview
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.score_range import ScoreRange
from rokoko_core.scoring import FAVOR
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, Exam, Family, Good, ScoreRow
from rokoko_tui.text import action_labels, piece_names, player_names, score_sheets
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital

_PLAIN_SUBJECTS: dict[type, str] = {
    actions.SitExam: "exam",
    actions.HireSpecialist: "specialist",
    actions.DrawTile: "draw",
    actions.Rent: "rent",
    actions.Sell: "sell",
}


def subject(words: Vocabulary, about: Action | Family, refused: Refusal, state: State) -> str:
    """Name what is refused in a few words."""
    box = box_of(state)
    if isinstance(about, Family):
        return words.say(f"pieces.family.{about}")
    if isinstance(about, actions.TakeTile):
        tile = piece_names.tile(words, state.warehouse[about.space], box)
        return words.say("choices.about.tile", segment=box.segment_of[about.space] + 1, tile=tile)
    if isinstance(about, actions.MakeDress):
        cost = piece_names.dress_cost(words, box.dress[about.dress])
        return f"{piece_names.dress_short(words, about.dress, box)} ({cost})"
    if isinstance(about, actions.Fund):
        return piece_names.decoration_name(words, box.decoration[about.space])
    if isinstance(about, actions.Place):
        return piece_names.guest_name(words, box.guest[about.space])
    if isinstance(about, actions.Hire):
        return words.say("pieces.family.hire")  # all cards have one price
    if isinstance(about, actions.TakeJewel):
        jewel = piece_names.jewel(words, state.jewels[about.space])
        return words.say("choices.about.jewel", jewel=jewel, number=about.space + 1)
    if isinstance(about, actions.UseBonus):
        if refused.word in box.card and refused.reason is not Reason.NO_BONUS:
            return words.say("choices.about.bonus", card=piece_names.card(words, refused.word, box))
        return words.say("choices.about.bonus-plain")
    key = _PLAIN_SUBJECTS.get(type(about))
    return words.say(f"choices.about.{key}") if key else action_labels.action(words, about, state)


def _one_missing(words: Vocabulary, word: str, number: int) -> str:
    if word in COLOURS:
        return words.say("choices.missing.silk", n=number, colour=words.term(word))
    return words.say_of(f"choices.missing.{word}", {"n": number})


def missing(words: Vocabulary, refused: Refusal) -> str:
    """List what is missing: ``1 red silk, 1 lace``."""
    if refused.reason is Reason.TASKS_OPEN:
        return words.listed([piece_names.task(words, task) for task, _ in refused.missing], "row")
    return words.listed([_one_missing(words, word, n) for word, n in refused.missing], "row")


def reason_key(refused: Refusal, state: State) -> str:
    """Return the key of the sentence for a reason, which depends on what is refused."""
    reason, decision = refused.reason, pending_decision(state)
    extra = isinstance(decision, pending.BonusOf)
    if reason is Reason.WRONG_RANK and refused.about == Family.EXAM:
        return "wrong-rank-exam"
    if reason is Reason.CONDITION and not refused.missing:
        return "condition-alone"
    if reason is Reason.TASKS_OPEN and decision is not None and state.players[decision.seat].exam is Exam.JOURNEYMAN:
        return "tasks-open-journeyman"
    if reason is Reason.NO_FREE_SPACE and not isinstance(refused.about, actions.Rent):
        return "no-free-space-sale"
    if reason is Reason.THIMBLE and extra:
        return "thimble-extra"
    if reason is Reason.WRONG_JEWEL and isinstance(decision, pending.JewelOffer):
        return "wrong-jewel-ladies" if box_of(state).dress[decision.dress].ladies else "wrong-jewel-coat"
    return str(reason)


def refusal(words: Vocabulary, refused: Refusal, state: State) -> str:
    """Say what cannot be done and why, in one line."""
    decision = pending_decision(state)
    short = dict(refused.missing).get("livre", 0)
    have = state.players[decision.seat].livre if decision is not None else 0
    key, rank = reason_key(refused, state), ""
    if refused.reason is Reason.WRONG_RANK:
        needed = f"exam-{refused.word}" if key.endswith("exam") else refused.word
        rank = words.say(f"choices.needed.{needed}")
    condition = piece_names.condition(words, refused.word) if refused.reason is Reason.CONDITION else ""
    values = {
        "about": capital(subject(words, refused.about, refused, state)),
        "rank": rank,
        "price": have + short,
        "missing": short,
        "goods": missing(words, refused),
        "who": player_names.seat(words, state.setup, refused.seat) if refused.seat is not None else "",
        "condition": condition,
    }
    return words.say_of(f"choices.reason.{key}", values)


def score_change_short(words: Vocabulary, reach: ScoreRange) -> str:
    """Return an action's change of the own score in few cells; empty for no change."""
    worst, best = words.signed(reach.worst), words.signed(reach.best)
    if reach.at_least:
        return words.say("choices.gain.score-open", best=best)
    if reach.is_single:
        return words.say("choices.gain.score", change=best) if reach.best else ""
    return words.say("choices.gain.score-range", worst=worst, best=best)


def best_score_short(words: Vocabulary, ranges: Sequence[ScoreRange]) -> str:
    """Return the best change of the own score by several actions in few cells; empty for no change."""
    best, is_open = max(reach.best for reach in ranges), any(reach.at_least for reach in ranges)
    if not best and not is_open:
        return ""
    is_single = all(reach.worst == best for reach in ranges)
    key = "score-least" if is_open else "score" if is_single else "score-best"
    return words.say(f"choices.gain.{key}", change=words.signed(best))


MAX_HALLS = 2
"""The most halls that are named as the best for a dress; more are no advice."""


def _score_line(words: Vocabulary, forecast: Preview, reach: ScoreRange | None, state: State, named: bool) -> str:
    """Return what becomes of the own score once all that follows is decided; without a range, what it becomes now."""
    if reach is None or reach.is_single:
        change = forecast.score_change if reach is None else reach.best
        return words.say("choices.preview.total", change=words.signed(change))
    values = {"worst": words.signed(reach.worst), "best": words.signed(reach.best)}
    places = [end for end in reach.ends if isinstance(end, actions.Place)]
    halls = sorted({box_of(state).guest[place.space].hall for place in places})
    if reach.at_least:
        return words.say_of("choices.preview.reach-open", values)
    if not named or not reach.ends or len(halls) > MAX_HALLS or (halls and len(places) < len(reach.ends)):
        return words.say_of("choices.preview.reach", values)
    if not halls:
        return words.say_of("choices.preview.reach-sell", values)
    halls_text = words.listed([piece_names.hall_in(words, hall) for hall in halls], "or")
    return words.say_of("choices.preview.reach-best", {**values, "way": halls_text})


def preview(
    words: Vocabulary, forecast: Preview, state: State, reach: ScoreRange | None = None, named: bool = False
) -> list[str]:
    """Describe cost, gains, losses and changes of the projected scores, a line each.

    The score is that of ``reach``, if given; ``named`` adds the hall or sale that is best.
    """
    if forecast.unknown:
        return [words.say("choices.preview.unknown")]
    box = box_of(state)
    lines = [_score_line(words, forecast, reach, state, named)]
    lines.append(words.say("choices.preview.price", price=forecast.price))
    spent = [words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in forecast.spent if word != "tile"]
    if spent:
        lines.append(words.say("choices.preview.spent", spent=words.listed(spent)))
    if forecast.tiles:
        tiles = words.listed([piece_names.kept_silk(words, tile, box) for tile in forecast.tiles])
        lines.append(words.say("choices.preview.tiles", tiles=tiles))
    if any(forecast.bales_lost):
        lines.append(words.say("choices.preview.lost", lost=piece_names.letters(words, forecast.bales_lost)))
    if forecast.gains:
        gains = words.listed([words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in forecast.gains])
        lines.append(words.say("choices.preview.gains", gains=gains))
    for change in forecast.rows:
        row = score_sheets.score_row(words, change, box)
        lines.append(words.say("choices.preview.row", row=row, before=change.before, after=change.after))
    if Good.FAVOR in dict(forecast.gains) and state.round < LAST_ROUND:
        row = score_sheets.score_source(words, ScoreRow.FAVOR)
        lines.append(words.say("choices.preview.row-favor", row=row, points=FAVOR))
    for seat, change_of_total in forecast.rivals:
        who = player_names.seat(words, state.setup, seat)
        lines.append(words.say("choices.preview.rival", who=who, change=words.signed(change_of_total)))
    return lines


def describe_consequences(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return lines about tasks, income and cards that leave the game: what follows beyond cost, gain and score."""
    lines = [*action_labels.describe_tasks(words, action, state), *describe_income(words, action, state)]
    decision = pending_decision(state)
    if isinstance(action, actions.Depute):
        lines.append(words.say("choices.preview.leaves"))
    elif isinstance(action, actions.SitExam) and decision is not None:
        exam = state.players[decision.seat].exam
        lines.append(words.say(f"choices.preview.leaves-{exam}"))
    return lines


def describe_income(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return a line about the income that a decoration adds in each round left as things are (INC-1); else empty."""
    added = added_income(action, state) if isinstance(action, actions.Fund) else None
    if added is None:
        return []
    return [words.say_of("choices.preview.income", {"n": added, "rounds": LAST_ROUND - state.round + 1})]
