// Build step, run by Node: compile the Python modules of a folder to bytecode for Pyodide's Python, and drop the sources.
//
//     node compile.mjs PYODIDE_FOLDER SITE_FOLDER

import { resolve } from "node:path";

const [pyodideFolder, site] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
pyodide.FS.mkdir("/site");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: site }, "/site");
const compiled = pyodide.runPython(`
import compileall, py_compile
from pathlib import Path

# Without docstrings and assertions, and without a check of the sources, which are not there.
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
options = {"quiet": 1, "legacy": True, "stripdir": "/site", "optimize": 2, "invalidation_mode": unchecked}
compiled = compileall.compile_dir("/site", maxlevels=20, **options)
for source in Path("/site").rglob("*.py"):
    source.unlink()
bool(compiled)
`);
process.exit(compiled ? 0 : 1);
