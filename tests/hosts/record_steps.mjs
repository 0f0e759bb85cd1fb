// Steps about records that are not questions, on a memory of the npm package.

import { camelled, plain, refusal } from "./steps.mjs";

/** The function of each step. */
export const RECORD_STEPS = {
  async "records.remember"(memory, { notes }) {
    const results = [];
    for (const { text, ...members } of notes) results.push(await memory.remember(text, camelled(members)));
    return plain(results);
  },
  "records.record": async (memory, { events }) => plain(await memory.record(events.map(camelled))),
  "records.update": (memory, { id, text, metadata }) => memory.update(id, { text, metadata }),
  "records.forget": async (memory, { ids, dry_run: dryRun }) => plain(await memory.forget(ids, { dryRun })),
  "records.rollback": async (memory, { dry_run: dryRun, ...selection }) => plain(await memory.rollback(selection, { dryRun })),
  async "records.erase"(memory, { ids }) {
    const { receipts, nBodies } = await memory.erase(ids);
    return plain({ receipts, nBodies });
  },
  "records.upkeep": async (memory, { budget }) => plain(await memory.upkeep({ budget })),
  "records.export": exported,
  async "records.export_csv"(memory, { kind }) {
    let wholeText = "";
    for await (const text of memory.exportCsv(kind)) wholeText += text;
    return wholeText;
  },
  async "records.import"(memory, { lines, format, mine }) {
    const { nWaiting, refused, ...counts } = await memory.importLines(lines, { format, mine });
    return { ...plain(counts), refused: refused.map(({ line, error }) => ({ line, error: refusal(error) })) };
  },
  async "records.capture"(memory, { lines, folder }) {
    const { nAdded, nKnown, nUnknown, refused } = await memory.captureLines(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { folder });
    return { ...plain({ nAdded, nKnown, nUnknown }), refused: refused.map(({ line, error }) => ({ line, error: refusal(error) })) };
  },
};

/** Exported lines without the times at which something was recorded, on which the trailer's hash depends too. */
async function exported(memory) {
  let wholeText = "";
  for await (const text of memory.exportLines()) wholeText += text;
  const hidden = ["recorded", "updated", "hash"];
  return wholeText.trimEnd().split("\n").map((line) => JSON.parse(line, (name, value) => (hidden.includes(name) ? undefined : value)));
}
