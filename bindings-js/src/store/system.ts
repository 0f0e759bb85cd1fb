// Information about processes from `/proc`, read as in the native host. Without `/proc` no process is ever known to be dead.

import { existsSync, readlinkSync } from "node:fs";

import { text } from "../system.js";
import type { Holder } from "./error.js";

/** This process, in the form of a lock file. */
export function thisProcess(): Holder {
  const { pid } = process;
  return { host: text("/proc/sys/kernel/hostname").trim(), boot: boot(), pid, started: started(pid) ?? 0 };
}

/** Whether the process is certainly dead. */
export function isProvablyDead(holder: Holder): boolean {
  const here = thisProcess();
  const isComparable = holder.boot !== "" && holder.started !== 0 && holder.host === here.host && holder.boot === here.boot;
  // If process 1 is not visible, other processes may be hidden too.
  return isComparable && existsSync("/proc/1/stat") && started(holder.pid) !== holder.started;
}

/** Containers share the boot of the machine and may share its name, but have their own process ids. */
function boot(): string {
  const id = text("/proc/sys/kernel/random/boot_id").trim();
  try {
    return id === "" ? "" : `${id} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

/** The start time of a process, in ticks since boot; `undefined` if no such process runs. */
function started(pid: number): number | undefined {
  const stat = text(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain anything; the state follows.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 1).trim().split(/\s+/);
  // A zombie, whose parent has not yet waited for it, is still listed.
  if (state === undefined || state === "Z" || state === "X") return undefined;
  const ticks = fields[18];
  return ticks !== undefined && /^\d+$/.test(ticks) ? Number(ticks) : undefined;
}
