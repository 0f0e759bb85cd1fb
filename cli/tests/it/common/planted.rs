//! Invented secrets of every known form, and a search for their remains on a disk.

use std::fs;
use std::path::{Path, PathBuf};

use redb::Database;
use scrubjay_store::View;

/// A text with a secret, and the part of the text that must not remain in any file.
pub(crate) struct Planted {
    pub(crate) said: String,
    pub(crate) secret: String,
}

/// Random letters, the same in each run.
struct Random(u64);

impl Random {
    fn of(&mut self, letters: &[u8], n: usize) -> String {
        let mut letter = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            char::from(letters[(self.0 >> 33) as usize % letters.len()])
        };
        (0..n).map(|_| letter()).collect()
    }

    fn mixed(&mut self, n: usize) -> String {
        let letters_and_digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        // What is drawn may have no digit, which some forms need.
        format!("a7B{}", self.of(letters_and_digits, n - 3))
    }

    fn hex(&mut self, n: usize) -> String {
        format!("4b{}", self.of(b"0123456789abcdef", n - 2))
    }

    fn upper(&mut self, n: usize) -> String {
        self.of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n)
    }
}

/// The planted secrets. They are put together here, so that no scanner finds secrets in this file.
pub(crate) fn planted() -> Vec<Planted> {
    let mut random = Random(0x5eed);
    let mut planted = Vec::new();
    let mut add_secret = |secret: String| planted.push(Planted { said: secret.clone(), secret });
    for prefix in ["AKIA", "ASIA"] {
        add_secret(format!("{prefix}{}", random.upper(16)));
    }
    let mixed = [
        ("AIza", 35),
        ("ghp_", 36),
        ("gho_", 36),
        ("github_pat_", 60),
        ("glpat-", 20),
        ("gldt-", 24),
        ("sk_live_", 24),
        ("rk_live_", 24),
        ("sk_test_", 24),
        ("sk-proj-", 60),
        ("sk-ant-api03-", 60),
        ("hf_", 34),
        ("npm_", 36),
        ("pypi-AgE", 70),
        ("xoxb-", 40),
        ("xoxp-", 40),
        ("xapp-1-", 40),
        ("GOCSPX-", 28),
        ("ya29.", 60),
        ("whsec_", 32),
        ("gsk_", 52),
        ("r8_", 37),
        ("ATATT3", 60),
        ("dckr_pat_", 27),
        ("hvs.", 30),
        ("lin_api_", 40),
        ("tskey-auth-", 30),
    ];
    for (prefix, n) in mixed {
        add_secret(format!("{prefix}{}", random.mixed(n)));
    }
    for (prefix, n) in [("SK", 32), ("dapi", 32), ("dop_v1_", 64), ("shpat_", 32), ("sbp_", 40)] {
        add_secret(format!("{prefix}{}", random.hex(n)));
    }
    add_secret(format!("SG.{}.{}", random.mixed(22), random.mixed(43)));
    add_secret(format!("hooks.slack.com/services/T{}/B{}/{}", random.upper(9), random.upper(9), random.mixed(24)));
    add_secret(format!("discord.com/api/webhooks/123456789012345678/{}", random.mixed(50)));
    add_secret(format!("M{}.{}.{}", random.mixed(23), random.mixed(6), random.mixed(27)));
    let header = "eyJhbGciOiJIUzI1NiJ9";
    add_secret(format!("{header}.eyJ{}.{}", random.mixed(30), random.mixed(30)));
    let add_within = |planted: &mut Vec<Planted>, before: &str, secret: String, after: &str| {
        planted.push(Planted { said: format!("{before}{secret}{after}"), secret });
    };
    add_within(&mut planted, "123456789:", format!("AA{}", random.mixed(33)), " bot");
    // Any name may be `key-` and a hash: it is known for a secret only beside its maker's name.
    add_within(&mut planted, "mailgun ", format!("key-{}", random.hex(32)), "");
    add_within(&mut planted, "postgres://me:", random.mixed(18), "@db:5432/a");
    add_within(&mut planted, "AccountKey=", format!("{}==", random.mixed(86)), ";");
    add_within(&mut planted, "Authorization: Bearer ", random.mixed(40), "");
    add_within(&mut planted, "Authorization: Basic ", format!("{}==", random.mixed(22)), "");
    add_within(&mut planted, "export API_KEY=", random.mixed(32), " ok");
    add_within(&mut planted, "db_password: ", random.mixed(16), "");
    add_within(&mut planted, "aws_secret_access_key = ", random.mixed(40), "");
    planted
}

/// The planted secrets that are left, each with its file: in the bytes of any file below a folder, or in a row of a
/// store.
pub(crate) fn find_left(folder: &Path, planted: &[Planted]) -> Vec<(PathBuf, String)> {
    let mut left_secrets = Vec::new();
    for path in files(folder) {
        let mut texts = vec![fs::read(&path).unwrap()];
        if path.extension().is_some_and(|end| end == "redb") {
            texts.extend(rows(&path));
        }
        for Planted { secret, .. } in planted {
            if texts.iter().any(|text| holds(text, secret)) {
                left_secrets.push((path.clone(), secret.clone()));
            }
        }
    }
    left_secrets
}

fn rows(path: &Path) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let database = Database::open(path).unwrap();
    let view = View::of(&database).unwrap();
    view.each(&[0], &[0xff; 64], u32::MAX, |key, value| rows.push([key, &value].concat())).unwrap();
    rows
}

fn holds(text: &[u8], secret: &str) -> bool {
    let (first, n) = (secret.as_bytes()[0], secret.len());
    let mut places = text.iter().enumerate().filter(|(_, byte)| **byte == first);
    places.any(|(at, _)| text.get(at..at + n) == Some(secret.as_bytes()))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}
