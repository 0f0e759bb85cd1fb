//! Makes a memory of a given size, and lists its content from the recorded events, not from the memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use scrubjay::records::{Place, Records, Settings};
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;
/// The age of the first record in days. The next constant is the number of milliseconds between two records.
const N_DAYS: i64 = 80;
const STEP: i64 = 300_000;
/// The average number of letters of a text.
const TEXT: usize = 300;
/// The number of records in a batch.
const N_BATCH: usize = 1_000;
/// One in so many records is forgotten, unless it is a decision or a step of a task.
const FORGOTTEN: usize = 97;
/// Of the notes at every eighth event, one in so many has a word that only five notes have.
const MARKED: usize = 40;

/// Deterministic pseudorandom numbers from a seed.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    pub(super) fn one<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Random words of at least `n_bytes` bytes, which compress badly.
    fn words(&mut self, n_bytes: usize) -> String {
        let mut words = String::with_capacity(n_bytes + 12);
        while words.len() < n_bytes {
            let length = 3 + self.below(8);
            words.extend((0..length).map(|_| char::from(b'a' + self.below(26) as u8)));
            words.push(' ');
        }
        words
    }
}

/// A recorded event, with the id of its record.
pub(super) struct KnownRecord {
    pub(super) id: String,
    pub(super) kind: &'static str,
    /// The tool, file, title or task that it names, or a word that few notes have.
    pub(super) name: String,
}

/// The true content of the memory.
#[derive(Default)]
pub(super) struct Truth {
    /// Newest first.
    pub(super) told: Vec<KnownRecord>,
    pub(super) forgotten: BTreeSet<String>,
}

impl Truth {
    pub(super) fn ids(&self) -> BTreeSet<&str> {
        self.told.iter().map(|one| &*one.id).collect()
    }

    pub(super) fn of<'t>(&'t self, kind: &'t str) -> impl Iterator<Item = &'t KnownRecord> {
        self.told.iter().filter(move |one| one.kind == kind)
    }

    /// The records of a kind by their names; those without a name are left out.
    pub(super) fn by_name<'t>(&'t self, kind: &'t str) -> BTreeMap<&'t str, Vec<&'t KnownRecord>> {
        let mut by_name: BTreeMap<&str, Vec<&KnownRecord>> = BTreeMap::new();
        self.of(kind)
            .filter(|one| !one.name.is_empty())
            .for_each(|one| by_name.entry(&one.name).or_default().push(one));
        by_name
    }
}

/// A memory's file, an earlier state of the file, and the true content.
pub(super) struct MadeMemory {
    pub(super) intact: Vec<u8>,
    pub(super) earlier: Vec<u8>,
    pub(super) truth: Truth,
}

pub(super) fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

/// Makes a memory of at least so many bytes. `n_letters` is the average length of a tool's output.
pub(super) fn memory(seed: u64, n_bytes: u64, n_letters: usize) -> MadeMemory {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    let (mut chance, mut truth, mut earlier) = (Chance(seed ^ 0x5eed), Truth::default(), Vec::new());
    let (mut records, first_time) = (open(&path), scrubjay::records::now() - N_DAYS * DAY);
    let mut at = 0;
    while fs::metadata(&path).map_or(0, |found| found.len()) < n_bytes {
        if at > 0 {
            earlier = fs::read(&path).unwrap();
        }
        let lines: Vec<(Value, KnownRecord)> =
            (at..at + N_BATCH).map(|at| line(at, first_time + at as i64 * STEP, n_letters, &mut chance)).collect();
        let text: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let (recorded, refused) = records.record_lines(&text).unwrap();
        assert_eq!((recorded.len(), refused.len()), (N_BATCH, 0), "{refused:?}");
        truth.told.extend(recorded.into_iter().zip(lines).map(|(one, (_, told))| KnownRecord { id: one.id, ..told }));
        at += N_BATCH;
    }
    for session in ["one", "two"] {
        let entries = json!([{ "role": "user", "content": "what a session was told" }]).to_string();
        records.append_to_session(session, &entries, None).unwrap();
    }
    // Decisions and steps stay: without the newest, another one of its title or task would be the newest.
    let to_forget =
        truth.told.iter().step_by(FORGOTTEN).filter(|one| one.kind != "decision" && one.kind != "task_step");
    let to_forget: Vec<String> = to_forget.map(|one| one.id.clone()).collect();
    records.forget(&to_forget).unwrap();
    truth.forgotten = to_forget.into_iter().collect();
    truth.told.retain(|one| !truth.forgotten.contains(&one.id));
    truth.told.reverse();
    drop(records);
    MadeMemory { intact: fs::read(&path).unwrap(), earlier, truth }
}

/// An event as a line, and its entry in the list of the content.
fn line(at: usize, time: i64, n_letters: usize, chance: &mut Chance) -> (Value, KnownRecord) {
    let text = |chance: &mut Chance, n: usize| {
        let n = n / 2 + chance.below(n);
        chance.words(n)
    };
    let common_members = json!({ "event_id": format!("e{at}"), "time": time, "session": format!("s{}", at / 100), "channel": format!("c{}", at % 3) });
    let (kind, name, own_members) = match at % 8 {
        0 | 1 => {
            let is_marked = (at / 8) % MARKED == 3 && at.is_multiple_of(8);
            let word = if is_marked { format!("zzmark{}zz", at / 8 / MARKED / 5) } else { String::new() };
            ("note", word.clone(), json!({ "text": format!("{word} note {at} says {}", text(chance, TEXT)) }))
        }
        2 => {
            let tool = format!("tool{}", at % 5);
            ("tool_call", tool.clone(), json!({ "tool": tool, "success": true, "output": text(chance, n_letters) }))
        }
        3 | 4 => {
            let file = format!("src/file{}.rs", at % 61);
            ("file_touch", file.clone(), json!({ "path": file, "operation": "read", "why": "looked" }))
        }
        5 => ("turn", String::new(), json!({ "conversation": "talk", "role": "user", "text": text(chance, TEXT) })),
        6 => {
            let title = format!("decision {at}");
            match at % 80 {
                6 => (
                    "decision",
                    title.clone(),
                    json!({ "title": title, "choice": text(chance, TEXT), "channel": "_global" }),
                ),
                _ => ("thought", String::new(), json!({ "conversation": "talk", "text": text(chance, TEXT) })),
            }
        }
        _ => {
            let task = format!("t{}", at % 19);
            ("task_step", task.clone(), json!({ "task": task, "status": "active", "description": "a step" }))
        }
    };
    let mut members = common_members.as_object().unwrap().clone();
    members.insert("kind".into(), kind.into());
    members.extend(own_members.as_object().unwrap().clone());
    (Value::Object(members), KnownRecord { id: String::new(), kind, name })
}
