// What the system tells of processes, through `/proc`, as the native host reads it. Where there is none, nothing is ever proved dead.

import { existsSync, readFileSync, readlinkSync } from "node:fs";

import type { Holder } from "./error.js";

/** This process, as a lock file names it. */
export function thisProcess(): Holder {
  const { pid } = process;
  return { host: line("/proc/sys/kernel/hostname"), boot: boot(), pid, started: started(pid) ?? 0n };
}

/** The process cannot exist any more. False wherever that is not certain. */
export function isProvablyDead(holder: Holder): boolean {
  const here = thisProcess();
  const isComparable = holder.boot !== "" && holder.started !== 0n && holder.host === here.host && holder.boot === here.boot;
  // The first process is hidden where processes are.
  return isComparable && existsSync("/proc/1/stat") && started(holder.pid) !== holder.started;
}

function line(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

/** Containers share the start of the machine and may share its name, yet number their processes apart. */
function boot(): string {
  const id = line("/proc/sys/kernel/random/boot_id");
  try {
    return id === "" ? "" : `${id} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

/** When a process began, in ticks since the machine started; none where no such process runs. */
function started(pid: number): bigint | undefined {
  const stat = line(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may hold anything; its state follows.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 1).trim().split(/\s+/);
  // A process that nobody has waited for yet is still listed.
  if (state === undefined || state === "Z" || state === "X") return undefined;
  const ticks = fields[18];
  return ticks !== undefined && /^\d+$/.test(ticks) ? BigInt(ticks) : undefined;
}
