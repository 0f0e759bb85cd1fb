//! A known form of a secret is in no row, wherever it is in a source.

use conformance::engine::{Engines, Guests, Natives, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::{Change, Purpose};

/// Secrets, assembled here so that no scanner reports this file.
fn secrets() -> [(&'static str, String); 4] {
    [
        ("aws-key", format!("AKIA{}", "ABCDEFGHIJKLMNOP")),
        ("github-token", format!("ghp_{}", "aB3".repeat(12))),
        ("web-token", ["eyJh", "eyJz", "sig0"].map(|part| part.to_owned() + &"bGci0Ki1".repeat(20)).join(".")),
        ("password", "hunter2-of-the-house".to_owned()),
    ]
}

/// A file of each language that has a text in values, defaults, documentation and types.
fn files(text: &str) -> [(&'static str, String); 4] {
    [
        (
            "a.py",
            format!(
                "\"\"\"Uses {text} of us.\"\"\"\nKEY = \"{text}\"\nALL = {{\"key\": \"{text}\"}}\n\n\
                 class A:\n    \"\"\"Is {text}.\"\"\"\n    key: str = \"{text}\"  # {text}\n\n\
                 def f(key=\"{text}\"):\n    '''Takes {text}.'''\n    return key\n"
            ),
        ),
        (
            "a.ts",
            format!(
                "/** Uses {text} of us. */\nexport const KEY = \"{text}\";\n/** Takes {text}. */\n\
                 export function f(key = \"{text}\"): \"{text}\" {{ return key; }}\n\
                 export class A {{ key = '{text}'; }}\nexport type T = \"{text}\";\nenum E {{ A = \"{text}\" }}\n"
            ),
        ),
        (
            "a.go",
            format!(
                "// Uses {text} of us.\npackage a\n\n// Key is {text}.\nconst Key = \"{text}\"\n\nvar All = []string{{\"{text}\"}}\n"
            ),
        ),
        (
            "a.rs",
            format!(
                "//! Uses {text} of us.\n\n/// Is {text}.\npub const KEY: &str = \"{text}\";\n\n/// Takes {text}.\npub fn f() {{}}\n"
            ),
        ),
    ]
}

const DETAILS: u8 = 0x11;

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn no_row_holds_a_secret_of_a_known_form() {
    for engines in [&Natives as &dyn Engines, &Guests::load().unwrap()] {
        for (kind, secret) in secrets() {
            let text_with_secret =
                if kind == "password" { format!("postgres://me:{secret}@db/a") } else { secret.clone() };
            let (mut rows, mut parsers) = (Rows::default(), Parsers::new());
            let mut engine = opened(engines, Purpose::Writing, &rows).unwrap();
            let changes: Vec<Change> =
                files(&text_with_secret).iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
            assert_eq!(changes.len(), 4);
            assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
            assert!(rows.commit(&engine.link(10).unwrap().0));
            let beginning = &secret[..12];
            let with: Vec<_> = rows.rows.iter().filter(|(_, value)| holds(value, beginning)).collect();
            assert!(
                with.is_empty(),
                "{kind}: {:?}",
                with.iter().map(|(key, _)| key.escape_ascii().to_string()).collect::<Vec<_>>()
            );
            let masked = format!("[masked: {kind}]");
            let n_masked = rows.rows.iter().filter(|(key, value)| key[0] == DETAILS && holds(value, &masked)).count();
            assert_eq!(n_masked, 4, "{kind}: the details of each file");
        }
    }
}
