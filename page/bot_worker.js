// The web worker of the bots. Where WebAssembly can be suspended, it reads messages while a bot thinks.

import { startPython } from "./python.js";

let ended = 0;
const waiting = [];
let answer;

const turn = new MessageChannel(); // a task of the event loop, without the least delay of timers
const resolvers = [];
turn.port1.onmessage = () => resolvers.shift()();

function readMessages() {
  return new Promise((resolve) => {
    resolvers.push(resolve);
    turn.port2.postMessage(0);
  });
}

async function work() {
  while (waiting.length) postMessage(await answer(waiting.shift()));
}

let working = Promise.resolve();

self.onmessage = ({ data }) => {
  if (data.end !== undefined) ended = Math.max(ended, data.end);
  if (data.task === undefined) return;
  waiting.push(data.task);
  if (answer) working = working.then(work);
};

const pyodide = await startPython();
self.rokokoBots = { lastEnded: () => ended, readMessages };
const server = pyodide.runPython(`
import gc
from js import rokokoBots
from pyodide.ffi import can_run_sync, run_sync
from rokoko_tui.page.bots import BotServer

def last_ended():
    if can_run_sync():
        run_sync(rokokoBots.readMessages())
    return rokokoBots.lastEnded()

gc.freeze()
gc.enable()
BotServer(last_ended)
`);
answer = async (task) => {
  const content = pyodide.toPy(task);
  const result = await server.answer.callPromising(content);
  const bytes = result.toJs();
  result.destroy();
  return bytes;
};
working = work();
