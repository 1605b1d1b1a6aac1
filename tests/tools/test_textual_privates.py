"""Private members of Textual are used in few modules, each with its reason."""

import ast

import pytest

from rokoko_tui.doors import base_app, input_parser, terminal_driver
from rokoko_tui.screens import base_screen
from tools.structure import TERMINAL
from tools.textual_privates import list_private_uses

REASONED = {base_app, input_parser, terminal_driver, base_screen}
"""Modules whose docstring says why they use private members."""


@pytest.mark.slow
def test_only_modules_with_a_reason_use_private_members_of_textual() -> None:
    used = {
        path: list_private_uses(path, ast.parse(path.read_text("utf-8")))
        for path in TERMINAL.rglob("*.py")
        if path.name != "__main__.py"
    }
    assert {str(path) for path, names in used.items() if names} == {module.__file__ for module in REASONED}
    assert all("public" in (module.__doc__ or "") for module in REASONED)


@pytest.mark.slow
def test_members_modules_and_overrides_are_noticed() -> None:
    path = TERMINAL / "screens" / "base_screen.py"
    code = """
from textual._compositor import Compositor
class BaseScreen:
    def _on_message(self, message):
        self._own = self._compositor
        other._skip = other._own = value._replace()
"""
    assert list_private_uses(path, ast.parse(code)) == {"textual._compositor", "_on_message", "_compositor", "_skip"}
