"""The core as a library: imports, docstrings and examples."""

import doctest
import inspect
import subprocess
import sys

import rokoko_core
from tests import ROOT


def test_the_core_loads_without_the_terminal_side() -> None:
    code = (
        "import sys, rokoko_core, rokoko_core.journal\n"
        "terminal_side = {'textual', 'rich', 'platformdirs', 'filelock', 'tomlkit', 'rokoko_tui'}\n"
        "other_tools = {'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'}\n"
        "found = {m.partition('.')[0] for m in sys.modules} & (terminal_side | other_tools)\n"
        "sys.exit(', '.join(sorted(found)) or 0)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_every_public_name_has_a_docstring() -> None:
    for name in rokoko_core.__all__:
        thing = getattr(rokoko_core, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name


def test_the_examples_in_the_readme_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_example_in_the_package_runs() -> None:
    assert doctest.testmod(rokoko_core).failed == 0
