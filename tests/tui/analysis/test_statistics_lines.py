"""Charts of columns as text."""

from rokoko_tui.analysis.statistics_lines import Scale, draw_columns

SCALE = Scale(0, 16, {0: "0", 16: "16"})


def drawn(values: list[float], width: int, marks: str = "") -> list[str]:
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in draw_columns(values, SCALE, width, 2, marks)]


def test_columns_have_the_height_of_their_values() -> None:
    assert drawn([0, 4, 8, 12, 16], 9) == ["16┤┄┄┄▄█", "0 ┤┄▄███"]


def test_few_values_have_wide_columns_and_many_leave_the_earliest_out() -> None:
    assert drawn([16, 8], 12, "ab") == ["16┤███┄┄┄┄┄", "0 ┤███┄███┄", "  └a   b"]
    assert drawn([0, 0, 0, 16, 8], 7, "abcde") == ["16┤┄█┄", "0 ┤┄██", "  └cde"]


def test_blanks_do_not_break_a_line() -> None:
    assert " " not in "".join(draw_columns([1, 2, 3], SCALE, 20, 4, "abc"))
