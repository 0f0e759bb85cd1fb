// The UTC offsets of the local time zone since 1970: the component has no clock, and knows no time zones.

import type { ZoneOffset } from "./generated/types.js";

/** A week in milliseconds. */
const WEEK = 7 * 86_400_000;
/** How many milliseconds into the future offsets are computed: no record is later. */
const MAX_AHEAD = 53 * WEEK;

let cachedZone: { day: number; offset: number; zone: ZoneOffset[] } | undefined;

/** The changes of the local UTC offset since 1970. Cached for a day, or until the offset changes. */
export function ownZone(now = Date.now()): ZoneOffset[] {
  // The time zone may change while the process runs.
  const [day, offset] = [Math.floor(now / 86_400_000), secondsAt(now)];
  if (cachedZone?.day !== day || cachedZone.offset !== offset) cachedZone = { day, offset, zone: offsets(secondsAt, now + MAX_AHEAD) };
  return cachedZone.zone;
}

function secondsAt(time: number): number {
  return -60 * new Date(time).getTimezoneOffset();
}

/**
 * The changes of the UTC offset up to the time `end`, where `offsetAt` gives the offset at a time. Of several changes within a week at most
 * one is found.
 */
export function offsets(offsetAt: (time: number) => number, end: number): ZoneOffset[] {
  let seconds = offsetAt(0);
  const changes = [{ since: 0n, seconds }];
  for (let week = 0; week < end; week += WEEK) {
    const nextSeconds = offsetAt(week + WEEK);
    if (nextSeconds === seconds) continue;
    let [before, after] = [week, week + WEEK];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === seconds) before = middle;
      else after = middle;
    }
    seconds = nextSeconds;
    changes.push({ since: BigInt(after), seconds });
  }
  return changes;
}
