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
from rokoko_tui.text.refusal_messages import subject
from rokoko_tui.text.short_labels import tight_decoration, tight_guest, tight_jewel

_SIGNS = {"yarn": "≈", "lace": "✻"}


def _name(words: Vocabulary, about: Action | Family, refused: Refusal, state: State) -> str:
    box = box_of(state)
    if isinstance(about, actions.TakeTile):
        return piece_names.tile_with_signs(words, state.warehouse[about.space], box_of(state))
    if isinstance(about, actions.MakeDress):
        face = box.dress[about.dress]
        return words.say(
            f"choices.short.{'ladies-dress' if face.ladies else 'coat'}-tight", colour=words.term(face.colour)
        )
    if isinstance(about, actions.Fund):
        return tight_decoration(words, box.decoration[about.space])
    if isinstance(about, actions.Place):
        return tight_guest(words, box.guest[about.space])
    if isinstance(about, actions.TakeJewel):
        return tight_jewel(words, state.jewels[about.space], named=True)
    if isinstance(about, actions.Hire):
        return piece_names.rank(words, box.card[about.card].rank)
    if isinstance(about, actions.UseBonus):
        return words.say("choices.about.bonus-plain")
    kinds = {actions.SitExam: "exam", actions.HireSpecialist: "specialist"}
    key = f"choices.about-tight.{about if isinstance(about, str) else kinds.get(type(about), '')}"
    return words.say(key) if words.knows(key) else subject(words, about, refused, state)


def _list_signs(words: Vocabulary, refused: Refusal) -> str:
    """Return what is missing in letters and signs: ``RR ≈ 2 L``."""
    counts = dict(refused.missing)
    bales = piece_names.letters(words, tuple(counts.get(colour, 0) for colour in COLOURS))  # type: ignore[arg-type]
    notions = "".join(sign * counts.get(word, 0) for word, sign in _SIGNS.items())
    livre = words.money(counts["livre"], "short") if counts.get("livre") else ""
    tiles = words.say_of("choices.missing.tile", {"n": counts["tile"]}) if counts.get("tile") else ""
    return " ".join(filter(None, (bales, notions, tiles, livre)))


def tight_refusal(words: Vocabulary, refused: Refusal, state: State) -> str:
    """Say what cannot be done and why in as few cells as possible."""
    rank = ""
    if refused.reason is Reason.WRONG_RANK:
        needed = f"exam-{refused.word}" if refused.about == Family.EXAM else refused.word
        rank = words.say(f"choices.needed-tight.{needed}")
    values = {
        "about": capital(_name(words, refused.about, refused, state)),
        "rank": rank,
        "missing": dict(refused.missing).get("livre", 0),
        "goods": _list_signs(words, refused),
        "n": len(refused.missing),
    }
    return words.say_of(f"choices.reason-tight.{refused.reason}", values)
