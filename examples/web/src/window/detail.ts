// The details of a part at a request: what it is, why it was pruned or not, its stub, and the beginning of its text.

import { count, countOf, element } from "../dom.js";
import { type Figures, kindOf } from "./figures.js";
import type { Part } from "./life.js";
import { digits, facts, factorName, partName, reason } from "./words.js";

/** The elements with the details of a part. */
export function detail(figures: Figures, number: number, request: number): HTMLElement[] {
  const part = figures.parts[number] as Part;
  const gone = figures.goneAt(number, request);
  const stubText = gone === undefined ? "" : gone.stub === undefined ? ", left out" : `, ${count(gone.tokens)} as a ${gone.stub.startsWith("[recap ") ? "recap" : "stub"}`;
  const factsText = facts(figures, number, request);
  const subject = figures.judgedBy(number, request)?.judged.get(number)?.subject ?? "";
  return [
    element("h4", { class: "part-name" }, element("span", { class: `dot of-${kindOf(part)}${gone === undefined ? "" : " gone"}` }), subject === "" ? partName(part) : `${partName(part)} · ${subject}`),
    element("p", { class: "quiet figures" }, `Message ${part.message + 1} · ${countOf(part.tokens, "token")}${stubText} · id `, element("code", {}, part.id)),
    element("p", {}, reason(figures, number, request)),
    ...neededAgain(figures, number, request),
    ...(factsText === "" ? [] : [element("p", {}, factsText)]),
    ...factors(figures, number, request),
    ...(gone === undefined ? [] : stub(gone.stub)),
    element("p", { class: "quiet" }, part.text.length < part.nCharacters ? `What it holds: the first ${count(part.text.length)} of ${countOf(part.nCharacters, "character")}` : "What it holds"),
    element("pre", { class: "held", tabindex: 0, "aria-label": "What it holds" }, part.text === "" ? "(nothing that is text)" : part.text),
  ];
}

/** The call that needed the part again, and the words that it took from it; empty if there is none by this request. */
function neededAgain(figures: Figures, number: number, request: number): HTMLElement[] {
  const needed = figures.neededBy(number, request);
  if (needed === undefined) return [];
  const { tool } = figures.parts[needed.call] as Part;
  return [
    element("p", {}, element("strong", {}, `Needed again at request ${needed.request + 1}. `), `A call of ${tool} wrote what stood here and in nothing visible:`),
    element("pre", { class: "held", tabindex: 0, "aria-label": "What was needed of it" }, needed.words.join("\n")),
  ];
}

/** A table of the factors of the part's value; empty if no prune has judged it, or its policy has no factors. */
function factors(figures: Figures, number: number, request: number): HTMLElement[] {
  const prune = figures.judgedBy(number, request);
  const judged = prune?.judged.get(number);
  if (prune === undefined || judged === undefined || judged.factors.length === 0) return [];
  const rows = judged.factors.map(({ name, value }) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, digits(value)), element("td", { class: "quiet" }, factorName(name))));
  const head = element("tr", {}, ...["Factor", "", "says"].map((name) => element("th", { scope: "col" }, name)));
  const caption = element("caption", {}, `Value ${digits(judged.value)}, at request ${prune.request + 1}`);
  return [element("div", { class: "scroll" }, element("table", { class: "factors" }, caption, element("thead", {}, head), element("tbody", {}, ...rows)))];
}

function stub(text: string | undefined): HTMLElement[] {
  if (text === undefined) return [element("p", {}, "Nothing stands in its place.")];
  return [element("p", { class: "quiet" }, "What stands in its place"), element("pre", { class: "held stub-text", tabindex: 0, "aria-label": "What stands in its place" }, text)];
}
