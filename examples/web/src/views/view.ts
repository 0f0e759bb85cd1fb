// The interface of views, and helpers for them.

/** A view of the open project. Its element exists as long as the project is open. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows the chosen item. Undefined: shows the view as the user left it. */
  show(chosen: string | undefined): void;
}

/** Runs only the latest task: a new task aborts the one before it, whose errors are then ignored. */
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

/** Scrolls to an element if it begins in the lower half of the screen or below, as on a narrow screen. */
export function reveal(element: HTMLElement): void {
  if (element.getBoundingClientRect().top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
