//! Measures loading, appending to and saving a context through the component, with a store on disk.

use std::time::Duration;

use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::session::SessionQuestion;
use serde_json::{Value, json};

use crate::{Outcome, median, milliseconds, time};

/// The numbers of entries in a history.
const SIZES: [usize; 3] = [100, 1_000, 10_000];
/// The number of rounds, of which the median counts.
const N_ROUNDS: usize = 31;

pub(super) fn measure() -> Outcome {
    println!("| entries | size | load | append two | save | together |\n|---|---|---|---|---|---|");
    for n in SIZES {
        let folder = tempfile::tempdir()?;
        let mut records = Records::open(Place::File(folder.path().join("memory.redb")), Settings::default())?;
        let history: Vec<Value> = (0..n / 2).flat_map(step).collect();
        let document = json!({ "session_id": "s", "recent_history": history });
        records.save_session("s", &document.to_string(), None)?;
        let question = SessionQuestion { id: "s".into(), version: None };
        let mut times: [Vec<Duration>; 4] = Default::default();
        let mut n_bytes = 0;
        for round in 0..N_ROUNDS {
            let (loaded, load) = time(|| records.load_session(&question));
            let (appended, append) = {
                let entries = Value::from(step(n + round).to_vec()).to_string();
                time(|| records.append_to_session("s", &entries, None))
            };
            appended?;
            let mut document: Value = serde_json::from_str(&loaded?.document)?;
            document["recent_history"].as_array_mut().ok_or("no history")?.extend(step(n + round));
            document["system_state"] = json!({ "round": round });
            let document = document.to_string();
            n_bytes = document.len();
            let (saved, save) = time(|| records.save_session("s", &document, None));
            saved?;
            for (times, time) in times.iter_mut().zip([load, append, save, load + append + save]) {
                times.push(time);
            }
        }
        let [load, append, save, total] = times.map(|mut times| milliseconds(median(&mut times)));
        println!(
            "| {n} | {:.2} MB | {load:.1} ms | {append:.1} ms | {save:.1} ms | {total:.1} ms |",
            n_bytes as f64 / 1e6
        );
    }
    Ok(())
}

/// A call and its result, of usual sizes.
fn step(n: usize) -> [Value; 2] {
    let id = format!("call_{n}");
    let function =
        json!({ "name": "Read", "arguments": json!({ "file_path": format!("src/part{n}.rs") }).to_string() });
    let call = json!({ "id": id, "type": "function", "function": function });
    [
        json!({ "role": "assistant", "content": "Let me read it.", "tool_calls": [call] }),
        json!({ "role": "tool", "tool_call_id": id, "content": "fn part() -> usize { 7 }\n".repeat(12) }),
    ]
}
