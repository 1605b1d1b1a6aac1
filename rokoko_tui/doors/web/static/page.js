// The page: admits the browser, connects the terminal to a session, and says what happens to the connection.

import { followAlerts } from "./alerts.js";
import { followCopies } from "./clipboard.js";
import { Session } from "./session.js";
import { openTerminal } from "./terminal.js";
import { addKeyBar, followTouches } from "./touch.js";

const page = JSON.parse(document.getElementById("page").textContent);
const notice = document.getElementById("notice");

function show(message, action, label) {
  const [text, button] = notice.children;
  text.textContent = message;
  button.hidden = !action;
  button.textContent = label ?? "";
  button.onclick = action;
  notice.hidden = !message;
}

/** Exchange the token of the link for a cookie; return whether this browser is admitted. */
async function enter() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, "", location.pathname);
  const request = token
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) }
    : { method: "GET" };
  return (await fetch("enter", request)).ok;
}

async function start() {
  let admitted;
  try {
    admitted = await enter();
  } catch {
    show(page.words.unreachable, () => location.reload(), page.words.again);
    return;
  }
  if (!admitted) {
    show(page.words.link);
    return;
  }
  const terminal = await openTerminal(document.getElementById("terminal"), page.nonce);
  const session = new Session(terminal, {
    lost: () => show(page.words.lost),
    connected: () => show(""),
    refused: () => show(page.words.link),
    // The names of the reasons are in session.js.
    ended: (reason) => show(page.words[reason], () => session.connect(), page.words[reason === "taken" ? "here" : "again"]),
  });
  followAlerts(terminal);
  followCopies(terminal, document.getElementById("copy"), page.words);
  terminal.onData((data) => session.send(data));
  terminal.onBinary((data) => session.send(data));
  terminal.onResize((size) => session.resize(size));
  followTouches(terminal, (data) => session.send(data));
  addKeyBar(document.getElementById("keys"), page.bar, terminal, (data) => session.send(data));
  session.connect();
}

start();
