// A file system for Pyodide that survives the tab: a folder in memory, and a log of its changes in the browser.
//
// The log is a file of the origin private file system, opened synchronously. So os.fsync() returns only after the
// browser has the data, like on a disk, and nothing has to be awaited inside a Python call.
//
// A record is [length of the body, checksum of the body, body], the numbers with 32 bits, little-endian. The body is a
// line of JSON and, for "write", the bytes. A torn record at the end is dropped.

const NO_SPACE = 51; // ENOSPC of WASI
const LARGEST_WASTE = 4 * 2 ** 20; // bytes of outdated records above which the log is written afresh
const NAMES = ["rokoko-files-0", "rokoko-files-1"];
const NOT_KEPT = "/.locks"; // lock files end with the program that holds them

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function checksum(bytes) {
  let hash = 0x811c9dc5; // FNV-1a
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export function encodeRecord(head, content = new Uint8Array()) {
  const line = encoder.encode(JSON.stringify(head) + "\n");
  const record = new Uint8Array(8 + line.length + content.length);
  record.set(line, 8);
  record.set(content, 8 + line.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, record.length - 8, true);
  view.setUint32(4, checksum(record.subarray(8)), true);
  return record;
}

// Return the whole records of a log and the number of bytes they take.
export function decodeRecords(log) {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const records = [];
  let at = 0;
  while (at + 8 <= log.length) {
    const end = at + 8 + view.getUint32(at, true);
    const body = log.subarray(at + 8, end);
    if (end > log.length || checksum(body) !== view.getUint32(at + 4, true)) break;
    const split = body.indexOf(10);
    records.push([JSON.parse(decoder.decode(body.subarray(0, split))), body.slice(split + 1)]);
    at = end;
  }
  return { records, size: at };
}

// The log in two files, of which one is in use; the other receives the log when it is written afresh.
class ChangeLog {
  constructor(handles) {
    this.handles = handles;
    this.generation = 0;
    this.current = 0;
    this.size = 0;
  }

  // Return the records of the newest complete log.
  read() {
    let newest = [];
    for (const [number, handle] of this.handles.entries()) {
      const bytes = new Uint8Array(handle.getSize());
      handle.read(bytes, { at: 0 });
      const { records, size } = decodeRecords(bytes);
      const generation = records.length && records[0][0].op === "log" ? records[0][0].generation : 0;
      if (generation > this.generation && records.some(([head]) => head.op === "complete")) {
        [this.generation, this.current, this.size, newest] = [generation, number, size, records];
      }
    }
    if (this.generation) this.handles[this.current].truncate(this.size);
    else this.rewrite([]);
    return newest;
  }

  // Replace the log by `records`; until that is complete, the old one is valid.
  rewrite(records) {
    const next = 1 - this.current;
    const handle = this.handles[next];
    handle.truncate(0);
    let size = 0;
    for (const record of [encodeRecord({ op: "log", generation: this.generation + 1 }), ...records, encodeRecord({ op: "complete" })]) {
      size += handle.write(record, { at: size });
    }
    handle.flush();
    this.handles[this.current].truncate(0);
    [this.generation, this.current, this.size] = [this.generation + 1, next, size];
  }

  // Append a record and wait until the browser has it. Throws if there is no space; then the log is unchanged.
  append(record) {
    const handle = this.handles[this.current];
    try {
      if (handle.write(record, { at: this.size }) !== record.length) throw new Error("short write");
      handle.flush();
    } catch (error) {
      handle.truncate(this.size);
      throw error;
    }
    this.size += record.length;
  }
}

// Open the log. Throws NoModificationAllowedError while another tab has it open.
export async function openLog(seconds = 3) {
  const folder = await navigator.storage.getDirectory();
  const handles = [];
  const end = Date.now() + 1000 * seconds;
  for (const name of NAMES) {
    const file = await folder.getFileHandle(name, { create: true });
    for (;;) {
      try {
        handles.push(await file.createSyncAccessHandle());
        break;
      } catch (error) {
        if (error.name !== "NoModificationAllowedError" || Date.now() > end) {
          handles.forEach((handle) => handle.close());
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 100)); // a tab that was just closed
      }
    }
  }
  return new ChangeLog(handles);
}

// Mount the stored files at `root`. Without `log` they end with the tab.
export function mountStoredFiles(FS, root, log) {
  FS.mkdirTree(root);
  if (!log) return;
  const MEMFS = FS.filesystems.MEMFS;
  let replaying = true;

  const pathOf = (node) => (node.parent === node ? "" : `${pathOf(node.parent)}/${node.name}`);
  const isKept = (path) => !`${path}/`.includes(`${NOT_KEPT}/`);

  function record(head, content) {
    if (replaying || !isKept(head.path)) return;
    try {
      log.append(encodeRecord(head, content));
    } catch {
      throw new FS.ErrnoError(NO_SPACE);
    }
  }

  // Log what changed in a file since the last time.
  function store(node) {
    if (node.changedFrom === Infinity || node.removed) return;
    const size = node.usedBytes;
    const from = Math.min(node.changedFrom, size);
    const path = pathOf(node);
    record({ op: "write", path, from, size, time: node.mtime }, node.contents?.subarray(from, size));
    node.changedFrom = Infinity;
  }

  function wrapStream(operations) {
    return {
      ...operations,
      write(stream, buffer, offset, length, position, canOwn) {
        stream.node.changedFrom = Math.min(stream.node.changedFrom, position);
        return operations.write(stream, buffer, offset, length, position, false);
      },
      fsync: (stream) => (store(stream.node), 0),
      close: (stream) => store(stream.node),
    };
  }

  function wrapFile(operations) {
    return {
      ...operations,
      setattr(node, attributes) {
        if (attributes.size !== undefined) node.changedFrom = Math.min(node.changedFrom, attributes.size, node.usedBytes);
        operations.setattr(node, attributes);
      },
    };
  }

  function wrapFolder(operations) {
    return {
      ...operations,
      mknod(parent, name, mode, device) {
        const node = adopt(operations.mknod(parent, name, mode, device));
        if (FS.isDir(mode)) record({ op: "folder", path: pathOf(node) });
        return node;
      },
      rename(node, folder, name) {
        const from = pathOf(node);
        const path = `${pathOf(folder)}/${name}`;
        if (!FS.isDir(node.mode)) store(node);
        record({ op: "rename", path, from });
        if (Object.hasOwn(folder.contents, name)) folder.contents[name].removed = true;
        operations.rename(node, folder, name);
      },
      unlink(parent, name) {
        record({ op: "remove", path: `${pathOf(parent)}/${name}` });
        parent.contents[name].removed = true;
        operations.unlink(parent, name);
      },
      rmdir(parent, name) {
        record({ op: "remove", path: `${pathOf(parent)}/${name}` });
        operations.rmdir(parent, name);
      },
    };
  }

  let folderOperations, fileOperations, streamOperations;

  function adopt(node) {
    if (FS.isDir(node.mode)) {
      folderOperations ??= wrapFolder(node.node_ops);
      node.node_ops = folderOperations;
    } else if (FS.isFile(node.mode)) {
      fileOperations ??= wrapFile(node.node_ops);
      streamOperations ??= wrapStream(node.stream_ops);
      node.node_ops = fileOperations;
      node.stream_ops = streamOperations;
      node.changedFrom = 0; // an empty file is new, too
    }
    return node;
  }

  // One record for each folder and file, parents first.
  function snapshot(path = root) {
    const records = [];
    for (const name of FS.readdir(path)) {
      const full = `${path}/${name}`;
      const inner = full.slice(root.length);
      if (name === "." || name === ".." || !isKept(inner)) continue;
      const { mode, mtime } = FS.stat(full);
      if (FS.isDir(mode)) records.push(encodeRecord({ op: "folder", path: inner }), ...snapshot(full));
      else {
        const content = FS.readFile(full);
        records.push(encodeRecord({ op: "write", path: inner, from: 0, size: content.length, time: +mtime }, content));
      }
    }
    return records;
  }

  const replay = {
    folder: ({ path }) => FS.mkdirTree(path),
    write({ path, from, size, time }, content) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      const stream = FS.open(path, from ? "r+" : "w");
      FS.write(stream, content, 0, content.length, from);
      FS.ftruncate(stream.fd, size);
      FS.close(stream);
      FS.utime(path, time, time);
    },
    rename({ from, path }) {
      if (FS.analyzePath(from).exists) FS.rename(from, path);
    },
    remove({ path }) {
      if (!FS.analyzePath(path).exists) return;
      if (FS.isDir(FS.stat(path).mode)) FS.rmdir(path);
      else FS.unlink(path);
    },
  };

  FS.mount({ mount: (mount) => adopt(MEMFS.mount(mount)) }, {}, root);
  for (const [head, content] of log.read()) {
    const moved = { ...head };
    for (const key of ["path", "from"]) if (typeof head[key] === "string") moved[key] = root + head[key];
    try {
      replay[head.op]?.(moved, content);
    } catch (error) {
      if (!(error instanceof FS.ErrnoError)) throw error; // what failed then, such as removing a full folder, fails now
    }
  }
  replaying = false;
  (function settle(path) {
    for (const name of FS.readdir(path)) {
      if (name === "." || name === "..") continue;
      const { node } = FS.lookupPath(`${path}/${name}`);
      if (FS.isDir(node.mode)) settle(`${path}/${name}`);
      else node.changedFrom = Infinity;
    }
  })(root);
  const live = snapshot();
  if (log.size - live.reduce((sum, entry) => sum + entry.length, 0) > LARGEST_WASTE) log.rewrite(live);
}
