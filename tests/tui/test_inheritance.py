"""Classes of the terminal side are composed: behind each is a chain of at most two base classes of ours."""

import inspect
from importlib import import_module
from pkgutil import walk_packages

import rokoko_tui

MOST = 2


def count_bases(kind: type) -> int:
    """Return the length of the longest chain of our base classes of ``kind``."""
    own = [base for base in kind.__bases__ if base.__module__.startswith("rokoko_")]
    return max((1 + count_bases(base) for base in own), default=0)


def test_no_class_has_a_longer_chain_of_base_classes() -> None:
    modules = [import_module(module.name) for module in walk_packages(rokoko_tui.__path__, "rokoko_tui.")]
    kinds = {kind for module in modules for _, kind in inspect.getmembers(module, inspect.isclass)}
    own = [kind for kind in kinds if kind.__module__.startswith("rokoko_tui.")]
    assert len(own) > 200
    assert [kind.__qualname__ for kind in own if count_bases(kind) > MOST] == []
