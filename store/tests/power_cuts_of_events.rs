//! Power cuts while events of every kind are added. Acknowledged events are there, the last batch is there whole or
//! not at all, and all derived rows are as if the same records were added to a new store.

mod disk;

use std::collections::BTreeMap;

use disk::{Disk, Random, bytes_after_cut, n_images, open};
use redb::Database;
use scrubjay_core::ask::{Answer, Reply, Request, Resumed, Row, RowPage};
use scrubjay_core::effects::Effects;
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::recall::RecallQuestion;
use scrubjay_core::record::{Additions, Outcome, Owner, RecordSettings, SalvagePart};
use scrubjay_store::{Commit, Page, View, commit, prepare};

/// The number of images that are made from the log, unless `IMAGES` sets another number, and the number of batches in
/// the log.
const N_IMAGES: usize = 200;
const N_BATCHES: usize = 30;
const NOW: i64 = 1_700_000_000_000;
/// The first bytes of keys of derived rows that depend on the order of events: formats, upkeep, trails, quotas, expiry.
const ARRIVAL_DEPENDENT: [u8; 5] = [0x80, 0x86, 0x95, 0x97, 0x98];
/// The first bytes of keys in the index of words, whose segments depend on the commits; the records that it finds do
/// not.
const COMMIT_DEPENDENT: [u8; 2] = [0xa0, 0xa1];
/// Words that occur in the events.
const WORDS: [&str; 4] = ["a note", "said", "mend it", "src/a.py"];

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// A few events of a batch as lines of JSON; their kinds are ones from which many rows follow.
fn lines(at: usize, random: &mut Random) -> String {
    let kinds = [
        r#""kind":"note","text":"a note""#,
        r#""kind":"tool_call","tool":"bash","success":false,"error":"error: no""#,
        r#""kind":"tool_call","tool":"bash","success":true,"duration":5"#,
        r#""kind":"file_touch","path":"src/a.py","operation":"edit""#,
        r#""kind":"file_touch","path":"src/b.py","operation":"write""#,
        r#""kind":"task_step","status":"active","description":"mend it""#,
        r#""kind":"working_value","conversation":"k","key":"x","value":"y""#,
        r#""kind":"profile_value","key":"x","value":"y""#,
        r#""kind":"turn","conversation":"k","text":"said""#,
    ];
    let line = |nth: usize, random: &mut Random| {
        let kind = kinds[random.below(kinds.len())];
        format!(
            r#"{{{kind},"event_id":"e{at}-{nth}","session":"s","task":"t","time":{}}}"#,
            NOW + (at * 100 + nth) as i64
        )
    };
    (0..=random.below(12)).map(|nth| line(nth, random) + "\n").collect()
}

fn page(page: Page) -> Answer {
    let rows = page.rows.into_iter().map(|(key, value)| Row { key, value }).collect();
    Answer::Rows(RowPage { rows, complete: page.complete })
}

/// Repeats a call until it is done, answered from a store.
fn run_to_end<T>(database: &Database, mut call: impl FnMut(Option<Resumed>) -> Result<Reply<T>, Error>) -> T {
    let view = View::of(database).unwrap();
    let mut resumed = None;
    loop {
        match call(resumed.take()).unwrap() {
            Reply::Done(done) => return done,
            Reply::Ask(ask) => {
                let answer = |request: &Request| match request {
                    Request::Keys(keys) => {
                        let row = |key: &Vec<u8>| Some(Row { key: key.clone(), value: view.get(key).unwrap()? });
                        Answer::Rows(RowPage { rows: keys.iter().filter_map(row).collect(), complete: true })
                    }
                    Request::Range(range) => page(view.range(&range.start, &range.end, range.max_bytes).unwrap()),
                    Request::Span(_) | Request::Model(_) => Answer::Changed,
                };
                resumed = Some(Resumed { answers: ask.requests.iter().map(answer).collect(), ticket: ask.ticket });
            }
        }
    }
}

fn opened_memory(database: &Database) -> Memory {
    let mut memory = Memory::default();
    let generation = View::of(database).unwrap().generation();
    memory.open_records(Owner::default(), RecordSettings::default(), generation).unwrap();
    memory
}

fn add(database: &Database, batch: &[u8]) -> Additions {
    let (memory, batches) = (opened_memory(database), [batch.to_vec()]);
    run_to_end(database, |resumed| memory.add(&batches, resumed))
}

fn write(database: &Database, effects: Effects) {
    let Effects { from_generation, to_generation, puts, deletes, .. } = effects;
    let mut change = Commit::from(from_generation);
    let puts = puts.into_iter().map(|row| (row.key, row.value));
    assert!(change.add(from_generation, to_generation, deletes, puts));
    commit(database, &change).unwrap();
}

fn rows(database: &Database) -> Rows {
    View::of(database).unwrap().range(&[], &[0xff; 2], u32::MAX).unwrap().rows.into_iter().collect()
}

/// Whether each event of a batch is in the store.
fn known(database: &Database, batch: &[u8]) -> Vec<bool> {
    let additions = add(database, batch);
    let [Outcome::Taken(taken)] = additions.outcomes.as_slice() else { panic!("{additions:?}") };
    taken.added.iter().map(|added| !added.is_new).collect()
}

/// The answers to a recall of each of [`WORDS`].
fn recalled(database: &Database) -> Vec<String> {
    let memory = opened_memory(database);
    let recall = |query: &&str| {
        let question =
            RecallQuestion { query: (*query).into(), limit: 100, per_session: 0, now: NOW, ..Default::default() };
        let recalled = run_to_end(database, |resumed| memory.recall(&question, resumed));
        assert!(!recalled.is_incomplete, "what is recorded is in the index");
        format!("{recalled:?}")
    };
    WORDS.iter().map(recall).collect()
}

/// Checks the rows that follow from the records alone, and recall, against a store made anew from these rows.
fn check_derived_rows(database: &Database) {
    let all_rows = rows(database);
    let row_list: Vec<Row> =
        all_rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    let remade = open(&Disk::default());
    prepare(&remade).unwrap();
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        let memory = opened_memory(&remade);
        let salvaged = run_to_end(&remade, |resumed| memory.salvage(part, false, &row_list, resumed));
        assert_eq!((salvaged.n_damaged, salvaged.n_missing, salvaged.lost), (0, 0, Vec::new()));
        if salvaged.effects.from_generation < salvaged.effects.to_generation {
            write(&remade, salvaged.effects);
        }
    }
    let is_of_records = |key: &[u8]| !ARRIVAL_DEPENDENT.contains(&key[0]) && !COMMIT_DEPENDENT.contains(&key[0]);
    let record_rows = |rows: Rows| rows.into_iter().filter(|(key, _)| is_of_records(key)).collect::<Rows>();
    assert!(record_rows(all_rows) == record_rows(rows(&remade)), "rows that do not follow from the records");
    assert_eq!(recalled(database), recalled(&remade), "words are found that were not told, or not found that were");
}

#[test]
fn after_a_power_cut_every_acknowledged_event_is_there_and_all_that_follows_from_it() {
    let mut random = Random(0x11fe_7e57);
    let disk = Disk::default();
    let mut database = open(&disk);
    prepare(&database).unwrap();
    let first_step = disk.n_steps();
    let (mut batches, mut acknowledged) = (Vec::new(), Vec::new());
    for at in 0..N_BATCHES {
        let batch = opened_memory(&database)
            .pack_lines(&lines(at, &mut random), NOW + 10_000, &[7; 16], false)
            .unwrap()
            .packed
            .batch;
        let effects = add(&database, &batch).effects;
        write(&database, effects);
        batches.push(batch);
        acknowledged.push(disk.n_steps());
        if at % 10 == 9 {
            drop(database);
            database = open(&disk);
        }
    }
    drop(database);
    let log = disk.log();
    for _ in 0..n_images(N_IMAGES) {
        let at = first_step + random.below(log.len() + 1 - first_step);
        let n_acknowledged = acknowledged.iter().filter(|n_steps| **n_steps <= at).count();
        let image = bytes_after_cut(&[], &log, at, &mut random);
        let cut_disk = Disk::of(image.clone());
        check(&open(&cut_disk), n_acknowledged, &batches, at);
        // The power goes again while the file is opened.
        let second_log = cut_disk.log();
        let second_image = bytes_after_cut(&image, &second_log, random.below(second_log.len() + 1), &mut random);
        check(&open(&Disk::of(second_image)), n_acknowledged, &batches, at);
    }
}

fn check(database: &Database, n_acknowledged: usize, batches: &[Vec<u8>], at: usize) {
    for (place, batch) in batches.iter().enumerate() {
        let known = known(database, batch);
        let is_all_known = known.iter().all(|known| *known);
        assert!(place >= n_acknowledged || is_all_known, "cut at {at}: batch {place} was acknowledged, and {known:?}");
        // The batch that was being added is there whole or not at all, and none after it.
        assert!(
            place != n_acknowledged || is_all_known || !known.contains(&true),
            "cut at {at}: batch {place} is torn: {known:?}"
        );
        assert!(place <= n_acknowledged || !known.contains(&true), "cut at {at}: batch {place} was never told");
    }
    check_derived_rows(database);
}
