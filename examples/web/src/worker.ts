// The worker that has the memory. It holds a lock while it lives, by which the page detects its end.

import "scrubjay/worker-thread";

declare const self: { readonly name: string; postMessage(message: unknown): void };

void navigator.locks.request(self.name, () => {
  self.postMessage({ kind: "held" });
  return new Promise(() => undefined);
});
