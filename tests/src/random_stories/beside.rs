//! Plays a story on the core and on a host in another process, through the package with its own files, transactions
//! and turns. At the end the rows of the host's file must equal those of the core and of the component, byte by byte.
//!
//! The adapter sets the host's clock, because rows contain the times of recording. The host commits each telling alone,
//! so tellings that share a commit are told one after the other. Not here: moving to another store, and crashes before a
//! commit, which the host's own tests have.

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

/// The most bytes of rows that are read of a file at once.
const PAGE_BYTES: u32 = 8 << 20;
/// A key above all others: longer than any other, and made of the greatest byte.
const END: [u8; 1_201] = [u8::MAX; 1_201];
/// The most slices of one upkeep; a story needs far fewer.
const MAX_SLICES: usize = 10_000;

/// The rows of one engine at the end of a story.
pub struct State {
    /// The name of the engine.
    pub name: &'static str,
    /// The rows of its store.
    pub rows: Rows,
}

/// Plays the story of a seed on the core, on a host, and on the component if one is given. With `planted`, the core's store has
/// this fault.
///
/// # Errors
/// The first broken promise, with its step; an error of the host begins with the host's name.
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
        // A host makes no file for an upkeep that has nothing to do.
        if life.rows().rows.is_empty() && matches!(step.act, Act::Upkeep(_)) {
            continue;
        }
        for step in split_for_host(step) {
            life.step(&step).map_err(|why| format!("{why}\n  at step {at}: {step:?}"))?;
            let times = if step.dies_after { 2 } else { 1 };
            for _ in 0..times {
                play(host, &folder, &step).map_err(|why| format!("{name}: {why}\n  at step {at}: {step:?}"))?;
            }
        }
    }
    let core_rows = life.rows().clone();
    let file = folder.path().join("records.redb");
    let reply = call(host, &folder, "records.give", &json!({ "path": file }));
    let host_rows = reply.and_then(|_| read(&file)).map_err(|why| format!("{name}: {why}"))?;
    let mut states = vec![State { name: "core", rows: core_rows }, State { name, rows: host_rows }];
    if let Some(component) = component {
        states.push(State { name: "component", rows: component.rows().clone() });
    }
    Ok(states)
}

/// The first row in which two states differ; `None` if they are equal.
pub fn first_difference(one: &State, other: &State) -> Option<String> {
    let (a, b) = (&one.rows.rows, &other.rows.rows);
    let key = a.keys().chain(b.keys()).find(|key| a.get(*key) != b.get(*key))?;
    let (a, b) = (a.get(key), b.get(key));
    Some(format!("row {key:02x?}\n  of {} is {a:02x?}\n  of {} is {b:02x?}", one.name, other.name))
}

/// Splits a step for hosts: each telling becomes a step of its own, whose events are recorded together or not at all.
fn split_for_host(step: Step) -> Vec<Step> {
    let Act::Add(tellings) = &step.act else {
        return if matches!(step.act, Act::Move | Act::Adopt(_)) { Vec::new() } else { vec![step] };
    };
    let one_telling = |telling: &Telling| {
        let telling = Telling { as_lines: false, ..telling.clone() };
        Step { act: Act::Add(vec![(telling, 1)]), ..step.clone() }
    };
    tellings.iter().flat_map(|(telling, times)| std::iter::repeat_n(one_telling(telling), *times)).collect()
}

/// Plays a step on a host. A refusal is an answer: the rows at the end show whether it changed anything.
fn play(host: &mut dyn Host, folder: &Folder, step: &Step) -> Result<(), String> {
    match &step.act {
        Act::Add(tellings) => {
            for (telling, _) in tellings {
                set_owner_and_clock(host, folder, step.now, (&telling.owner, telling.settings))?;
                let events = telling.events.iter().map(spoken::line);
                let events: Vec<Value> = events.map(|line| serde_json::from_str(&line).unwrap_or_default()).collect();
                call(host, folder, "records.record", &json!({ "events": events }))?;
            }
            return Ok(());
        }
        _ => set_owner_and_clock(host, folder, step.now, (&step.owner, step.settings))?,
    }
    match &step.act {
        Act::Forget(ids) => call(host, folder, "records.forget", &json!({ "ids": ids }))?,
        Act::Rollback(selection) => {
            let mut arguments = json!({
                "session": selection.session, "principal": selection.principal, "channel": selection.channel,
            });
            if let Some(origin) = selection.origin {
                arguments["origin"] = json!(spoken::origin(origin));
            }
            if let Some(since) = selection.since {
                arguments["since"] = json!(since);
            }
            call(host, folder, "records.rollback", &arguments)?
        }
        Act::Update(id, new_text) => {
            let mut arguments = json!({ "id": id, "text": new_text.text });
            if !new_text.metadata.is_empty() {
                arguments["metadata"] = serde_json::from_str(&new_text.metadata).map_err(|error| error.to_string())?;
            }
            call(host, folder, "records.update", &arguments)?
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

/// Sets the owner, the settings and the clock for the steps that follow.
fn set_owner_and_clock(
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
    let arguments = json!({
        "now": now,
        "owner": {
            "tenant": owner.tenant, "principal": owner.principal, "speaker": spoken::origin(owner.speaker), "trust": trust,
        },
        "settings": {
            "secrets": secrets, "retention_days": settings.retention_days, "max_per_day": settings.max_per_day,
        },
    });
    match call(host, folder, "records.stand", &arguments)? {
        answer if answer == json!({}) => Ok(()),
        answer => Err(format!("records.stand: {answer}")),
    }
}

/// Calls a step of the host; fails if the host does not answer it. Refusals of the interface are answers.
fn call(host: &mut dyn Host, folder: &Folder, step: &str, arguments: &Value) -> Result<Value, String> {
    let answer = host.call(step, arguments, folder);
    if is_unanswered(&answer) { Err(format!("{step} {arguments}: {answer}")) } else { Ok(answer) }
}

/// Reads all rows of a store's file.
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
