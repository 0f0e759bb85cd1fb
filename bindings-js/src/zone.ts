// Where the machine's clocks stand beside UTC, and since when: the component has no clock, and knows no zones.

import type { ZoneOffset } from "./generated/types.js";

const WEEK = 7 * 86_400_000;
/** How far ahead offsets are told: of what was recorded nothing lies later. */
const AHEAD = 53 * WEEK;

let known: { day: number; offset: number; zone: ZoneOffset[] } | undefined;

/** The offsets of the zone of this machine since 1970. */
export function ownZone(now = Date.now()): ZoneOffset[] {
  // A process may live on while its user travels.
  const [day, offset] = [Math.floor(now / 86_400_000), secondsAt(now)];
  if (known?.day !== day || known.offset !== offset) known = { day, offset, zone: offsets(secondsAt, now + AHEAD) };
  return known.zone;
}

function secondsAt(time: number): number {
  return -60 * new Date(time).getTimezoneOffset();
}

/** The offsets up to a moment, from what they are at each. Clocks that change twice within a week are not seen. */
export function offsets(at: (time: number) => number, end: number): ZoneOffset[] {
  let seconds = at(0);
  const found = [{ since: 0n, seconds }];
  for (let week = 0; week < end; week += WEEK) {
    const next = at(week + WEEK);
    if (next === seconds) continue;
    let [before, after] = [week, week + WEEK];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (at(middle) === seconds) before = middle;
      else after = middle;
    }
    seconds = next;
    found.push({ since: BigInt(after), seconds });
  }
  return found;
}
