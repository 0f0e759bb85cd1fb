//! The same story beside the core on a host in another process, through the package as users have it: its own files, its own
//! transactions, its own turns. At the end the rows of its file are those of the core and of the component, byte by byte.
//!
//! The host is told what a clock says, as rows hold the time at which something was recorded: only one whose clock can be set by
//! its adapter plays. A commit takes in the events of one telling there, so tellings that share one are told one after the other.
//! Not here: moving to another store, which makes a new one, and crashes before a commit, which the host's own tests have.

use std::path::Path;

use scrubjay::store::Store as _;
use scrubjay::store::redb::{CheckScope, RedbStore};
use scrubjay_core::record::{Owner, RecordSettings, SecretPolicy, Trust};
use serde_json::{Value, json};

use super::component::Component;
use super::generate::{Act, Generator, Step, Telling};
use super::life::{Life, N_STEPS};
use super::spoken;
use super::store::Planted;
use crate::host::{Folder, Host, is_unanswered};
use crate::rows::Rows;

/// Bytes of rows that are read of a file at once.
const PAGE_BYTES: u32 = 8 << 20;
/// More bytes than a key has, each of them above those that begin one.
const END: [u8; 1_201] = [u8::MAX; 1_201];
/// The most slices of upkeep, which a story ends long before.
const MAX_SLICES: usize = 10_000;

/// Where a story ended on one engine.
pub struct State {
    /// The engine.
    pub name: &'static str,
    /// What its store holds.
    pub rows: Rows,
}

/// Lives through the story of a seed on the core, over a store with a fault where one is planted, on a host, and on the component
/// where there is one.
///
/// # Errors
/// What a promise that is not kept was, and at which step; what is the host's begins with its name.
pub fn beside(
    seed: u64,
    planted: Option<Planted>,
    mut component: Option<&mut Component>,
    host: &mut dyn Host,
) -> Result<Vec<State>, String> {
    let folder = Folder::new().map_err(|error| error.to_string())?;
    let name = host.name();
    host.begin().map_err(|error| format!("{name}: {error}"))?;
    let mut life = Life::new(seed, planted, component.as_deref_mut());
    let mut generator = Generator::new(seed);
    for at in 0..N_STEPS {
        let step = generator.step(life.model());
        // A host makes no file to note in it that there was nothing to tend.
        if life.rows().rows.is_empty() && matches!(step.act, Act::Upkeep(_)) {
            continue;
        }
        for step in apart(step) {
            life.step(&step).map_err(|why| format!("{why}\n  at step {at}: {step:?}"))?;
            let times = if step.dies_after { 2 } else { 1 };
            for _ in 0..times {
                play(host, &folder, &step).map_err(|why| format!("{name}: {why}\n  at step {at}: {step:?}"))?;
            }
        }
    }
    let core = life.rows().clone();
    let file = folder.path().join("records.redb");
    let given = call(host, &folder, "records.give", &json!({ "path": file }));
    let theirs = given.and_then(|_| read(&file)).map_err(|why| format!("{name}: {why}"))?;
    let mut states = vec![State { name: "core", rows: core }, State { name, rows: theirs }];
    if let Some(component) = component {
        states.push(State { name: "component", rows: component.rows().clone() });
    }
    Ok(states)
}

/// Where two states part; nothing where they are the same.
pub fn parts(one: &State, other: &State) -> Option<String> {
    let (a, b) = (&one.rows.rows, &other.rows.rows);
    let key = a.keys().chain(b.keys()).find(|key| a.get(*key) != b.get(*key))?;
    let (a, b) = (a.get(key), b.get(key));
    Some(format!("row {key:02x?}\n  of {} is {a:02x?}\n  of {} is {b:02x?}", one.name, other.name))
}

/// A step as hosts take it: each telling is a commit of its own, told as a list, which is taken whole or not at all.
fn apart(step: Step) -> Vec<Step> {
    let Act::Add(tellings) = &step.act else {
        return if matches!(step.act, Act::Move | Act::Adopt(_)) { Vec::new() } else { vec![step] };
    };
    let told = |telling: &Telling| {
        let telling = Telling { as_lines: false, ..telling.clone() };
        Step { act: Act::Add(vec![(telling, 1)]), ..step.clone() }
    };
    tellings.iter().flat_map(|(telling, times)| std::iter::repeat_n(told(telling), *times)).collect()
}

/// Takes a step on a host; a refusal is an answer, as its rows show whether it changed anything.
fn play(host: &mut dyn Host, folder: &Folder, step: &Step) -> Result<(), String> {
    match &step.act {
        Act::Add(tellings) => {
            for (telling, _) in tellings {
                stand(host, folder, step.now, (&telling.owner, telling.settings))?;
                let events = telling.events.iter().map(spoken::line);
                let events: Vec<Value> = events.map(|line| serde_json::from_str(&line).unwrap_or_default()).collect();
                call(host, folder, "records.record", &json!({ "events": events }))?;
            }
            return Ok(());
        }
        _ => stand(host, folder, step.now, (&step.owner, step.settings))?,
    }
    match &step.act {
        Act::Forget(ids) => call(host, folder, "records.forget", &json!({ "ids": ids }))?,
        Act::Rollback(selection) => {
            let mut given = json!({
                "session": selection.session, "principal": selection.principal, "channel": selection.channel,
            });
            if let Some(origin) = selection.origin {
                given["origin"] = json!(spoken::origin(origin));
            }
            if let Some(since) = selection.since {
                given["since"] = json!(since);
            }
            call(host, folder, "records.rollback", &given)?
        }
        Act::Update(id, says) => {
            let mut given = json!({ "id": id, "text": says.text });
            if !says.metadata.is_empty() {
                given["metadata"] = serde_json::from_str(&says.metadata).map_err(|error| error.to_string())?;
            }
            call(host, folder, "records.update", &given)?
        }
        Act::Upkeep(budget) => return upkeep(host, folder, *budget),
        Act::Add(_) | Act::Move | Act::Adopt(_) => return Ok(()),
    };
    Ok(())
}

fn upkeep(host: &mut dyn Host, folder: &Folder, budget: u32) -> Result<(), String> {
    for _ in 0..MAX_SLICES {
        let slice = call(host, folder, "records.upkeep", &json!({ "budget": budget }))?;
        match slice["is_done"].as_bool() {
            Some(true) => return Ok(()),
            Some(false) => {}
            None => return Err(format!("upkeep: {slice}")),
        }
    }
    Err("upkeep: it never ends".to_owned())
}

/// Says whose records what follows is about, how they are kept, and what the clock says.
fn stand(
    host: &mut dyn Host,
    folder: &Folder,
    now: i64,
    (owner, settings): (&Owner, RecordSettings),
) -> Result<(), String> {
    let trust = match owner.trust {
        Trust::Untrusted => "untrusted",
        Trust::Unconfirmed => "unconfirmed",
        Trust::Confirmed => "confirmed",
    };
    let secrets = match settings.secrets {
        SecretPolicy::Mask => "mask",
        SecretPolicy::Refuse => "refuse",
        SecretPolicy::Keep => "keep",
    };
    let given = json!({
        "now": now,
        "owner": {
            "tenant": owner.tenant, "principal": owner.principal, "speaker": spoken::origin(owner.speaker), "trust": trust,
        },
        "settings": {
            "secrets": secrets, "retention_days": settings.retention_days, "max_per_day": settings.max_per_day,
        },
    });
    match call(host, folder, "records.stand", &given)? {
        answer if answer == json!({}) => Ok(()),
        answer => Err(format!("records.stand: {answer}")),
    }
}

/// A step, which the host knows and which finds no fault of its own; the interface's refusals are answers.
fn call(host: &mut dyn Host, folder: &Folder, step: &str, given: &Value) -> Result<Value, String> {
    let answer = host.call(step, given, folder);
    if is_unanswered(&answer) { Err(format!("{step} {given}: {answer}")) } else { Ok(answer) }
}

/// All rows of a store's file.
fn read(file: &Path) -> Result<Rows, String> {
    let read = || {
        let store = RedbStore::writing(file, CheckScope::None, None)?;
        let view = store.snapshot()?;
        let mut rows = Rows { generation: view.generation(), ..Rows::default() };
        let mut start = Vec::new();
        loop {
            let page = view.range(&start, &END, PAGE_BYTES)?;
            let Some((last, _)) = page.rows.last() else { return Ok(rows) };
            start = [last.as_slice(), &[0]].concat();
            rows.rows.extend(page.rows);
            if page.complete {
                return Ok(rows);
            }
        }
    };
    read().map_err(|error: scrubjay::store::StoreError| format!("{}: {error:?}", file.display()))
}
