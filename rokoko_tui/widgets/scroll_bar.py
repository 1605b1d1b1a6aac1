"""The scroll bar of widgets that scroll by lines."""


def scroll_bar_cell(y: int, height: int, count: int, top: int) -> str:
    """Return the cell of the bar in row ``y`` of ``height`` rows, which show ``count`` lines from line ``top`` on."""
    size = max(1, height * height // count)
    start = (height - size) * top // max(1, count - height)
    return "┃" if start <= y < start + size else "│"
