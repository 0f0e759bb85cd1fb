//! Checks that all lists of characters that terminals, editors and models may obey are the same.
//!
//! The component and the packages in other languages cannot share one list. Control characters are not compared,
//! because some languages have a name for them and others list them.

use super::tree::Tree;

/// The files that list the characters an editor or model may obey, each with the text after which its list begins; a
/// list ends at an empty line.
const LISTS: [(&str, &str); 4] = [
    ("core/src/text/display.rs", "fn is_obeyed("),
    ("host-native/src/shown.rs", "fn is_obeyed("),
    ("bindings-js/src/shown.ts", "const OBEYED"),
    ("bindings-python/python/scrubjay/_shown.py", "_OBEYED = "),
];
/// The last character that Unicode calls a control character.
const LAST_CONTROL: u32 = 0x9f;

/// The first and last character of a range.
type Span = (u32, u32);

pub fn lists_of_what_is_obeyed_are_the_same(tree: &Tree) -> Vec<String> {
    let spans_in = |(path, start): (&str, &str)| {
        let text = tree.file(path).map_or("", |file| file.text.as_str());
        spans(text.split_once(start).map_or("", |(_, rest)| rest).split("\n\n").next().unwrap_or_default())
    };
    let first_spans = spans_in(LISTS[0]);
    let others = LISTS.into_iter().filter(|list| first_spans.is_empty() || spans_in(*list) != first_spans);
    others.map(|list| format!("{}: {:x?}, and in {} {first_spans:x?}", list.0, spans_in(list), LISTS[0].0)).collect()
}

/// The ranges that a list writes as numbers, without control characters.
fn spans(list: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut pieces = list.split('\\');
    let mut text_between = pieces.next().unwrap_or_default();
    for piece in pieces {
        let Some((number, after)) = number(piece) else { continue };
        match spans.last_mut() {
            Some(last) if matches!(text_between.trim_matches('\''), "-" | "..=") => last.1 = number,
            _ => spans.push((number, number)),
        }
        text_between = after;
    }
    spans.retain(|(first, _)| *first > LAST_CONTROL);
    spans.sort_unstable();
    spans
}

/// The number after a backslash, as in `u{ad}`, `xad`, `u00ad` or `U000000ad`, and the rest of the text.
fn number(piece: &str) -> Option<(u32, &str)> {
    let digits = match piece.get(..1)? {
        "u" if piece.starts_with("u{") => return braced(piece.get(2..)?),
        "x" => 2,
        "u" => 4,
        "U" => 8,
        _ => return None,
    };
    let (number, after) = piece.get(1..)?.split_at_checked(digits)?;
    Some((u32::from_str_radix(number, 16).ok()?, after))
}

fn braced(piece: &str) -> Option<(u32, &str)> {
    let (number, after) = piece.split_once('}')?;
    Some((u32::from_str_radix(number, 16).ok()?, after))
}

#[cfg(test)]
mod tests {
    use super::spans;

    #[test]
    fn a_list_says_the_same_in_every_language() {
        let expected = [(0xad, 0xad), (0x2028, 0x202e), (0xe0000, 0xe007f)];
        for list in [
            r"'\u{ad}' | '\u{2028}'..='\u{202e}' | '\u{e0000}'..='\u{e007f}'",
            r"/[\p{Cc}\u{ad}\u{2028}-\u{202e}\u{e0000}-\u{e007f}]/gu",
            r"[\x00-\x1f\x7f-\x9f\u00ad\u2028-\u202e\U000e0000-\U000e007f]",
        ] {
            assert_eq!(spans(list), expected, "{list}");
        }
        assert_ne!(spans(r"\u2028\u202e"), spans(r"\u2028-\u202e"));
    }
}
