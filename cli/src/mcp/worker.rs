//! The thread that answers calls one by one. For calls about code it keeps a memory open, and updates the index before
//! each question.
//!
//! Not here: the protocol (`server`), and which folder is meant (`roots`).

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use scrubjay::index::{FreshenLimits, Freshness, Progress, StaleReason};
use scrubjay::{Error, Memory, Write};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use crate::Context;
use crate::arguments::Exclusion;
use crate::index::fresh::Staleness;
use crate::output::asker::ToolOffer;
use crate::tool_call::{Answer, ToolCall};

/// The least time between two progress notifications.
const MIN_PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct Call {
    pub(super) tool: &'static str,
    /// A JSON object.
    pub(super) arguments: String,
    pub(super) wants_json: bool,
    pub(super) is_of_code: bool,
    pub(super) root: PathBuf,
    pub(super) cancelled: Arc<AtomicBool>,
    /// Receives the progress of an index run, if the client wants it.
    pub(super) progress: Option<UnboundedSender<RunProgress>>,
    pub(super) reply: oneshot::Sender<Answer>,
}

pub(super) struct RunProgress {
    pub(super) done: u64,
    pub(super) total: Option<u64>,
    pub(super) message: &'static str,
}

/// A handle to the thread.
pub(super) struct Worker(Sender<Call>);

impl Worker {
    /// Starts the thread, which ends when the last handle is dropped.
    pub(super) fn start(offer: Arc<ToolOffer>, excluding: Exclusion) -> io::Result<Worker> {
        let (sender, calls) = channel();
        thread::Builder::new().name("questions".to_owned()).spawn(move || answer_calls(&calls, &offer, &excluding))?;
        Ok(Worker(sender))
    }

    /// Passes a call to the thread; `false` if the thread has ended.
    pub(super) fn call(&self, call: Call) -> bool {
        self.0.send(call).is_ok()
    }
}

fn answer_calls(calls: &Receiver<Call>, offer: &ToolOffer, excluding: &Exclusion) {
    let mut open_context: Option<Context> = None;
    for call in calls {
        if call.cancelled.load(Ordering::Relaxed) {
            continue;
        }
        let Call { tool, arguments, wants_json, is_of_code, root, cancelled, progress, reply } = call;
        let call = ToolCall { tool, arguments: &arguments, wants_json, offer };
        let monitor = &RunMonitor { cancelled: &cancelled, progress: progress.as_ref() };
        let outcome = catch_unwind(AssertUnwindSafe(|| match is_of_code {
            true => answer_from_code(call, &root, (&mut open_context, excluding), monitor),
            false => (answer_from_records(call, &root), false),
        }));
        let (answer, is_stale) = outcome.unwrap_or_else(|_| {
            // A panic may have left the memory half changed.
            open_context = None;
            (Answer::refusal("internal", "the question could not be answered, through a fault of this program"), false)
        });
        // The receiver may be gone.
        let _ = reply.send(answer);
        if is_stale && let Some(context) = &mut open_context {
            // If this fails, the next question reports it.
            let _ = catch_unwind(AssertUnwindSafe(|| context.memory().index(&mut |_| ControlFlow::Continue(()))));
        }
    }
}

fn answer_from_records(call: ToolCall<'_>, root: &Path) -> Answer {
    match enter_folder(root, call.offer) {
        Ok(()) => call.answer_about_records(root),
        Err(refusal) => refusal,
    }
}

/// Changes the working folder to the project, to which the paths of a call are relative.
fn enter_folder(root: &Path, offer: &ToolOffer) -> Result<(), Answer> {
    std::env::set_current_dir(root)
        .map_err(|source| Answer::of_error(Error::NoFolder { path: root.to_owned(), source }, offer))
}

/// The answer to a question about code, and whether to update the index afterwards, because many files have changed.
fn answer_from_code(
    call: ToolCall<'_>,
    root: &Path,
    (open_context, excluding): (&mut Option<Context>, &Exclusion),
    monitor: &RunMonitor<'_>,
) -> (Answer, bool) {
    if let Err(refusal) = enter_folder(root, call.offer) {
        return (refusal, false);
    }
    if open_context.as_mut().is_some_and(|context| context.memory().root().path() != root) {
        *open_context = None;
    }
    let context = match open_context {
        Some(context) => context,
        None => match open_memory(root, excluding) {
            Ok(memory) => open_context.insert(Context::for_memory(memory)),
            Err(error) => return (Answer::of_error(error, call.offer), false),
        },
    };
    match update_index(context.memory(), monitor) {
        IndexState::Current => (call.answer_from_memory(context, Staleness::default()), false),
        IndexState::Older { staleness, is_stale } => (call.answer_from_memory(context, staleness), is_stale),
        IndexState::Missing(error) => (Answer::of_error(error, call.offer), false),
    }
}

fn open_memory(root: &Path, excluding: &Exclusion) -> Result<Memory, Error> {
    let mut memory = Memory::writing(root, Write::default())?;
    excluding.apply_to(&mut memory)?;
    Ok(memory)
}

/// The state of the index before a question.
enum IndexState {
    Current,
    /// The index can be queried, but lacks some changes. `is_stale`: many files changed, so it is updated after the
    /// answer.
    Older {
        staleness: Staleness,
        is_stale: bool,
    },
    /// The index cannot be queried, or the call was cancelled.
    Missing(Error),
}

/// Updates the index, unless another process writes it or much has changed; then an existing index is left as it is.
fn update_index(memory: &mut Memory, monitor: &RunMonitor<'_>) -> IndexState {
    let mut last_told = None;
    let result = memory.freshen(&FreshenLimits::default(), &mut |progress| {
        if monitor.cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        monitor.tell(progress, &mut last_told);
        ControlFlow::Continue(())
    });
    let older_state = |kind, why, is_stale| IndexState::Older { staleness: Staleness::of_reason(kind, why), is_stale };
    match result {
        Ok(Freshness::Stale { n_changed, why: StaleReason::Many }) => older_state(
            "stale",
            format!(
                "note: {n_changed} files changed since this index was made; it is being brought up to date: ask again soon"
            ),
            true,
        ),
        Ok(Freshness::Stale { why: StaleReason::Locked, .. }) => older_state(
            "being_written",
            "note: another process is writing the index: this is from what it has committed".to_owned(),
            false,
        ),
        Ok(Freshness::Stale { why: StaleReason::Failed(error), .. }) => older_state(
            "stale",
            format!("note: the index is older than the folder, and could not be brought up to date: {error}"),
            false,
        ),
        Ok(_) => IndexState::Current,
        Err(error) => IndexState::Missing(error),
    }
}

/// Reports the progress of a run, and stops it when the call is cancelled.
struct RunMonitor<'a> {
    cancelled: &'a AtomicBool,
    progress: Option<&'a UnboundedSender<RunProgress>>,
}

impl RunMonitor<'_> {
    fn tell(&self, progress: Progress, last_told: &mut Option<Instant>) {
        let Some(sender) = self.progress else { return };
        if last_told.is_some_and(|last_told| last_told.elapsed() < MIN_PROGRESS_INTERVAL) {
            return;
        }
        *last_told = Some(Instant::now());
        let step = match progress {
            Progress::Read { n_files, n_of, .. } => {
                RunProgress { done: n_files, total: Some(n_of), message: "reading files" }
            }
            Progress::Linking { .. } => RunProgress { done: 0, total: None, message: "linking files" },
            Progress::Walked { n_files } => RunProgress { done: n_files, total: None, message: "finding files" },
            Progress::Waiting { .. } => RunProgress { done: 0, total: None, message: "waiting for another process" },
            _ => return,
        };
        // The call may have been given up.
        let _ = sender.send(step);
    }
}
