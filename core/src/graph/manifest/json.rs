//! Reads the strings in a JSON file, each with the keys that lead to it, in one pass.
//!
//! Comments are skipped and commas count as white space, as in files written by hand. A file that is truncated, or
//! nested deeper than any manifest, does not count as JSON. Nothing recurses.

use alloc::string::String;
use alloc::vec::Vec;

/// Greatest depth of nested objects and lists.
const MAX_DEPTH: usize = 64;

/// Calls `add_setting` with the keys that lead to each string, and the string; `null` counts as an empty string. `None`
/// if the file is not JSON; calls made until then are invalid.
pub(super) fn read(text: &str, add_setting: &mut dyn FnMut(&[String], String)) -> Option<()> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, offset: 0, keys: Vec::new(), open_containers: Vec::new() };
    loop {
        reader.read_value(add_setting)?;
        if !reader.advance()? {
            return Some(());
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenContainer {
    Object,
    List,
}

struct Reader<'t> {
    text: &'t str,
    offset: usize,
    /// The current key of each open object, outermost first.
    keys: Vec<String>,
    open_containers: Vec<OpenContainer>,
}

impl Reader<'_> {
    /// Reads a string or another scalar, or opens an object or list. `None` if the text is not JSON.
    fn read_value(&mut self, add_setting: &mut dyn FnMut(&[String], String)) -> Option<()> {
        self.skip_blanks();
        match self.byte()? {
            b'{' => self.enter(OpenContainer::Object),
            b'[' => self.enter(OpenContainer::List),
            b'"' => {
                let text = self.read_string()?;
                add_setting(&self.keys, text);
                Some(())
            }
            _ => {
                let rest_of_text = &self.text[self.offset..];
                let is_end = |letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '+' | '.');
                let word = &rest_of_text[..rest_of_text.find(is_end).unwrap_or(rest_of_text.len())];
                self.offset += word.len();
                if word == "null" {
                    add_setting(&self.keys, String::new());
                }
                (!word.is_empty()).then_some(())
            }
        }
    }

    fn enter(&mut self, container: OpenContainer) -> Option<()> {
        self.offset += 1;
        self.open_containers.push(container);
        if container == OpenContainer::Object {
            self.keys.push(String::new());
        }
        (self.open_containers.len() <= MAX_DEPTH).then_some(())
    }

    /// Advances to the next value; false at the end of the file. `None` if the text is not JSON.
    fn advance(&mut self) -> Option<bool> {
        loop {
            self.skip_blanks();
            let Some(&container) = self.open_containers.last() else {
                return (self.offset == self.text.len()).then_some(false);
            };
            match (container, self.byte()?) {
                (OpenContainer::Object, b'}') => drop((self.open_containers.pop(), self.keys.pop())),
                (OpenContainer::List, b']') => drop(self.open_containers.pop()),
                (OpenContainer::List, _) => return Some(true),
                (OpenContainer::Object, _) => {
                    let key = self.read_string()?;
                    *self.keys.last_mut()? = key;
                    self.skip_blanks();
                    let is_colon = self.byte()? == b':';
                    self.offset += 1;
                    return is_colon.then_some(true);
                }
            }
            self.offset += 1;
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Skips white space, commas and comments.
    fn skip_blanks(&mut self) {
        loop {
            let rest_of_text = &self.text[self.offset..];
            let n_blank =
                rest_of_text.len() - rest_of_text.trim_start_matches(|at: char| at.is_whitespace() || at == ',').len();
            let rest_of_text = &rest_of_text[n_blank..];
            let n_comment = if rest_of_text.starts_with("//") {
                rest_of_text.find('\n').unwrap_or(rest_of_text.len())
            } else if rest_of_text.starts_with("/*") {
                rest_of_text.find("*/").map_or(rest_of_text.len(), |end| end + 2)
            } else {
                0
            };
            self.offset += n_blank + n_comment;
            if n_comment == 0 {
                return;
            }
        }
    }

    /// Reads a string, from its opening quote on.
    fn read_string(&mut self) -> Option<String> {
        let mut rest_of_text = self.text[self.offset..].strip_prefix('"')?;
        let mut text = String::new();
        loop {
            let end = rest_of_text.find(['"', '\\', '\n'])?;
            text.push_str(&rest_of_text[..end]);
            let stop_byte = rest_of_text.as_bytes()[end];
            rest_of_text = &rest_of_text[end + 1..];
            match stop_byte {
                b'"' => {
                    self.offset = self.text.len() - rest_of_text.len();
                    return Some(text);
                }
                b'\\' => {
                    let (letter, text_after) = escaped_char(rest_of_text)?;
                    text.push(letter);
                    rest_of_text = text_after;
                }
                _ => return None,
            }
        }
    }
}

/// The character of the escape sequence after a backslash, and the rest.
fn escaped_char(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next()?;
    let text_after = &text[letter.len_utf8()..];
    let letter = match letter {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return utf16_char(text_after),
        '"' | '\\' | '/' => letter,
        _ => return None,
    };
    Some((letter, text_after))
}

/// The character of one or two UTF-16 code units; an unpaired surrogate gives the replacement character.
fn utf16_char(rest: &str) -> Option<(char, &str)> {
    let code_unit = |rest: &str| u16::from_str_radix(rest.get(..4)?, 16).ok();
    let (first_unit, text_after) = (code_unit(rest)?, &rest[4..]);
    let second_unit = text_after.strip_prefix("\\u").and_then(code_unit);
    let units = [Some(first_unit), second_unit].into_iter().flatten();
    match char::decode_utf16(units).next()? {
        Ok(letter) => Some((letter, if letter.len_utf16() == 2 { &text_after[6..] } else { text_after })),
        Err(_) => Some((char::REPLACEMENT_CHARACTER, text_after)),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn settings_of(text: &str) -> Option<Vec<String>> {
        let mut settings = Vec::new();
        read(text, &mut |keys, value| settings.push(format!("{}={value}", keys.join("/"))))?;
        Some(settings)
    }

    #[test]
    fn texts_are_stated_with_their_keys() {
        let text = r#"{"a": "1", "b": {"c": ["2", {"d": "3"}], "e": null}, "f": true, "g": -1.5e3}"#;
        assert_eq!(settings_of(text).unwrap(), ["a=1", "b/c=2", "b/c/d=3", "b/e="]);
        assert_eq!(settings_of("\"a\"").unwrap(), ["=a"]);
        assert_eq!(settings_of("\u{feff}{}").unwrap(), [""; 0]);
    }

    #[test]
    fn comments_and_extra_commas_are_accepted() {
        let text = "// one\n{ /* two */ \"a\": \"//x\", // three\n \"b\": [\"1\", \"/*2*/\",], }\n/* four";
        assert_eq!(settings_of(text).unwrap(), ["a=//x", "b=1", "b=/*2*/"]);
    }

    #[test]
    fn escapes_are_decoded_and_unpaired_surrogates_replaced() {
        assert_eq!(settings_of(r#""a\n\"\\\/\u00e9\ud83d\ude00""#).unwrap(), ["=a\n\"\\/é😀"]);
        assert_eq!(settings_of(r#""\ud800x\udc00\ud800\u0041""#).unwrap(), ["=\u{fffd}x\u{fffd}\u{fffd}A"]);
    }

    #[test]
    fn incomplete_json_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\" \"b\"}",
            "{a: 1}",
            "[",
            "\"a",
            "\"\\",
            "\"\\u12\"",
            "\"\\ué\"",
            "{}}",
            "{]",
            "[}",
            "{} {}",
            "\"a\nb\"",
            "\"\\x\"",
            "/",
            "{\"a\": /",
            ":",
        ] {
            assert_eq!(settings_of(text), None, "{text}");
        }
    }

    #[test]
    fn excessive_nesting_is_refused() {
        assert_eq!(settings_of(&"[".repeat(1 << 20)), None);
        assert_eq!(settings_of(&"{\"a\":".repeat(1 << 18)), None);
        let nested_text = format!("{}\"x\"{}", "[".repeat(64), "]".repeat(64));
        assert_eq!(settings_of(&nested_text).unwrap(), ["=x"]);
    }
}
