// Texts of others as they are shown in messages: data, of which nothing moves a cursor, ends a line, turns its direction or hides. The
// same characters as in the other hosts (`host-native/src/shown.rs`).

const OBEYED = /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;

/** A text on one line, in which such characters are spelled out. */
export function oneLine(text: string): string {
  return text.replace(OBEYED, (char) => `\\u{${(char.codePointAt(0) as number).toString(16)}}`);
}
