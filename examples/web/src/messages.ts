// Messages to the user: notices, and alarms, which a screen reader speaks at once.

import { DiskFullError, LockedError } from "scrubjay/worker";

import { type Child, button, element, keepingFocus, pageElement } from "./dom.js";

/** Shows a notice in place of the last one. */
export function tell(...words: Child[]): void {
  message("notices", words);
}

/** Shows an alarm, about something that failed, in place of the last one. */
export function alarm(...words: Child[]): void {
  message("alerts", words);
}

/** Shows an alarm about an error, with advice if the error is a known one. */
export function alarmOf(error: unknown): void {
  alarm(sentence(error));
}

/** Removes the notice and the alarm. */
export function clearMessages(): void {
  for (const place of ["notices", "alerts"]) replace(place);
}

/** Removes the alarm before a new attempt, which will report its own errors. */
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
  keepingFocus(() => pageElement(place).replaceChildren(...lines), () => pageElement("main"));
}
