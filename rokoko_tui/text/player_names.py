"""Names of players: as typed, those that the program gives, and Madame du Barry's."""

from functools import cache

from rokoko_core.safe_text import find_named
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import Setup
from rokoko_tui.text.languages import shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.safe_display import shown
from rokoko_tui.text.wording import Wording, truncate

BARRY_SEAT = 1


def seat(words: Vocabulary, setup: Setup, number: int) -> str:
    """Return the player's display name; a number past the last player is Madame du Barry."""
    if number >= len(setup.players):
        return words.say("pieces.name.du-barry")
    player = setup.players[number]
    name = given_name(words, player.name, is_bot=player.kind == "bot")
    is_taken = name != player.name and bool(find_named(name, [other.name for other in setup.players]))
    return shown(player.name) if is_taken else name


def given_name(words: Vocabulary, name: str, is_bot: bool) -> str:
    """Return ``name``; one that the program gave itself, in another language perhaps, in the present language."""
    return _names_given(words, is_bot).get(name) or shown(name)


def list_unnamed(setup: Setup, own: int | None) -> tuple[int, ...]:
    """Return the seats of people but ``own`` that the form of a new game named, in any language: *Player 2*."""
    languages = [get_vocabulary("classic", language) for language in shipped_languages()]
    return tuple(
        number
        for number, player in enumerate(setup.players)
        if player.kind == "human" and number != own
        if player.name in [words.say("new.player", n=n + 1) for words in languages for n in range(MOST_PLAYERS)]
    )


@cache
def _names_given(words: Vocabulary, to_bots: bool) -> dict[str, str]:
    """Return the names that the program gives itself, in all its languages, with those of the present language."""
    names: dict[str, str] = {}
    for other in (*(get_vocabulary(words.edition, language) for language in shipped_languages()), words):
        if to_bots:
            names |= zip(bot_names(other), bot_names(words), strict=False)
        else:
            names[str(other.term("you"))] = words.term("you")
    return names


def bot_names(words: Vocabulary) -> list[str]:
    """Return the names for bots."""
    return [name.strip() for name in words.say("bots.names").split(",")]


def seat_forms(words: Vocabulary, setup: Setup, number: int) -> Wording:
    """Return the name, and shorter forms of Madame du Barry's."""
    if number < len(setup.players):
        return Wording(seat(words, setup, number))
    name = words.wording("pieces.name.du-barry")
    return Wording(name.longest, *map(capital, name[1:]))


def seat_within(words: Vocabulary, setup: Setup, number: int, cells: int) -> str:
    """Return the name in at most ``cells`` cells: the last words of Madame du Barry's, any other cut off."""
    return truncate(seat_forms(words, setup, number), cells)


def owner(words: Vocabulary, setup: Setup, number: int) -> dict[str, str]:
    """Return the player's name and its possessive, as the values of a message."""
    return {"who": seat(words, setup, number), "whose": whose(words, setup, number)}


def whose(words: Vocabulary, setup: Setup, number: int) -> str:
    """Return the player's name in the possessive: ``Bo's``."""
    return words.say("pieces.name.whose", who=seat(words, setup, number))
