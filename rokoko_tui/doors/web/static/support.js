// Starts the module of the page, or says why it cannot start. In ES5: it must run where nothing else of the page does.

(function () {
  "use strict";
  var page = JSON.parse(document.getElementById("support").textContent);
  var language = String(navigator.language || "").slice(0, 2);
  var words = page.words[language] || page.words[Object.keys(page.words)[0]];

  function say(text) {
    var notice = document.createElement("p");
    notice.className = "unsupported";
    notice.setAttribute("role", "alert");
    notice.textContent = text;
    document.body.insertBefore(notice, document.body.firstChild);
  }

  function isSupported() {
    for (var number = 0; number < page.needs.length; number++) {
      if (!(page.needs[number] in window)) return false;
    }
    return "noModule" in document.createElement("script");
  }

  function fail(reason) {
    script.onload = script.onerror = null;
    window.removeEventListener("error", hear);
    say(words.broken + " (" + reason + ")");
  }

  // An error before the module has run, such as one of its syntax.
  function hear(event) {
    if (event.message) fail(event.message);
  }

  if (!isSupported()) {
    say(words.old);
    return;
  }
  var script = document.createElement("script");
  script.type = "module";
  script.src = page.module;
  script.onerror = function () { fail(page.module); };
  script.onload = function () { window.removeEventListener("error", hear); };
  window.addEventListener("error", hear);
  document.head.appendChild(script);
})();
