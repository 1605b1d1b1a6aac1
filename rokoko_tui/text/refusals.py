"""Reasons why an action is refused."""

from rokoko_core.play.choices import dress_in_hand, is_bonus, pending_decision
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, FACE_DOWN, Exam, Family
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.action_words import action as label
from rokoko_tui.text.decisions import group_tag
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.wording import Wording

_WRONG_JEWELS = {"necklace": "wrong-jewel-ladies", "ring": "wrong-jewel-coat"}
_SIGNS = {"yarn": "≈", "lace": "✻"}


def refusal_forms(words: Vocabulary, refused: Refusal, state: State, count: int = 1) -> Wording:
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


def refusal(words: Vocabulary, refused: Refusal, state: State) -> str:
    """Return the whole reason."""
    return refusal_forms(words, refused, state).longest


def _name(words: Vocabulary, refused: Refusal, state: State, count: int) -> Wording:
    """Return what is refused; short forms have the number of several pieces unless one reason is for all of them."""
    about, has_one_reason = refused.about, False
    if isinstance(about, Family):
        own_key = f"choices.about.{about}"
        forms = words.wording(own_key if words.knows(own_key) else f"pieces.family.{about}")
    else:
        own = words_of(about)
        has_one_reason = own.has_one_refusal
        forms = own.subject(words, about, refused, state) if own.subject else Wording(label(words, about, state))
    first, *shorter = forms if len(forms) > 1 else forms * 2
    if count > 1 and not has_one_reason:
        shorter = [words.say("choices.about.several", what=capital(form), n=count) for form in shorter]
    return Wording(first, *shorter)


# ---- why


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
    """Return what is missing in letters and signs: ``RR≈ 2 L``."""
    counts = dict(refused.missing)
    bales = piece_names.letters(words, tuple(counts.get(colour, 0) for colour in COLOURS))  # type: ignore[arg-type]
    notions = "".join(sign * counts.get(word, 0) for word, sign in _SIGNS.items())
    livre = words.money(counts["livre"], "short") if counts.get("livre") else ""
    tiles = words.say_of("choices.missing.tile", {"n": counts["tile"]}) if counts.get("tile") else ""
    return " ".join(filter(None, (f"{bales}{notions}", tiles, livre)))
