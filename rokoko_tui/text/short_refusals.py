"""Refusals on one line of the list; the description has the whole reason."""

from rokoko_core import actions
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, Family
from rokoko_tui.text import piece_names
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.refusal_messages import reason_key, subject
from rokoko_tui.text.short_labels import tight_decoration, tight_guest, tight_jewel

_SIGNS = {"yarn": "≈", "lace": "✻"}


def _name(words: Vocabulary, about: Action | Family, refused: Refusal, state: State, spaced: bool) -> str:
    box = box_of(state)
    if isinstance(about, actions.TakeTile):
        tile = piece_names.tile_with_signs(words, state.warehouse[about.space], box)
        return words.say("choices.about-tight.take-tile", tile=tile)
    if isinstance(about, actions.MakeDress):
        face = box.dress[about.dress]
        kind = "ladies-dress" if face.ladies else "coat"
        return words.say(f"choices.about-tight.{kind}", colour=words.term(face.colour))
    if isinstance(about, actions.Fund):
        return tight_decoration(words, box.decoration[about.space])
    if isinstance(about, actions.Place):
        if refused.reason is Reason.MASTER_SPACE:
            return words.say("choices.about-tight.master-space")
        return tight_guest(words, box.guest[about.space], spaced)
    if isinstance(about, actions.TakeJewel):
        return tight_jewel(words, state.jewels[about.space], named=True)
    if isinstance(about, actions.UseBonus):
        return words.say("choices.about.bonus-plain")
    kinds = {actions.SitExam: "exam", actions.HireSpecialist: "specialist"}
    key = f"choices.about-tight.{about if isinstance(about, str) else kinds.get(type(about), '')}"
    return words.say(key) if words.knows(key) else subject(words, about, refused, state)


def _list_signs(words: Vocabulary, refused: Refusal) -> str:
    """Return what is missing in letters and signs: ``RR≈ 2 L``."""
    counts = dict(refused.missing)
    bales = piece_names.letters(words, tuple(counts.get(colour, 0) for colour in COLOURS))  # type: ignore[arg-type]
    notions = "".join(sign * counts.get(word, 0) for word, sign in _SIGNS.items())
    livre = words.money(counts["livre"], "short") if counts.get("livre") else ""
    tiles = words.say_of("choices.missing.tile", {"n": counts["tile"]}) if counts.get("tile") else ""
    return " ".join(filter(None, (f"{bales}{notions}", tiles, livre)))


ONE_REASON = actions.Hire | actions.Place
"""What has one reason for all pieces, or names each of them."""


def tight_refusal(words: Vocabulary, refused: Refusal, state: State, count: int = 1, spaced: bool = False) -> str:
    """Say what cannot be done and why in as few cells as possible, of ``count`` refusals that read alike.

    ``spaced``: with the word "space" before the number of a guest.
    """
    rank, subject = "", capital(_name(words, refused.about, refused, state, spaced))
    if count > 1 and not isinstance(refused.about, ONE_REASON):
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
    key = f"choices.reason-tight.{reason_key(refused, state)}"
    return words.say_of(key if words.knows(key) else f"choices.reason-tight.{refused.reason}", values)
