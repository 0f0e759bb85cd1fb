// One life on the page: its totals, the chart of all requests, the blocks at the chosen request, and the details of a part.

import { count, element } from "../dom.js";
import { Blocks } from "./blocks.js";
import { detail } from "./detail.js";
import { Figures } from "./figures.js";
import type { Life, Part } from "./life.js";
import { Timeline } from "./timeline.js";
import { moment, standing, totals } from "./totals.js";
import { policyName } from "./words.js";

/** The elements of one life, and the request and part that they show. */
export class Pane {
  readonly element: HTMLElement;
  readonly #title = element("h3");
  readonly #totals = element("div");
  readonly #standing = element("h4", { class: "standing figures" });
  readonly #moment = element("div", { class: "moment" });
  readonly #detail = element("div", { class: "detail part", role: "region", "aria-label": "The part" });
  readonly #timeline: Timeline;
  readonly #blocks: Blocks;
  #shown: Figures | undefined;
  #request = 0;
  #part: number | undefined;

  constructor(scrubber: HTMLElement | undefined, actions: HTMLElement | undefined, choose: (request: number) => void, inspect: (part: number) => void) {
    this.#timeline = new Timeline(choose);
    this.#blocks = new Blocks(inspect);
    const head = element("div", { class: "pane-head row" }, this.#title, actions);
    const window = element("div", { class: "moment-and-parts" }, this.#standing, this.#moment, this.#blocks.element, element("p", { class: "quiet" }, "Point at a part, or go from part to part by arrow keys, for its reasons."));
    this.element = element("section", { class: "pane" }, head, this.#totals, this.#timeline.element, scrubber, element("div", { class: "pane-body" }, window, this.#detail));
  }

  /** The figures of the shown life; undefined before the first. */
  get figures(): Figures | undefined {
    return this.#shown;
  }

  /** The number of the part whose details are shown; undefined if there is none. */
  get part(): number | undefined {
    return this.#part;
  }

  /** Shows a life at a request. `remark` is appended to the title. */
  show(life: Life, parts: readonly Part[], request: number, remark = ""): void {
    const figures = (this.#shown = new Figures(life, parts));
    const title = `${policyName(life.rules.policy)}, ${count(life.rules.maxTokens)} tokens${remark}`;
    this.#title.textContent = title;
    this.element.setAttribute("aria-label", title);
    this.#totals.replaceChildren(totals(figures));
    this.#timeline.show(figures);
    this.#blocks.show(figures);
    this.choose(request);
    // A part to begin with: the largest that left, for it tells most.
    if (this.#part === undefined || this.#part >= parts.length) this.#part = mostTelling(figures, request);
    this.#blocks.mark(this.#part);
    this.#tell();
  }

  /** Forgets the chosen part, because another session follows. */
  forget(): void {
    this.#part = undefined;
  }

  /** Shows another request of the life. */
  choose(request: number): void {
    const figures = this.#shown;
    if (figures === undefined) return;
    this.#request = Math.min(request, figures.life.requests.length - 1);
    this.#timeline.choose(this.#request);
    this.#blocks.choose(this.#request);
    this.#standing.textContent = standing(figures, this.#request);
    this.#moment.replaceChildren(...moment(figures, this.#request));
    this.#tell();
  }

  /** Shows the details of a part, and marks its block. */
  inspect(part: number): void {
    this.#part = part;
    this.#blocks.mark(part);
    this.#tell();
  }

  /** Focuses the block of the chosen part, and scrolls to it. */
  goToPart(): void {
    this.#blocks.focus();
    this.#standing.scrollIntoView({ block: "start" });
  }

  #tell(): void {
    if (this.#shown !== undefined && this.#part !== undefined) this.#detail.replaceChildren(...detail(this.#shown, this.#part, this.#request));
  }
}

function mostTelling(figures: Figures, request: number): number {
  let [best, limit] = [0, -1];
  for (const [number] of figures.life.gone) {
    const { tokens } = figures.parts[number] as Part;
    if (figures.state(number, request) === "gone" && tokens > limit) [best, limit] = [number, tokens];
  }
  return best;
}
