//! The patterns of `.gitignore`: parses a line and matches a path, as git and `bindings-js/src/files/glob.ts` do.
//!
//! Patterns and paths are compared as bytes, so `?` and a set match one byte of a letter beyond ASCII. Matching
//! backtracks only to the last star and counts its steps, so its time is bounded. Not here: files of patterns, and
//! which of several matching patterns counts.

/// The most bytes of a line that is a rule; no path is longer.
pub(super) const MAX_LINE: usize = 4_096;

/// A parsed line.
#[derive(Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) is_negated: bool,
    /// Matches only folders.
    pub(super) matches_only_folders: bool,
    /// Whether it is compared with the last component of a path, at any depth, instead of the whole path.
    pub(super) matches_only_names: bool,
    body: Body,
}

/// The body of a pattern. Most lines are one of the first two.
#[derive(Debug, PartialEq)]
enum Body {
    /// A literal text.
    Text(Box<[u8]>),
    /// A star followed by a literal text.
    End(Box<[u8]>),
    /// The literal beginning of every matching text, the least number of bytes of such a text, and the tokens of the
    /// whole pattern.
    Tokens(Box<[u8]>, usize, Box<[Token]>),
}

#[derive(Debug, PartialEq)]
enum Token {
    Byte(u8),
    /// Any byte but a slash.
    Any,
    Set(Box<Set>),
    /// `*`.
    Star,
    /// `**` at the end of the pattern.
    Everything,
    /// `**/`, which also matches the empty text.
    Folders,
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Set([u64; 4]);

impl Set {
    fn holds(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    fn complement(self) -> Set {
        Set(self.0.map(|bits| !bits))
    }
}

impl Pattern {
    /// Parses a line of at most [`MAX_LINE`] bytes; `None` for comments, empty lines and patterns that match nothing.
    /// With `ignores_case`, paths to match must be in lower case.
    pub(super) fn parse(line: &[u8], ignores_case: bool) -> Option<Pattern> {
        if line.starts_with(b"#") {
            return None;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.split(|byte| *byte == 0).next().unwrap_or_default();
        let mut rest_of_line = without_trailing_spaces(line);
        let is_negated = rest_of_line.starts_with(b"!");
        rest_of_line = rest_of_line.strip_prefix(b"!").unwrap_or(rest_of_line);
        let matches_only_folders = rest_of_line.ends_with(b"/");
        rest_of_line = rest_of_line.strip_suffix(b"/").unwrap_or(rest_of_line);
        let matches_only_names = !rest_of_line.contains(&b'/');
        rest_of_line = rest_of_line.strip_prefix(b"/").unwrap_or(rest_of_line);
        if rest_of_line.is_empty() {
            return None;
        }
        let tokens = Lexer { pattern: rest_of_line, is_of_paths: !matches_only_names, ignores_case }.tokens()?;
        let text = |text: &[u8]| if ignores_case { text.to_ascii_lowercase().into() } else { text.into() };
        let body = match rest_of_line.strip_prefix(b"*") {
            _ if is_plain(rest_of_line) => Body::Text(text(rest_of_line)),
            Some(end) if matches_only_names && is_plain(end) => Body::End(text(end)),
            _ => {
                let literal_prefix = text(rest_of_line.split(|byte| is_special(*byte)).next().unwrap_or_default());
                let is_byte = |token: &&Token| matches!(token, Token::Byte(_) | Token::Any | Token::Set(_));
                Body::Tokens(literal_prefix, tokens.iter().filter(is_byte).count(), tokens.into())
            }
        };
        Some(Pattern { is_negated, matches_only_folders, matches_only_names, body })
    }

    /// The only text that the pattern matches; `None` if it can match several.
    pub(super) fn only_text(&self) -> Option<&[u8]> {
        if let Body::Text(text) = &self.body { Some(text) } else { None }
    }

    /// Calls `take` with each literal piece that every matching text contains, in order; none is empty.
    pub(super) fn literals(&self, take: &mut dyn FnMut(&[u8])) {
        match &self.body {
            Body::Text(text) | Body::End(text) if text.is_empty() => {}
            Body::Text(text) | Body::End(text) => take(text),
            Body::Tokens(_, _, tokens) => {
                let mut literal = Vec::new();
                for token in tokens {
                    match token {
                        Token::Byte(byte) => literal.push(*byte),
                        _ if literal.is_empty() => {}
                        _ => take(&std::mem::take(&mut literal)),
                    }
                }
                if !literal.is_empty() {
                    take(&literal);
                }
            }
        }
    }

    /// Whether the pattern matches a path whose last component is `name`; the caller checks `matches_only_folders`.
    /// Subtracts the steps that this takes from `steps`; if none are left, the result is invalid.
    pub(super) fn fits(&self, name: &[u8], path: &[u8], steps: &mut u32) -> bool {
        let text = if self.matches_only_names { name } else { path };
        *steps = steps.saturating_sub(1);
        match &self.body {
            Body::Text(only_text) => **only_text == *text,
            Body::End(end) => text.ends_with(end),
            Body::Tokens(literal_prefix, n_min, tokens) => {
                *n_min <= text.len() && text.starts_with(literal_prefix) && matches(tokens, text, steps)
            }
        }
    }
}

fn is_plain(text: &[u8]) -> bool {
    !text.iter().any(|byte| is_special(*byte))
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

/// Removes trailing spaces unless they are escaped; keeps trailing tabs.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
    let n_backslashes = line[..end].iter().rev().take_while(|byte| **byte == b'\\').count();
    &line[..if n_backslashes % 2 == 1 { (end + 1).min(line.len()) } else { end }]
}

/// A point to backtrack to: the index of the token after a star, and the text offset at which the tokens from there on
/// were last tried.
#[derive(Clone, Copy)]
struct BacktrackPoint {
    place: usize,
    at: usize,
}

/// Whether tokens match a text; backtracks to the last `*` within a component, otherwise to the last `**`. Also false
/// if the steps do not suffice.
fn matches(tokens: &[Token], text: &[u8], steps: &mut u32) -> bool {
    let (mut place, mut at) = (0, 0);
    let mut star: Option<BacktrackPoint> = None;
    let mut stars: Option<(BacktrackPoint, bool)> = None;
    while place < tokens.len() || at < text.len() {
        let Some(steps_left) = steps.checked_sub(1) else { return false };
        *steps = steps_left;
        match tokens.get(place) {
            Some(Token::Star) => {
                place += 1;
                star = Some(BacktrackPoint { place, at });
            }
            Some(token @ (Token::Everything | Token::Folders)) => {
                place += 1;
                star = None;
                stars = Some((BacktrackPoint { place, at }, matches!(token, Token::Folders)));
            }
            Some(token) if text.get(at).is_some_and(|byte| fits_byte(token, *byte)) => {
                place += 1;
                at += 1;
            }
            _ => match (&mut star, &mut stars) {
                (Some(star), _) if text.get(star.at).is_some_and(|byte| *byte != b'/') => {
                    star.at += 1;
                    (place, at) = (star.place, star.at);
                }
                (_, Some((stars, is_of_folders))) if stars.at < text.len() => {
                    stars.at = match (*is_of_folders, text[stars.at..].iter().position(|byte| *byte == b'/')) {
                        (true, None) => return false,
                        (true, Some(slash)) => stars.at + slash + 1,
                        (false, _) => stars.at + 1,
                    };
                    (place, at) = (stars.place, stars.at);
                    star = None;
                }
                _ => return false,
            },
        }
    }
    true
}

fn fits_byte(token: &Token, byte: u8) -> bool {
    match token {
        Token::Byte(expected) => *expected == byte,
        Token::Set(set) => byte != b'/' && set.holds(byte),
        _ => byte != b'/',
    }
}

struct Lexer<'a> {
    pattern: &'a [u8],
    is_of_paths: bool,
    ignores_case: bool,
}

impl Lexer<'_> {
    /// The tokens of a pattern; `None` if it can match nothing, as with an unclosed bracket or a trailing escape.
    fn tokens(&self) -> Option<Vec<Token>> {
        let pattern = self.pattern;
        // Two stars at the first special character need no slash before them.
        let first = pattern.iter().position(|byte| is_special(*byte));
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(&byte) = pattern.get(at) {
            let start = at;
            match byte {
                b'*' => {
                    at += pattern[at..].iter().take_while(|byte| **byte == b'*').count() - 1;
                    let may_cross_slashes =
                        self.is_of_paths && at > start && (Some(start) == first || pattern[start - 1] == b'/');
                    let rest = &pattern[at + 1..];
                    if may_cross_slashes && rest.starts_with(b"/") {
                        tokens.push(Token::Folders);
                        at += 1;
                    } else {
                        let is_end = may_cross_slashes && (rest.is_empty() || rest.starts_with(b"\\/"));
                        tokens.push(if is_end { Token::Everything } else { Token::Star });
                    }
                }
                b'?' => tokens.push(Token::Any),
                b'[' => {
                    let (set, end) = self.set(at + 1)?;
                    tokens.push(Token::Set(Box::new(set)));
                    at = end;
                }
                // As in git, an escaped character matches as written; if case is ignored, an escaped capital matches
                // nothing.
                b'\\' => {
                    at += 1;
                    tokens.push(Token::Byte(*pattern.get(at)?));
                }
                _ if self.ignores_case => tokens.push(Token::Byte(byte.to_ascii_lowercase())),
                _ => tokens.push(Token::Byte(byte)),
            }
            at += 1;
        }
        Some(tokens)
    }

    /// Parses a set from after its opening bracket; returns it with the index of the closing bracket. `None` without a
    /// closing bracket, or with an unknown class.
    fn set(&self, start: usize) -> Option<(Set, usize)> {
        let pattern = self.pattern;
        let is_negated = matches!(pattern.get(start), Some(b'!' | b'^'));
        let first = start + usize::from(is_negated);
        let mut set = Set::default();
        // The possible start of a range.
        let mut range_start: Option<u8> = None;
        let mut at = first;
        loop {
            let byte = *pattern.get(at)?;
            let next = pattern.get(at + 1).copied();
            match (byte, range_start, next) {
                (b']', _, _) if at > first => return Some((if is_negated { set.complement() } else { set }, at)),
                (b'-', Some(from), Some(next)) if next != b']' => {
                    at += if next == b'\\' { 2 } else { 1 };
                    // A range matches in either case; a single or escaped capital letter of a set matches nothing.
                    for byte in from..=*pattern.get(at)? {
                        set.add(byte);
                        if self.ignores_case {
                            set.add(byte.to_ascii_lowercase());
                        }
                    }
                    range_start = None;
                }
                (b'[', _, Some(b':')) if let Some(name) = class_name(&pattern[at + 2..]) => {
                    let is_member = class(name, self.ignores_case)?;
                    (0..=0x7f).filter(|byte| is_member(*byte)).for_each(|byte| set.add(byte));
                    range_start = None;
                    at += 2 + name.len() + 1;
                }
                _ => {
                    if byte == b'\\' {
                        at += 1;
                    }
                    let byte = *pattern.get(at)?;
                    range_start = Some(byte);
                    set.add(byte);
                }
            }
            at += 1;
        }
    }
}

/// The name before `:]` in a bracket expression; `None` if another bracket closes first.
fn class_name(rest: &[u8]) -> Option<&[u8]> {
    rest[..rest.iter().position(|byte| *byte == b']')?].strip_suffix(b":")
}

/// The predicate of a character class: ASCII only, and `space` has four characters; `None` if the name is unknown.
fn class(name: &[u8], ignores_case: bool) -> Option<fn(u8) -> bool> {
    Some(match name {
        b"alnum" => |byte| byte.is_ascii_alphanumeric(),
        b"alpha" => |byte| byte.is_ascii_alphabetic(),
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => |byte| byte.is_ascii_control(),
        b"digit" => |byte| byte.is_ascii_digit(),
        b"graph" => |byte| byte.is_ascii_graphic(),
        b"upper" if !ignores_case => |byte| byte.is_ascii_uppercase(),
        b"lower" | b"upper" => |byte| byte.is_ascii_lowercase(),
        b"print" => |byte| matches!(byte, b' '..=b'~'),
        b"punct" => |byte| byte.is_ascii_punctuation(),
        b"space" => |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
        b"xdigit" => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
