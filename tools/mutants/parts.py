"""The parts of the functions of a module: statements that are executed in a row."""

import ast
from collections.abc import Callable, Iterator

BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Match, ast.Try)
"""Statements after which the next is not always executed."""


def parts_of(tree: ast.Module) -> Iterator[tuple[list[ast.stmt], int, int]]:
    """Yield each part of the functions as a list of statements with a begin and an end; outer parts come first."""
    for node in ast.walk(tree):
        for name in () if isinstance(node, ast.Module | ast.ClassDef) else ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if not isinstance(statements, list):
                continue
            is_documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node)
            begin = 1 if is_documented else 0
            for place in range(begin, len(statements)):
                if isinstance(statements[place], BRANCHES) or place == len(statements) - 1:
                    yield statements, begin, place + 1
                    begin = place + 1


def first_lines(source: bytes) -> dict[int, int]:
    """Return the first line of the part in which each line of a function is."""
    lines: dict[int, int] = {}
    for statements, begin, end in parts_of(ast.parse(source)):
        first = statements[begin].lineno
        lines.update(dict.fromkeys(range(first, (statements[end - 1].end_lineno or first) + 1), first))
    return lines


def marked(source: bytes, number_of: Callable[[int], int]) -> ast.Module:
    """Return the module in which each part begins with a call of ``__executed__`` with ``number_of`` its first line."""
    tree = ast.parse(source)
    for statements, begin, _ in reversed(list(parts_of(tree))):
        call = ast.parse(f"__executed__({number_of(statements[begin].lineno)})").body[0]
        for node in ast.walk(call):
            ast.copy_location(node, statements[begin])
        statements.insert(begin, call)
    return tree
