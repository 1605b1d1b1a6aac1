"""Text cut, folded and placed by the terminal cells it takes, never by its characters."""

from functools import lru_cache

from rich.cells import cell_len, set_cell_size


def fit(text: str, width: int) -> str:
    """``text`` in at most ``width`` cells; what had to go is shown by an ellipsis."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def filled(text: str, width: int) -> str:
    """``text`` in just ``width`` cells: cut as by ``fit``, or with blanks after it."""
    text = fit(text, width)
    return text + " " * (width - cell_len(text))


def folded(text: str, width: int, lines: int) -> list[str]:
    """``text`` in at most ``lines`` lines broken at blanks; what had to go is shown by an ellipsis."""
    found: list[str] = []
    line = ""
    for word in text.split():
        grown = f"{line} {word}" if line else word
        if line and cell_len(grown) > width:
            found.append(line)
            grown = word
        line = grown
    found.append(line)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [fit(line, width) for line in found]


@lru_cache(4096)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """``text`` in lines of at most ``width`` cells, broken at blanks where there are some; never without a sign."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        while word and cell_len(word) > width:
            cut = next((n for n in range(len(word), 0, -1) if cell_len(word[:n]) <= width), 1)
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:cut])
            word = word[cut:]
        grown = f"{line} {word}" if line else word
        if cell_len(grown) <= width:
            line = grown
        else:
            lines.append(line)
            line = word
    return (*lines, line)


def centred(text: str, room: int, around: str = " ") -> str:
    """``text`` in the middle of ``room`` cells, cut to fit, with ``around`` on both sides."""
    text = fit(text, room)
    left = (room - cell_len(text)) // 2
    return around * left + text + around * (room - cell_len(text) - left)
