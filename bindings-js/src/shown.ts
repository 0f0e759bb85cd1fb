// Escapes untrusted texts in messages, so that no character moves the cursor, ends a line, changes the direction of text or is invisible.
// The same characters as in the other hosts (`host-native/src/shown.rs`).

const OBEYED = /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;

/** Returns a text on one line, with control and invisible characters escaped. */
export function oneLine(text: string): string {
  return text.replace(OBEYED, (char) => `\\u{${(char.codePointAt(0) as number).toString(16)}}`);
}
