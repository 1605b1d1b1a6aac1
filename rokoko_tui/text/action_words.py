"""The words of an action: its label, the reasons why it is refused, what it costs and brings, and its rule."""

from collections.abc import Sequence

from rokoko_core import actions
from rokoko_core.actions import Action, Fund
from rokoko_core.box import box_of
from rokoko_core.play.choices import dress_in_hand, family_of, is_bonus, is_main_action, pending_decision, price_of
from rokoko_core.preview import Preview
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.score_range import ScoreRange
from rokoko_core.scoring import FAVOR
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, FACE_DOWN, Exam, Family, Good, ScoreRow, kebab
from rokoko_tui.data_files import load_table
from rokoko_tui.text import piece_names, player_names, score_sheets
from rokoko_tui.text.decisions import decision_tag, decision_values, group_tag
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

MAX_HALLS = 2
"""The most halls that are named as the best for a dress; more are no advice."""
_WRONG_JEWELS = {"necklace": "wrong-jewel-ladies", "ring": "wrong-jewel-coat"}
_SIGNS = {"yarn": "≈", "lace": "✻"}


def action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action with its price and its gains in one line."""
    return capital(action_within(words, chosen, state))


def action_within(words: Vocabulary, chosen: Action, state: State) -> str:
    """Return the same for the middle of a line."""
    return words_of(chosen).label(words, chosen, state)


def row(words: Vocabulary, chosen: Action, state: State) -> Wording:
    """Describe the action on one line of the list: what, price and prestige."""
    shorten = words_of(chosen).row
    if shorten is None:
        return Wording(action(words, chosen, state))
    return shorten(words, chosen, state).map(capital)


def describe_consequences(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return lines about tasks, income and cards that leave the game: what follows beyond cost, gain and score."""
    return words_of(action).consequences(words, action, state)


def list_piece_refs(action: Action, state: State) -> frozenset[PieceRef]:
    return frozenset(words_of(action).pieces(action, state))


# ---- headings


def heading(words: Vocabulary, action: Action, state: State) -> Wording:
    """Return the heading that the action is listed under; short forms leave out most pieces."""
    decision, family = pending_decision(state), family_of(action)
    if own := words_of(action).heading(words, action, state):
        return Wording(own)
    if family is not None and (decision is None or is_main_action(state)):
        return words.wording(f"pieces.family.{family}")
    if decision is None:
        return words.wording("choices.group.turn-end")
    if is_main_action(state):
        return words.wording("choices.group.pass")
    return words.wording(f"choices.group.{group_tag(decision, state)}", **decision_values(words, decision, state))


def group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading in full."""
    return heading(words, action, state).longest


def row_heading(words: Vocabulary, action: Action, state: State) -> Wording:
    """Return the heading that the action is listed under among the choices, which does not repeat the question."""
    own = words_of(action)
    if own.is_listed_last and is_main_action(state):
        return words.wording("choices.group.more")
    if text := own.row_heading(words, action, state):
        return Wording(text)
    decision = pending_decision(state)
    if decision is None or is_main_action(state) or own.heading(words, action, state):
        return heading(words, action, state)
    key = f"choices.listed.{group_tag(decision, state)}"
    if not words.knows(key):
        return heading(words, action, state)
    return words.wording(key, **decision_values(words, decision, state)).map(capital)


def folder(words: Vocabulary, chosen: Sequence[Action], state: State) -> Wording:
    """Return the heading of a group that may be folded, with the price, if need be the lowest; at last its name."""
    prices = [price_of(action, state) for action in chosen if words_of(action).has_own_price]
    lowest = min(prices, default=0)
    key = "folded" if not prices else "folded-priced" if len(set(prices)) == 1 else "folded-from"
    what = row_heading(words, chosen[0], state).longest
    forms = words.wording(f"choices.group.{key}", what=what, n=len(chosen), price=lowest, livre=lowest)
    return Wording(*forms, what)


# ---- why it is refused


def refusal(words: Vocabulary, refused: Refusal, state: State, count: int = 1) -> Wording:
    """Say what cannot be done and why, in one line; short forms are about ``count`` refusals that read alike."""
    decision, key = pending_decision(state), _reason_key(refused, state)
    short = dict(refused.missing).get("livre", 0)
    have = state.players[decision.seat].livre if decision is not None else 0
    rank: str | Wording = ""
    if refused.reason is Reason.WRONG_RANK:
        needed = f"exam-{refused.word}" if refused.about == Family.EXAM else refused.word
        rank = words.wording(f"choices.needed.{needed}")
    return words.wording(
        f"choices.reason.{key}",
        about=_name(words, refused, state, count).map(capital),
        rank=rank,
        price=have + short,
        missing=short,
        goods=Wording(_list_missing(words, refused), _list_signs(words, refused)),
        who=player_names.seat(words, state.setup, refused.seat) if refused.seat is not None else "",
        condition=piece_names.condition(words, refused.word) if refused.reason is Reason.CONDITION else "",
        n=len(refused.missing),
    )


def _name(words: Vocabulary, refused: Refusal, state: State, count: int) -> Wording:
    """Return what is refused; short forms have the number of several pieces unless one reason is for all of them."""
    about, has_one_reason = refused.about, False
    if isinstance(about, Family):
        own_key = f"choices.about.{about}"
        forms = words.wording(own_key if words.knows(own_key) else f"pieces.family.{about}")
    else:
        own = words_of(about)
        has_one_reason = own.has_one_refusal
        forms = own.subject(words, about, refused, state) if own.subject else Wording(action(words, about, state))
    first, *shorter = forms if len(forms) > 1 else forms * 2
    if count > 1 and not has_one_reason:
        shorter = [words.say("choices.about.several", what=capital(form), n=count) for form in shorter]
    return Wording(first, *shorter)


def _reason_key(refused: Refusal, state: State) -> str:
    """Return the key of the sentence for a reason, which depends on what is refused."""
    reason, decision = refused.reason, pending_decision(state)
    if reason is Reason.CONDITION and not refused.missing:
        return "condition-alone"
    if reason is Reason.TASKS_OPEN and decision is not None and state.players[decision.seat].exam is Exam.JOURNEYMAN:
        return "tasks-open-journeyman"
    if reason is Reason.THIMBLE and is_bonus(state):
        return "thimble-extra"
    if reason is Reason.WRONG_JEWEL and decision is not None:
        return _WRONG_JEWELS.get(group_tag(decision, state), reason)
    if reason is Reason.NO_FREE_SPACE and dress_in_hand(state) == FACE_DOWN:
        return "no-free-space-sale"
    return str(reason)


def _one_missing(words: Vocabulary, word: str, number: int) -> str:
    if word in COLOURS:
        return words.say("choices.missing.silk", n=number, colour=words.term(word))
    return words.say_of(f"choices.missing.{word}", {"n": number})


def _list_missing(words: Vocabulary, refused: Refusal) -> str:
    """List what is missing: ``1 red silk, 1 lace``."""
    if refused.reason is Reason.TASKS_OPEN:
        return words.listed([piece_names.task(words, task) for task, _ in refused.missing], "row")
    return words.listed([_one_missing(words, word, n) for word, n in refused.missing], "row")


def _list_signs(words: Vocabulary, refused: Refusal) -> str:
    """Return what is missing in letters and signs: ``RR≈+2 L``."""
    counts = dict(refused.missing)
    bales = piece_names.letters(words, tuple(counts.get(colour, 0) for colour in COLOURS))  # type: ignore[arg-type]
    notions = "".join(sign * counts.get(word, 0) for word, sign in _SIGNS.items())
    livre = words.money(counts["livre"], "short") if counts.get("livre") else ""
    tiles = words.say_of("choices.missing.tile", {"n": counts["tile"]}) if counts.get("tile") else ""
    return "+".join(filter(None, (f"{bales}{notions}", tiles, livre)))


# ---- what it costs and brings


def score_gain(words: Vocabulary, reach: ScoreRange) -> Wording:
    """Return an action's change of the own score: its range, and in short forms the best; empty for no change."""
    best = best_score_gain(words, [reach])
    if reach.is_single and not reach.at_least:
        return best
    key = "score-open" if reach.at_least else "score-range"
    ends = {"worst": words.signed(reach.worst), "best": words.signed(reach.best)}
    return Wording(words.say_of(f"choices.gain.{key}", ends), *best)


def best_score_gain(words: Vocabulary, ranges: Sequence[ScoreRange]) -> Wording:
    """Return the best change of the own score by several actions; empty if none changes it."""
    best, is_open = max(reach.best for reach in ranges), any(reach.at_least for reach in ranges)
    is_single = all(reach.worst == best for reach in ranges)
    if not best and is_single and not is_open:
        return Wording("")
    key = "score-least" if is_open else "score" if is_single else "score-best"
    return words.wording(f"choices.gain.{key}", change=words.signed(best))


def _score_line(words: Vocabulary, reach: ScoreRange, state: State, named: bool) -> str:
    """Return what becomes of the own score once all that follows is decided."""
    if reach.is_single:
        return words.say("choices.preview.total", change=words.signed(reach.best))
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

    The first is the score at the end of the turn, that of ``reach``; ``named`` adds the hall or sale that is best.
    Without ``reach`` there is no such line, as the score also depends on what follows.
    """
    if forecast.unknown:
        return [words.say("choices.preview.unknown")]
    box = box_of(state)
    lines = [_score_line(words, reach, state, named)] if reach is not None else []
    lines.append(words.say("choices.preview.price", price=forecast.price))
    spent = [words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in forecast.spent if word != "tile"]
    if spent:
        lines.append(words.say("choices.preview.spent", spent=words.listed(spent)))
    if forecast.tiles:
        tiles = words.listed([piece_names.kept_silk_names(words, tile, box) for tile in forecast.tiles], "row")
        lines.append(words.say("choices.preview.tiles", tiles=tiles))
    if any(forecast.bales_lost):
        lines.append(words.say("choices.preview.lost", lost=piece_names.silk_names(words, forecast.bales_lost)))
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


# ---- rule numbers

_RULES = load_table(__file__, "rule_references")


def _rule(of: str, key: str) -> str:
    return str(_RULES[of][key])


def rule_of_action(action: Action, state: State) -> str:
    """Return the rule of an action; declining has the rule of the offer."""
    kind, decision = kebab(type(action).__name__), pending_decision(state)
    own = words_of(action).rule(action, state) or str(_RULES["action"].get(kind, ""))
    return own or _rule("decision", decision_tag(decision) if decision is not None else "main-action")


def rule_of_refusal(refusal: Refusal, state: State) -> str:
    """Return the rule of a refusal: that of its reason, or else that of the refused action."""
    about = refusal.about
    if refusal.reason is Reason.WRONG_RANK and about == Family.EXAM:
        return _rule("family", Family.EXAM)
    if refusal.reason is Reason.ROW_TAKEN and isinstance(about, Fund):
        return "JB-5" if box_of(state).decoration[about.space].kind == "jeweler" else "FUND-2"
    if refusal.reason in _RULES["reason"]:
        return _rule("reason", refusal.reason)
    return _rule("family", about) if isinstance(about, Family) else rule_of_action(about, state)


def rule_of_piece(piece: PieceRef) -> str:
    return _rule("piece", piece.kind)
