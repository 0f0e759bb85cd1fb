// Steps that change contexts of sessions, on a memory of the npm package, and a filter for the times in answers.

import { camelled, plain } from "./steps.mjs";

/** The function of each step. */
export const SESSIONS = {
  "session.save": async (memory, { id, document, expected }) => plain(await memory.saveSession(id, document, { expected })),
  "session.append": async (memory, { id, entries, expected }) => plain(await memory.appendToSession(id, entries, { expected })),
  "session.delete": (memory, { id, expected }) => memory.deleteSession(id, { expected }),
  "session.recover": async (memory, { id, version, expected }) => plain(await memory.recoverSession(id, version, { expected })),
  "session.fork": async (memory, { id, fork, version, expected }) => plain(await memory.forkSession(id, fork, { version, expected })),
  "session.compact": async (memory, { id, ...settings }) => plain(await memory.compactSession(id, camelled(settings))),
};

/** An answer without the times at which contexts were changed. */
export function timeless(answer) {
  if (typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(timeless);
  const members = Object.entries(answer).filter(([name]) => !["used", "active", "time"].includes(name));
  return Object.fromEntries(members.map(([name, value]) => [name, timeless(value)]));
}
