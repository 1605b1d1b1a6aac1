"""Tables of the pages that programs write."""


def table_row(*cells: str) -> str:
    """Return the line of a row."""
    return f"| {' | '.join(cells)} |"


def table_head(*columns: str) -> tuple[str, str]:
    """Return the two lines above the rows."""
    return table_row(*columns), "|---" * len(columns) + "|"
