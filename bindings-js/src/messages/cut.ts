// Shortens texts of messages to the limits of the interface.

/** Shortens a text of more than `maxBytes`: keeps its beginning and end, with the number of omitted bytes between them. NUL becomes U+FFFD. */
export function cut(text: string, maxBytes: number): string {
  const whole = new TextEncoder().encode(text.replaceAll("\0", "\ufffd"));
  if (whole.length <= maxBytes) return decoded(whole);
  const half = Math.floor((maxBytes - 64) / 2);
  const [begin, end] = [beginning(whole, half), ending(whole, half)];
  return `${decoded(begin)}\n[… ${whole.length - begin.length - end.length} bytes left out …]\n${decoded(end)}`;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The first bytes, at most `max`, that are whole characters. */
function beginning(bytes: Uint8Array, max: number): Uint8Array {
  let end = max;
  while (end > 0 && isInside(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

/** The last bytes, at most `max`, that are whole characters. */
function ending(bytes: Uint8Array, max: number): Uint8Array {
  let at = bytes.length - max;
  while (at < bytes.length && isInside(bytes[at])) at += 1;
  return bytes.subarray(at);
}

/** Whether a byte continues a character of UTF-8. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
