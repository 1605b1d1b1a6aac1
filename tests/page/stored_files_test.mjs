// Run by Node: the stored files of the page with Pyodide's file system and a browser's storage in memory.
//
//     node stored_files_test.mjs PYODIDE_FOLDER

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { mountStoredFiles, openLog } from "../../page/stored_files.js";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder });

class Storage {
  constructor(files = {}, space = Infinity) {
    this.files = files;
    this.space = space;
    this.open = new Set();
  }

  // Return a copy, like the disk of a machine that lost its power now; the last record of a file may be cut.
  copy(cut = 0) {
    const files = {};
    for (const [name, bytes] of Object.entries(this.files)) files[name] = bytes.slice(0, Math.max(0, bytes.length - cut));
    return new Storage(files);
  }

  async getDirectory() {
    return { getFileHandle: async (name) => ({ createSyncAccessHandle: async () => this.handle(name) }) };
  }

  handle(name) {
    if (this.open.has(name)) throw Object.assign(new Error("locked"), { name: "NoModificationAllowedError" });
    this.open.add(name);
    this.files[name] ??= new Uint8Array();
    return {
      close: () => this.open.delete(name),
      flush: () => {},
      getSize: () => this.files[name].length,
      truncate: (size) => (this.files[name] = this.files[name].slice(0, size)),
      read: (target, { at }) => target.set(this.files[name].subarray(at, at + target.length)),
      write: (bytes, { at }) => {
        if (at + bytes.length > this.space) throw new Error("QuotaExceededError");
        const grown = new Uint8Array(Math.max(this.files[name].length, at + bytes.length));
        grown.set(this.files[name]);
        grown.set(bytes, at);
        this.files[name] = grown;
        return bytes.length;
      },
    };
  }
}

let mounts = 0;

// Mount the files of `storage`; return the folder.
async function mount(storage) {
  Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
  const root = `/files${mounts++}`;
  mountStoredFiles(pyodide.FS, root, await openLog(0.2));
  return root;
}

// Return {path: content} of all files under `root`.
function list(root) {
  return JSON.parse(
    pyodide.runPython(`
import json
from pathlib import Path
top = Path("${root}")
json.dumps({str(p.relative_to(top)): p.read_text() for p in sorted(top.rglob("*")) if p.is_file()})
`),
  );
}

// An entry is there as soon as fsync returns, and a torn one is dropped.
let storage = new Storage();
let root = await mount(storage);
pyodide.runPython(`
import os
file = open("${root}/game.rokoko", "wb", buffering=0)
def append(line):
    file.write(line)
    os.fsync(file.fileno())
`);
for (let lines = 1; lines <= 5; lines++) {
  pyodide.runPython(`append(b"line ${lines}\\n")`);
  const written = Array.from({ length: lines }, (_, number) => `line ${number + 1}\n`);
  assert.deepEqual(list(await mount(storage.copy())), { "game.rokoko": written.join("") });
  const torn = list(await mount(storage.copy(3)));
  assert.equal(torn["game.rokoko"] ?? "", written.slice(0, -1).join(""));
}

// What was written but not synced may be lost; truncating and writing again is stored.
pyodide.runPython(`file.write(b"not synced")`);
assert.equal(list(await mount(storage.copy()))["game.rokoko"].includes("not synced"), false);
pyodide.runPython(`file.truncate(7); file.seek(7); append(b"again\\n"); file.close()`);
assert.deepEqual(list(await mount(storage.copy())), { "game.rokoko": "line 1\nagain\n" });

// Folders, names, replaced and removed files, and no lock files.
pyodide.runPython(`
from pathlib import Path
root = Path("${root}")
(root / "a" / "b").mkdir(parents=True)
(root / "a" / "b" / "one").write_text("1")
(root / "a" / "b" / "one").rename(root / "a" / "two")
(root / "new").write_text("new")
(root / "a" / "old").write_text("old")
(root / "new").replace(root / "a" / "old")
(root / "gone").write_text("gone")
(root / "gone").unlink()
(root / ".locks").mkdir()
(root / ".locks" / "game.lock").write_text("")
(root / "a" / "b").rmdir()
(root / "empty").touch()
`);
const expected = { "a/old": "new", "a/two": "1", empty: "", "game.rokoko": "line 1\nagain\n" };
assert.deepEqual(list(await mount(storage.copy())), expected);

// A second program is refused.
await assert.rejects(mount(storage), { name: "NoModificationAllowedError" });

// Many changes: the log is written afresh at the next start, and contains the same.
pyodide.runPython(`
for number in range(60):
    (root / "large").write_bytes(bytes([number]) * 100_000)
(root / "large").write_text("small")
`);
const before = Object.values(storage.files).reduce((sum, bytes) => sum + bytes.length, 0);
storage = storage.copy();
root = await mount(storage);
const after = Object.values(storage.files).reduce((sum, bytes) => sum + bytes.length, 0);
assert.ok(before > 5_000_000 && after < 10_000, `${before} bytes, then ${after}`);
assert.deepEqual(list(await mount(storage.copy())), { ...expected, large: "small" });

// No space left: Python gets the error of a full disk, and what was stored stays.
storage.space = after + 300;
const error = pyodide.runPython(`
import errno
def fill():
    with open("${root}/game.rokoko", "ab", buffering=0) as file:
        file.write(b"x" * 1000)
        os.fsync(file.fileno())
try:
    fill()
except OSError as error:
    name = errno.errorcode[error.errno]
name
`);
assert.equal(error, "ENOSPC");
assert.deepEqual(list(await mount(storage.copy())), { ...expected, large: "small" });
console.log("ok");
