"""Encode frames of a screen as a recording of asciinema, version 2: lines of JSON with the output of a terminal."""

import json
from collections.abc import Iterator, Sequence

from tools.pictures import Cell

Rows = Sequence[Sequence[Cell]]
"""The cells of a frame, row by row."""
GAP = 6
"""Equal cells between two different ones that are cheaper to repeat than to skip."""
HIDE_CURSOR = "\x1b[?25l"


def encode_cast(frames: Sequence[Rows], durations: Sequence[int]) -> str:
    """Return the recording of ``frames`` of one size; ``durations`` are the milliseconds of each."""
    width, height = sum(cell.width for cell in frames[0][0]), len(frames[0])
    lines: list[object] = [{"version": 2, "width": width, "height": height, "title": "Rokoko"}]
    before: Rows = [[]] * height
    time = 0
    for number, (frame, duration) in enumerate(zip(frames, durations, strict=True)):
        output = "".join(_changes(before, frame))
        lines.append([time / 1000, "o", output if number else HIDE_CURSOR + output])
        before, time = frame, time + duration
    lines.append([time / 1000, "o", ""])  # the last frame stays for its duration
    return "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines)


def _changes(before: Rows, frame: Rows) -> Iterator[str]:
    """Yield the output that turns ``before`` into ``frame``."""
    style = ""
    for y, (old, new) in enumerate(zip(before, frame, strict=True), 1):
        columns = [0]
        for cell in new:
            columns.append(columns[-1] + cell.width)
        if [cell.width for cell in old] != [cell.width for cell in new]:
            changed = list(range(len(new)))
        else:
            changed = [n for n, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
        last = -1 - GAP
        for n in changed:
            if n - last > GAP:
                yield f"\x1b[{y};{columns[n] + 1}H"
                last = n - 1
            for cell in new[last + 1 : n + 1]:
                if (wanted := _style(cell)) != style:
                    yield wanted
                    style = wanted
                yield cell.sign
            last = n


def _style(cell: Cell) -> str:
    """Return the sequence that sets the colors and styles of a cell."""
    styles = [code for code, is_set in (("1", cell.bold), ("3", cell.italic), ("4", cell.underlined)) if is_set]
    colors = ["38", "2", *map(str, cell.ink), "48", "2", *map(str, cell.paper)]
    return f"\x1b[{';'.join(['0', *styles, *colors])}m"
