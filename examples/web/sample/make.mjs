// Makes the sample session: `session.txt` has the steps, and the files of this repository give the results of the tools.
//
// The messages have the format of Anthropic's interface. The session is invented, not recorded.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const SYSTEM =
  "You are an agent that changes code. You have tools to list, read, search, edit and run. Say what you find in plain words, change as little as is needed, " +
  "try every change, and never claim what you have not seen.";
const LEFT_OUT = new Set(["target", "dist", "node_modules", "sample", "package-lock.json"]);
const INVENTED = ["examples/web/keys.md", "examples/web/keys.json", "examples/web/test/plan.md"];
/** The most lines of a result of `search`. */
const MAX_FOUND = 60;

/** The session as a request: `system` and `messages`. `root` is the repository's folder. */
export function makeSession(root) {
  const story = readFileSync(new URL("session.txt", import.meta.url), "utf8").split("\n");
  const session = new Session(root);
  for (let at = 0; at < story.length; at += 1) {
    const line = story[at];
    if (line === "" || line.startsWith("#")) continue;
    const below = [];
    while (/^[-+|] ?/.test(story[at + 1] ?? "")) below.push(story[(at += 1)]);
    session.take(line, below);
  }
  session.endResponse();
  return { system: SYSTEM, messages: session.messages };
}

class Session {
  messages = [];
  #root;
  /** The blocks of the model since its last call. */
  #blocks = [];
  #nCalls = 0;
  /** The current texts of the files that only the session has, by path. Its edits change them. */
  #invented = new Map(INVENTED.map((path) => [path, readFileSync(new URL(`files/${path}`, import.meta.url), "utf8")]));

  constructor(root) {
    this.#root = root;
  }

  /** Adds the messages for a line of the story. `below`: the lines after it that begin with `-`, `+` or `|`. */
  take(line, below) {
    const [, word, restOfLine] = /^(\w+):? (.*)$/.exec(line) ?? [];
    switch (word) {
      case "user":
        this.endResponse();
        return this.messages.push({ role: "user", content: restOfLine });
      case "think":
        return this.#blocks.push({ type: "thinking", thinking: restOfLine, signature: "" });
      case "say":
        return this.#blocks.push({ type: "text", text: restOfLine });
      case "list":
        return this.#call("list", { path: restOfLine }, this.#paths(restOfLine).join("\n"));
      case "read":
        return this.#call("read", { path: restOfLine }, numbered(this.#text(restOfLine)));
      case "search": {
        const [, pattern, path] = /^(.*) in (\S+)$/.exec(restOfLine);
        return this.#call("search", { pattern, path }, this.#found(pattern, path));
      }
      case "edit": {
        const [oldText, newText] = ["-", "+"].map((mark) => textOf(below, mark));
        this.#edit(restOfLine, oldText, newText);
        return this.#call("edit", { path: restOfLine, old_text: oldText, new_text: newText }, `${restOfLine} was changed in one place.`);
      }
      case "write":
        return this.#call("write", { path: restOfLine, content: textOf(below, "+") }, `${restOfLine} was written.`);
      case "run":
        return this.#call("run", { command: restOfLine }, textOf(below, "|") || "(nothing was printed)");
      case "tests":
        return this.#call("run", { command: `node --test ${restOfLine}` }, this.#passed(restOfLine));
      default:
        throw new Error(`the sample's story has a line that is none: ${line}`);
    }
  }

  /** Ends the model's message, unless it is empty. */
  endResponse() {
    if (this.#blocks.length > 0) this.messages.push({ role: "assistant", content: this.#blocks });
    this.#blocks = [];
  }

  #call(name, input, result) {
    const id = `toolu_sample_${String((this.#nCalls += 1)).padStart(3, "0")}`;
    this.#blocks.push({ type: "tool_use", id, name, input });
    this.endResponse();
    this.messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] });
  }

  #text(path) {
    return this.#invented.get(path) ?? readFileSync(join(this.#root, path), "utf8");
  }

  /** Edits a file that only the session has. Edits of the repository's files change nothing: these are always read as they are now. */
  #edit(path, oldText, newText) {
    const text = this.#invented.get(path);
    if (text === undefined) return;
    if (text.split(oldText).length !== 2) throw new Error(`the sample's story edits what ${path} does not hold once: ${oldText}`);
    this.#invented.set(path, text.replace(oldText, () => newText));
  }

  /** The paths of the repository's files below a folder; in each folder, in the order of the names. */
  #paths(folder) {
    const names = [];
    for (const entry of readdirSync(join(this.#root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) names.push(...this.#paths(path));
      else names.push(path);
    }
    return names;
  }

  #found(pattern, folder) {
    const foundLines = this.#paths(folder).flatMap((path) =>
      this.#text(path).split("\n").flatMap((line, at) => (line.includes(pattern) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    const nLeftOut = foundLines.length - MAX_FOUND;
    return [...foundLines.slice(0, MAX_FOUND), ...(nLeftOut > 0 ? [`(${nLeftOut} more)`] : [])].join("\n") || "nothing was found";
  }

  /** The output of the tests in a file when all pass, with the names of its tests. */
  #passed(path) {
    const names = [...this.#text(path).matchAll(/^\s*test\(["`](.*?)["`], /gm)].map(([, name]) => name);
    return ["TAP version 13", ...names.map((name, at) => `ok ${at + 1} - ${name}`), `1..${names.length}`, `# pass ${names.length}`, "# fail 0"].join("\n");
  }
}

/** The lines that begin with a mark, without the mark. */
function textOf(below, mark) {
  return below.filter((text) => text.startsWith(mark)).map((text) => text.slice(2)).join("\n");
}

function numbered(text) {
  return text.split("\n").map((line, at) => `${String(at + 1).padStart(5)}→${line}`).join("\n");
}
