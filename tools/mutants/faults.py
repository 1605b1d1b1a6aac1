"""Mutation operators: each fault changes one expression or statement of a module.

A fault replaces a range of bytes of one file. Code that tests cannot or need not check is left out: docstrings,
annotations, ``__repr__``, ``__all__``, assertions, imports, raised exceptions, protocols, and code for type checkers.
"""

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from tools.checks.markup import PLAIN_WITH_MARKUP_OFF, name_of

PARTS = {"core": ("rokoko_core", "rokoko_core/bots"), "bots": ("rokoko_core/bots", ""), "tui": ("rokoko_tui", "")}
"""The parts of the program: (folder, excluded subfolder)."""

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """A replacement of bytes."""

    path: str
    line: int
    kind: str
    start: int
    end: int
    """The replaced range of bytes is from ``start`` to ``end``."""
    new: str

    def applied(self, source: bytes) -> bytes:
        """Return ``source`` with the fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """Return the changed lines as a diff."""
        begin = source.rfind(b"\n", 0, self.start) + 1
        end = source.find(b"\n", self.end)
        before = source[begin:end].decode()
        after = (source[begin : self.start] + self.new.encode() + source[self.end : end]).decode()
        return "\n".join([*(f"- {part}" for part in before.split("\n")), *(f"+ {part}" for part in after.split("\n"))])


def faults_of(root: Path, part: str, within: Sequence[str] = ("",)) -> list[Fault]:
    """Return every fault of ``part`` of the tree at ``root``, in paths that contain one of ``within``."""
    folder, excluded = PARTS[part]
    faults = []
    for path in sorted((root / folder).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if any(map(name.__contains__, within)) and not (excluded and name.startswith(excluded)):
            faults += list(_Reader(name, path.read_bytes()).faults())
    return faults


class _Reader:
    """Finds the faults of one module."""

    def __init__(self, path: str, source: bytes):
        self._path, self._source = path, source
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self._starts = starts

    def faults(self) -> Iterator[Fault]:
        yield from self._within(ast.parse(self._source))

    def _within(self, node: ast.AST) -> Iterator[Fault]:
        if _is_excluded(node):
            return
        for kind, place, new in (*_statements(node), *_expressions(node)):
            yield self._fault(kind, place, new)
        for name, field in ast.iter_fields(node):
            is_class_header = isinstance(node, ast.ClassDef) and name in ("bases", "keywords")
            if is_class_header or name in ("annotation", "returns", "decorator_list"):
                continue
            for child in field if isinstance(field, list) else [field]:
                is_checked = isinstance(node, ast.Call) and isinstance(child, ast.keyword) and _is_checked(node, child)
                if isinstance(child, ast.AST) and not is_checked:
                    yield from self._within(child)

    def _fault(self, kind: str, place: ast.expr | ast.stmt, new: str) -> Fault:
        assert place.end_lineno is not None and place.end_col_offset is not None
        start = self._starts[place.lineno - 1] + place.col_offset
        end = self._starts[place.end_lineno - 1] + place.end_col_offset
        return Fault(self._path, place.lineno, kind, start, end, new)


def _is_excluded(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Raise() | ast.JoinedStr():
            return True
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.FunctionDef(name="__repr__") | ast.ClassDef(bases=[*_, ast.Name(id="Protocol")]):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="complete"))):  # an assertion that a table names every member
            return True
        case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "NewType")):
            return True
    return False


def _is_checked(call: ast.Call, word: ast.keyword) -> bool:
    """Return whether ``make check`` detects a change of the argument ``word``, by ruff or ``tools.checks.markup``."""
    return word.arg == "strict" or (word.arg == "markup" and name_of(call) in PLAIN_WITH_MARKUP_OFF)


Change = tuple[str, ast.expr | ast.stmt, str]


def _statements(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "statement dropped", node, "pass"
        case ast.AugAssign():
            yield "statement dropped", node, "pass"
        case ast.Continue():
            yield "continue to break", node, "break"
        case ast.Break():
            yield "break to continue", node, "continue"
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "always", test, "True"
            yield "never", test, "False"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "nothing returned", value, "None"


def _expressions(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            yield "comparison", node, _with(node, ops=[COMPARISONS[type(op)]()])
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _is_about_types(node):
            yield "arithmetic", node, _with(node, op=ARITHMETIC[type(op)]())
        case ast.BoolOp(op=op):
            yield "and/or", node, _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not removed", node, f"({ast.unparse(operand)})"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "minus removed", node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield "boolean", node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield "one more", node, str(value + 1)
            yield "one less", node, f"({value - 1})"
        case ast.Call(func=ast.Name(id=name) as func) if name in CALLS and node.args:
            yield "min/max", func, CALLS[name]
        case ast.Dict(keys=[_, _, *_], values=values) if ast.dump(values[0]) != ast.dump(values[1]):
            swapped = [values[1], values[0], *values[2:]]
            yield "values swapped", node, _with(node, values=swapped)
    if isinstance(node, ast.Call) and len(node.args) > 1 and not _is_about_types(node):
        first, second, *rest = node.args
        plain = not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred)
        if plain and ast.dump(first) != ast.dump(second) and not _is_commutative(node):
            yield "arguments swapped", node, _with(node, args=[second, first, *rest])
    if isinstance(node, ast.Call) and any(word.arg for word in node.keywords):
        for word in node.keywords:
            if word.arg and not _is_checked(node, word):
                left = [other for other in node.keywords if other is not word]
                yield f"{word.arg}= dropped", node, _with(node, keywords=left)


def _is_commutative(node: ast.Call) -> bool:
    """Return whether the order of the arguments does not matter."""
    return isinstance(node.func, ast.Name) and node.func.id in ("min", "max")


def _is_about_types(node: ast.BinOp | ast.Call) -> bool:
    """Return whether the node is a union of types or a type check."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass", "getattr")
    sides = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) and any(
        (isinstance(side, ast.Name) and side.id[:1].isupper()) or isinstance(side, ast.Constant) for side in sides
    )


def _with(node: ast.expr, **changes: object) -> str:
    copy = deepcopy(node)
    for name, value in changes.items():
        setattr(copy, name, value)
    text = ast.unparse(copy)
    return text if isinstance(copy, ast.Call | ast.Dict) else f"({text})"
