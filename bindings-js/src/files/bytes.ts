// Bytes: whether two are equal, the text they are, and a text to find them by; and what is neither bytes nor text of UTF-8.

/** Whether two arrays hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A function for each byte takes ten times as long, and every question of a reader compares some hundreds.
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text that bytes are in UTF-8; none where they are not. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as a text of one letter each, whose order is theirs: a key of a map. At most some thousands. */
export function letters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** An array whose buffer was handed to someone else looks empty; a view of such a buffer cannot be made. */
export function isDetached(bytes: Uint8Array | Uint32Array): boolean {
  if (bytes.length !== 0) return false;
  try {
    new Uint8Array(bytes.buffer);
    return false;
  } catch {
    return true;
  }
}

/** No half of a surrogate pair stands alone, which UTF-8 cannot say. */
export function isWellFormed(text: string): boolean {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native === undefined ? !/\p{Surrogate}/u.test(text) : native.call(text);
}
