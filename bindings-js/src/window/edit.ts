// Applies edits to copies of messages: objects and lists that contain an edited value are copied, all others are shared with the caller.
//
// Not here: computing the edits, and editing JSON text (`editMessages` of the component).

import { invalidError } from "../errors.js";
import type { Edit } from "../generated/types.js";
import { hasToJson, defineMember } from "./json.js";

/** Replaces a removed value until it is filtered out of its list or object, or, for a whole message, out of the conversation. */
export const REMOVED: unique symbol = Symbol("gone");

/** The member of a LangChain message's JSON that holds its content. */
const CONTENT_MEMBER = "kwargs";

/** An edit with its pointer split into names. */
interface Change {
  /** The unescaped names of the JSON pointer. */
  names: readonly string[];
  value: unknown;
}

/** A copy of a message with edits applied, or `REMOVED` if it is removed. Pointers refer to the unedited message, which is not changed. */
export function editMessage(message: unknown, edits: readonly Edit[]): unknown {
  return applyChanges(message, edits.map(changeOf), 0);
}

function changeOf({ pointer, replacement }: Edit): Change {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { names, value: replacement === undefined ? REMOVED : JSON.parse(replacement) };
}

/** A copy of a value with changes applied. The first `depth` names of their pointers lead to the value. */
function applyChanges(value: unknown, changes: readonly Change[], depth: number): unknown {
  const wholeChange = changes.find(({ names }) => names.length === depth);
  if (wholeChange !== undefined) return wholeChange.value;
  if (typeof value !== "object" || value === null) throw invalidError("messages", "they changed while they were read");
  if (!hasToJson(value)) return copyWithChanges(value, changes, depth);
  // A LangChain message keeps its class: only its JSON has the member `kwargs`.
  const isInside = changes.every(({ names }) => names[depth] === CONTENT_MEMBER && names[depth + 1] !== undefined && names[depth + 1] as string in value);
  return isInside ? copyWithChanges(value, changes, depth + 1) : applyChanges(value.toJSON(), changes, depth);
}

function copyWithChanges(value: object, changes: readonly Change[], depth: number): object {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const name = change.names[depth] as string;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [change]);
    else group.push(change);
  }
  const copy = Array.isArray(value) ? value.slice() : shallowCopy(value);
  for (const [name, group] of groups) {
    const inner = applyChanges((value as Record<string, unknown>)[name], group, depth + 1);
    if (inner === REMOVED && !Array.isArray(copy)) delete (copy as Record<string, unknown>)[name];
    else defineMember(copy, name, inner);
  }
  return Array.isArray(copy) ? copy.filter((item) => item !== REMOVED) : copy;
}

/** A shallow copy of an object with the same prototype. It can be changed even if the original is frozen. */
function shallowCopy(value: object): object {
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  for (const name of Reflect.ownKeys(value)) {
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(value, name);
    defineMember(copy, name, (value as Record<PropertyKey, unknown>)[name], isEnumerable);
  }
  return copy;
}
