// The web worker of the game: runs the program, keeps its files, and passes messages between page, program and bots.

import { startPython } from "./python.js";
import { mountStoredFiles, openLog } from "./stored_files.js";

const FOLDER = "/player";

let pyodide, session, bots;

// ---- the web worker of the bots

const toBots = {
  start() {
    if (bots) return;
    bots = new Worker(new URL("bot_worker.js", import.meta.url), { type: "module" });
    bots.onmessage = ({ data }) => session.bots.receive(pyodide.toPy(data));
    bots.onerror = (event) => {
      event.preventDefault();
      session.bots.lose_worker();
    };
  },
  task(data) {
    toBots.start();
    bots.postMessage({ task: data });
  },
  end(number) {
    bots?.postMessage({ end: number });
  },
};

// `content` is a number, or Python's bytes.
function post(kind, content) {
  toBots[kind](typeof content === "number" ? content : content.toJs());
}

// ---- the program

async function run({ environment, columns, lines, isText }) {
  const send = (text) => postMessage({ output: text });
  const variables = pyodide.toPy(environment);
  if (isText) {
    const { PlainSession } = pyodide.pyimport("rokoko_tui.page.plain_session");
    session = PlainSession(send, pyodide.pyimport("pyodide.ffi").run_sync, variables);
  } else {
    const { Session } = pyodide.pyimport("rokoko_tui.page.session");
    session = Session(send, post, variables, columns, lines);
  }
  postMessage({ running: true });
  const code = await (isText ? session.run.callPromising() : session.run());
  session.destroy();
  session = undefined;
  postMessage({ ended: code });
}

// Open the files and load Python, before the page asks for it.
postMessage({ stage: "loading-python" });
const opening = openLog().then(
  (log) => ({ log }),
  (error) => ({ error }),
);
const loading = startPython((stage, progress) => postMessage({ stage, progress }));
loading.catch(() => {}); // awaited in start()

async function start(options) {
  if (options.isText && !("Suspending" in WebAssembly)) {
    postMessage({ failed: "no-text" });
    return;
  }
  const { log, error } = await opening;
  if (error?.name === "NoModificationAllowedError") {
    postMessage({ failed: "other-tab" });
    return;
  }
  pyodide = await loading;
  if (!log) postMessage({ notice: "not-kept" });
  mountStoredFiles(pyodide.FS, FOLDER, log);
  postMessage({ stage: "starting", progress: 0.8 });
  await run(options);
}

function listSaves() {
  const list = session.list_saves();
  const saves = list.toJs();
  list.destroy();
  postMessage({ saves: saves.map(([path, name]) => ({ path, name })) });
}

const handlers = {
  start: (options) => start(options).catch((error) => postMessage({ failed: "failed", reason: String(error) })),
  restart: run,
  input: (text) => session?.feed(text),
  size: ([columns, lines]) => session?.resize(columns, lines),
  list: () => session && listSaves(),
  read: ({ path, name }) => postMessage({ file: { name, content: pyodide.FS.readFile(path) } }),
  upload: ({ name, content }) => session && postMessage({ said: session.add_save(name, pyodide.toPy(content)) }),
};

self.onmessage = ({ data }) => {
  for (const [kind, content] of Object.entries(data)) handlers[kind](content);
};
