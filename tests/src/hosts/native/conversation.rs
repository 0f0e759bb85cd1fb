//! Windows of the core, whose rows lie beside those of records.

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::error::Error;
use scrubjay_core::record::SecretPolicy;
use scrubjay_core::window::formats::{MessageFormat, apply};
use scrubjay_core::window::{Settings, Window, WindowChanged, WindowOwner};
use serde_json::{Value, json};

use super::{NOW, Native};
use crate::host::{no_such_step, no_window_for};
use crate::hosts::arguments::{option, required};
use crate::hosts::windows::{messages, relevances, settings, timeless, timeless_in, told};
use crate::json::Json as _;
use crate::rows::Rows;

type Change<'c> = &'c dyn Fn(&mut Window, Option<Resumed>) -> Result<Reply<WindowChanged>, Error>;

/// Takes a step about the window that is open.
pub(super) fn take(native: &mut Native, step: &str, arguments: &Value) -> Result<Value, Error> {
    if step == "window.open" {
        return open(native, arguments);
    }
    let Some(window) = &mut native.window else { return Ok(no_window_for(step)) };
    let rows = &mut native.records;
    window.set_generation(rows.generation);
    let ids: Vec<String> = required(arguments, "ids");
    let change: Change<'_> = match step {
        "window.fit" => return fit(window, rows, arguments),
        "window.pin" => &|window, resumed| window.pin(&ids, option(arguments, "is_pinned", true), NOW, resumed),
        "window.set_task" => &|window, resumed| window.set_task(&required::<String>(arguments, "task"), NOW, resumed),
        "window.snapshot" => &|window, resumed| window.snapshot(NOW, resumed),
        "window.end" => &|window, resumed| window.end(NOW, resumed),
        _ => return ask(window, rows, step, arguments),
    };
    commit(rows, |resumed| change(window, resumed), |done| &done.effects)?;
    Ok(json!({}))
}

fn open(native: &mut Native, arguments: &Value) -> Result<Value, Error> {
    let (name, rows) = (option(arguments, "name", "window".to_owned()), &native.records);
    let settings = settings!(arguments, Settings);
    let opened = rows.answer(&|_, _, _| None, |resumed| {
        let owner = WindowOwner { name: name.clone(), ..WindowOwner::default() };
        Window::open(owner, settings.clone(), SecretPolicy::Mask, rows.generation, resumed)
    })?;
    native.window = opened.map(|(window, _)| window);
    Ok(json!({}))
}

fn fit(window: &mut Window, rows: &mut Rows, arguments: &Value) -> Result<Value, Error> {
    let text = messages(arguments);
    window.push_messages(option(arguments, "format", MessageFormat::Anthropic), &text, 0, NOW)?;
    let pruned = commit(rows, |resumed| window.prune(NOW, resumed), |done| &done.effects)?;
    let Some(pruned) = pruned else { return Ok(Value::Null) };
    Ok(told!(apply(&text, &pruned.edits, 0)?, pruned))
}

fn ask(window: &mut Window, rows: &Rows, step: &str, arguments: &Value) -> Result<Value, Error> {
    let no_spans = |_: &str, _: u32, _: u32| None;
    let limit = |default| option(arguments, "limit", default);
    Ok(match step {
        "window.restore" => {
            let id: String = required(arguments, "id");
            rows.answer(&no_spans, |resumed| window.restore(&id, NOW, resumed))?.json()
        }
        "window.already_visible" => window.already_visible(&required::<String>(arguments, "content")).json(),
        "window.report_usage" => {
            window.report_usage(arguments["input_tokens"].as_u64().unwrap_or_default());
            json!({})
        }
        "window.set_relevance" => {
            window.set_relevance(&relevances(arguments).collect::<Vec<_>>())?;
            json!({})
        }
        "window.status" => window.status().json(),
        "window.snapshots" => {
            let before = option(arguments, "before", 0);
            timeless_in(
                "snapshots",
                rows.answer(&no_spans, |resumed| window.snapshots(limit(10), before, resumed))?.json(),
            )
        }
        "window.find_snapshot" => {
            let number = option(arguments, "number", None);
            timeless(rows.answer(&no_spans, |resumed| window.find_snapshot(number, resumed))?.flatten().json())
        }
        "window.what_if" => timeless(window.what_if(required(arguments, "max_tokens"), NOW)?.json()),
        "window.compare_snapshots" => {
            let (older, newer) = (required(arguments, "older"), option(arguments, "newer", None));
            rows.answer(&no_spans, |resumed| window.compare_snapshots(older, newer, resumed))?.json()
        }
        "window.recover_snapshot" => {
            let number = required(arguments, "number");
            rows.answer(&no_spans, |resumed| window.recover_snapshot(number, resumed))?.json()
        }
        "window.explain" => {
            let id: String = required(arguments, "id");
            timeless(rows.answer(&no_spans, |resumed| window.explain(&id, resumed))?.flatten().json())
        }
        "window.learnings" => {
            timeless_in("learnings", rows.answer(&no_spans, |resumed| window.learnings(limit(20), resumed))?.json())
        }
        _ => no_such_step(step),
    })
}

/// Runs a change and commits it.
fn commit<T>(
    rows: &mut Rows,
    change: impl FnMut(Option<Resumed>) -> Result<Reply<T>, Error>,
    effects: impl Fn(&T) -> &Effects,
) -> Result<Option<T>, Error> {
    let done = rows.answer(&|_, _, _| None, change)?;
    if let Some(done) = &done
        && effects(done).to_generation > rows.generation
    {
        rows.commit(effects(done));
    }
    Ok(done)
}
