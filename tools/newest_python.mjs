// Runs pytest, then the app without a terminal, with Pyodide's Python: node newest_python.mjs PYODIDE SITE SOURCES ARGUMENT...
import { pathToFileURL } from "node:url";

const [pyodide, site, sources, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ fullStdLib: true });
for (const [place, root] of [["/site", site], ["/sources", sources]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("options", python.toPy(options));
const code = python.runPython(`
import os
import sys

sys.path[:0] = ["/sources", "/site"]
sys.dont_write_bytecode = True
os.chdir("/sources")
import pytest

print("Python", sys.version.split()[0], flush=True)
int(pytest.main(list(options)))
`);
await python.runPythonAsync("from tools.newest_python import play_headless\nawait play_headless()");
process.exit(code);
