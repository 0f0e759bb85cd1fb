//! Measures `fit` of a window with two new messages, as `bench/hosts/fit.mjs` does, on the same conversations.
//!
//! Run by `cargo xtask bench fit`.

use std::time::Instant;

use scrubjay::Error;
use scrubjay::window::Window;
use scrubjay::wit::window::{MessageFormat, WindowSettings};
use serde_json::{Value, json};

const N_STEPS: usize = 7;
const SIZES: [usize; 2] = [1_000, 10_000];
const WINDOWS: [(&str, u32); 2] = [("room", 100_000_000), ("pruned", 200_000)];

fn text(at: usize) -> String {
    let n_characters = 300 + (at * 7_919) % 3_701;
    let mut text = String::new();
    for line in 0.. {
        if text.len() >= n_characters {
            break;
        }
        let part = (at * 31 + line) % 977;
        text += &format!("message {at}, line {line}: what a tool \"said\" of src/part_{part}.py\n");
    }
    text.truncate(n_characters.min(text.len() - 1));
    text
}

/// A call or its result, in the format of Anthropic; the first message is the user's.
fn message(at: usize) -> Value {
    if at == 0 {
        return json!({ "role": "user", "content": text(at) });
    }
    let content = if at.is_multiple_of(2) {
        json!([{ "type": "tool_result", "tool_use_id": format!("c{}", at - 1), "content": text(at) }])
    } else {
        let path: String = text(at).chars().take(300).collect();
        let call = json!({ "type": "tool_use", "id": format!("c{at}"), "name": "read", "input": { "path": path } });
        json!([{ "type": "text", "text": "I look." }, call])
    };
    json!({ "role": if at.is_multiple_of(2) { "user" } else { "assistant" }, "content": content })
}

/// The milliseconds of each step, the least first.
fn step_times(size: usize, max_tokens: u32) -> Result<Vec<f64>, Error> {
    let mut window = Window::new(WindowSettings { max_tokens, ..WindowSettings::default() })?;
    let mut messages: Vec<String> = (0..=size).map(|at| message(at).to_string()).collect();
    let text = |messages: &[String]| format!("[{}]", messages.join(","));
    window.fit(MessageFormat::Anthropic, &text(&messages))?;
    let mut times = Vec::new();
    for step in 0..=N_STEPS {
        messages.extend([messages.len(), messages.len() + 1].map(|at| message(at).to_string()));
        let whole = text(&messages);
        let begun = Instant::now();
        window.fit(MessageFormat::Anthropic, &whole)?;
        // The first step is slower, as nothing is cached yet.
        if step > 0 {
            times.push(1_000.0 * begun.elapsed().as_secs_f64());
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn main() -> Result<(), Error> {
    for size in SIZES {
        for (name, max_tokens) in WINDOWS {
            let times = step_times(size, max_tokens)?;
            println!("{name}_{size} {:.1} {:.1}", times[N_STEPS / 2], times[0]);
        }
    }
    Ok(())
}
