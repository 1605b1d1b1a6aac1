// Replaces the moving picture of a page by the film, which can be paused and wound. Without a script the picture stays.
const place = document.currentScript.src;
const picture = document.querySelector('img[src$="screenshots/film.gif"]');

function showFilm() {
  const film = document.createElement("div");
  film.setAttribute("role", "group");
  film.setAttribute("aria-label", picture.alt);
  picture.replaceWith(film);
  AsciinemaPlayer.create(new URL("film.cast", place).href, film, {
    autoPlay: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    loop: true,
    poster: "npt:0:04",
    fit: "width",
    terminalFontFamily: "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  });
}

if (picture) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("asciinema-player/asciinema-player.css", place).href;
  const player = document.createElement("script");
  player.src = new URL("asciinema-player/asciinema-player.min.js", place).href;
  player.addEventListener("load", showFilm);
  document.head.append(style, player);
}
