// Identifies the process that holds a lock, and tells whether it lives, as in the native host (`host-native/src/store/holder.rs`): on Linux
// through `/proc`, elsewhere by whether a process has the id.

import { existsSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

import { readText } from "../system.js";
import type { Holder } from "../errors.js";

/** Whether a process lives; `unknown` for one on another machine or in another process namespace, and if `/proc` hides other processes. */
export type Life = "alive" | "dead" | "unknown";

/** The most bytes read of a lock file, a file of turns or a turn counter: many times as many as one written by Scrubjay has. */
export const MAX_TEXT = 4 << 10;

/** The identity of this process, to be written into a lock file. */
export function thisProcess(): Holder {
  const { pid } = process;
  const boot = readText("/proc/sys/kernel/random/boot_id").trim();
  return { host: hostname(), boot, space: space(), pid, started: started(pid) ?? 0 };
}

/** Whether the process of a holder lives. Never decided by time: a slow holder is alive. */
export function lifeOf(holder: Holder): Life {
  const ownProcess = thisProcess();
  if (holder.host !== ownProcess.host) return "unknown";
  if (holder.boot !== "" && ownProcess.boot !== "" && holder.boot !== ownProcess.boot) return "dead";
  // If process 1 is not visible, other processes may be hidden too.
  const isLinux = process.platform === "linux";
  if (holder.space !== ownProcess.space || (isLinux && !existsSync("/proc/1/stat"))) return "unknown";
  const isRunning = isLinux ? started(holder.pid) === holder.started : exists(holder.pid);
  return isRunning ? "alive" : "dead";
}

/** Writes a holder as text, with a line `name=value` for each field. */
export function toLines({ host, boot, space, pid, started }: Holder): string {
  return `host=${host}\nboot=${boot}\nspace=${space}\npid=${pid}\nstarted=${started}\n`;
}

/** Reads a holder from a text, which may have further lines; undefined if it is incomplete, as after a power failure. */
export function fromLines(text: string): Holder | undefined {
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1];
  const [host, boot, space, pid, started] = [field("host"), field("boot"), field("space"), field("pid"), field("started")];
  if (host === undefined || boot === undefined || space === undefined) return undefined;
  if (!/^\d+$/.test(pid ?? "") || !/^\d+$/.test(started ?? "")) return undefined;
  return { host, boot, space, pid: Number(pid), started: Number(started) };
}

/** The namespace of process ids, which distinguishes containers on the same machine; empty if unknown. */
function space(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, but may not be signalled.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The start time of a process, in ticks since boot; undefined if it does not run. */
function started(pid: number): number | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain anything; the state follows.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 1).trim().split(/\s+/);
  // A zombie, whose parent has not yet waited for it, is still listed.
  if (state === undefined || state === "Z" || state === "X") return undefined;
  const ticks = fields[18];
  return ticks !== undefined && /^\d+$/.test(ticks) ? Number(ticks) : undefined;
}
