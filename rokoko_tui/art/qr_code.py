"""QR codes in half blocks: two modules in a cell, light ones drawn, so that cameras read them on any background."""

QUIET = 2
"""Light modules around the code."""
BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""The character of two modules, the upper one first; 1 is a dark one."""


def draw_qr_code(text: str) -> list[str]:
    """Return the lines of the QR code of ``text``, for light ink on a dark ground; none without the extra ``web``."""
    try:
        import segno
    except ModuleNotFoundError:
        return []
    rows = [bytes(row) for row in segno.make_qr(text).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    return [
        "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
