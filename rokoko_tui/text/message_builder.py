"""Messages made ready in the words of one edition: checked, their fixed terms filled in, their room measured."""

from typing import Protocol

from rokoko_tui.text.language import Language
from rokoko_tui.text.messages import BadMessage, Choice, Figure, Part, Parts, Term, capital, parse
from rokoko_tui.text.placeholders import KINDS, NUMBERS, Kind
from rokoko_tui.text.plurals import CATEGORIES
from rokoko_tui.text.width_limits import limit_of

DIGITS = 2
"""Cells reserved for a number in a message of fixed room."""


class Terms(Protocol):
    """What messages take their words from."""

    language: Language

    def own_term(self, key: str, form: str = "") -> str:
        """A word in a form. Raises KeyError for an unknown word or form."""


def composed(key: str, source: str, terms: Terms, seen: bool = True) -> Parts:
    """The parts of the message ``key``; fixed room counts where it is ``seen``.

    Raises BadMessage for what cannot be told, or is too long for its room.
    """
    limit = limit_of(key) if seen else None
    parts = _in_words(parse(source), terms, roomy=limit is None)
    if limit is None:
        return parts
    cells = _cells(parts, terms)
    if cells > limit:
        raise BadMessage("limit", f"{cells} > {limit}")
    return (*parts, filling) if (filling := terms.language.filling(limit - cells)) else parts


def _in_words(parts: Parts, terms: Terms, roomy: bool) -> Parts:
    found: list[Part] = []
    for part in parts:
        ready = _ready(part, terms, roomy)
        if isinstance(ready, str) and found and isinstance(found[-1], str):
            found[-1] += ready
        else:
            found.append(ready)
    return tuple(found)


def _ready(part: Part, terms: Terms, roomy: bool) -> Part:
    if isinstance(part, str):
        return terms.language.written(part, roomy)
    if isinstance(part, Term):
        return _fixed(part, terms)
    if part.name not in KINDS:
        raise BadMessage("placeholder", part.name)
    if isinstance(part, Figure):
        if part.form and not _has_form(part, terms.language):
            raise BadMessage("form", f"{part.name}:{part.form}")
        return part
    odd = [label for label in part.variants if label not in CATEGORIES and not label.startswith("=")]
    if odd and part.name in NUMBERS:
        raise BadMessage("variant", odd[0])
    return Choice(part.name, {label: _in_words(text, terms, roomy) for label, text in part.variants.items()})


def _has_form(figure: Figure, language: Language) -> bool:
    """False for an amount or a list in a form that the grammar does not define; phrases define their own."""
    kind = KINDS[figure.name]
    if kind is Kind.MONEY:
        return figure.form in language.money_forms
    if kind is Kind.LIST:
        try:
            language.joints(figure.form)
        except KeyError:
            return False
    return True


def _fixed(term: Term, terms: Terms) -> Part:
    """The word for a term, unless its form goes with a number."""
    try:
        texts = _forms(term, terms)
    except KeyError as error:
        raise BadMessage("term", f"{term.key}:{term.form}") from error
    if len(texts) > 1:
        return term
    return capital(texts[0]) if term.capital else str(texts[0])


def _forms(term: Term, terms: Terms) -> list[str]:
    """All that may be shown for a term: one word, or one for each plural category."""
    cases, _, last = term.form.rpartition(".")
    if last not in NUMBERS:
        return [terms.own_term(term.key, term.form)]
    categories = terms.language.plurals.categories
    return [terms.own_term(term.key, f"{cases}.{category}" if cases else category) for category in categories]


def _cells(parts: Parts, terms: Terms) -> int:
    """The most cells a message of fixed room may take."""
    from rich.cells import cell_len

    most = 0
    for part in parts:
        if isinstance(part, Choice):
            most += max(_cells(variant, terms) for variant in part.variants.values())
        elif isinstance(part, Term):
            most += max(map(cell_len, _forms(part, terms)))
        elif isinstance(part, Figure):
            if KINDS[part.name] is not Kind.NUMBER:
                raise BadMessage("room", part.name)
            most += DIGITS
        else:
            most += cell_len(part)
    return most
