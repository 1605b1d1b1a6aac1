"""Sanitise text from players and files with ``rokoko_core.safe_text``, imported only when a text needs it."""

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
"""Between a number and its unit. Lines are not broken there; the output shows a plain space."""


def shown(text: str) -> str:
    """Return ``text`` as one line without control or invisible characters (``rokoko_core.safe_text.shown``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import safe_text  # imports the rules, which plain ASCII text does not need

    return safe_text.shown(text)


def typed(text: str) -> str:
    """Return the accepted part of typed or pasted text (``rokoko_core.safe_text.typed``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import safe_text

    return safe_text.clean_input(text)


def clean_line(line: str) -> str:
    """Sanitise a complete output line once more, in case a part of it was not."""
    return line if line.isprintable() else shown(line)
