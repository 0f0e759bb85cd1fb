// Figures of a whole life, and of one request.

import { count, countOf, element } from "../dom.js";
import { type Figures, KINDS } from "./figures.js";
import type { Sent } from "./life.js";
import { KIND_NAMES, share } from "./words.js";

/** A list of the totals of a life: tokens sent, cost, and pruned parts. */
export function totals(figures: Figures): HTMLElement {
  const { life } = figures;
  const nOver = life.requests.filter(({ tokens }) => tokens > life.rules.maxTokens).length;
  const savedShare = figures.unpruned === 0 ? 0 : 1 - figures.sent / figures.unpruned;
  const list = [
    figure("Tokens sent", count(figures.sent), `of ${count(figures.unpruned)} without pruning`),
    figure("Sent less", `${Math.round(savedShare * 100)} %`, "of all input tokens"),
    figure("Cost, estimated", share(figures.cost, figures.costUnpruned), "of that without pruning, with a prompt cache"),
    figure("Pruned", countOf(life.gone.size, "part"), `in ${countOf(life.prunes.length, "prune")}, of ${countOf(figures.parts.length, "part")}`),
    ...(nOver > 0 ? [figure("Over the budget", countOf(nOver, "request"), "it cannot be met: a provider with this limit refuses them")] : []),
  ];
  return element("dl", { class: "totals" }, ...list);
}

/** A sentence about the state at a request: a heading, and what screen readers say of the slider. */
export function standing(figures: Figures, request: number): string {
  const [{ tokens }, step] = [figures.life.requests[request] as Sent, figures.steps[request]];
  return `Request ${request + 1} of ${figures.life.requests.length}: ${countOf(tokens, "token")}, ${step?.nGone ?? 0} of ${countOf(step?.nParts ?? 0, "part")} pruned`;
}

/** The tokens of each kind at a request, and sentences about its prune, its floor and the cache. */
export function moment(figures: Figures, request: number): HTMLElement[] {
  const sentRequest = figures.life.requests[request] as Sent;
  const step = figures.steps[request];
  const prune = figures.pruneBefore(request);
  const isNow = prune?.request === request;
  const kinds = KINDS.flatMap((kind, at) => {
    const tokens = step?.byKind[at] ?? 0;
    return tokens > 0 ? [element("li", {}, element("span", { class: `dot of-${kind}` }), `${KIND_NAMES[kind]} `, element("b", {}, count(tokens)))] : [];
  });
  const figuresInWords = [
    ...(isNow ? [`A prune: ${count(sentRequest.tokensBefore)} tokens became ${count(sentRequest.tokens)}. The first message that it changed is ${prune.firstChanged + 1} of ${sentRequest.nMessages}; what stands before it is read from the prompt cache.`] : []),
    ...(!isNow && prune !== undefined ? [`The newest prune was at request ${prune.request + 1}; the first message that it changed is ${prune.firstChanged + 1}.`] : []),
    ...(sentRequest.floor === undefined ? [] : [`What may not leave takes ${countOf(sentRequest.floor, "token")}: the budget cannot be met.`]),
    ...(sentRequest.isCold ? ["The prompt cache had expired."] : []),
  ];
  return [element("ul", { class: "kinds figures" }, ...kinds), ...figuresInWords.map((words) => element("p", { class: "quiet" }, words))];
}

function figure(name: string, value: string, remark: string): HTMLElement {
  return element("div", {}, element("dt", {}, name), element("dd", {}, element("b", {}, value), element("span", { class: "quiet" }, ` ${remark}`)));
}
