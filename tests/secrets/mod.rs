//! The texts of `planted.txt` and `ordinary.txt`, with values that are nobody's secrets. The values of a line
//! follow from its text, so they are the same in each run.
//!
//! Tests of the core and of the program include this file as a module.

#![allow(dead_code, reason = "each of its readers needs a part of it")]

/// A text with drawn values, and whether rules may be written with it in view; the other texts only judge finished rules.
pub(crate) struct Text {
    pub(crate) form: &'static str,
    pub(crate) text: String,
    /// The drawn values. Those of planted texts must be masked; those of ordinary texts should stay.
    pub(crate) drawn: Vec<String>,
    pub(crate) is_for_rules: bool,
}

/// Parts that identify texts whose form the guide lists as unknown.
pub(crate) const NOT_KNOWN: &[&str] = &[
    "by lazy",
    "= q{",
    "encryption.key",
    "X-Hub-Signature",
    "jdbc:oracle",
    "echo ",
    "sqlplus",
    "xfreerdp",
    "expect -c",
    "iwconfig",
    "poetry config",
    "sonar.login",
    "SetEnvironmentVariable",
    "read -s",
    "<add key=",
    "<user username",
    "in pgpass",
    "[client]",
    "db.password",
    "psk=",
];

/// Texts with a secret.
pub(crate) fn planted() -> Vec<Text> {
    texts(include_str!("planted.txt"))
}

/// Texts without a secret.
pub(crate) fn ordinary() -> Vec<Text> {
    texts(include_str!("ordinary.txt"))
}

fn texts(file: &'static str) -> Vec<Text> {
    let (mut form, mut texts) = ("", Vec::new());
    for line in file.split("\n\n").skip(1).flat_map(str::lines).filter(|line| !line.is_empty()) {
        // A comment in a text is no heading, as no heading has a sign.
        match line
            .strip_prefix("# ")
            .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || " ,#".contains(c)))
        {
            Some(name) => form = name,
            None => texts.push(text(form, line)),
        }
    }
    texts
}

fn text(form: &'static str, line: &str) -> Text {
    let seed = line
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut random = Random(seed | 1);
    let (mut text, mut drawn) = (String::new(), Vec::new());
    for (nth, part) in line.split(['«', '»']).enumerate() {
        if nth % 2 == 0 {
            text.push_str(part);
            continue;
        }
        let lines = random.value(part);
        let prefix = part.strip_prefix("pem ").unwrap_or_default();
        let separator = format!("\n{prefix}");
        text.push_str(&format!("{prefix}{}", lines.join(&separator)));
        drawn.extend(lines);
    }
    let text = text.replace('⏎', "\n").replace('␛', "\u{1b}");
    Text { form, text, drawn, is_for_rules: seed.rotate_left(17) % 2 == 0 }
}

/// Random values, the same in each run.
struct Random(u64);

const WORDS: [&str; 24] = [
    "harbor", "tulip", "copper", "meadow", "lantern", "falcon", "pepper", "walnut", "violin", "saddle", "marble",
    "cactus", "ribbon", "anchor", "bishop", "donkey", "orchid", "puzzle", "rocket", "salmon", "timber", "velvet",
    "winter", "zephyr",
];

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    fn of(&mut self, letters: &[u8], n: usize) -> String {
        (0..n).map(|_| char::from(letters[self.below(letters.len())])).collect()
    }

    /// A random value of a kind, as lines; only `pem` has several.
    fn value(&mut self, kind: &str) -> Vec<String> {
        const DIGITS: &[u8] = b"0123456789";
        const SMALL: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        const ALL: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-";
        let (kind, rest) = kind.split_once(' ').unwrap_or((kind, ""));
        let n = rest.trim().parse().unwrap_or(0);
        let value = match kind {
            "mixed" => self.of(&ALL[..62], n),
            "letters" => self.of(&ALL[..52], n),
            "b64" => self.of(&ALL[..64], n),
            "url" => self.of(&[&ALL[..62], &b"_-"[..]].concat(), n),
            "hex" => self.of(b"0123456789abcdef", n),
            "upper" => self.of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n),
            "lower" => self.of(SMALL, n),
            "digits" => self.of(DIGITS, n),
            "uuid" => [8, 4, 4, 4, 12].map(|n| self.of(b"0123456789abcdef", n)).join("-"),
            "words" => {
                let words = [(); 3].map(|()| WORDS[self.below(WORDS.len())]);
                words.join(["-", ""][self.below(2)])
            }
            "chosen" => self.chosen(),
            "pem" => return (0..3).map(|_| self.of(&ALL[..64], 64)).collect(),
            _ => panic!("no kind of value: {kind}"),
        };
        vec![value]
    }

    /// A password as somebody chooses it, in which letters are mixed with digits or signs.
    fn chosen(&mut self) -> String {
        let [word, other] = [(); 2].map(|()| WORDS[self.below(WORDS.len())]);
        let capital = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        let digits = self.of(b"123456789", 3);
        match self.below(4) {
            0 => format!("{capital}{digits}!"),
            1 => format!("{word}{digits}{other}"),
            2 => format!("{capital}@{digits}"),
            _ => format!("{}{digits}", word.replace('o', "0").replace('a', "4").replace('e', "3")),
        }
    }
}
