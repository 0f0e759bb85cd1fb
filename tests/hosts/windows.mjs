// The steps of a scenario about windows, on the npm package. Runs in Node and in pages.

import { camelled, plain, refusal } from "./steps.mjs";

/** The call of each step, without the members of its answer that differ between hosts: times, and ids that follow from them. */
const CALLS = {
  "window.restore": (window, { id }) => window.restore(id),
  "window.already_visible": (window, { content }) => window.alreadyVisible(content),
  "window.status": (window) => window.status(),
  "window.snapshots": async (window, { limit = 10, before = 0 }) => within(await window.snapshots({ limit, before }), "snapshots", "time"),
  "window.find_snapshot": async (window, { number }) => without([await window.findSnapshot(number)], "time")[0],
  "window.what_if": async (window, { max_tokens }) => without([await window.whatIf(max_tokens)], "time")[0],
  "window.compare_snapshots": (window, { older, newer }) => window.compareSnapshots(older, newer),
  "window.recover_snapshot": (window, { number }) => window.recoverSnapshot(number),
  "window.explain": async (window, { id }) => without([await window.explain(id)], "time")[0],
  "window.learnings": async (window, { limit = 20 }) => within(await window.learnings({ limit }), "learnings", "time", "id"),
};
/** Steps without an answer. */
const CHANGES = {
  "window.pin": (window, { ids, is_pinned: isPinned = true }) => window.pin(ids, isPinned),
  "window.set_task": (window, { task }) => window.setTask(task),
  "window.report_usage": (window, { input_tokens: tokens }) => window.reportUsage(tokens),
  "window.set_relevance": (window, { relevance }) => window.setRelevance(relevance),
  "window.snapshot": (window) => window.snapshot(),
  "window.end": (window) => window.end(),
};

/** The open window of a scenario. */
export class Windows {
  /** `open` opens the window of a name with some settings. */
  constructor(open) {
    this.open = open;
  }

  async answer(step, args) {
    try {
      return await this.take(step, args);
    } catch (error) {
      return { error: refusal(error) };
    }
  }

  async take(step, args) {
    if (step === "window.open") {
      await this.window?.close?.();
      this.window = await this.open(args.name ?? "window", camelled(args.settings ?? {}));
      return {};
    }
    if (step === "window.fit") {
      const messages = await this.window.fit(args.messages, args.format ?? "anthropic");
      const { edits, nPushed, ...report } = this.window.last;
      return { ...plain(report), messages };
    }
    if (step in CALLS) return plain(await CALLS[step](this.window, args));
    if (!(step in CHANGES)) return { no_such_step: step };
    await CHANGES[step](this.window, args);
    return {};
  }
}

function within(page, list, ...names) {
  return { ...page, [list]: without(page[list], ...names) };
}

function without(records, ...names) {
  return records.map((record) => record && Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))));
}
