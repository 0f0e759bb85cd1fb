// Texts about a life: names of kinds and policies, and why a part was pruned or not.

import type { MessageFormat, Policy } from "scrubjay/window";

import { count, countOf } from "../dom.js";
import { type Figures, type Kind, kindOf } from "./figures.js";
import type { Part } from "./life.js";

export const POLICIES: readonly [Policy, string][] = [
  ["evidence", "Evidence (the default)"],
  ["five_factor", "Five factors"],
  ["lru", "Least recently used"],
  ["keep_last", "The newest 3 results stay"],
  ["unbounded", "No pruning"],
];

export const FORMATS: Readonly<Record<MessageFormat, string>> = {
  anthropic: "Anthropic Messages",
  openai_chat: "OpenAI Chat Completions",
  openai_responses: "OpenAI Responses",
  ai_sdk: "Vercel AI SDK",
  langchain: "LangChain",
};

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  system: "System",
  user: "User",
  assistant: "Assistant",
  thinking: "Thinking",
  call: "Calls",
  result: "Results",
  other: "Other",
  stub: "Stubs",
};

const ONE_OF_KIND: Readonly<Record<Kind, string>> = {
  system: "System prompt",
  user: "What the user said",
  assistant: "What the model said",
  thinking: "Thinking",
  call: "Call",
  result: "Result",
  other: "Image, file or unknown part",
  stub: "Stub",
};

/** Explanations of the factors of a value, by the package's names for them. */
const FACTORS: Readonly<Record<string, string>> = {
  idle: "used of late",
  heat: "spoken of now",
  uses: "used often",
  kind: "what it is",
  superseded: "not outdated by a later part",
  unique: "holds what no other part holds",
  size: "smaller is cheaper to keep",
  relevance: "relevance from outside",
  age: "young",
  task: "of the task at hand",
  dependents: "others depend on it",
  "last-use": "step of its last use",
  place: "place in the conversation",
};

/** The name of a policy, without the remark in parentheses. */
export function policyName(policy: Policy): string {
  return (POLICIES.find(([known]) => known === policy)?.[1] ?? policy).replace(/ \(.*/, "");
}

/** The kind of a part in words, with the tool of a call or a result. */
export function partName(part: Part): string {
  return `${ONE_OF_KIND[kindOf(part)]}${part.tool === "" ? "" : ` · ${part.tool}`}`;
}

/** The explanation of a factor; the name itself if it is unknown. */
export function factorName(name: string): string {
  return FACTORS[name] ?? name;
}

/** A number with three significant digits. */
export function digits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 });
}

/** A share in percent, with a decimal below 10 %; "–" if the whole is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((part / whole) * 100).toFixed(part / whole < 0.1 ? 1 : 0)} %`;
}

/** A sentence that says why a part is pruned or visible at a request. */
export function reason(figures: Figures, number: number, request: number): string {
  const part = figures.parts[number] as Part;
  if (figures.state(number, request) === "later") return "It is not in the conversation yet.";
  const prune = figures.judgedBy(number, request);
  if (prune === undefined) {
    const newest = figures.pruneBefore(request);
    return newest === undefined ? "Nothing was pruned so far." : `It came after the newest prune, at request ${newest.request + 1}: no prune has judged it yet.`;
  }
  const requestText = `request ${prune.request + 1}`;
  const judged = prune.judged.get(number);
  const value = digits(judged?.value ?? 0);
  switch (judged?.fate) {
    case "pruned": {
      const tokens = figures.life.requests[prune.request]?.tokensBefore ?? 0;
      return figures.life.rules.policy === "keep_last"
        ? `It left at ${requestText}, when ${count(tokens)} tokens were more than the ${count(prune.budget)} at which a prune begins: results but the newest leave.`
        : `It left at ${requestText}, when ${count(tokens)} tokens were more than the ${count(prune.budget)} at which a prune begins: its value, ${value}, was among the least.`;
    }
    case "recapped":
      return `It left at ${requestText} with its whole message, into a recap: the oldest do where stubs take more than a tenth of the ${count(prune.budget)} tokens at which a prune begins, or where all that stays is too much. By the range of ids in the recap they come back.`;
    case "spared":
      return `It was among those to leave at ${requestText}, and stayed: pruning it would lose cached text that is worth more than its tokens.`;
    case "kept":
      return `It stayed at ${requestText}: its value is ${value}, and ${highest(figures, prune.request)}.`;
    case "pruned_before":
      return "It was pruned before.";
    default:
      return `It stayed at ${requestText}: ${protection(part)}`;
  }
}

/** The highest value among the parts that the newest prune took, in words, for comparison with a part that stayed. */
function highest(figures: Figures, request: number): string {
  const prune = figures.pruneBefore(request);
  const prunedValues = [...(prune?.judged.values() ?? [])].filter(({ fate }) => fate === "pruned").map(({ value }) => value);
  return prunedValues.length === 0 ? "nothing left" : `the ${countOf(prunedValues.length, "part")} that left had at most ${digits(prunedValues.reduce((limit, value) => Math.max(limit, value)))}`;
}

/** The reason that the judging prune gives for a part, as a sentence; empty if it gives none. */
export function facts(figures: Figures, number: number, request: number): string {
  const whyText = figures.judgedBy(number, request)?.judged.get(number)?.why ?? "";
  return whyText === "" ? "" : `${whyText[0]?.toUpperCase()}${whyText.slice(1)}.`;
}

function protection(part: Part): string {
  switch (part.kind) {
    case "system":
    case "user":
    case "assistant":
      return "what is said between user, model and instructions is never pruned.";
    case "thinking":
    case "call":
    case "tool_result":
    case "code":
    case "graph_query":
      return "it may not leave, because it is of the newest steps, or what a stub would save is too little, or its provider wants it as it is.";
    default:
      return "what it is, is never pruned.";
  }
}
