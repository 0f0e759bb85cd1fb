// A process that writes or reads records in Node, which tests of the npm package start, watch and kill.
//
//     records.mjs write FILE NAME N      adds N notes to FILE, in a channel of this name; a line for each, once it is acknowledged
//     records.mjs read FILE SECONDS      reads channels of FILE in a loop, and fails where one is no state that was committed
//     records.mjs holder                 prints what its lock would contain

import { openRecords } from "../../bindings-js/dist/node.mjs";
import { thisProcess, toLines } from "../../bindings-js/dist/store/system.js";

const [command, file, name, n] = process.argv.slice(2);

async function write() {
  const records = await openRecords({ file });
  for (let at = 0; at < Number(n); at++) {
    await records.remember(String(at), { channel: name, eventId: `${name}-${at}` });
    process.stdout.write(`${at}\n`);
  }
}

async function read() {
  const records = await openRecords({ file });
  const nSeen = new Map();
  for (const end = performance.now() + Number(name) * 1_000; performance.now() < end; ) {
    for (let writer = 0; writer < 8; writer++) {
      const page = await records.notes({ channel: String(writer), limit: 1_000 });
      const numbers = page.notes.map(({ text }) => Number(text)).sort((a, b) => a - b);
      const isState = page.nDamaged === 0 && numbers.every((number, at) => number === at) && numbers.length >= (nSeen.get(writer) ?? 0);
      if (!isState) throw new Error(`channel ${writer} had ${nSeen.get(writer)} notes and has ${numbers}`);
      nSeen.set(writer, numbers.length);
    }
  }
}

await { write, read, holder: () => process.stdout.write(toLines(thisProcess())) }[command]();
