// Copies what the program sends to the clipboard. Where the browser refuses that, such as without HTTPS, shows the text.

function decode(base64) {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

async function copy(text, dialog) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = dialog.querySelector("textarea");
    field.value = text;
    if (!dialog.open) dialog.showModal();
    field.select();
    if (document.execCommand("copy")) dialog.close();
  }
}

/** Handle requests of the program in `terminal` to copy (OSC 52); `dialog` has a field for a text. */
export function followCopies(terminal, dialog, words) {
  dialog.querySelector("h1").textContent = words["copy-by-hand"];
  dialog.querySelector("button").textContent = words.close;
  dialog.onclose = () => terminal.focus();
  terminal.parser.registerOscHandler(52, (data) => {
    const content = data.slice(data.indexOf(";") + 1);
    if (content !== "?") copy(decode(content), dialog); // what the clipboard has is never told
    return true;
  });
}
