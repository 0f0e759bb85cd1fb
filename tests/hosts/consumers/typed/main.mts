// A strict TypeScript program that uses the package's types, and does not compile if one is missing or wrong.

import { AmbiguousError, type Failed, type Files, type FindPage, type Purpose, type Indexed, type Progress, ScrubjayError, open } from "scrubjay";
import { open as openInPage } from "scrubjay/browser";
import { open as openInWorker } from "scrubjay/worker";

await using memory = await open({ root: process.argv[2] ?? "." });
const stages: Progress["stage"][] = [];
const indexed: Indexed = await memory.index({ onProgress: ({ stage }) => stages.push(stage), signal: AbortSignal.timeout(60_000) });
const page: FindPage = await memory.graph.find("add", { kinds: ["method"], limit: 5 });
export const failed: Failed[] = indexed.failedBefore;
const purpose: Purpose = "reading";
const inMemory: Files = new Map([["a.py", "x = 1\n"]]);
await (await open({ files: inMemory, purpose, check: true })).close();
const generation: number = indexed.generation;

try {
  // @ts-expect-error: no kind of this name
  await memory.graph.find("add", { kinds: ["methods"] });
} catch (error) {
  if (!(error instanceof ScrubjayError) || error.code !== "invalid") throw error;
}
try {
  await memory.graph.callers("Shelf");
} catch (error) {
  if (error instanceof AmbiguousError) console.error(error.details.candidates.map(({ id }) => id));
}
export const pages: (typeof openInPage | typeof openInWorker)[] = [openInPage, openInWorker];
console.log((await memory.status()).nFiles, page.hits.map(({ symbol }) => symbol.id).join(" "), typeof generation);
