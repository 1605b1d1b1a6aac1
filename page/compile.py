"""Build step, run by Pyodide under Node: delete the Python modules that the page never imports, compile the others.

Import statements are followed from the modules that ``game_worker.js`` and ``bot_worker.js`` import, those inside
functions too.
"""

import ast
import compileall
import marshal
import py_compile
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType

HEAD = 16
"""Bytes before the code of a compiled module."""
FIRST_LINE = 0x80 | 13 << 3
"""An entry of a table of lines without columns, followed by the difference to the line before."""
ROOTS = (
    *("rokoko_tui.page.session", "rokoko_tui.page.plain_session", "rokoko_tui.page.bots"),
    *("pyodide.code", "pyodide.ffi.wrappers", "pyodide.webloop", "pyodide._package_loader", "pyodide._run_js"),
    *("_pyodide._base", "_pyodide._importhook", "_pyodide._future_helper", "_pyodide.docstring", "_pyodide.jsbind"),
    *("encodings.utf_8", "encodings.utf_8_sig", "encodings.utf_16", "encodings.ascii", "encodings.latin_1"),
    *("encodings.idna", "encodings.cp437"),
    *("asyncio", "importlib.resources", "json.decoder", "runpy", "site", "string.templatelib", "traceback", "zipfile"),
    *("_py_warnings", "_pylong", "_strptime", "_sysconfigdata__emscripten_wasm32-emscripten"),
)
"""What the workers, Python's own start and its modules in C import."""
BY_NAME = ("rich._unicode_data._versions", "rich._unicode_data.unicode17-", "rokoko_core.bots.")
"""Beginnings of the names of modules that are chosen when the program runs, and of Rich's tables the newest."""
SKIPPED = re.compile(
    r"(?:unittest|doctest|pdb|pydoc|_pyrepl|test|tkinter|xmlrpc|wsgiref|ssl|ftplib|imaplib|mailbox|smtplib|tarfile|"
    r"curses|sqlite3|asyncio\.(?:windows_\w+|proactor_events)|http\.cookiejar|markdown_it|mdit_py_plugins|linkify_it|mdurl|"
    r"filelock\._(?:async_)?read_write|"
    r"rich\.(?:__main__|_inspect|markdown|live|progress|prompt|status|spinner)|"
    r"textual\.(?:widgets\._(?:markdown\w*|text_area|help_panel|welcome)|demo|_markup_playground|_doc|document\b.*)|"
    r"rokoko_core\.(?:adapters|bots\.arena\w*))(?:\.|$)"
)
"""Modules that are imported when something is done that the page never does: processes, sockets, other widgets."""
EMPTIED = {"rich._emoji_codes": "EMOJI = {}\n"}
"""Large tables that the page never looks into, for words between colons in Rich's markup, and what replaces them."""
LAZY = {"textual.widgets": "textual.widgets._{}"}
"""Packages that import a module when one of its names is asked for, and what that module is called."""


def compile_used(folders: Sequence[str]) -> None:
    """Replace the modules in ``folders`` that the page imports by bytecode; delete the others.

    Raises ImportError if a module that stays imports a skipped one, SyntaxError if one is not Python.
    """
    prune(folders)
    for folder in folders:
        # Without docstrings and assertions, and without a check of the sources, which are not there.
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        if not compileall.compile_dir(
            folder, maxlevels=20, quiet=1, legacy=True, stripdir=folder, optimize=2, invalidation_mode=unchecked
        ):
            raise SyntaxError(folder)
        for source in Path(folder).rglob("*.py"):
            source.unlink()
        for module in Path(folder).rglob("*.pyc"):
            if not module.relative_to(folder).parts[0].startswith("rokoko_"):
                head, code = module.read_bytes()[:HEAD], marshal.loads(module.read_bytes()[HEAD:])
                module.write_bytes(head + marshal.dumps(_without_lines(code)))


def _without_lines(code: CodeType) -> CodeType:
    """Return ``code`` with its first line as the line of everything: the table of lines is a quarter of a module."""
    full, rest = divmod(len(code.co_code) // 2, 8)  # an entry is for up to 8 instructions
    lines = bytes([FIRST_LINE | 7, 0]) * full + (bytes([FIRST_LINE | rest - 1, 0]) if rest else b"")
    constants = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=tuple(constants))


def prune(folders: Iterable[str]) -> None:
    """Delete the modules in ``folders`` that are not reached.

    Raises ImportError if a module that stays imports a skipped one: the program anywhere, a library in any case.
    """
    files = {name: path for folder in folders for name, path in _modules(Path(folder))}
    kept, waiting = set[str](), [*ROOTS, *(name for name in files if name.startswith(BY_NAME))]
    while waiting:
        name = waiting.pop()
        if name in kept or name not in files or SKIPPED.match(name):
            continue
        kept.add(name)
        waiting += _with_parents(name)
        waiting += _imported(name, files[name], everywhere=True)
    for name in sorted(kept):
        for needed in _imported(name, files[name], everywhere=name.startswith("rokoko_")):
            if needed in files and needed not in kept:
                raise ImportError(f"{name} imports {needed}, which is skipped")
    for name in files.keys() - kept:
        files[name].unlink()
    for name in EMPTIED.keys() & kept:
        files[name].write_text(EMPTIED[name], "utf-8")


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:number]) for number in range(1, len(parts))]


def _imported(name: str, path: Path, everywhere: bool) -> Iterator[str]:
    """Yield what the module ``name`` imports, of ``from a import b`` both ``a`` and ``a.b``.

    Unless ``everywhere``, only what it imports whenever it is imported itself.
    """
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_bytes())
    for node in _walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield module
            for alias in node.names:
                yield f"{module}.{alias.name}"
                if module in LAZY:
                    yield LAZY[module].format(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", alias.name).lower())


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but what is for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            yield from (each for other in child.orelse for each in (other, *_walk(other)))
        else:
            yield child
            yield from _walk(child)
