// Keeps a copy of everything that the page loads, so that it works, and is loaded again, while its server is gone.
//
// The server is asked first: what it has is what counts.

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

/** The files of the page, and what tells one build's from another's: the build writes both here. */
declare const FILES: readonly string[];
declare const BUILD: string;

/** The beginning of the names of the page's copies: other pages of the same origin keep theirs beside them. */
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
    const kept = await (await caches.open(COPY)).match(request, { ignoreSearch: true });
    if (kept === undefined) throw error;
    return kept;
  }
}
