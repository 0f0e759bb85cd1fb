// Notes in Node, as a process among others: `write FILE NAME N` adds N notes to a channel of that name; `read FILE SECONDS` reads
// the channels 0 to 7 in a loop, and fails if a channel's notes are no state that was committed.
import { openRecords } from "scrubjay";

const [mode, file, ...modeArguments] = process.argv.slice(2);
const records = await openRecords({ file });
if (mode === "write") {
  const [name, n] = modeArguments;
  for (let at = 0; at < Number(n); at++) {
    await records.remember(String(at), { channel: name, eventId: `${name}-${at}` });
    console.log(`${at}`);
  }
} else {
  const lastCounts = new Map();
  let nReads = 0;
  for (const end = performance.now() + 1000 * Number(modeArguments[0]); performance.now() < end; ) {
    for (let writer = 0; writer < 8; writer++) {
      const { notes, nDamaged } = await records.notes({ channel: String(writer), limit: 1000 });
      const numbers = notes.map(({ text }) => Number(text)).sort((one, other) => one - other);
      const isState = nDamaged === 0 && numbers.every((text, place) => text === place) && numbers.length >= (lastCounts.get(writer) ?? 0);
      if (!isState) throw new Error(`channel ${writer} never was in this state: ${numbers}`);
      lastCounts.set(writer, numbers.length);
      nReads++;
    }
  }
  console.log(`reads ${nReads}`);
}
await records.close();
