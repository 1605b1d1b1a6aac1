"""Data as it is shown to people: the core's gate for text, which most texts need not wait for."""


def shown(text: str) -> str:
    """``text`` as one line in which every sign is seen and none does anything (``rokoko_core.safe_text.shown``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import safe_text  # loads the rules, for which plain messages need not wait

    return safe_text.shown(text)


def typed(text: str) -> str:
    """What is taken of ``text`` as it was typed or pasted (``rokoko_core.safe_text.typed``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import safe_text

    return safe_text.typed(text)


def legible(line: str) -> str:
    """A line that words and data were put together in, as it may leave the program, whatever was overlooked before."""
    return line if line.isprintable() else shown(line)
