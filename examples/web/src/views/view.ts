// What every view is: an element that stays while its project does, and is told what to show.

/** One of the page's views. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows what is chosen, or the view as it was left. */
  show(chosen: string | undefined): void;
}

/** Runs the latest task only: each one gives up the one before it. A task that is given up says nothing. */
export class Latest {
  #controller = new AbortController();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  run(task: (signal: AbortSignal) => Promise<void>): void {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    task(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#failed(error);
    });
  }
}

/** Brings what was asked for into sight, where it came up below the edge of a narrow screen. */
export function reveal(element: HTMLElement): void {
  if (element.getBoundingClientRect().top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
