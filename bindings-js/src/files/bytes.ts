// Byte arrays: equality, UTF-8 decoding, and strings as map keys; and checks for detached buffers and unpaired surrogates.

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A callback for each byte takes ten times as long, and every question of a reader compares some hundreds of bytes.
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; undefined if it is invalid. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A number of arguments that a call may have in every JavaScript engine. */
const MAX_ARGUMENTS = 8_192;

/** A string with one character for each byte, to serve as a map key. Such strings compare as their bytes do. */
export function bytesAsLetters(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) letters += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS));
  return letters;
}

/** Whether the array's buffer was transferred. Such an array looks empty, and no view of its buffer can be created. */
export function isDetached(bytes: Uint8Array | Uint32Array): boolean {
  if (bytes.length !== 0) return false;
  try {
    new Uint8Array(bytes.buffer);
    return false;
  } catch {
    return true;
  }
}

/** Whether a string has no unpaired surrogates, which UTF-8 cannot encode. */
export function isWellFormed(text: string): boolean {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native === undefined ? !/\p{Surrogate}/u.test(text) : native.call(text);
}
