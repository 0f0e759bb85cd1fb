// What is kept of a session that was lived through: its parts, and for each request what was visible, what left, and why.
//
// Plain data, which a worker sends to its page. Not here: how it comes about (`live`), what it adds up to (`figures`).

import type { Factor, ItemFate, ItemKind, MessageFormat, Policy } from "scrubjay/window";

/** A part of the conversation. */
export interface Part {
  id: string;
  kind: ItemKind;
  tool: string;
  /** The number of its message, from 0. */
  message: number;
  /** Its tokens unpruned. */
  tokens: number;
  /** The beginning of what the model reads. */
  text: string;
  /** How many characters that is in all. */
  nCharacters: number;
}

/** A session that was read. */
export interface Session {
  name: string;
  format: MessageFormat;
  nMessages: number;
  /** In the order of the conversation. */
  parts: Part[];
  /** How many entries of the file are no messages of the conversation, and were left out. */
  nLeftOut: number;
  /** The session says when its messages were written. */
  hasTimes: boolean;
}

/** Under which rules it was lived through. */
export interface Rules {
  policy: Policy;
  maxTokens: number;
}

/** A request of the agent, as it was sent. */
export interface Sent {
  /** The messages before it. */
  nMessages: number;
  /** Tokens before a prune, and as they were sent. */
  tokensBefore: number;
  tokens: number;
  /** The most tokens could not be met: what may not leave takes so many. */
  floor: number | undefined;
  /** The prompt cache had expired. */
  isCold: boolean;
}

/** What left at a request, and what was thought of the others. */
export interface Prune {
  /** The number of its request, from 0. */
  request: number;
  /** The first message that it changed. */
  firstChanged: number;
  /** The tokens at which it began, and those that it was to leave. */
  budget: number;
  target: number;
  /** By the number of the part, of each that had not left whole before. */
  judged: Map<number, Judged>;
}

/** What became of a part at a prune, and why. */
export interface Judged {
  fate: ItemFate;
  value: number;
  /** What its value consists of, and what the conversation tells of it: of parts that left, and of those that were next. */
  factors: Factor[];
  why: string;
  /** What it is about, as a path or a command; empty where the package does not say. */
  subject: string;
}

/** What stands in the place of a part that left: a stub, or a recap of all that left with it. */
export interface Gone {
  /** The number of the prune from which on it stands there. */
  prune: number;
  /** None: it was left out, by itself or with its message. */
  stub: string | undefined;
  tokens: number;
}

/** A session as it was lived through. */
export interface Life {
  rules: Rules;
  requests: Sent[];
  prunes: Prune[];
  /** By the number of the part that left, in the order of the prunes: the first is the one that took it. */
  gone: Map<number, Gone[]>;
  /** What was needed again after it had left. */
  needed: Needed[];
}

/** What stands in a part's place at a request, if it is pruned by then. */
export function goneAt({ gone, prunes }: Life, part: number, request: number): Gone | undefined {
  return gone.get(part)?.findLast(({ prune }) => (prunes[prune]?.request ?? request) <= request);
}

/** A part that left, and from which a later call took words while nothing visible held them. */
export interface Needed {
  /** The number of the part, and what it is about. */
  part: number;
  subject: string;
  /** The requests at which it left and at which it was first needed, and the number of the part of the call that needed it. */
  left: number;
  request: number;
  call: number;
  words: string[];
}

/** The share of the most tokens at which a prune begins: the package's default. */
export const THRESHOLD = 0.8;
/** Prices of a token that is read from the prompt cache and of one that is written into it: the package's defaults. */
export const CACHE_READ = 0.1;
export const CACHE_WRITE = 1.25;
/** How long a provider keeps a cache that is not used, in milliseconds: the package's default. */
export const CACHE_LIFETIME = 300_000;
