// The connection to a session of the server. The session outlives it: a lost connection returns to the same screen.

import { fingerLines } from "./touch.js";

const STORED = "rokoko-session"; // of this tab; a reload keeps it
const ENDS = { 4000: "over", 4001: "taken", 4002: "idle", 4003: "full", 4004: "stopped" }; // close codes of the server
const RETRIED = "stopped"; // ends like a lost connection: the server may be started again
const CHUNK = 4096; // bytes per message
const LONGEST_PAUSE = 10000; // ms between two attempts
const PING_PAUSE = 15000; // ms between two checks of a quiet connection
const PING_PATIENCE = 5000; // ms for an answer

export class Session {
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #loss = "lost"; // why there is no connection
  #patience = 0;
  #encoder = new TextEncoder();

  constructor(terminal, handlers) {
    this.terminal = terminal;
    this.handlers = handlers;
    setInterval(() => this.#ping(), PING_PAUSE);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  get #open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Show the session here; `resumed` where nobody asked for it, as after a lost connection. */
  connect(resumed = false) {
    clearTimeout(this.#timer);
    const socket = new WebSocket(new URL("terminal", location.href).href.replace(/^http/, "ws"));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      const { cols, rows } = this.terminal;
      const session = sessionStorage.getItem(STORED) ?? "", touch = fingerLines();
      socket.send(JSON.stringify({ session, size: [cols, rows], resumed, touch }));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      if (typeof data !== "string") this.terminal.write(new Uint8Array(data));
      else this.#read(JSON.parse(data));
    };
    socket.onclose = ({ code }) => socket === this.#socket && this.#close(code);
  }

  #read(message) {
    clearTimeout(this.#patience);
    if (message.session) {
      sessionStorage.setItem(STORED, message.session);
      this.#attempts = 0;
      this.#loss = "lost";
      this.terminal.reset();
      this.handlers.connected();
    }
  }

  async #close(code) {
    clearTimeout(this.#patience);
    this.#socket = null;
    const reason = ENDS[code];
    if (reason) {
      if (reason !== "taken") sessionStorage.removeItem(STORED);
      if (reason !== RETRIED) {
        this.handlers.ended(reason);
        return;
      }
      this.#loss = reason;
    }
    this.handlers.lost(this.#loss);
    const answer = await fetch("enter").catch(() => null);
    if (answer?.status === 401) {
      this.handlers.refused();
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** this.#attempts++);
    this.#timer = setTimeout(() => this.connect(true), pause);
  }

  /** Try again at once after a pause, or check a connection that may have been lost meanwhile. */
  #hurry() {
    if (this.#open) this.#ping();
    else if (this.#timer && !this.#socket) this.connect(true);
  }

  #ping() {
    if (!this.#open || document.hidden) return;
    const socket = this.#socket;
    socket.send(JSON.stringify({ ping: true }));
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      if (socket !== this.#socket) return;
      socket.onclose = null;
      socket.close();
      this.#close(0);
    }, PING_PATIENCE);
  }

  send(text) {
    if (!this.#open) return;
    const bytes = this.#encoder.encode(text);
    for (let at = 0; at < bytes.length; at += CHUNK) this.#socket.send(bytes.subarray(at, at + CHUNK));
  }

  resize({ cols, rows }) {
    if (this.#open) this.#socket.send(JSON.stringify({ size: [cols, rows] }));
  }
}
