// Starts Python in a web worker, with the modules of the program.

import { loadPyodide } from "./pyodide/pyodide.js";

const SITE = "/site";

async function fetchFile(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

// Return the bundle's index, {path: [offset, size]}, and its bytes. A host may have decompressed it on the way.
async function fetchSite() {
  let bytes = new Uint8Array(await (await fetchFile("site.bin")).arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  return { index: JSON.parse(new TextDecoder().decode(bytes.subarray(4, start))), files: bytes.subarray(start) };
}

function unpack(FS, { index, files }) {
  const folders = new Set();
  for (const [path, [offset, size]] of Object.entries(index)) {
    const folder = `${SITE}/${path}`.slice(0, -path.length + path.lastIndexOf("/")) || SITE;
    if (!folders.has(folder)) {
      FS.mkdirTree(folder);
      folders.add(folder);
    }
    FS.writeFile(`${SITE}/${path}`, files.subarray(offset, offset + size), { canOwn: true });
  }
}

// Load Python and unpack the modules; `report` gets what is done next, and the part that is done, from 0 to 1.
export async function startPython(report = () => {}) {
  const folder = new URL("pyodide/", import.meta.url).href;
  const site = fetchSite();
  site.catch(() => {}); // awaited below
  const pyodide = await loadPyodide({ indexURL: folder, env: { HOME: "/home/pyodide" } });
  report("loading-game", 0.6);
  unpack(pyodide.FS, await site);
  pyodide.runPython(`
import asyncio, gc, sys

gc.disable()  # until the imports are done
sys.dont_write_bytecode = True
sys.path.insert(0, "${SITE}")
if hasattr(asyncio, "eager_task_factory"):
    del asyncio.eager_task_factory  # Textual would set it, which the event loop of a page refuses
`);
  return pyodide;
}
