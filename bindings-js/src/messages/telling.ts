// Records an agent's conversations as they go on, beside the agent: no fault of the memory reaches it, and no wait is long.
//
// Not here: how a library of agents is listened to.

import type { Captured } from "./capture.js";
import { type Remembering, recordEach } from "./record.js";

/** How many milliseconds an agent waits at its end for what was told, which takes some, unless a disk or a lock is held up. */
const PATIENCE = 500;
/** Events that are kept while the memory takes none; of more the oldest are lost. */
const MAX_KEPT = 1_000;

/** Tells a memory what happens, one after the other. */
export class Telling {
  readonly #memory: Remembering;
  readonly #onFault: (fault: unknown) => void;
  #kept: Captured[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(memory: Remembering, onFault: (fault: unknown) => void) {
    this.#memory = memory;
    this.#onFault = onFault;
  }

  /** Records events, which are made once all before are recorded. It never fails. */
  tell(eventsOf: () => Promise<Captured[]>): void {
    this.#last = this.#last.then(() => this.#record(eventsOf)).catch((fault: unknown) => this.#faulted(fault));
  }

  /** Waits until all is recorded, but not for long. */
  async told(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
    await Promise.race([this.#last, over]);
    clearTimeout(timer);
  }

  async #record(eventsOf: () => Promise<Captured[]>): Promise<void> {
    this.#kept = [...this.#kept, ...(await eventsOf())].slice(-MAX_KEPT);
    if (this.#kept.length === 0) return;
    // What is refused would be refused again; what fails is told again with what comes next.
    const { refused } = await recordEach(this.#memory, this.#kept);
    this.#kept = [];
    for (const fault of refused) this.#faulted(fault);
  }

  #faulted(fault: unknown): void {
    try {
      this.#onFault(fault);
    } catch {
      // Whoever listens is no reason for an agent to end.
    }
  }
}
