// A life: the result of replaying a session under a policy and a budget, with the prunes of each request and their reasons.
//
// These are plain data, which a worker sends to its page. Not here: replaying (`live`), and figures (`figures`).

import type { Factor, ItemFate, ItemKind, MessageFormat, Policy } from "scrubjay/window";

/** A part of the conversation, as it is in all lives of the session. */
export interface Part {
  id: string;
  kind: ItemKind;
  tool: string;
  /** The index of its message, from 0. */
  message: number;
  /** Its tokens while it is not pruned. */
  tokens: number;
  /** The beginning of its text. */
  text: string;
  /** The length of its whole text in characters. */
  nCharacters: number;
}

/** A session read from a file. */
export interface Session {
  name: string;
  format: MessageFormat;
  nMessages: number;
  /** In the order of the conversation. */
  parts: Part[];
  /** The number of entries in the file that are no messages of the conversation, and were left out. */
  nLeftOut: number;
  /** Whether the session says when its messages were written. */
  hasTimes: boolean;
}

/** The policy and the budget of a life. */
export interface Rules {
  policy: Policy;
  maxTokens: number;
}

/** A request of the agent after pruning. */
export interface Sent {
  /** The number of messages in the conversation before the request. */
  nMessages: number;
  /** The tokens before and after pruning; equal if nothing was pruned. */
  tokensBefore: number;
  tokens: number;
  /** The tokens that no prune can remove, if these exceed the budget; else undefined. */
  floor: number | undefined;
  /** Whether the prompt cache had expired. */
  isCold: boolean;
}

/** The prune at a request, with its judgement of every part. */
export interface Prune {
  /** The number of the request, from 0. */
  request: number;
  /** The index of the first message that the prune changed. */
  firstChanged: number;
  /** The tokens at which a prune begins, and the tokens that it aims to leave. */
  budget: number;
  target: number;
  /** The judgements by the number of the part, without parts that had left in recaps before. */
  judged: Map<number, Judged>;
}

/** The fate of a part at a prune, and the reasons. */
export interface Judged {
  fate: ItemFate;
  value: number;
  /** The factors of the value, and the reason in words; only for pruned parts, and for those that would have been next. */
  factors: Factor[];
  why: string;
  /** A path, a command or the like that the part is about; empty if the package names none. */
  subject: string;
}

/** The stub of a pruned part, or the recap of all parts that left with it. */
export interface Gone {
  /** The number of the prune that wrote this stub or recap. */
  prune: number;
  /** Undefined: the part was removed, alone or with its message. */
  stub: string | undefined;
  tokens: number;
}

/** A session replayed under some rules. */
export interface Life {
  rules: Rules;
  requests: Sent[];
  prunes: Prune[];
  /** The stubs and recaps of each pruned part, by its number, in the order of prunes: the first prune pruned the part. */
  gone: Map<number, Gone[]>;
  /** Pruned parts that a later call needed again. */
  needed: Needed[];
}

/** The stub or recap of a part at a request; undefined if the part is not pruned by then. */
export function goneAtRequest({ gone, prunes }: Life, part: number, request: number): Gone | undefined {
  return gone.get(part)?.findLast(({ prune }) => (prunes[prune]?.request ?? request) <= request);
}

/** A pruned part with words that a later call took, although no visible part contained them. */
export interface Needed {
  /** The number of the part, and its subject at the prune. */
  part: number;
  subject: string;
  /** The requests at which the part was pruned and first needed, and the number of the part with the call that needed it. */
  left: number;
  request: number;
  call: number;
  words: string[];
}

/** The share of the budget at which a prune begins: the package's default. */
export const THRESHOLD = 0.8;
/** Prices of a token that is read from the prompt cache and of one that is written into it: the package's defaults. */
export const CACHE_READ = 0.1;
export const CACHE_WRITE = 1.25;
/** How long a provider keeps a cache that is not used, in milliseconds: the package's default. */
export const CACHE_LIFETIME = 300_000;
