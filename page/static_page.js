// The page around the terminal: draws what the program sends, and passes on keys, clicks, taps and files.

import { followAlerts } from "./alerts.js";
import { followCopies } from "./clipboard.js";
import { openTerminal } from "./terminal.js";
import { TextView } from "./text.js";
import { addKeyBar, fingerLines, followTouches } from "./touch.js";

const $ = (id) => document.getElementById(id);

// Python loads at once, before the page is drawn; until then its messages wait.
let hasModules = false; // whether the browser asks if the worker is one
const type = { get type() { hasModules = true; return "module"; } };
const worker = new Worker(new URL("game_worker.js", import.meta.url), type);
const early = [];
worker.onmessage = ({ data }) => early.push(data);
const earlyErrors = [];
worker.onerror = (event) => earlyErrors.push(event);

// ---- texts

const texts = JSON.parse($("texts").textContent);
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? "en";
const say = (key, values = {}) =>
  texts[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
document.documentElement.lang = language;

for (const id of ["download", "upload", "again", "update", "install"]) $(id).textContent = say(id);
$("download").title = say("download-help");
$("upload").title = say("upload-help");
$("terminal").setAttribute("aria-label", say("terminal"));
$("saves").querySelector("h1").textContent = say("download-help");
$("saves").querySelector("form button").textContent = say("close");

function show(text) {
  $("status").textContent = text;
}

// ---- the terminal

const isText = location.hash === "#text";
$("terminal").hidden = isText;
$("text").textContent = say(isText ? "pictures" : "text");
const terminal = isText ? new TextView($("lines"), say("line")) : await openTerminal($("terminal"));

// ---- the program

const send = (kind, content) => worker.postMessage({ [kind]: content });
const options = () => ({
  environment: {
    TERM: "xterm-256color",
    TERM_PROGRAM: "rokoko-page",
    COLORTERM: "truecolor",
    LANG: `${navigator.language.replace("-", "_")}.UTF-8`,
    ...(fingerLines() && { ROKOKO_TOUCH: String(fingerLines()) }),
  },
  columns: terminal.cols,
  lines: terminal.rows,
  isText,
});

function setRunning(running) {
  for (const id of ["download", "upload"]) $(id).disabled = !running;
  $("again").hidden = running;
  if (running) terminal.focus();
}

function saveFile({ name, content }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function offerSaves(saves) {
  if (!saves.length) return show(say("no-saves"));
  const entries = saves.map((save) => {
    const button = document.createElement("button");
    button.textContent = save.name;
    button.onclick = () => {
      $("saves").close();
      send("read", save);
    };
    const entry = document.createElement("li");
    entry.append(button);
    return entry;
  });
  $("saves").querySelector("ul").replaceChildren(...entries);
  $("saves").showModal();
}

const handlers = {
  stage(key) {
    performance.mark(key);
    show(say(key));
  },
  progress: (value) => ($("progress").value = value),
  notice(key) {
    isKept = false;
    notice = say(key);
  },
  output(text) {
    if (!$("progress").hidden) {
      $("progress").hidden = true;
      show(notice);
    }
    if (isPainted) return terminal.write(text);
    terminal.write(text, () => {
      if (isPainted || !hasText()) return; // the first output only prepares the terminal
      isPainted = true;
      requestAnimationFrame(() => performance.mark("painted"));
      keepPage();
    });
  },
  running: setRunning,
  ended() {
    setRunning(false);
    show(say(isKept ? "ended" : "ended-not-kept"));
    $("again").focus();
  },
  saves: offerSaves,
  file: saveFile,
  said: show,
};
let notice = "";
let isKept = true;
let isPainted = false;

function hasText() {
  if (isText) return true;
  const lines = [...Array(terminal.rows).keys()].map((row) => terminal.buffer.active.getLine(row));
  return lines.some((line) => line?.translateToString(true));
}

function receive(data) {
  if (data.failed) {
    $("progress").hidden = true;
    show(say(data.failed, data));
    return;
  }
  for (const [kind, content] of Object.entries(data)) handlers[kind](content);
}
early.forEach(receive);
worker.onmessage = ({ data }) => receive(data);
const fail = (event) => show(hasModules ? say("failed", { reason: event.message ?? "game_worker.js" }) : say("old"));
worker.onerror = fail;
earlyErrors.forEach(fail);

const input = (text) => send("input", text);
terminal.onData(input);
terminal.onBinary(input);
terminal.onResize(({ cols, rows }) => send("size", [cols, rows]));

if (!isText) {
  followAlerts(terminal);
  followCopies(terminal, $("copy"), texts[language]);
  followTouches(terminal, input);
  addKeyBar($("keys"), texts[language].bar, terminal, input);
}

send("start", options());
navigator.storage?.persist?.();

// ---- the page as an app

// Keep the page in the browser; offer a new version once all of it is there.
async function keepPage() {
  const registration = await navigator.serviceWorker?.register("service_worker.js").catch(() => null);
  if (!registration) return; // without HTTPS, for instance
  const offer = () => {
    $("update").hidden = !registration.waiting;
  };
  offer();
  registration.onupdatefound = () => {
    const isUpdate = navigator.serviceWorker.controller;
    registration.installing.onstatechange = () => isUpdate && offer();
  };
  $("update").onclick = () => {
    navigator.serviceWorker.oncontrollerchange = () => location.reload();
    registration.waiting.postMessage("replace");
  };
}

let installation;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installation = event;
  $("install").hidden = false;
});
addEventListener("appinstalled", () => ($("install").hidden = true));
$("install").onclick = () => {
  installation.prompt();
  $("install").hidden = true;
};

// ---- buttons

$("download").onclick = () => send("list", true);
$("upload").onclick = () => $("file").click();
$("text").onclick = () => {
  location.hash = isText ? "" : "text";
  location.reload();
};
$("again").onclick = () => {
  terminal.reset();
  show("");
  send("restart", options());
};
$("file").onchange = async () => {
  for (const file of $("file").files) {
    send("upload", { name: file.name, content: new Uint8Array(await file.arrayBuffer()) });
  }
  $("file").value = "";
  terminal.focus();
};
$("saves").onclose = () => terminal.focus();
