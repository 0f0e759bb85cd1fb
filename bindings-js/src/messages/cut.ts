// Shortens texts of messages to the limits of the interface.

/** Shortens a text of more than `maxBytes`: keeps its beginning and end, with the number of omitted bytes between them. NUL becomes U+FFFD. */
export function cut(text: string, maxBytes: number): string {
  const allBytes = new TextEncoder().encode(text.replaceAll("\0", "\ufffd"));
  if (allBytes.length <= maxBytes) return decode(allBytes);
  const half = Math.floor((maxBytes - 64) / 2);
  const [firstPart, lastPart] = [beginning(allBytes, half), ending(allBytes, half)];
  return `${decode(firstPart)}\n[… ${allBytes.length - firstPart.length - lastPart.length} bytes left out …]\n${decode(lastPart)}`;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The first bytes, at most `max`, that are whole characters. */
function beginning(bytes: Uint8Array, max: number): Uint8Array {
  let end = max;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** The last bytes, at most `max`, that are whole characters. */
function ending(bytes: Uint8Array, max: number): Uint8Array {
  let at = bytes.length - max;
  while (at < bytes.length && isContinuation(bytes[at])) at += 1;
  return bytes.subarray(at);
}

/** Whether a byte continues a character of UTF-8. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
