// Tells the player that it is their turn: title and icon always, and by the settings of the program a sound or a
// notification of the browser.

const TURN = "*"; // the first character of the title while it is the player's turn
const PITCH = 660; // Hz
const LENGTH = 0.2; // seconds
const VOLUME = 0.1;

let sound;

function beep() {
  try {
    sound ??= new AudioContext();
    const tone = new OscillatorNode(sound, { frequency: PITCH });
    tone.connect(new GainNode(sound, { gain: VOLUME })).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + LENGTH);
    sound.resume().catch(() => {}); // refused before the first key or click
  } catch {} // no sound here
}

function mark(title) {
  const icon = document.querySelector("link[rel=icon]");
  const name = title.startsWith(TURN) ? "icon-turn.svg" : "icon.svg";
  if (!icon.href.endsWith(`/${name}`)) icon.href = icon.href.replace(/[^/]+$/, name);
}

async function notify(title, body) {
  let notification;
  try {
    // The first one comes from the settings of the program, so a key or click allows the question.
    const permission = await Notification.requestPermission();
    if (permission === "granted" && document.hasFocus()) return;
    if (permission === "granted") notification = new Notification(title, { body, tag: "turn" });
  } catch {} // browsers of phones have no constructor
  if (!notification) return beep();
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

/** Show the title of the program in the tab; without one, that of the page, which says nothing of a turn. */
export function showTitle(title = "") {
  document.title = title || "Rokoko";
  mark(title);
}

/** Show the title of the program in `terminal`, and handle its bell and its notifications (OSC 777). */
export function followAlerts(terminal) {
  terminal.onTitleChange(showTitle);
  terminal.onBell(beep);
  terminal.parser.registerOscHandler(777, (data) => {
    const [kind, title, ...body] = data.split(";");
    if (kind === "notify") notify(title, body.join(";"));
    return true;
  });
}
