// Imports every module of the program that the built page has, in Pyodide; prints those that fail.
//
//     node modules_test.mjs PYODIDE_FOLDER SITE_FOLDER

const [pyodideFolder, site] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.js`);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
pyodide.FS.mkdir("/site");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: site }, "/site");
const failed = pyodide.runPython(`
import sys
from importlib import import_module
from pkgutil import walk_packages

sys.path.insert(0, "/site")
failed = []
for package in ("rokoko_core", "rokoko_tui"):
    for module in walk_packages([f"/site/{package}"], f"{package}."):
        try:
            import_module(module.name)
        except ImportError as error:
            failed.append(f"{module.name}: {error}\\n")
"".join(failed)
`);
process.stdout.write(failed || "ok\n");
