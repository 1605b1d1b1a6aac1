// The program as text, for screen readers: lines that are read out as they come, and a field for answers.

const CLEARED = /\n{20}/; // a hand-over scrolls everything away

export class TextView {
  cols = 80;
  rows = 24;
  #line = "";

  constructor(element, label) {
    [this.log, this.form] = element.children;
    [this.prompt, this.field] = this.form.children;
    this.field.setAttribute("aria-label", label);
    element.hidden = false;
  }

  write(text, done) {
    if (CLEARED.test(text)) this.reset();
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop();
    this.#append(lines);
    this.prompt.textContent = this.#line;
    done?.();
  }

  #append(lines) {
    for (const line of lines.filter((text) => text.trim())) {
      const entry = document.createElement("p");
      entry.textContent = line;
      this.log.append(entry);
    }
    this.form.scrollIntoView();
  }

  onData(listener) {
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.#append([`${this.#line}${this.field.value}`]);
      this.#line = "";
      listener(this.field.value);
      this.field.value = "";
    };
  }

  onBinary() {}

  onResize() {}

  reset() {
    this.log.replaceChildren();
  }

  focus() {
    this.field.focus();
  }
}
