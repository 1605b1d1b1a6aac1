// Keeps the page in the browser, so that it opens without a network. A new version replaces the old one as a whole.

const FOLDER = "{{folder}}"; // named by the content of its files
const FILES = {{files}};
const CACHES = `rokoko ${registration.scope} `;
const CACHE = CACHES + FOLDER;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => `${FOLDER}/${file}`));
  const page = await fetch("./", { cache: "no-cache" });
  if (!(await page.clone().text()).includes(FOLDER)) throw new Error("the host has another version by now");
  await cache.put("./", page);
  await cache.add("manifest.json");
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES) && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.mode === "navigate" ? "./" : request)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => event.request.method === "GET" && event.respondWith(answer(event.request)));
addEventListener("message", () => skipWaiting());
