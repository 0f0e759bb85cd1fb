// Finds the option that was meant by an unknown name: one with a similar spelling, or with that name in other libraries.

/** Names of options in other libraries, in lower case, by the name here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  limit: ["max", "count", "n", "k", "topk", "top", "size", "maxresults", "pagesize", "first", "take"],
  budget: ["tokens", "maxtokens", "tokenbudget", "tokenlimit", "limit"],
  maxTokens: ["tokens", "budget", "limit", "max", "contextwindow"],
  root: ["cwd", "dir", "directory", "folder", "path", "base", "rootdir", "workspace"],
  focus: ["files", "paths", "hints", "open"],
  paths: ["path", "files", "file", "only"],
  depth: ["hops", "levels", "maxdepth", "steps"],
  minConfidence: ["confidence", "threshold", "minscore"],
  pathPrefix: ["prefix", "path", "folder", "under", "in"],
  kinds: ["kind", "type", "types", "filter"],
  purpose: ["mode", "readonly", "access", "flag"],
  rebuild: ["reset", "force", "clean", "recreate"],
  signal: ["abortsignal", "abort", "cancel", "canceltoken", "controller"],
  onProgress: ["progress", "callback", "onupdate"],
  wait: ["timeout", "waitms", "lockwait"],
  deadline: ["timeout"],
  modules: ["wasm", "wasmpath", "wasmurl", "locatefile", "base"],
  thread: ["worker", "threads", "background"],
  fresh: ["refresh", "autoindex", "uptodate", "sync"],
  explain: ["why", "reasons", "debug"],
  after: ["cursor", "offset", "page", "next"],
  since: ["from", "start", "begin"],
  until: ["to", "end", "before"],
};

/** The name that was probably meant; undefined if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const plainName = given.toLowerCase().replace(/[^a-z0-9]/g, "");
  const byName = names.find((name) => name.toLowerCase() === plainName) ?? names.find((name) => OTHER_NAMES[name]?.includes(plainName));
  if (byName !== undefined) return byName;
  const limit = Math.max(1, Math.floor(plainName.length / 3));
  const [best] = names.map((name) => ({ name, edits: distance(plainName, name.toLowerCase()) })).filter(({ edits }) => edits <= limit).sort((a, b) => a.edits - b.edits);
  return best?.name;
}

/** The edit distance of two words: letters to insert, delete, replace, or swap with the next one. */
function distance(word: string, otherWord: string): number {
  let [rowBefore, lastRow] = [[] as number[], Array.from({ length: otherWord.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= otherWord.length; j++) {
      const isSame = word[i - 1] === otherWord[j - 1];
      const isSwapped = i > 1 && j > 1 && word[i - 1] === otherWord[j - 2] && word[i - 2] === otherWord[j - 1];
      const swapped = isSwapped ? (rowBefore[j - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((lastRow[j] as number) + 1, (row[j - 1] as number) + 1, (lastRow[j - 1] as number) + Number(!isSame), swapped));
    }
    [rowBefore, lastRow] = [lastRow, row];
  }
  return lastRow[otherWord.length] as number;
}
