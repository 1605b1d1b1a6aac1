// Touch: a tap is a click, a long press points, a drag turns the wheel, a swipe to a side turns it to that side once,
// and a bar has the keys that a phone lacks.

const TAP_DISTANCE = 10; // pixels that a finger may move during a tap
const LONG_PRESS = 500; // ms, after which a finger explains what is under it
const SWIPE_DISTANCE = 40; // pixels that a finger moves during a swipe
const LEFT = 0, MOVE = 35, WHEEL_UP = 64, WHEEL_DOWN = 65, WHEEL_LEFT = 66, WHEEL_RIGHT = 67; // of an SGR mouse report

const FINGER = 32; // pixels of a row that a finger hits
const LINES = 24; // of the terminal on a phone held sideways

/** Whether fingers are the pointer here, so that there may be no keyboard. */
export const hasTouch = () => matchMedia("(pointer: coarse)").matches;

/** How many lines a row needs for a finger if the phone is held sideways; 0 where none is the pointer. */
export function fingerLines() {
  const lines = Math.ceil((FINGER * LINES) / Math.min(innerWidth, innerHeight));
  return hasTouch() ? Math.min(3, Math.max(2, lines)) : 0;
}

function report(button, { column, line }, pressed = true) {
  return `\x1b[<${button};${column};${line}${pressed ? "M" : "m"}`;
}

function cellAt(terminal, touch) {
  const box = terminal.element.querySelector(".xterm-screen").getBoundingClientRect();
  const number = (at, length, count) => Math.min(count, Math.max(1, Math.floor((at / length) * count) + 1));
  return {
    column: number(touch.clientX - box.left, box.width, terminal.cols),
    line: number(touch.clientY - box.top, box.height, terminal.rows),
    height: box.height / terminal.rows,
  };
}

/** Send touches of one finger as reports of a mouse; two fingers zoom, and one moves a zoomed page. */
export function followTouches(terminal, send) {
  const element = terminal.element.parentElement;
  let first = null, dragged = false, sideways = false, from = 0, pressing = 0;
  const listen = (name, handler) => element.addEventListener(name, handler, { passive: false, capture: true });
  const isField = followFields(terminal);
  const isZoomed = () => window.visualViewport?.scale > 1.01;
  const forget = () => {
    clearTimeout(pressing);
    first = null;
  };
  const explain = () => {
    send(report(MOVE, cellAt(terminal, first)));
    forget();
  };
  listen("touchstart", (event) => {
    event.stopPropagation();
    forget();
    if (event.touches.length > 1) return;
    first = event.touches[0];
    dragged = sideways = false;
    from = first.clientY;
    pressing = setTimeout(explain, LONG_PRESS);
  });
  listen("touchmove", (event) => {
    if (!first) return;
    const touch = event.touches[0];
    const across = touch.clientX - first.clientX, along = touch.clientY - first.clientY;
    if (!dragged && Math.hypot(across, along) > TAP_DISTANCE) {
      dragged = true;
      sideways = Math.abs(across) > Math.abs(along);
    }
    if (!dragged) return;
    clearTimeout(pressing);
    if (isZoomed()) return forget();
    event.preventDefault();
    const start = cellAt(terminal, first);
    if (sideways) {
      if (Math.abs(across) < SWIPE_DISTANCE) return;
      send(report(across < 0 ? WHEEL_RIGHT : WHEEL_LEFT, start));
      return forget();
    }
    while (Math.abs(touch.clientY - from) >= start.height) {
      const up = touch.clientY > from;
      send(report(up ? WHEEL_UP : WHEEL_DOWN, start));
      from += up ? start.height : -start.height;
    }
  });
  listen("touchend", (event) => {
    if (event.cancelable) event.preventDefault(); // no mouse events after it, and no keyboard over half of the screen
    if (first && !dragged) {
      const cell = cellAt(terminal, first);
      if (isField(cell)) terminal.focus(); // some phones open a keyboard during the touch only
      send(report(LEFT, cell) + report(LEFT, cell, false)); // no move: nothing stays under a finger that is gone
    }
    forget();
  });
  listen("touchcancel", forget);
  listen("contextmenu", (event) => hasTouch() && event.preventDefault());
  window.visualViewport?.addEventListener("resize", () => {
    element.style.touchAction = isZoomed() ? "manipulation" : "";
  });
}

/** Open and close the keyboard as the program says (OSC 777); return whether a cell is in the line of the field. */
function followFields(terminal) {
  let state = "none", field = 0;
  terminal.parser.registerOscHandler(777, (data) => {
    const [kind, wanted, line] = data.split(";");
    if (kind !== "keyboard") return false;
    if (hasTouch() && wanted !== state) {
      if (wanted === "open") terminal.focus();
      if (wanted === "none") terminal.blur();
    }
    state = wanted;
    field = Number(line);
    return true;
  });
  return ({ line }) => line === field;
}

/** Add a button for each `{label, name, input}`; one without input opens the keyboard. */
export function addKeyBar(bar, keys, terminal, send) {
  for (const { label, name, input } of keys) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.setAttribute("aria-label", name);
    button.title = name;
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus
    button.addEventListener("click", () => (input ? send(input) : terminal.focus()));
    bar.append(button);
  }
  const coarse = matchMedia("(pointer: coarse)");
  const update = () => { bar.hidden = !coarse.matches; };
  coarse.addEventListener("change", update);
  addEventListener("touchstart", () => { bar.hidden = false; }, { once: true });
  update();
}
