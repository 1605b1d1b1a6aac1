// Build step, run by Node: runs compile.py with Pyodide's Python, for its bytecode.
//
//     node compile.js PYODIDE_FOLDER FOLDER...

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodideFolder, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
const mounted = folders.map((root, number) => {
  const folder = `/folder${number}`;
  pyodide.FS.mkdir(folder);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, folder);
  return folder;
});
try {
  pyodide.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  pyodide.globals.get("compile_used")(pyodide.toPy(mounted));
} catch (error) {
  console.error(error.message.trim().split("\n").at(-1)); // Node would show all of Pyodide's source too
  process.exit(1);
}
