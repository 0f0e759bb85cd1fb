// Records an agent's conversations in the background: errors of the memory never reach the agent, and it never waits long.
//
// Not here: listening to a library of agents.

import type { Remembering } from "./record.js";

/** The most milliseconds that the end of a run waits until its lines are recorded. That takes longer only if a disk or a lock is slow. */
const MAX_FLUSH_WAIT = 500;
/**
 * The most lines of a conversation that are recorded at once, or kept while recording fails. The oldest beyond that are
 * lost.
 */
const MAX_UNSENT = 1_000;

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
  #lastTask: Promise<void> = Promise.resolve();

  constructor(memory: Remembering, onFault: (fault: unknown) => void) {
    this.#memory = memory;
    this.#onFault = onFault;
  }

  /** Queues lines of a conversation to be recorded. Never throws. */
  tell(conversation: Conversation, lines: readonly string[]): void {
    this.#lastTask = this.#lastTask.then(() => this.#record(conversation, lines)).catch((fault: unknown) => this.#reportFault(fault));
  }

  /** Reports an error to the listener, after all lines queued so far. */
  fail(fault: unknown): void {
    this.#lastTask = this.#lastTask.then(() => this.#reportFault(fault));
  }

  /** Waits until everything queued is recorded, but at most `MAX_FLUSH_WAIT` milliseconds. */
  async flush(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_FLUSH_WAIT)));
    await Promise.race([this.#lastTask, timeout]);
    clearTimeout(timer);
  }

  async #record(conversation: Conversation, lines: readonly string[]): Promise<void> {
    conversation.unsent = [...conversation.unsent, ...lines].slice(-MAX_UNSENT);
    if (conversation.unsent.length === 0) return;
    const { state, head, unsent } = conversation;
    // Refused lines would be refused again. If the call fails, the lines are sent again with the next ones; those already recorded are known.
    const captured = await this.#memory.captureLines((state === "" ? head : "") + unsent.join(""), { harness: "messages", state });
    conversation.state = captured.state;
    conversation.unsent = [];
    for (const { error } of captured.refused) this.#reportFault(error);
  }

  #reportFault(fault: unknown): void {
    try {
      this.#onFault(fault);
    } catch {
      // An error of the listener must not end the agent.
    }
  }
}
