// The terminal: xterm.js in the bundled font, as large as fits.

import { FitAddon } from "./vendor/xterm/addon-fit.js";
import { Terminal } from "./vendor/xterm/xterm.js";

const FONT = "Rokoko Mono";
const ADVANCE = 1233 / 2048; // width of a character of FONT in em
const ROUNDING = 0.02; // pixels, so that a cell is not measured a little too narrow
const LARGEST_FONT = 18;
const SMALLEST_FONT = 4;
const READABLE = 11;
const FINGER = 13.75; // two lines are 32 pixels high
// Columns and lines with the smallest font for them: the first that fits is used. Those of less than 80 columns are for
// a phone held upright.
const LAYOUTS = [
  [120, 40, 13], [100, 30, 13], [80, 24, READABLE],
  [46, 37, FINGER], [44, 37, FINGER], [42, 37, FINGER], [42, 28, READABLE],
  [80, 24, 9], [42, 28, 7], [80, 24, SMALLEST_FONT], // beside a soft keyboard
];
const BROWSER_KEYS = ["F5", "F11", "F12"];

/** Let xterm.js set styles that a Content-Security-Policy with `nonce` would refuse as inline. */
function allowStyles(nonce) {
  const create = document.createElement;
  document.createElement = function (name, ...options) {
    const element = create.call(this, name, ...options);
    if (name === "style") element.nonce = nonce;
    return element;
  };
  const set = HTMLSpanElement.prototype.setAttribute;
  HTMLSpanElement.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else set.call(this, name, value);
  };
}

/** Choose the largest font with which a layout fits into the page, and resize the terminal to it. */
function fit(terminal, addon) {
  // Cells of whole device pixels: otherwise the edges of half blocks are blurred.
  const step = 1 / (devicePixelRatio * ADVANCE);
  let proposed;
  const probe = (steps) => {
    terminal.options.fontSize = steps * step + ROUNDING;
    proposed = addon.proposeDimensions();
    return proposed;
  };
  for (const [cols, rows, smallest] of LAYOUTS) {
    let steps = Math.floor(LARGEST_FONT / step);
    if (!probe(steps)?.cols || !proposed.rows) return; // the page is not visible
    const isTooLarge = () => proposed.cols < cols || proposed.rows < rows;
    while (isTooLarge() && (steps - 1) * step >= smallest) {
      const estimate = Math.ceil(steps * Math.min(1, (proposed.cols + 1) / cols, (proposed.rows + 1) / rows));
      steps = Math.max(Math.ceil(smallest / step), Math.min(steps - 1, estimate));
      probe(steps);
    }
    if (!isTooLarge()) break;
  }
  terminal.resize(proposed.cols, proposed.rows);
}

function followSize(terminal, addon) {
  let wanted = 0;
  const update = () => {
    cancelAnimationFrame(wanted);
    wanted = requestAnimationFrame(() => {
      const view = window.visualViewport;
      if (view && view.scale > 1.01) return; // zoomed by two fingers
      if (view) document.documentElement.style.setProperty("--height", `${view.height}px`);
      window.scrollTo(0, 0);
      fit(terminal, addon);
    });
  };
  window.visualViewport?.addEventListener("resize", update);
  new ResizeObserver(update).observe(terminal.element.parentElement);
  return update;
}

/** Open a terminal in `element`; `nonce` is that of the page's Content-Security-Policy, if it has one. */
export async function openTerminal(element, nonce) {
  if (nonce) allowStyles(nonce);
  await Promise.all(["", "bold "].map((weight) => document.fonts.load(`${weight}16px "${FONT}"`, "M█")));
  const terminal = new Terminal({
    fontFamily: `"${FONT}", monospace`,
    fontSize: LARGEST_FONT,
    scrollback: 0,
    cursorInactiveStyle: "none",
    theme: { background: "#121212" },
    macOptionIsMeta: true,
    allowProposedApi: true,
  });
  const addon = new FitAddon();
  terminal.loadAddon(addon);
  terminal.open(element);
  terminal.attachCustomKeyEventHandler((event) => !BROWSER_KEYS.includes(event.key));
  fit(terminal, addon);
  followSize(terminal, addon);
  if (!matchMedia("(pointer: coarse)").matches) terminal.focus();
  return terminal;
}
