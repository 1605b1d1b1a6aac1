// Build step, run by Node: compile the Python modules of folders to bytecode for Pyodide's Python, and drop the sources.
//
//     node compile.js PYODIDE_FOLDER FOLDER...

import { resolve } from "node:path";

const [pyodideFolder, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
const compileFolder = pyodide.runPython(`
import compileall, py_compile
from pathlib import Path

def compile_folder(folder):
    # Without docstrings and assertions, and without a check of the sources, which are not there.
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    options = {"quiet": 1, "legacy": True, "stripdir": folder, "optimize": 2, "invalidation_mode": unchecked}
    compiled = compileall.compile_dir(folder, maxlevels=20, **options)
    for source in Path(folder).rglob("*.py"):
        source.unlink()
    return bool(compiled)

compile_folder
`);
const compiled = folders.every((root, number) => {
  const folder = `/folder${number}`;
  pyodide.FS.mkdir(folder);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, folder);
  return compileFolder(folder);
});
process.exit(compiled ? 0 : 1);
