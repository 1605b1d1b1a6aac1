"""Find private members and modules of Textual that the program uses."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import textual

from tools import ROOT

_PRIVATE = re.compile(r"_[a-z]\w*")
_OF_TUPLES = {"_replace", "_asdict", "_fields", "_make"}
"""Public in spite of their names."""
_OWN_ATTRIBUTE = re.compile(r"self\.(_[a-z]\w*)")


def list_private_uses(path: Path, tree: ast.Module) -> set[str]:
    """Return the private names of Textual in a module of the program: members and modules.

    A member counts if the class that uses or overrides it inherits it, or if another object has it that is not of the
    same module.
    """
    uses = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("textual._")
    }
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            uses |= _inherited_members(getattr(module, node.name, None)) & set(_names_in(node))
    return uses | (_foreign_names(tree) & _all_members())


def _names_in(node: ast.ClassDef) -> Iterator[str]:
    """Yield the methods that a class defines, and the members that it uses of itself."""
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each.name
        elif isinstance(each, ast.Attribute) and ast.unparse(each.value) in ("self", "super()"):
            yield each.attr


def _foreign_names(tree: ast.Module) -> set[str]:
    """Return the private members of other objects that a module uses and does not define."""
    members = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _PRIVATE.fullmatch(node.attr)]
    own = {node.attr for node in members if ast.unparse(node.value) == "self"}
    return {node.attr for node in members if ast.unparse(node.value) not in ("super()", "cls")} - own - _OF_TUPLES


@cache
def _members(kind: type) -> set[str]:
    """Return the private members that a class of Textual defines."""
    return {name for name in vars(kind) if _PRIVATE.fullmatch(name)} | set(
        _OWN_ATTRIBUTE.findall(inspect.getsource(kind))
    )


def _inherited_members(kind: object) -> set[str]:
    bases = kind.__mro__ if isinstance(kind, type) else ()
    return set[str]().union(*(_members(base) for base in bases if base.__module__.startswith("textual.")))


@cache
def _all_members() -> set[str]:
    """Return the private members of the classes that apps and screens consist of."""
    names = set[str]()
    for module in pkgutil.iter_modules(textual.__path__):
        if module.name in (
            "app",
            "screen",
            "widget",
            "driver",
            "timer",
            "message_pump",
            "dom",
            "_compositor",
            "_parser",
        ):
            kinds = vars(import_module(f"textual.{module.name}")).values()
            names |= set[str]().union(*(_members(kind) for kind in kinds if _is_class_of(kind, module.name)))
    return names


def _is_class_of(kind: object, module: str) -> bool:
    return isinstance(kind, type) and kind.__module__ == f"textual.{module}"
