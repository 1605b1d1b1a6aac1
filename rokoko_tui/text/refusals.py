"""Reasons why an action is refused."""

from rokoko_core.actions import Action
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


def refusal(words: Vocabulary, refused: Refusal, state: State) -> str:
    """Say what cannot be done and why, in one line."""
    decision = pending_decision(state)
    short = dict(refused.missing).get("livre", 0)
    have = state.players[decision.seat].livre if decision is not None else 0
    key, rank = _reason_key(refused, state), ""
    if refused.reason is Reason.WRONG_RANK:
        needed = f"exam-{refused.word}" if key.endswith("exam") else refused.word
        rank = words.say(f"choices.needed.{needed}")
    condition = piece_names.condition(words, refused.word) if refused.reason is Reason.CONDITION else ""
    values = {
        "about": capital(_name(words, refused, state)),
        "rank": rank,
        "price": have + short,
        "missing": short,
        "goods": _list_missing(words, refused),
        "who": player_names.seat(words, state.setup, refused.seat) if refused.seat is not None else "",
        "condition": condition,
    }
    return words.say_of(f"choices.reason.{key}", values)


def short_refusal(words: Vocabulary, refused: Refusal, state: State, count: int = 1) -> Wording:
    """Say what cannot be done and why in as few cells as possible, of ``count`` refusals that read alike."""
    forms = list[str]()
    for subject in map(capital, _list_short_names(words, refused, state)):
        rank = ""
        if count > 1 and not _has_one_reason(refused.about):
            subject = words.say("choices.about-tight.several", what=subject, n=count)
        if refused.reason is Reason.WRONG_RANK:
            needed = f"exam-{refused.word}" if refused.about == Family.EXAM else refused.word
            rank = words.say(f"choices.needed-tight.{needed}")
        values = {
            "about": subject,
            "rank": rank,
            "missing": dict(refused.missing).get("livre", 0),
            "goods": _list_signs(words, refused),
            "n": len(refused.missing),
        }
        key = f"choices.reason-tight.{_reason_key(refused, state)}"
        forms.append(words.say_of(key if words.knows(key) else f"choices.reason-tight.{refused.reason}", values))
    return Wording(*forms)


def _has_one_reason(about: Action | Family) -> bool:
    """Return whether one reason is for all pieces, or names each of them."""
    return not isinstance(about, Family) and words_of(about).has_one_refusal


# ---- what is refused


def _name(words: Vocabulary, refused: Refusal, state: State) -> str:
    about = refused.about
    if isinstance(about, Family):
        return words.say(f"pieces.family.{about}")
    name = words_of(about).subject
    return label(words, about, state) if name is None else name(words, about, refused, state)


def _list_short_names(words: Vocabulary, refused: Refusal, state: State) -> Wording:
    about, key = refused.about, f"choices.about-tight.{refused.about}"
    if isinstance(about, Family):
        return Wording(words.say(key) if words.knows(key) else _name(words, refused, state))
    names = words_of(about).short_subject
    return Wording(_name(words, refused, state)) if names is None else names(words, about, refused, state)


# ---- why


def _reason_key(refused: Refusal, state: State) -> str:
    """Return the key of the sentence for a reason, which depends on what is refused."""
    reason, decision = refused.reason, pending_decision(state)
    if reason is Reason.WRONG_RANK and refused.about == Family.EXAM:
        return "wrong-rank-exam"
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
