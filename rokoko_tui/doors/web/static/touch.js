// Touch: a tap is a click, a drag turns the wheel, and a bar has the keys that a phone lacks.

const TAP_DISTANCE = 10; // pixels that a finger may move during a tap
const LEFT = 0, MOVE = 35, WHEEL_UP = 64, WHEEL_DOWN = 65; // buttons of an SGR mouse report

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

export function followTouches(terminal, send) {
  const element = terminal.element.parentElement;
  let first = null, dragged = false, from = 0;
  const listen = (name, handler) => element.addEventListener(name, handler, { passive: false, capture: true });
  listen("touchstart", (event) => {
    first = event.touches.length === 1 ? event.touches[0] : null;
    if (!first) return;
    event.preventDefault(); // no mouse events after it, and no keyboard over half of the screen
    event.stopPropagation();
    dragged = false;
    from = first.clientY;
  });
  listen("touchmove", (event) => {
    if (!first || event.touches.length !== 1) return;
    event.preventDefault();
    const touch = event.touches[0];
    dragged ||= Math.hypot(touch.clientX - first.clientX, touch.clientY - first.clientY) > TAP_DISTANCE;
    const start = cellAt(terminal, first);
    while (dragged && Math.abs(touch.clientY - from) >= start.height) {
      const up = touch.clientY > from;
      send(report(up ? WHEEL_UP : WHEEL_DOWN, start));
      from += up ? start.height : -start.height;
    }
  });
  listen("touchend", (event) => {
    if (!first || event.touches.length) return;
    event.preventDefault();
    if (!dragged) {
      const cell = cellAt(terminal, first);
      send(report(MOVE, cell) + report(LEFT, cell) + report(LEFT, cell, false));
    }
    first = null;
  });
  listen("touchcancel", () => { first = null; });
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
