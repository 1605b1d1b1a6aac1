// The page: admits the browser, connects the terminal to a session, and says what happens to the connection.

import { followAlerts, showTitle } from "./alerts.js";
import { followCopies } from "./clipboard.js";
import { Session } from "./session.js";
import { openTerminal } from "./terminal.js";
import { addKeyBar, followTouches } from "./touch.js";

const page = JSON.parse(document.getElementById("page").textContent);
const notice = document.getElementById("notice");

/** Show `message` below the terminal; with `advice`, as a page of its own. */
function show(message, { action, label, advice } = {}) {
  const [, text, more, button] = notice.children;
  notice.classList.toggle("whole", Boolean(advice));
  text.textContent = message;
  more.textContent = advice ?? "";
  button.hidden = !action;
  button.textContent = label ?? "";
  button.onclick = action;
  notice.hidden = !message;
  if (message) showTitle(); // nobody knows whose turn it is
}

/** Exchange the token of the link for a cookie; return whether this browser is admitted. */
async function enter(token) {
  if (token) history.replaceState(null, "", location.pathname);
  const request = token
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) }
    : { method: "GET" };
  return (await fetch("enter", request)).ok;
}

async function start() {
  const { words } = page, token = location.hash.slice(1);
  let admitted;
  try {
    admitted = await enter(token);
  } catch {
    show(words.unreachable, { action: () => location.reload(), label: words.again });
    return;
  }
  if (!admitted) {
    show(words[token ? "used-link" : "no-link"], { advice: words.ask });
    return;
  }
  const terminal = await openTerminal(document.getElementById("terminal"), page.nonce);
  const session = new Session(terminal, {
    // The names of the reasons are in session.js.
    lost: (reason) => show(words[reason]),
    connected: () => show(""),
    refused: () => show(words["no-seat"], { advice: words.ask }),
    ended: (reason) =>
      show(words[reason], { action: () => session.connect(), label: words[reason === "taken" ? "here" : "again"] }),
  });
  followAlerts(terminal);
  followCopies(terminal, document.getElementById("copy"), words);
  terminal.onData((data) => session.send(data));
  terminal.onBinary((data) => session.send(data));
  terminal.onResize((size) => session.resize(size));
  followTouches(terminal, (data) => session.send(data));
  addKeyBar(document.getElementById("keys"), page.bar, terminal, (data) => session.send(data));
  session.connect();
}

start();
