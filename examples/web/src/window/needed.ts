// Finds pruned parts that were needed again: a later call contains a word that only pruned parts had, and nothing visible.
//
// Only words of the recorded calls count, so that all policies are judged by the same ones. Not here: which words count (`terms`), and
// whether the model could have done without the part.

import { type Gone, type Life, type Needed, type Part, goneAtRequest } from "./life.js";
import type { Slices } from "./slices.js";
import { wordsHeld, wordsIn, wordsTaken } from "./terms.js";

/** A word of a call that an earlier part contains. */
export interface Demand {
  /** The number of the request whose response has the call. */
  request: number;
  /** The number of the call's part. */
  call: number;
  word: string;
  /** The numbers of all parts that contain the word, ascending; some may be later than the call. */
  holders: readonly number[];
}

/** All demands of a session. `texts` are the texts of the parts; `requests` are the indices of the messages before which a request is sent. */
export async function demandsOf(parts: readonly Part[], texts: readonly string[], requests: readonly number[], slices: Pick<Slices, "pause">): Promise<Demand[]> {
  const holders = new Map<string, number[]>();
  const demands: Demand[] = [];
  for (let [request, number] = [-1, 0]; number < parts.length; request += 1) {
    const [firstPart, messageEnd] = [number, requests[request + 1] ?? Number.POSITIVE_INFINITY];
    while (number < parts.length && (parts[number] as Part).message < messageEnd) number += 1;
    const newParts = Array.from({ length: number - firstPart }, (_, at) => firstPart + at);
    for (const call of request < 0 ? [] : newParts.filter((at) => parts[at]?.kind === "call")) {
      for (const word of wordsTaken(texts[call] ?? "")) {
        const partsWithWord = holders.get(word);
        if (partsWithWord !== undefined) demands.push({ request, call, word, holders: partsWithWord });
      }
    }
    for (const part of newParts) {
      for (const word of wordsHeld(parts[part] as Part, texts[part] ?? "")) add(holders, word, part);
    }
    await slices.pause("Reading", number, parts.length);
  }
  return demands;
}

/** The pruned parts of a life that were needed again, in the order of the calls that first needed them. */
export function neededAgain(life: Life, parts: readonly Part[], demands: readonly Demand[]): Needed[] {
  const needed = new Map<number, Needed>();
  const stubs = wordsOfStubs(life);
  for (const { request, call, word, holders } of demands) {
    const nMessages = life.requests[request]?.nMessages ?? 0;
    const earlierHolders = holders.filter((part) => (parts[part] as Part).message < nMessages);
    if (earlierHolders.some((part) => goneAtRequest(life, part, request) === undefined)) continue;
    if (stubs.get(word)?.some(([part, gone]) => goneAtRequest(life, part, request) === gone) === true) continue;
    // Of several that held it, the newest is what the model would have read.
    const part = earlierHolders.at(-1);
    const prune = part === undefined ? undefined : life.prunes[life.gone.get(part)?.[0]?.prune ?? -1];
    if (part === undefined || prune === undefined) continue;
    const neededPart = needed.get(part) ?? { part, subject: prune.judged.get(part)?.subject ?? "", left: prune.request, request, call, words: [] };
    needed.set(part, { ...neededPart, words: [...new Set([...neededPart.words, word])] });
  }
  return [...needed.values()];
}

/** The words in stubs and recaps, each with the parts whose stubs have it: these words are still visible. */
function wordsOfStubs({ gone }: Life): Map<string, [part: number, Gone][]> {
  const words = new Map<string, [part: number, Gone][]>();
  for (const [part, stages] of gone) {
    for (const stage of stages) for (const word of wordsIn(stage.stub ?? "")) add(words, word, [part, stage]);
  }
  return words;
}

function add<T>(lists: Map<string, T[]>, word: string, value: T): void {
  const list = lists.get(word);
  if (list === undefined) lists.set(word, [value]);
  else list.push(value);
}
