// Records an agent's conversations as they go on, beside the agent: no fault of the memory reaches it, and no wait is long.
//
// Not here: how a library of agents is listened to.

import type { Remembering } from "./record.js";

/** How many milliseconds an agent waits at its end for what was told, which takes some, unless a disk or a lock is held up. */
const PATIENCE = 500;
/** Lines that are kept while the memory takes none; of more the oldest are lost. */
const MAX_KEPT = 1_000;

/** A conversation that is recorded bit by bit. */
export class Conversation {
  readonly head: string;
  /** The state that the memory returned for the conversation; empty: nothing was told yet. */
  state = "";
  /** Lines that the memory has not taken yet. */
  kept: string[] = [];

  constructor(head: string) {
    this.head = head;
  }
}

/** Tells a memory of events, one after the other. */
export class Telling {
  readonly #memory: Remembering;
  readonly #onFault: (fault: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(memory: Remembering, onFault: (fault: unknown) => void) {
    this.#memory = memory;
    this.#onFault = onFault;
  }

  /** Records lines of a conversation, once all before are recorded. It never fails. */
  tell(conversation: Conversation, lines: readonly string[]): void {
    this.#last = this.#last.then(() => this.#record(conversation, lines)).catch((fault: unknown) => this.#faulted(fault));
  }

  /** Reports a fault, after the events that were told before it. */
  fail(fault: unknown): void {
    this.#last = this.#last.then(() => this.#faulted(fault));
  }

  /** Waits until all is recorded, but not for long. */
  async told(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
    await Promise.race([this.#last, over]);
    clearTimeout(timer);
  }

  async #record(conversation: Conversation, lines: readonly string[]): Promise<void> {
    conversation.kept = [...conversation.kept, ...lines].slice(-MAX_KEPT);
    if (conversation.kept.length === 0) return;
    const { state, head, kept } = conversation;
    // What is refused would be refused again; what fails is told again with what comes next, and is known as far as it was taken.
    const told = await this.#memory.captureLines((state === "" ? head : "") + kept.join(""), { harness: "messages", state });
    conversation.state = told.state;
    conversation.kept = [];
    for (const { error } of told.refused) this.#faulted(error);
  }

  #faulted(fault: unknown): void {
    try {
      this.#onFault(fault);
    } catch {
      // Whoever listens is no reason for an agent to end.
    }
  }
}
