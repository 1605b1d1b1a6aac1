"""Test how the mutation runner divides modules into parts and records which of them are executed."""

import ast

from tools.mutants.parts import first_lines, marked

SOURCE = b'''
TAX = 2
class Seller:
    rate = TAX
    def sell(self, prices, free=False):
        """Sell all."""
        total = 0
        if free:
            return total
        for price in prices:
            if price > 9: continue
            total += price
        else:
            total += self.rate
        with open(__file__) as file:
            file.close()
        return (
            total
        )
'''


def executed(prices: list[int], free: bool = False) -> set[int]:
    """Return the first lines of the parts that ``Seller.sell`` executes."""
    lines: set[int] = set()
    names = {"__executed__": lines.add, "__file__": __file__}
    exec(compile(marked(SOURCE, lambda line: line), "seller", "exec"), names)
    assert not lines, "nothing is executed yet"
    names["Seller"]().sell(prices, free)  # type: ignore[operator]
    return lines


def test_every_line_of_a_function_is_in_a_part() -> None:
    assert first_lines(SOURCE) == {
        **dict.fromkeys((7, 8), 7),
        9: 9,
        **dict.fromkeys((10, 13), 10),
        11: 11,
        12: 12,
        14: 14,
        15: 15,
        16: 16,
        **dict.fromkeys((17, 18, 19), 17),
    }


def test_the_executed_parts_are_told_apart() -> None:
    assert executed([], free=True) == {7, 9}
    assert executed([]) == {7, 10, 14, 15, 16, 17}
    assert executed([10]) == {7, 10, 11, 14, 15, 16, 17}
    assert executed([1]) == {7, 10, 11, 12, 14, 15, 16, 17}


def test_documentation_and_lines_stay() -> None:
    tree = marked(SOURCE, lambda line: line)
    [function] = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert ast.get_docstring(function) == "Sell all."
    assert function.body[-1].lineno == 17
