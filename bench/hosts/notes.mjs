// Notes in Node, as a process among others: `write FILE NAME N` adds N notes to a channel of that name; `read FILE SECONDS` reads
// the channels 0 to 7 in a loop, and fails if a channel's notes are no state that was committed.
import { openRecords } from "scrubjay";

const [what, file, ...rest] = process.argv.slice(2);
const records = await openRecords({ file });
if (what === "write") {
  const [name, n] = rest;
  for (let at = 0; at < Number(n); at++) {
    await records.remember(String(at), { channel: name, eventId: `${name}-${at}` });
    console.log(`${at}`);
  }
} else {
  const seen = new Map();
  let nReads = 0;
  for (const end = performance.now() + 1000 * Number(rest[0]); performance.now() < end; ) {
    for (let writer = 0; writer < 8; writer++) {
      const { notes, nDamaged } = await records.notes({ channel: String(writer), limit: 1000 });
      const found = notes.map(({ text }) => Number(text)).sort((one, other) => one - other);
      const isState = nDamaged === 0 && found.every((text, place) => text === place) && found.length >= (seen.get(writer) ?? 0);
      if (!isState) throw new Error(`channel ${writer} never was in this state: ${found}`);
      seen.set(writer, found.length);
      nReads++;
    }
  }
  console.log(`reads ${nReads}`);
}
await records.close();
