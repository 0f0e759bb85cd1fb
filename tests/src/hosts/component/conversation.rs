//! Windows of the library, in the memory beside the index.

use scrubjay::Error;
use scrubjay::records::Place;
use scrubjay::window::Window;
use scrubjay::wit::window::{MessageFormat, Relevance, WindowSettings};
use serde_json::{Value, json};

use crate::host::{Folder, no_such_step, no_window_for};
use crate::hosts::arguments::{option, required};
use crate::hosts::windows::{messages, relevances, settings, timeless, timeless_in, told};
use crate::json::Json as _;

/// Takes a step about the window that is open.
pub(super) fn take(open: &mut Option<Window>, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
    if step == "window.open" {
        let place = Place::File(folder.path().join(".scrubjay").join("memory.redb"));
        let name = option(arguments, "name", "window".to_owned());
        *open = Some(Window::open(place, name.as_str().into(), settings!(arguments, WindowSettings))?);
        return Ok(json!({}));
    }
    let Some(window) = open else { return Ok(no_window_for(step)) };
    let limit = |default| option(arguments, "limit", default);
    let done = match step {
        "window.fit" => {
            let format = option(arguments, "format", MessageFormat::Anthropic);
            let (edited, pruned) = window.fit(format, &messages(arguments))?;
            return Ok(told!(edited, pruned));
        }
        "window.restore" => return Ok(window.restore(&required::<String>(arguments, "id"))?.json()),
        "window.already_visible" => {
            return Ok(window.already_visible(&required::<String>(arguments, "content"))?.json());
        }
        "window.status" => return Ok(window.status()?.json()),
        "window.snapshots" => {
            return Ok(timeless_in("snapshots", window.snapshots(limit(10), option(arguments, "before", 0))?.json()));
        }
        "window.find_snapshot" => {
            return Ok(timeless(window.find_snapshot(option(arguments, "number", None))?.json()));
        }
        "window.what_if" => return Ok(timeless(window.what_if(required(arguments, "max_tokens"))?.json())),
        "window.compare_snapshots" => {
            let (older, newer) = (required(arguments, "older"), option(arguments, "newer", None));
            return Ok(window.compare_snapshots(older, newer)?.json());
        }
        "window.recover_snapshot" => return Ok(window.recover_snapshot(required(arguments, "number"))?.json()),
        "window.explain" => return Ok(timeless(window.explain(&required::<String>(arguments, "id"))?.json())),
        "window.learnings" => return Ok(timeless_in("learnings", window.learnings(limit(20))?.json())),
        "window.report_usage" => window.report_usage(arguments["input_tokens"].as_u64().unwrap_or_default()),
        "window.set_relevance" => {
            let all: Vec<Relevance> = relevances(arguments).map(|(id, value)| Relevance { id, value }).collect();
            window.set_relevance(&all)
        }
        "window.pin" => window.pin(&required::<Vec<String>>(arguments, "ids"), option(arguments, "is_pinned", true)),
        "window.set_task" => window.set_task(&required::<String>(arguments, "task")),
        "window.snapshot" => window.snapshot(),
        "window.end" => window.end(),
        _ => return Ok(no_such_step(step)),
    };
    done.map(|()| json!({}))
}
