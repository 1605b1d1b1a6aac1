"""The scroll bar of whatever scrolls by lines."""


def bar_at(y: int, height: int, count: int, top: int) -> str:
    """The cell of the bar beside row ``y`` of ``height``, where ``count`` lines are scrolled to line ``top``."""
    size = max(1, height * height // count)
    start = (height - size) * top // max(1, count - height)
    return "┃" if start <= y < start + size else "│"
