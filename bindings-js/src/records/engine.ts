// The records of a memory: makes every call of the component about them, each in a turn of its own.
//
// What was acknowledged is durable. Events that are recorded while a turn is awaited are committed together in it. The component keeps
// nothing between calls, so one instance serves all. Not here: where records are stored, and the code graph.

import { type Changed, type Reply, type Sources, ask } from "../ask.js";
import { ScrubjayError, createError, invalidError, isDamageError, errorOfRefusal } from "../errors.js";
import { textFiles } from "../files/files.js";
import { Spans } from "../files/spans.js";
import { CHANGES, type Changes } from "../generated/changes.js";
import type { Effects, Event, Exports, Forgetting, Outcome, Owner, Packed, RefusedLine, Resumed, SecretPolicy, SummaryDraft } from "../generated/types.js";
import { Instance } from "../guest/guest.js";
import { MAX_TRIES } from "../live.js";
import type { Platform } from "../platform.js";
import { CALLS, type QuestionName, type Questions } from "../questions.js";
import { Queue, rejectOnAbort } from "../queue.js";
import type { CapturedBatch, Chosen, Erasure, ExportedLines, ForgetRequest, Forgotten, ImportedBatch, Lines, OwnSteps, Remembered, StepName, Steps, SummaryOutcome, SummaryRequest, RecordedLines, UpkeepReport, TranscriptLines } from "./steps.js";
import { ModelAsked, modelOf } from "./summaries.js";
import { generationOf, identityOf, withStoreErrors } from "../store/fault.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import { packEvents, packedOrThrow } from "./events.js";
import type { BatchSpool, SpooledBatch, RecordsStorage, Sized, StoreTurn, VerifyScope } from "./keeping.js";
import { type Salvage, Tally } from "./mending.js";
import { type Rules, NO_RULES } from "./notes.js";
import type { FillStore } from "./salvage.js";

/** Commits effects within a turn; undefined if the turn's store is not persistent. */
export type CommitEffects = ((effects: Effects) => Promise<void>) | undefined;

/** If this many events wait in memory to be stored, calls with more are refused: this slows down a program that is faster than the disk. */
const MAX_PENDING = 1_000;
/** The most batches in one call of the component. */
const MAX_BATCHES = 1_000;
/** The bytes of batches after which no more are added to a call of the component, which accepts 32 MiB. */
const MAX_BYTES = 24 << 20;
/** How many milliseconds to wait until another process has stored batches that were put aside. */
const MAX_SPOOL_WAIT = 200;
/** The milliseconds between two checks whether the other process is done. */
const PAUSE = 1;
/** The reason given if another process refuses a batch that was checked here. */
const REFUSED_WHY = "the process that took the event in knows no such record, or knows the event in other words";

/** A call of the component that may request data. */
type ComponentCall<T> = (exports: Exports, resumed: Resumed | undefined) => Reply<T>;

/** The function that carries out a step. */
type Step<N extends StepName> = (given: Steps[N][0], signal: AbortSignal | undefined) => Promise<Steps[N][1]>;

/** The outcome of the events of one call, and the single lines that were refused. */
interface Recorded {
  remembered: Remembered[];
  leftOut: RefusedLine[];
}

/** The events of one call, waiting for a turn. */
interface Pending {
  told: Event | Lines | Packed;
  signal: AbortSignal | undefined;
  resolve(recorded: Recorded): void;
  reject(error: unknown): void;
}

/** The events of one call after the component has checked them: the packed batch, and their ids. */
interface CheckedEvents extends Pending {
  batch: Uint8Array;
  ids: string[];
}

interface TurnOptions {
  /** Whether to salvage a store that turns out to be damaged, and then begin again, as for a change. */
  mends?: boolean;
  /** Whether to create a missing store. */
  create?: boolean;
  look?: VerifyScope;
}

/** The purpose of a turn: only reading, changing an existing store, or also creating a missing one. */
export type TurnPurpose = "reading" | "changing" | "making";

/** The records of one owner in one place. */
export class RecordsEngine {
  readonly #platform: Platform;
  readonly #storage: RecordsStorage;
  readonly #owner: Owner;
  /** Reads the settings when they are first needed: they may be in a file. */
  readonly #rulesOf: () => Rules;
  #loadedRules: Rules | undefined;
  readonly #spans: Spans;
  readonly #queue = new Queue();
  readonly #pending: Pending[] = [];
  #nPending = 0;
  #instance: Instance | undefined;
  #salvaged: Salvage | undefined;
  /** Whether a round of upkeep is in progress, so that its first slice has verified the store. */
  #isUpkeepUnfinished = false;
  /** The identity of the store that needs no copy before the next change, because its format was checked; undefined if none was. */
  #checkedIdentity: string | undefined;
  #closing: Promise<void> | undefined;
  readonly #steps: { readonly [N in keyof OwnSteps]: Step<N> } = {
    record: async (told, signal) => (await this.#record("lines" in told ? told : told.event, "lines" in told ? told.nLines : 1, signal)).remembered,
    recordEach: (lines, signal) => this.#recordEach(lines, signal),
    importLines: (piece, signal) => this.#importLines(piece, signal),
    captureLines: (lines, signal) => this.#captureLines(lines, signal),
    forget: (which, signal) => this.#forget(which, signal),
    erase: (which, signal) => this.#erase(which, signal),
    summarise: (wanted, signal) => this.#summarise(wanted, signal),
    upkeep: (given, signal) => this.#upkeep(given, signal),
    verify: (_, signal) => this.#withoutTurn(() => this.#storage.verify(signal), signal),
    repair: (_, signal) => this.#withoutTurn(() => this.#salvage(), signal),
    salvaged: (_, signal) => this.#withoutTurn(async () => this.#salvaged, signal),
    losses: (_, signal) => this.#withoutTurn(() => this.#storage.losses(), signal),
    sawLosses: (_, signal) => this.#withoutTurn(() => this.#storage.sawLosses(signal), signal),
  };

  constructor(platform: Platform, storage: RecordsStorage, owner: Owner, rules: Rules | (() => Rules) = NO_RULES) {
    this.#platform = platform;
    this.#storage = storage;
    this.#owner = owner;
    this.#rulesOf = typeof rules === "function" ? rules : () => rules;
    // Questions about records request no lines of files.
    this.#spans = new Spans(textFiles(new Map()), platform);
  }

  /** Asks a question about the current records, including batches that other processes have put aside. */
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]> {
    const look = beginsExport(name, question) ? "now" : "short";
    return this.#inTurn((turn) => this.#call(turn.store, (exports, resumed) => CALLS[name](exports, question, resumed)), signal, { look });
  }

  /** Carries out a step: changes or imports records, or maintains their file. */
  change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]> {
    const step = (this.#steps as { readonly [S in StepName]?: Step<S> })[name];
    return step === undefined ? this.#generated(name as keyof Changes, given as never, signal) : step(given, signal);
  }

  /** Makes a change of the interface. If there is no store, creates one once there is something to write. */
  async #generated<N extends keyof Changes>(name: N, given: Changes[N][0], signal?: AbortSignal): Promise<Changes[N][1]> {
    const now = BigInt(Date.now());
    const change: ComponentCall<Changed<Changes[N][1]>> = (exports, resumed) => CHANGES[name](exports, given, now, resumed);
    const attempt = async (turn: StoreTurn) => {
      const done = await this.#call(turn.store, change);
      const mustMake = !isKept(turn) && !isEmpty(done.effects);
      if (!mustMake) await this.#commit(turn, done.effects);
      return mustMake ? undefined : done;
    };
    const done = (await this.#inTurn(attempt, signal, { mends: true })) ?? (await this.#inTurn((turn) => this.#change(turn, change), signal, { mends: true, create: true }));
    return done.answer;
  }

  /**
   * Adds `n` events, all or none. The signal cancels them only until their turn begins; later it rejects the promise, but the events may be
   * stored.
   */
  async #record(input: Event | Lines | Packed, n: number, signal?: AbortSignal): Promise<Recorded> {
    this.#check();
    signal?.throwIfAborted();
    if (this.#nPending >= MAX_PENDING) {
      const over = { what: "events that wait to be stored", actual: this.#nPending + n, limit: MAX_PENDING };
      throw createError("too_large", over, `${over.actual} ${over.what} (at most ${over.limit}): wait for some of them`);
    }
    this.#nPending += n;
    const stored = new Promise<Recorded>((resolve, reject) => this.#pending.push({ told: input, signal, resolve, reject }));
    void this.#queue.run(() => this.#storePending());
    return rejectOnAbort(stored.finally(() => (this.#nPending -= n)), signal);
  }

  /** Adds the events of lines. A refused line does not keep the other ones out. */
  async #recordEach({ lines, entropy }: Lines, signal?: AbortSignal): Promise<RecordedLines> {
    const now = BigInt(Date.now());
    const { packed, refused } = await this.#callWithoutStore(({ records }) => records.packLines(lines, now, entropy, true), signal);
    return this.#addPacked(packed, refused, signal);
  }

  /** Imports a batch of exported lines. */
  async #importLines({ lines, state, format, isMine }: ExportedLines, signal?: AbortSignal): Promise<ImportedBatch> {
    if (format === "mcp") return this.#importReference(lines, signal);
    const now = BigInt(Date.now());
    const { packed, refused, ...read } = await this.#callWithoutStore(({ records }) => records.packImport(lines, state, isMine, now), signal);
    return { ...(await this.#addPacked(packed, refused, signal)), ...read };
  }

  /** Records the events in a batch of a transcript's lines. */
  async #captureLines({ lines, harness, folder, state }: TranscriptLines, signal?: AbortSignal): Promise<CapturedBatch> {
    const now = BigInt(Date.now());
    const read = await this.#callWithoutStore(({ capture }) => capture.packTranscript(harness, lines, state, folder, now), signal);
    const { packed, refused, nRefused: _, nBytes, ...others } = read;
    return { ...(await this.#addPacked(packed, refused, signal)), ...others, nBytes: Number(nBytes) };
  }

  /** Imports lines of the Model Context Protocol's reference memory server, which may give more events than fit into one batch. */
  async #importReference(lines: string, signal: AbortSignal | undefined): Promise<ImportedBatch> {
    const imported: ImportedBatch = { taken: [], refused: [], state: "", isWhole: true };
    const now = BigInt(Date.now());
    for (let after = ""; ; ) {
      const from = after;
      const { packed, refused, next } = await this.#callWithoutStore(({ records }) => records.packReference(lines, from, now), signal);
      const added = await this.#addPacked(packed, refused, signal);
      imported.taken = imported.taken.concat(added.taken);
      imported.refused = imported.refused.concat(added.refused).sort((one, other) => one.line - other.line);
      if (next === "") return imported;
      after = next;
    }
  }

  /** Makes a call of the component that needs no store. */
  #callWithoutStore<T>(read: (exports: Exports) => T, signal: AbortSignal | undefined): Promise<T> {
    this.#check();
    return this.#queue.run(() => this.#withRetries(0n, read), signal);
  }

  /** Adds a packed batch of lines. Returns the outcome of its events, and the lines refused now or when they were packed (`refused`). */
  async #addPacked({ batch, ids }: Packed, refused: RefusedLine[], signal: AbortSignal | undefined): Promise<RecordedLines> {
    if (ids.length === 0) return { taken: [], refused };
    const { remembered, leftOut } = await this.#record({ batch, ids }, ids.length, signal);
    return { taken: remembered, refused: [...refused, ...leftOut].sort((one, other) => one.line - other.line) };
  }

  /** Forgets records and all derived ones. Returns a receipt for each chosen record. With `dryRun` nothing changes. */
  async #forget({ chosen, dryRun }: ForgetRequest, signal?: AbortSignal): Promise<Forgotten> {
    const change = forgetCall(chosen);
    const { receipts, nDerived } = await this.#inTurn((turn) => this.#changeUnless(dryRun, turn, change), signal, { mends: !dryRun });
    return { receipts, nDerived };
  }

  /**
   * Forgets records, then removes all traces of anything ever forgotten from the files of the memory, except its backups. With `dryRun` nothing
   * changes.
   */
  #erase({ chosen, dryRun }: ForgetRequest, signal?: AbortSignal): Promise<Erasure> {
    const change = forgetCall(chosen);
    return this.#inTurn(async (turn) => {
      const selectsNothing = "ids" in chosen && chosen.ids.length === 0;
      const { receipts, nDerived } = selectsNothing ? { receipts: [], nDerived: 0 } : await this.#changeUnless(dryRun, turn, change);
      let nBodies = 0;
      for (let after = new Uint8Array(); ; ) {
        const from = after;
        const slice = await this.#changeUnless(dryRun, turn, (exports, resumed) => exports.records.clearWindows(from, resumed));
        nBodies += slice.nBodies;
        if (slice.next.length === 0) break;
        after = Uint8Array.from(slice.next);
      }
      return { receipts, nDerived, nBodies, ...(await (dryRun ? turn.wouldErase() : turn.erase())) };
    }, signal, { mends: !dryRun, look: "now" });
  }

  /** Drafts a summary, and records a model's new answer at once. If the model is still to be asked, returns the request: no turn waits for it. */
  async #summarise({ question, said }: SummaryRequest, signal?: AbortSignal): Promise<SummaryOutcome> {
    const ask: ComponentCall<SummaryDraft> = ({ session }, resumed) => session.summariseSession(question, resumed);
    try {
      const draft = await this.#inTurn((turn) => this.#call(turn.store, ask, modelOf(said)), signal);
      const { toRecord: lines } = draft;
      if (lines !== "") await this.#record({ lines, nLines: 1, entropy: crypto.getRandomValues(new Uint8Array(16)) }, 1);
      return { draft };
    } catch (error) {
      if (error instanceof ModelAsked) return { request: error.request };
      throw error;
    }
  }

  /**
   * Does one slice of upkeep. The first slice of a round verifies the whole store; the last one compacts the file, if much of it
   * is free.
   */
  async #upkeep({ budget }: { budget: number }, signal?: AbortSignal): Promise<UpkeepReport> {
    const now = BigInt(Date.now());
    const slice = await this.#inTurn(
      async (turn) => {
        const slice = await this.#change(turn, (exports, resumed) => exports.records.upkeep(now, budget, resumed));
        if (slice.isDone) turn.store.compact();
        return slice;
      },
      signal,
      { mends: true, look: this.#isUpkeepUnfinished ? "short" : "now" },
    );
    const { nRewritten, nExpired, nMasked, isDone } = slice;
    this.#isUpkeepUnfinished = !isDone;
    return { nRewritten, nExpired, nMasked, isDone };
  }

  /**
   * Runs a function in a turn of the store, for other data than records, such as windows. If there is no store, it is
   * created if `purpose` is `making`; otherwise the function gets an empty store in memory.
   */
  turn<T>(operation: (sources: Sources, committing: CommitEffects) => Promise<T>, purpose: TurnPurpose): Promise<T> {
    const committing = (turn: StoreTurn) => (isKept(turn) ? (effects: Effects) => this.#commit(turn, effects) : undefined);
    const turnOptions = { mends: purpose !== "reading", create: purpose === "making" };
    return this.#inTurn((turn) => operation({ store: turn.store, spans: this.#spans }, committing(turn)), undefined, turnOptions);
  }

  /** Closes the engine after the earlier calls. */
  close(): Promise<void> {
    return (this.#closing ??= this.#queue.run(async () => undefined));
  }

  /** The policy for secrets. Reads the settings, which may throw `invalid`. */
  get secrets(): SecretPolicy {
    return this.#rules.settings.secrets;
  }

  /** The principal: the owner's, else that of the user's settings; may be empty. */
  get principal(): string {
    return this.#owner.principal || this.#rules.principal;
  }

  get #rules(): Rules {
    return (this.#loadedRules ??= this.#rulesOf());
  }

  /** Queues a call that maintains the file, after the earlier calls. */
  #withoutTurn<T>(operation: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    this.#check();
    return this.#queue.run(operation, signal);
  }

  #check(): void {
    if (this.#closing !== undefined) throw createError("closed", undefined, "the memory is closed");
  }

  async #change<T extends { effects: Effects }>(turn: StoreTurn, change: ComponentCall<T>): Promise<T> {
    const done = await this.#call(turn.store, change);
    await this.#commit(turn, done.effects);
    return done;
  }

  /** Makes a change. With `dryRun` only computes its result. */
  #changeUnless<T extends { effects: Effects }>(dryRun: boolean, turn: StoreTurn, change: ComponentCall<T>): Promise<T> {
    return dryRun ? this.#call(turn.store, change) : this.#change(turn, change);
  }

  /** Waits for a turn. In the turn, adds all waiting batches to the store, and then runs a function. */
  async #inTurn<T>(operation: (turn: StoreTurn) => Promise<T>, signal: AbortSignal | undefined, turnOptions: TurnOptions = {}): Promise<T> {
    const { mends = false, create = false, look = "short" } = turnOptions;
    this.#check();
    const call = async () => withTurn(await (create ? this.#makeTurn() : this.#storage.begin(signal, look)), async (turn) => {
      await this.#takeIn(turn, []);
      return operation(turn);
    });
    return this.#queue.run(() => (mends ? this.#mendAndRetry(call) : adviseRepair(call)), signal);
  }

  /** Waits for a turn, and creates the store if there is none. */
  async #makeTurn(): Promise<StoreTurn> {
    for (;;) {
      const begun = await this.#storage.tryBegin();
      if (!("put" in begun)) return begun;
      const turn = await this.#storage.begin();
      if (isKept(turn)) return turn;
      // Another process holds the lock, and is about to create the store.
      turn.end();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** Stores the pending events, as many as fit into one commit. */
  async #storePending(): Promise<void> {
    const ownEvents = await this.#packPending();
    if (ownEvents.length === 0) return;
    try {
      await this.#mendAndRetry(() => this.#add(ownEvents));
    } catch (error) {
      for (const { reject } of ownEvents) reject(error);
    }
  }

  async #add(ownEvents: readonly CheckedEvents[]): Promise<unknown> {
    const begun = await this.#storage.tryBegin();
    if ("put" in begun) {
      this.#checkRoom(begun);
      return this.#putAside(begun, ownEvents);
    }
    return withTurn(begun, async (turn) => {
      this.#checkRoom(turn);
      return this.#takeIn(turn, ownEvents);
    });
  }

  /** Throws `full` if a file has reached `maxBytes`. */
  #checkRoom(file: Sized): void {
    const { maxBytes } = this.#rules;
    if (maxBytes === undefined) return;
    const over = { what: "bytes of the memory", actual: file.nBytes(), limit: maxBytes };
    if (over.actual >= over.limit) throw errorOfRefusal({ kind: "full", value: over });
  }

  /** Makes a change. If the store turns out to be damaged, salvages it and makes the change again. */
  async #mendAndRetry<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (!isDamageError(error)) throw error;
      await this.#salvage();
      return change();
    }
  }

  /** Salvages a damaged store, and returns the outcome; undefined if it is whole, as after another process has salvaged it, or missing. */
  async #salvage(): Promise<Salvage | undefined> {
    const tally = new Tally();
    const fill: FillStore = async (store, part, isScattered, rows) => {
      const done = await this.#call(store, (exports, resumed) => exports.records.salvage(part, isScattered, rows, resumed));
      commit(store, done.effects);
      tally.add(done);
      return done.effects.puts.length;
    };
    const salvage = await this.#storage.salvage(fill, (kept, read) => tally.outcome(kept, read));
    if (salvage !== undefined) this.#salvaged = salvage;
    return salvage;
  }

  /** Has the component check the pending events. A refused call is rejected alone, and does not hold up the others. */
  async #packPending(): Promise<CheckedEvents[]> {
    const ownEvents: CheckedEvents[] = [];
    for (let nBytes = 0; nBytes < MAX_BYTES && ownEvents.length < MAX_BATCHES; ) {
      const pending = this.#pending.shift();
      if (pending === undefined) break;
      try {
        pending.signal?.throwIfAborted();
        const { batch, ids } = packedOrThrow(await this.#withRetries(0n, (exports) => packEvents(exports, pending.told, BigInt(Date.now()))));
        nBytes += batch.length;
        ownEvents.push({ ...pending, batch, ids });
      } catch (error) {
        pending.reject(error);
      }
    }
    return ownEvents;
  }

  /** Writes events durably to the spool, and waits a moment for them to be added to the store. */
  async #putAside(spool: BatchSpool, ownEvents: readonly CheckedEvents[]): Promise<void> {
    const spooled = spool.put(ownEvents.map(({ batch }) => batch));
    // The events are durable now: if adding them fails, the holder of the next turn tries again.
    const outcomes = await this.#awaitSpooled(spooled).catch(() => new Map<string, Outcome>());
    ownEvents.forEach((events, place) => {
      const { name, state } = spooled[place] as SpooledBatch;
      const [outcome, currentState] = [outcomes.get(name), state()];
      if (outcome !== undefined) settle(events, outcome);
      else if (currentState === "refused") events.reject(invalidError("parents", REFUSED_WHY));
      else events.resolve({ remembered: events.ids.map((id) => ({ id, state: currentState === "waiting" ? currentState : "added" })), leftOut: [] });
    });
  }

  /** Waits at most `MAX_SPOOL_WAIT` until batches were added to the store by any process. Returns the known outcomes by batch name. */
  async #awaitSpooled(spooled: readonly SpooledBatch[]): Promise<Map<string, Outcome>> {
    for (const end = performance.now() + MAX_SPOOL_WAIT; spooled.some(({ state }) => state() === "waiting") && performance.now() < end; ) {
      const begun = await this.#storage.tryBegin();
      if (!("put" in begun)) return withTurn(begun, (turn) => this.#takeIn(turn, []));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return new Map();
  }

  /**
   * Adds this process's events and the waiting batches to the store, with one commit for each call of the component. Returns the outcomes of
   * the waiting batches by their names.
   */
  async #takeIn(turn: StoreTurn, ownEvents: readonly CheckedEvents[]): Promise<Map<string, Outcome>> {
    const outcomesByName = new Map<string, Outcome>();
    for (let eventsLeft = ownEvents; ; eventsLeft = []) {
      const waiting = turn.waitingBatches(MAX_BYTES - bytesOf(eventsLeft), MAX_BATCHES - eventsLeft.length);
      // The first waiting batch may be too large for a call together with this process's own.
      const taken = eventsLeft.length === 0 || bytesOf(eventsLeft) + bytesOf(waiting) <= MAX_BYTES ? waiting : [];
      if (eventsLeft.length === 0 && taken.length === 0) return outcomesByName;
      const batches = [...eventsLeft, ...taken].map(({ batch }) => batch);
      const { effects, outcomes } = await this.#call(turn.store, (exports, resumed) => exports.records.add(batches, resumed));
      await this.#commit(turn, effects);
      outcomes.forEach((outcome, place) => {
        const takenBatch = taken[place - eventsLeft.length];
        if (takenBatch === undefined) return settle(eventsLeft[place] as CheckedEvents, outcome);
        // A batch with any refused event is set aside for good: its writer may have ended without knowing.
        takenBatch.acknowledge(outcome.kind === "taken" && outcome.value.refused.length === 0);
        outcomesByName.set(takenBatch.name, outcome);
      });
    }
  }

  /** Commits effects. Before the first commit in a newer format the file is copied, because older releases refuse a file of that format. */
  async #commit(turn: StoreTurn, effects: Effects): Promise<void> {
    const identity = identityOf(turn.store) ?? "";
    if (this.#checkedIdentity !== identity && !isEmpty(effects)) {
      const { storedFormat, newestFormat } = await this.#call(turn.store, (exports, resumed) => exports.records.totals(resumed));
      if (storedFormat > 0 && storedFormat < newestFormat) await turn.keep(`before-${newestFormat}`);
      this.#checkedIdentity = identity;
    }
    commit(turn.store, effects);
  }

  #call<T>(store: Store, question: ComponentCall<T>, model?: Sources["model"]): Promise<T> {
    const sources = { store, spans: this.#spans, model };
    return this.#withRetries(generationOf(store), (_, instance) => ask(instance, sources, question));
  }

  /** Calls the component at a generation. If it traps, which changes nothing, retries in a new instance: `MAX_TRIES` calls in all. */
  async #withRetries<T>(generation: bigint, call: (exports: Exports, instance: Instance) => T | Promise<T>): Promise<T> {
    // The settings are read before the call, because any failure during it counts as a trap.
    const { settings } = this.#rules;
    const owner = { ...this.#owner, principal: this.principal };
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

/** Whether a question begins an export, which reads all records. */
function beginsExport<N extends QuestionName>(name: N, question: Questions[N][0]): boolean {
  return (name === "episodes.exportLines" || name === "episodes.exportCsv") && (question as { after: string }).after === "";
}

/** Reads a store without salvaging it. Throws `damaged` if it is damaged, because the answer may be incomplete. */
async function adviseRepair<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isDamageError(error)) throw error;
    const advice = "`repair` saves what can be read, and so does whatever changes it";
    throw createError("damaged", undefined, `${error.message}; ${advice}`, { cause: error });
  }
}

/** The call of the component that forgets records. */
function forgetCall(chosen: Chosen): ComponentCall<Forgetting> {
  const now = BigInt(Date.now());
  if ("ids" in chosen) return (exports, resumed) => exports.records.forget(chosen.ids, now, resumed);
  return (exports, resumed) => exports.records.rollback(chosen.selection, now, resumed);
}

/** Runs a function in a turn, and ends the turn, whatever happens. */
async function withTurn<T>(turn: StoreTurn, operation: (turn: StoreTurn) => Promise<T>): Promise<T> {
  try {
    return await operation(turn);
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

/** Whether the store of a turn is persistent. */
function isKept({ store }: StoreTurn): boolean {
  return !(store instanceof MemoryStore);
}

/** Commits the effects of a change to a store, unless they are empty. */
function commit(store: Store, effects: Effects): void {
  if (isEmpty(effects)) return;
  const { fromGeneration, toGeneration, puts, deletes } = effects;
  withStoreErrors(() => store.commit({ fromGeneration, toGeneration, puts, deletes, scanned: [], meta: [] }));
}

function settle({ resolve, reject }: Pending, outcome: Outcome): void {
  if (outcome.kind === "refused") return reject(errorOfRefusal(outcome.value));
  const { added, refused } = outcome.value;
  resolve({ remembered: added.map(({ id, isNew, isAdopted }) => ({ id, state: isAdopted ? "adopted" : isNew ? "added" : "known" })), leftOut: refused });
}
