// What the page tells its user: notices, and alarms that a screen reader speaks at once.

import { DiskFullError, LockedError } from "scrubjay/worker";

import { type Child, button, element, fixed, keepingFocus } from "./dom.js";

/** Something worth knowing. */
export function tell(...words: Child[]): void {
  message("notices", words);
}

/** Something that went wrong. */
export function alarm(...words: Child[]): void {
  message("alerts", words);
}

/** An error, in words that say what can be done. */
export function alarmOf(error: unknown): void {
  alarm(sentence(error));
}

/** Removes what was told. */
export function clearMessages(): void {
  for (const place of ["notices", "alerts"]) replace(place);
}

/** Removes what went wrong before: what is tried now says itself how it ends. */
export function clearAlarms(): void {
  replace("alerts");
}

function sentence(error: unknown): string {
  if (error instanceof DiskFullError) return "No room is left for this memory in the browser. What was stored before is kept. Free some space, forget another project, or choose a smaller folder.";
  if (error instanceof LockedError) return "This project is open in another tab. Close it there, then open it here.";
  return error instanceof Error ? error.message : String(error);
}

function message(place: "notices" | "alerts", words: readonly Child[]): void {
  const line = element("div", { class: "message" }, element("p", {}, ...words), button("×", () => replace(place), { class: "small", "aria-label": "Dismiss" }));
  replace(place, line);
}

function replace(place: string, ...lines: HTMLElement[]): void {
  keepingFocus(() => fixed(place).replaceChildren(...lines), () => fixed("main"));
}
