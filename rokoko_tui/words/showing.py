"""Data as it is shown to people: the core's gate for text, which most texts need not wait for."""


def shown(text: str) -> str:
    """``text`` as one line in which every sign is seen and none does anything (``rokoko_core.text.shown``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import text as gate  # loads the rules, for which plain messages need not wait

    return gate.shown(text)


def typed(text: str) -> str:
    """What is taken of ``text`` as it was typed or pasted (``rokoko_core.text.typed``)."""
    if text.isascii() and text.isprintable():
        return text
    from rokoko_core import text as gate

    return gate.typed(text)


def legible(line: str) -> str:
    """A line that words and data were put together in, as it may leave the program, whatever was overlooked before."""
    return line if line.isprintable() else shown(line)
