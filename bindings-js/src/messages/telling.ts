// Records an agent's conversations in the background: errors of the memory never reach the agent, and it never waits long.
//
// Not here: listening to a library of agents.

import type { Remembering } from "./record.js";

/** The most milliseconds that the end of a run waits until its lines are recorded. That takes longer only if a disk or a lock is slow. */
const PATIENCE = 500;
/**
 * The most lines of a conversation that are recorded at once, or kept while recording fails. The oldest beyond that are
 * lost.
 */
const MAX_KEPT = 1_000;

/** A conversation that is recorded while it goes on. */
export class Conversation {
  readonly head: string;
  /** The state that `captureLines` last returned for the conversation; empty before the first call. */
  state = "";
  /** Lines that are not recorded yet, because recording failed. */
  unsent: string[] = [];

  constructor(head: string) {
    this.head = head;
  }
}

/** Records lines of conversations one after the other. */
export class BackgroundRecorder {
  readonly #memory: Remembering;
  readonly #onFault: (fault: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(memory: Remembering, onFault: (fault: unknown) => void) {
    this.#memory = memory;
    this.#onFault = onFault;
  }

  /** Queues lines of a conversation to be recorded. Never throws. */
  tell(conversation: Conversation, lines: readonly string[]): void {
    this.#last = this.#last.then(() => this.#record(conversation, lines)).catch((fault: unknown) => this.#faulted(fault));
  }

  /** Reports an error to the listener, after all lines queued so far. */
  fail(fault: unknown): void {
    this.#last = this.#last.then(() => this.#faulted(fault));
  }

  /** Waits until everything queued is recorded, but at most `PATIENCE` milliseconds. */
  async flush(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
    await Promise.race([this.#last, over]);
    clearTimeout(timer);
  }

  async #record(conversation: Conversation, lines: readonly string[]): Promise<void> {
    conversation.unsent = [...conversation.unsent, ...lines].slice(-MAX_KEPT);
    if (conversation.unsent.length === 0) return;
    const { state, head, unsent } = conversation;
    // Refused lines would be refused again. If the call fails, the lines are sent again with the next ones; those already recorded are known.
    const told = await this.#memory.captureLines((state === "" ? head : "") + unsent.join(""), { harness: "messages", state });
    conversation.state = told.state;
    conversation.unsent = [];
    for (const { error } of told.refused) this.#faulted(error);
  }

  #faulted(fault: unknown): void {
    try {
      this.#onFault(fault);
    } catch {
      // An error of the listener must not end the agent.
    }
  }
}
