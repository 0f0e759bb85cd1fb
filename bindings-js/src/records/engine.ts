// The records of a memory: every call of the component about them, each in a turn of its own.
//
// What was acknowledged is durable. Events that are told while a turn is waited for are committed together in the next one. The component
// keeps nothing between calls, so one instance serves them all. Not here: where records are kept, and the code graph.

import { type Changed, type Reply, type Sources, ask } from "../ask.js";
import { ScrubjayError, failure, invalid, isOfDamage, refusal } from "../errors.js";
import { textFiles } from "../files/files.js";
import { Spans } from "../files/spans.js";
import { CHANGES, type Changes } from "../generated/changes.js";
import type { Effects, Event, Exports, Forgetting, Outcome, Owner, Packed, RefusedLine, Resumed, SecretPolicy, SummaryDraft } from "../generated/types.js";
import { Instance } from "../guest/guest.js";
import { MAX_TRIES } from "../live.js";
import type { Platform } from "../platform.js";
import { CALLS, type QuestionName, type Questions } from "../questions.js";
import { Queue, orAborted } from "../queue.js";
import type { CapturedBatch, Chosen, Erasure, Forgetful, Forgotten, ImportedBatch, Lines, OwnSteps, Piece, Remembered, StepName, Steps, Summarised, Summarising, TakenLines, Tended, Transcribed } from "./steps.js";
import { ModelAsked, modelOf } from "./summaries.js";
import { generationOf, identityOf, storing } from "../store/fault.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import { packed, whole } from "./events.js";
import type { Aside, Keeping, Look, Put, Sized, Turn } from "./keeping.js";
import { type Salvage, Tally } from "./mending.js";
import { type Rules, NO_RULES } from "./notes.js";
import type { Fill } from "./salvage.js";

/** Commits what a change in a turn did; undefined where nothing of the turn is kept. */
export type Committing = ((effects: Effects) => Promise<void>) | undefined;

/** The most events that wait in memory to be stored: a program that tells them faster than a disk takes them is to slow down. */
const MAX_PENDING = 1_000;
/** The most batches in one call of the component, and bytes of them, which leave room for the last one: it takes 32 MiB. */
const MAX_BATCHES = 1_000;
const MAX_BYTES = 24 << 20;
/** How long events that wait aside are watched, and the time between two looks, in milliseconds. */
const PATIENCE = 200;
const PAUSE = 1;
/** Why events that were checked before are refused when they are taken in. */
const REFUSED = "the process that took the event in knows no such record, or knows the event in other words";

/** A call of the component that may ask back. */
type Asking<T> = (exports: Exports, resumed: Resumed | undefined) => Reply<T>;

/** How a step is carried out. */
type Step<N extends StepName> = (given: Steps[N][0], signal: AbortSignal | undefined) => Promise<Steps[N][1]>;

/** The outcome of the events of one call, and its lines that were left out alone. */
interface Recorded {
  remembered: Remembered[];
  leftOut: RefusedLine[];
}

/** Events of one call, which wait for their turn. */
interface Pending {
  told: Event | Lines | Packed;
  signal: AbortSignal | undefined;
  resolve(recorded: Recorded): void;
  reject(error: unknown): void;
}

/** Events that were checked. */
interface Own extends Pending {
  batch: Uint8Array;
  ids: string[];
}

/** How a turn begins. */
interface Beginning {
  /** It is for a change, before which a damaged store is salvaged. */
  mends?: boolean;
  /** The store is made if there is none. */
  create?: boolean;
  look?: Look;
}

/** The purpose of a turn: only reading, changing what exists, or also creating a store where there is none. */
export type TurnPurpose = "reading" | "changing" | "making";

/** The records in one place, of one owner. */
export class RecordsEngine {
  readonly #platform: Platform;
  readonly #keeping: Keeping;
  readonly #owner: Owner;
  /** Reads the settings, which may be in a file, when they are first needed. */
  readonly #rulesOf: () => Rules;
  #ruled: Rules | undefined;
  readonly #spans: Spans;
  readonly #queue = new Queue();
  readonly #pending: Pending[] = [];
  #nPending = 0;
  #instance: Instance | undefined;
  #salvaged: Salvage | undefined;
  /** Upkeep has begun a round, of which the first slice has verified the whole store. */
  #isTending = false;
  /** The identity of the store that is known to need no copy before the next change. */
  #looked: string | undefined;
  #closing: Promise<void> | undefined;
  readonly #steps: { readonly [N in keyof OwnSteps]: Step<N> } = {
    record: async (told, signal) => (await this.#recorded("lines" in told ? told : told.event, "lines" in told ? told.n : 1, signal)).remembered,
    recordEach: (lines, signal) => this.#recordedEach(lines, signal),
    importLines: (piece, signal) => this.#importLines(piece, signal),
    captureLines: (lines, signal) => this.#captureLines(lines, signal),
    forget: (which, signal) => this.#forget(which, signal),
    erase: (which, signal) => this.#erase(which, signal),
    summarise: (wanted, signal) => this.#summarise(wanted, signal),
    upkeep: (given, signal) => this.#upkeep(given, signal),
    verify: (_, signal) => this.#alone(() => this.#keeping.verify(signal), signal),
    repair: (_, signal) => this.#alone(() => this.#salvage(), signal),
    salvaged: (_, signal) => this.#alone(async () => this.#salvaged, signal),
    losses: (_, signal) => this.#alone(() => this.#keeping.losses(), signal),
    sawLosses: (_, signal) => this.#alone(() => this.#keeping.sawLosses(signal), signal),
  };

  constructor(platform: Platform, keeping: Keeping, owner: Owner, rules: Rules | (() => Rules) = NO_RULES) {
    this.#platform = platform;
    this.#keeping = keeping;
    this.#owner = owner;
    this.#rulesOf = typeof rules === "function" ? rules : () => rules;
    // Records refer to no lines of files.
    this.#spans = new Spans(textFiles(new Map()), platform);
  }

  /** Asks a question about the store as it is now, with all that waits to be taken in. */
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    const look = isOfAll(name, question) ? "now" : "short";
    return this.#inTurn((turn) => this.#call(turn.store, (exports, resumed) => CALLS[name](exports, question, resumed)), signal, { look });
  }

  /** Changes records, takes them in, or looks after their file. */
  change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]> {
    const step = (this.#steps as { readonly [S in StepName]?: Step<S> })[name];
    return step === undefined ? this.#generated(name as keyof Changes, given as never, signal) : step(given, signal);
  }

  /** A change of the interface. Where there is no store, one is made for what it has to write. */
  async #generated<N extends keyof Changes>(name: N, given: Changes[N][0], signal?: AbortSignal): Promise<Changes[N][1]> {
    const now = BigInt(Date.now());
    const change: Asking<Changed<Changes[N][1]>> = (exports, resumed) => CHANGES[name](exports, given, now, resumed);
    const attempt = async (turn: Turn) => {
      const done = await this.#call(turn.store, change);
      const mustMake = !isKept(turn) && !isEmpty(done.effects);
      if (!mustMake) await this.#commit(turn, done.effects);
      return mustMake ? undefined : done;
    };
    const done = (await this.#inTurn(attempt, signal, { mends: true })) ?? (await this.#inTurn((turn) => this.#change(turn, change), signal, { mends: true, create: true }));
    return done.answer;
  }

  /** Adds `n` events, all or none. A signal ends the wait; what has begun its turn is stored all the same. */
  async #recorded(told: Event | Lines | Packed, n: number, signal?: AbortSignal): Promise<Recorded> {
    this.#check();
    signal?.throwIfAborted();
    if (this.#nPending >= MAX_PENDING) {
      const over = { what: "events that wait to be stored", actual: this.#nPending + n, limit: MAX_PENDING };
      throw failure("too_large", over, `${over.actual} ${over.what} (at most ${over.limit}): wait for some of them`);
    }
    this.#nPending += n;
    const stored = new Promise<Recorded>((resolve, reject) => this.#pending.push({ told, signal, resolve, reject }));
    void this.#queue.run(() => this.#store());
    return orAborted(stored.finally(() => (this.#nPending -= n)), signal);
  }

  /** Adds events, each alone. */
  async #recordedEach({ lines, entropy }: Lines, signal?: AbortSignal): Promise<TakenLines> {
    const now = BigInt(Date.now());
    const { packed, refused } = await this.#read(({ records }) => records.packLines(lines, now, entropy, true), signal);
    return this.#taken(packed, refused, signal);
  }

  /** Takes in exported lines. */
  async #importLines({ lines, state, format, isMine }: Piece, signal?: AbortSignal): Promise<ImportedBatch> {
    if (format === "mcp") return this.#importReference(lines, signal);
    const now = BigInt(Date.now());
    const { packed, refused, ...read } = await this.#read(({ records }) => records.packImport(lines, state, isMine, now), signal);
    return { ...(await this.#taken(packed, refused, signal)), ...read };
  }

  /** Takes in lines of a transcript. */
  async #captureLines({ lines, harness, folder, state }: Transcribed, signal?: AbortSignal): Promise<CapturedBatch> {
    const now = BigInt(Date.now());
    const read = await this.#read(({ capture }) => capture.packTranscript(harness, lines, state, folder, now), signal);
    const { packed, refused, nRefused: _, nBytes, ...others } = read;
    return { ...(await this.#taken(packed, refused, signal)), ...others, nBytes: Number(nBytes) };
  }

  /** Takes in lines of the reference server, which may hold more than a batch. */
  async #importReference(lines: string, signal: AbortSignal | undefined): Promise<ImportedBatch> {
    const all: ImportedBatch = { taken: [], refused: [], state: "", isWhole: true };
    const now = BigInt(Date.now());
    for (let after = ""; ; ) {
      const from = after;
      const { packed, refused, next } = await this.#read(({ records }) => records.packReference(lines, from, now), signal);
      const some = await this.#taken(packed, refused, signal);
      all.taken = all.taken.concat(some.taken);
      all.refused = all.refused.concat(some.refused).sort((one, other) => one.line - other.line);
      if (next === "") return all;
      after = next;
    }
  }

  /** Reads what needs no store. */
  #read<T>(read: (exports: Exports) => T, signal: AbortSignal | undefined): Promise<T> {
    this.#check();
    return this.#queue.run(() => this.#tried(0n, read), signal);
  }

  /** Takes in a batch of lines: what became of its events, and which lines were refused, when they were read or now. */
  async #taken({ batch, ids }: Packed, refused: RefusedLine[], signal: AbortSignal | undefined): Promise<TakenLines> {
    if (ids.length === 0) return { taken: [], refused };
    const { remembered, leftOut } = await this.#recorded({ batch, ids }, ids.length, signal);
    return { taken: remembered, refused: [...refused, ...leftOut].sort((one, other) => one.line - other.line) };
  }

  /** Forgets records, with all that was derived from them; a receipt for each. */
  async #forget({ chosen, dryRun }: Forgetful, signal?: AbortSignal): Promise<Forgotten> {
    const change = forgetting(chosen);
    const { receipts, nDerived } = await this.#inTurn((turn) => this.#changeUnless(dryRun, turn, change), signal, { mends: !dryRun });
    return { receipts, nDerived };
  }

  /** Forgets records, and lets nothing of what was ever forgotten remain where the records are kept. */
  #erase({ chosen, dryRun }: Forgetful, signal?: AbortSignal): Promise<Erasure> {
    const change = forgetting(chosen);
    return this.#inTurn(async (turn) => {
      const isNothing = "ids" in chosen && chosen.ids.length === 0;
      const { receipts, nDerived } = isNothing ? { receipts: [], nDerived: 0 } : await this.#changeUnless(dryRun, turn, change);
      let nBodies = 0;
      for (let after = new Uint8Array(); ; ) {
        const from = after;
        const cleared = await this.#changeUnless(dryRun, turn, (exports, resumed) => exports.records.clearWindows(from, resumed));
        nBodies += cleared.nBodies;
        if (cleared.next.length === 0) break;
        after = Uint8Array.from(cleared.next);
      }
      return { receipts, nDerived, nBodies, ...(await (dryRun ? turn.wouldErase() : turn.erase())) };
    }, signal, { mends: !dryRun, look: "now" });
  }

  /** A summary, which is recorded at once if a model wrote it; or what to ask the model, which is not done in a turn. */
  async #summarise({ question, said }: Summarising, signal?: AbortSignal): Promise<Summarised> {
    const ask: Asking<SummaryDraft> = ({ session }, resumed) => session.summariseSession(question, resumed);
    try {
      const draft = await this.#inTurn((turn) => this.#call(turn.store, ask, modelOf(said)), signal);
      const { toRecord: lines } = draft;
      if (lines !== "") await this.#recorded({ lines, n: 1, entropy: crypto.getRandomValues(new Uint8Array(16)) }, 1);
      return { draft };
    } catch (error) {
      if (error instanceof ModelAsked) return { request: error.request };
      throw error;
    }
  }

  /**
   * One slice of upkeep. The first one of a round verifies the whole store; the last one gives back what the file has free, where that is
   * much of it.
   */
  async #upkeep({ budget }: { budget: number }, signal?: AbortSignal): Promise<Tended> {
    const now = BigInt(Date.now());
    const slice = await this.#inTurn(
      async (turn) => {
        const slice = await this.#change(turn, (exports, resumed) => exports.records.upkeep(now, budget, resumed));
        if (slice.isDone) turn.store.compact();
        return slice;
      },
      signal,
      { mends: true, look: this.#isTending ? "short" : "now" },
    );
    const { nRewritten, nExpired, nMasked, isDone } = slice;
    this.#isTending = !isDone;
    return { nRewritten, nExpired, nMasked, isDone };
  }

  /** A turn for what else lies in the same store. Without a store it has an empty one, of which nothing is kept, unless one is made. */
  turn<T>(what: (sources: Sources, committing: Committing) => Promise<T>, purpose: TurnPurpose): Promise<T> {
    const committing = (turn: Turn) => (isKept(turn) ? (effects: Effects) => this.#commit(turn, effects) : undefined);
    const beginning = { mends: purpose !== "reading", create: purpose === "making" };
    return this.#inTurn((turn) => what({ store: turn.store, spans: this.#spans }, committing(turn)), undefined, beginning);
  }

  /** Waits for the calls before. */
  close(): Promise<void> {
    return (this.#closing ??= this.#queue.run(async () => undefined));
  }

  /** The policy for secrets, from the rules. */
  get secrets(): SecretPolicy {
    return this.#rules.settings.secrets;
  }

  get #rules(): Rules {
    return (this.#ruled ??= this.#rulesOf());
  }

  /** Looks after the file, after the calls before. */
  #alone<T>(what: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    this.#check();
    return this.#queue.run(what, signal);
  }

  #check(): void {
    if (this.#closing !== undefined) throw failure("closed", undefined, "the memory is closed");
  }

  async #change<T extends { effects: Effects }>(turn: Turn, change: Asking<T>): Promise<T> {
    const done = await this.#call(turn.store, change);
    await this.#commit(turn, done.effects);
    return done;
  }

  /** Changes, or says what a change would do. */
  #changeUnless<T extends { effects: Effects }>(dryRun: boolean, turn: Turn, change: Asking<T>): Promise<T> {
    return dryRun ? this.#call(turn.store, change) : this.#change(turn, change);
  }

  /** Waits for a turn, and takes in what waits before anything else. */
  async #inTurn<T>(what: (turn: Turn) => Promise<T>, signal: AbortSignal | undefined, beginning: Beginning = {}): Promise<T> {
    const { mends = false, create = false, look = "short" } = beginning;
    this.#check();
    const call = async () => during(await (create ? this.#made() : this.#keeping.begin(signal, look)), async (turn) => {
      await this.#takeIn(turn, []);
      return what(turn);
    });
    return this.#queue.run(() => (mends ? this.#mending(call) : asItIs(call)), signal);
  }

  /** Waits for a turn with a store, which is made if there is none. */
  async #made(): Promise<Turn> {
    for (;;) {
      const begun = await this.#keeping.tryBegin();
      if (!("put" in begun)) return begun;
      const turn = await this.#keeping.begin();
      if (isKept(turn)) return turn;
      // Whoever has the lock is about to make it.
      turn.end();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** Stores the events that were told so far, as many as fit into one commit. */
  async #store(): Promise<void> {
    const own = await this.#packed();
    if (own.length === 0) return;
    try {
      await this.#mending(() => this.#add(own));
    } catch (error) {
      for (const { reject } of own) reject(error);
    }
  }

  async #add(own: readonly Own[]): Promise<unknown> {
    const begun = await this.#keeping.tryBegin();
    if ("put" in begun) {
      this.#checkRoom(begun);
      return this.#putAside(begun, own);
    }
    return during(begun, async (turn) => {
      this.#checkRoom(turn);
      return this.#takeIn(turn, own);
    });
  }

  /** Refuses to let a file grow past its setting. */
  #checkRoom(file: Sized): void {
    const { maxBytes } = this.#rules;
    if (maxBytes === undefined) return;
    const over = { what: "bytes of the memory", actual: file.nBytes(), limit: maxBytes };
    if (over.actual >= over.limit) throw refusal({ tag: "full", val: over });
  }

  /** Makes a change; where the store is damaged it is salvaged first. */
  async #mending<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (!isOfDamage(error)) throw error;
      await this.#salvage();
      return change();
    }
  }

  /** Salvages the store and returns the outcome; undefined if it is whole by now. */
  async #salvage(): Promise<Salvage | undefined> {
    const tally = new Tally();
    const fill: Fill = async (store, part, isScattered, rows) => {
      const done = await this.#call(store, (exports, resumed) => exports.records.salvage(part, isScattered, rows, resumed));
      commit(store, done.effects);
      tally.add(done);
      return done.effects.puts.length;
    };
    const salvage = await this.#keeping.salvage(fill, (kept, read) => tally.told(kept, read));
    if (salvage !== undefined) this.#salvaged = salvage;
    return salvage;
  }

  /** Checks events that wait. A call that is refused does not hold up the others. */
  async #packed(): Promise<Own[]> {
    const own: Own[] = [];
    for (let nBytes = 0; nBytes < MAX_BYTES && own.length < MAX_BATCHES; ) {
      const pending = this.#pending.shift();
      if (pending === undefined) break;
      try {
        pending.signal?.throwIfAborted();
        const { batch, ids } = whole(await this.#tried(0n, (exports) => packed(exports, pending.told, BigInt(Date.now()))));
        nBytes += batch.length;
        own.push({ ...pending, batch, ids });
      } catch (error) {
        pending.reject(error);
      }
    }
    return own;
  }

  /** Puts events aside, and watches for a moment whether somebody takes them in. */
  async #putAside(aside: Aside, own: readonly Own[]): Promise<void> {
    const put = aside.put(own.map(({ batch }) => batch));
    // They are durable by now: whatever fails is met again by whoever has the next turn.
    const outcomes = await this.#watched(put).catch(() => new Map<string, Outcome>());
    own.forEach((events, place) => {
      const { name, state } = put[place] as Put;
      const [outcome, now] = [outcomes.get(name), state()];
      if (outcome !== undefined) settle(events, outcome);
      else if (now === "refused") events.reject(invalid("parents", REFUSED));
      else events.resolve({ remembered: events.ids.map((id) => ({ id, state: now === "waiting" ? now : "added" })), leftOut: [] });
    });
  }

  /** Waits until batches were taken in, by another process or by this one, but not for long; what became of those of this one. */
  async #watched(put: readonly Put[]): Promise<Map<string, Outcome>> {
    for (const end = performance.now() + PATIENCE; put.some(({ state }) => state() === "waiting") && performance.now() < end; ) {
      const begun = await this.#keeping.tryBegin();
      if (!("put" in begun)) return during(begun, (turn) => this.#takeIn(turn, []));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return new Map();
  }

  /** Adds events and all that waits, in one commit for as much as fits into one call; what became of that, by its names. */
  async #takeIn(turn: Turn, own: readonly Own[]): Promise<Map<string, Outcome>> {
    const became = new Map<string, Outcome>();
    for (let rest = own; ; rest = []) {
      const found = turn.waiting(MAX_BYTES - bytesOf(rest), MAX_BATCHES - rest.length);
      // The first one that waits may be too large for one call with those of this process.
      const others = rest.length === 0 || bytesOf(rest) + bytesOf(found) <= MAX_BYTES ? found : [];
      if (rest.length === 0 && others.length === 0) return became;
      const batches = [...rest, ...others].map(({ batch }) => batch);
      const { effects, outcomes } = await this.#call(turn.store, (exports, resumed) => exports.records.add(batches, resumed));
      await this.#commit(turn, effects);
      outcomes.forEach((outcome, place) => {
        const other = others[place - rest.length];
        if (other === undefined) return settle(rest[place] as Own, outcome);
        // A batch of which anything was refused is kept aside: the writer that was told nothing of it may be gone.
        other.acknowledge(outcome.tag === "taken" && outcome.val.refused.length === 0);
        became.set(other.name, outcome);
      });
    }
  }

  /** Commits; the first change that writes a newer format than the store has is preceded by a copy, as older releases refuse the whole. */
  async #commit(turn: Turn, effects: Effects): Promise<void> {
    const identity = identityOf(turn.store) ?? "";
    if (this.#looked !== identity && !isEmpty(effects)) {
      const { storedFormat, newestFormat } = await this.#call(turn.store, (exports, resumed) => exports.records.totals(resumed));
      if (storedFormat > 0 && storedFormat < newestFormat) await turn.keep(`before-${newestFormat}`);
      this.#looked = identity;
    }
    commit(turn.store, effects);
  }

  #call<T>(store: Store, question: Asking<T>, model?: Sources["model"]): Promise<T> {
    const sources = { store, spans: this.#spans, model };
    return this.#tried(generationOf(store), (_, instance) => ask(instance, sources, question));
  }

  /** Calls the component at a generation; again in a new instance, if it trapped: nothing has changed then. */
  async #tried<T>(generation: bigint, call: (exports: Exports, instance: Instance) => T | Promise<T>): Promise<T> {
    // Read before the call, in which whatever fails is taken for a trap.
    const { settings, principal } = this.#rules;
    const owner = { ...this.#owner, principal: this.#owner.principal || principal };
    for (let tries = 1; ; tries++) {
      const instance = (this.#instance ??= new Instance(await this.#platform.core()));
      try {
        instance.call((exports) => exports.records.open(owner, settings, generation));
        return await instance.call((exports) => call(exports, instance));
      } catch (error) {
        const isTrap = error instanceof ScrubjayError && error.code === "component";
        if (!isTrap || tries === MAX_TRIES) throw error;
      } finally {
        if (!instance.isUsable) this.#instance = undefined;
      }
    }
  }
}

/** Whether a question begins to ask for all of a memory. */
function isOfAll<N extends QuestionName>(name: N, question: Questions[N][0]): boolean {
  return (name === "episodes.exportLines" || name === "episodes.exportCsv") && (question as { after: string }).after === "";
}

/** Reads a store as it is: one that is damaged is refused, because what is read of it may be short. */
async function asItIs<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isOfDamage(error)) throw error;
    const advice = "`repair` saves what can be read, and so does whatever changes it";
    throw failure("damaged", undefined, `${error.message}; ${advice}`, { cause: error });
  }
}

/** The call that forgets records. */
function forgetting(chosen: Chosen): Asking<Forgetting> {
  const now = BigInt(Date.now());
  if ("ids" in chosen) return (exports, resumed) => exports.records.forget(chosen.ids, now, resumed);
  return (exports, resumed) => exports.records.rollback(chosen.selection, now, resumed);
}

/** Runs a function in a turn, and ends that. */
async function during<T>(turn: Turn, what: (turn: Turn) => Promise<T>): Promise<T> {
  try {
    return await what(turn);
  } finally {
    turn.end();
  }
}

function bytesOf(batches: readonly { batch: Uint8Array }[]): number {
  return batches.reduce((sum, { batch }) => sum + batch.length, 0);
}

function isEmpty({ fromGeneration, toGeneration, puts, deletes }: Effects): boolean {
  return toGeneration === fromGeneration && puts.length + deletes.length === 0;
}

/** Whether what is written in a turn outlasts it. */
function isKept({ store }: Turn): boolean {
  return !(store instanceof MemoryStore);
}

/** Commits what a change did. */
function commit(store: Store, effects: Effects): void {
  if (isEmpty(effects)) return;
  const { fromGeneration, toGeneration, puts, deletes } = effects;
  storing(() => store.commit({ fromGeneration, toGeneration, puts, deletes, scanned: [], meta: [] }));
}

function settle({ resolve, reject }: Pending, outcome: Outcome): void {
  if (outcome.tag === "refused") return reject(refusal(outcome.val));
  const { added, refused } = outcome.val;
  resolve({ remembered: added.map(({ id, isNew, isAdopted }) => ({ id, state: isAdopted ? "adopted" : isNew ? "added" : "known" })), leftOut: refused });
}
