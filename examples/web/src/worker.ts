// The worker that owns the memory. It holds a lock for as long as it lives, so that the page learns of its end.

import "scrubjay/worker-thread";

declare const self: { readonly name: string; postMessage(message: unknown): void };

void navigator.locks.request(self.name, () => {
  self.postMessage({ kind: "held" });
  return new Promise(() => undefined);
});
