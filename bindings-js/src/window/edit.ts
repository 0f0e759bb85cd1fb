// Edits made in copies: objects and lists on the way to an edited value are copied, all others are the caller's own.
//
// Not here: which edits there are, and the text of a conversation (`editMessages` of the component).

import { invalid } from "../errors.js";
import type { Edit } from "../generated/types.js";
import { hasForm, put } from "./json.js";

/** Stands in place of a value that is left out, until it is removed from its list or object; of a whole message, from the list of all. */
export const GONE: unique symbol = Symbol("gone");

/** Where LangChain's messages have their own members in their JSON. */
const MEMBERS = "kwargs";

interface Change {
  /** The names in its JSON pointer. */
  names: readonly string[];
  value: unknown;
}

/** A message with edits made, or what stands for one that is left out; the message itself is unchanged. Pointers are of the message before any of them. */
export function edited(message: unknown, edits: readonly Edit[]): unknown {
  return changed(message, edits.map(changeOf), 0);
}

function changeOf({ pointer, replacement }: Edit): Change {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { names, value: replacement === undefined ? GONE : JSON.parse(replacement) };
}

/** A value with changes made, whose pointers lead to it by `depth` names. */
function changed(value: unknown, changes: readonly Change[], depth: number): unknown {
  const whole = changes.find(({ names }) => names.length === depth);
  if (whole !== undefined) return whole.value;
  if (typeof value !== "object" || value === null) throw invalid("messages", "they changed while they were read");
  if (!hasForm(value)) return copied(value, changes, depth);
  // A message of a class stays one, if its JSON only says where its members are.
  const isInside = changes.every(({ names }) => names[depth] === MEMBERS && names[depth + 1] !== undefined && names[depth + 1] as string in value);
  return isInside ? copied(value, changes, depth + 1) : changed(value.toJSON(), changes, depth);
}

function copied(value: object, changes: readonly Change[], depth: number): object {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const name = change.names[depth] as string;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [change]);
    else group.push(change);
  }
  const copy = Array.isArray(value) ? value.slice() : twin(value);
  for (const [name, group] of groups) {
    const inner = changed((value as Record<string, unknown>)[name], group, depth + 1);
    if (inner === GONE && !Array.isArray(copy)) delete (copy as Record<string, unknown>)[name];
    else put(copy, name, inner);
  }
  return Array.isArray(copy) ? copy.filter((item) => item !== GONE) : copy;
}

/** An object of the same class with the same members, which can be changed even if that one is frozen. */
function twin(value: object): object {
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  for (const name of Reflect.ownKeys(value)) {
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(value, name);
    put(copy, name, (value as Record<PropertyKey, unknown>)[name], isEnumerable);
  }
  return copy;
}
