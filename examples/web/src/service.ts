// The service worker: stores a copy of every file of the page, so that the page works and can be reloaded without its server.
//
// Each request goes to the server first; the copy is used only if the server cannot be reached.

declare const self: {
  addEventListener(type: "install" | "activate" | "fetch", listener: (event: ExtendableEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};

interface ExtendableEvent extends Event {
  readonly request: Request;
  waitUntil(what: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

/** The paths of the page's files, and a hash of them. The build defines both. */
declare const FILES: readonly string[];
declare const BUILD: string;

/** The prefix of the names of the page's caches, because other pages of the same origin have caches too. */
const OURS = "scrubjay-web-";
const COPY = OURS + BUILD;

// A module: its names are its own.
export {};

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

async function keepAll(): Promise<void> {
  await (await caches.open(COPY)).addAll(FILES);
  await self.skipWaiting();
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== COPY) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const storedResponse = await (await caches.open(COPY)).match(request, { ignoreSearch: true });
    if (storedResponse === undefined) throw error;
    return storedResponse;
  }
}
