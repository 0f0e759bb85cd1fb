//! The command `hook`, which an agent's harness calls at each step of a session. It records new events of the session,
//! and tells the agent of records that fit.
//!
//! A hook does not fail the step for which it is called, and delays it by [`DEADLINE`] at most: then a watchdog ends
//! the hook. It always exits with 0, and notes an error for `doctor`, except input that no harness sends. It reads a
//! bounded part of the transcript, and the next hook continues; what the last one leaves, another process captures. It
//! salvages nothing, leaves upkeep to another process, and captures no other transcript. Not here: the formats of
//! harnesses, and the choice of what is delivered (core).

pub(crate) mod noted;
mod turn;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use clap::Args;
use scrubjay::Error;
use scrubjay::records::situation::{checkout_members, lines_with_checkout};
use scrubjay::records::{Config, Place, Records, Settings, State, Transcript};
use scrubjay::store::reach;
use scrubjay::wit::Word as _;
use scrubjay::wit::capture::{Harness, HookEvent};
use scrubjay::wit::delivery::DeliverQuestion;
use scrubjay::wit::records::Moment;

use crate::Ending;
use crate::arguments::names;
use crate::capture::SessionStart;
use crate::memory::place::project_around;

/// The most bytes that are read of a hook's input; the interface takes no more.
const MAX_INPUT: u64 = 8 << 20;
/// The most bytes of a transcript that one hook captures; the next one continues.
const MAX_CAPTURED: u64 = 256 << 10;
/// The time after which a hook exits, whatever it does; commits are atomic.
const DEADLINE: Duration = Duration::from_secs(2);
/// The environment variable that turns hooks off with the value `off`.
const SWITCH_VARIABLE: &str = "SCRUBJAY_HOOKS";

#[derive(Debug, Args)]
pub(crate) struct Hook {
    /// The event, by the harness's own name: SessionStart, UserPromptSubmit, PreToolUse, PostToolUseFailure, PreCompact, Stop, SessionEnd, …
    event: String,
    /// The harness whose event it is
    #[arg(long, default_value = "claude_code", value_parser = names::word_parser::<Harness>())]
    harness: String,
}

/// Whether the program is called as a hook, and not for its help. Then even wrong usage must exit with 0, because
/// harnesses take other codes for a veto.
pub(crate) fn is_called(arguments: &[OsString]) -> bool {
    let asks_for_help = |argument: &OsString| argument == "--help" || argument == "-h";
    let is_value = |at: usize| arguments[at - 1] == "--root";
    let is_option = |at: usize| arguments[at].as_encoded_bytes().starts_with(b"-");
    let command = (1..arguments.len()).find(|&at| !is_option(at) && !is_value(at));
    command.is_some_and(|at| arguments[at] == "hook") && !arguments.iter().any(asks_for_help)
}

pub(crate) fn hook(given: &Hook) -> Ending {
    let input = io::stdin();
    if input.is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "a harness calls this command, with its JSON on the standard input: see scrubjay hook --help"
        );
        return Ending::Found;
    }
    let Some(harness) = Harness::named(&given.harness) else { return Ending::Found };
    let folder_known = Arc::new(OnceLock::new());
    watch(harness, &given.event, Arc::clone(&folder_known));
    let mut input_text = String::new();
    if let Err(error) = input.lock().take(MAX_INPUT).read_to_string(&mut input_text) {
        return not_of_harness(&error);
    }
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(|| serve(harness, &given.event, &input_text, &folder_known));
    let fault = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(error @ Error::Refused(_))) if folder_known.get().is_none() => return not_of_harness(&error),
        Ok(Err(fault)) => Some(fault.to_string()),
        Err(_) => Some("the program panicked".to_owned()),
    };
    let folder = folder_known.get().cloned().unwrap_or_default();
    let _ = noted::note_event(harness, &given.event, fault.as_deref().map(|fault| (fault, folder.as_path())));
    Ending::Found
}

/// Tells a person who runs a hook by hand that its input is wrong. No harness sends such input.
fn not_of_harness(error: &dyn std::fmt::Display) -> Ending {
    let _ = writeln!(
        io::stderr(),
        "nothing was done: the standard input is not the JSON of a harness ({error}); see scrubjay hook --help"
    );
    Ending::Found
}

/// Notes a fault and exits the process when the deadline passes.
fn watch(harness: Harness, event: &str, folder: Arc<OnceLock<PathBuf>>) {
    let event = event.to_owned();
    let watching = thread::Builder::new().spawn(move || {
        thread::sleep(DEADLINE);
        let folder = folder.get().cloned().unwrap_or_default();
        let _ = noted::note_event(harness, &event, Some(("it took longer than 2 seconds and was ended", &folder)));
        std::process::exit(0);
    });
    drop(watching);
}

/// Delivers what fits, then records what is new in the transcript. Sets `folder` to the agent's folder once it is
/// known.
fn serve(harness: Harness, event: &str, input: &str, folder: &OnceLock<PathBuf>) -> Result<(), Error> {
    if std::env::var_os(SWITCH_VARIABLE).is_some_and(|value| value.eq_ignore_ascii_case("off")) {
        return Ok(());
    }
    let mut records = Records::open(Place::Nowhere, Settings::default())?;
    let hook_event = records.read_hook(input, event)?;
    let folder = folder.get_or_init(|| PathBuf::from(&hook_event.folder));
    let config = Config::of_user()?;
    let Some(mut root) = project(folder, &config).filter(|_| !hook_event.session.is_empty()) else { return Ok(()) };
    records = move_to_project(records, &root, &config)?;
    let mut checkout = root.clone();
    // A session belongs to the project in which it began, whatever folder its agent is in now.
    if let Some(start) = session_start(&mut records, harness, &hook_event) {
        if start.is_excluded(&config) {
            return Ok(());
        }
        if start.folder_within(&root).is_none() {
            let Some(other_root) = start.checkout.as_deref().and_then(|folder| project(folder, &config)) else {
                return Ok(());
            };
            (records, root) = (move_to_project(records, &other_root, &config)?, other_root);
        }
        checkout = start.folder_within(&root).unwrap_or(checkout);
    }
    // A delivery that fails does not prevent recording.
    let delivery_result =
        if config.delivery.unwrap_or(true) { deliver(&mut records, &hook_event, &config, &checkout) } else { Ok(()) };
    let mut unfinished = Vec::new();
    let record_result = record(&mut records, harness, &hook_event, &checkout, &mut unfinished);
    if hook_event.is_end {
        start_upkeep(&records, &root);
        start_capture(harness, &unfinished, &root);
    }
    delivery_result.and(record_result)
}

/// The project around a folder, if it is to be recorded; `None` for the home folder and the folders above it.
fn project(folder: &Path, config: &Config) -> Option<PathBuf> {
    let folder = Some(folder).filter(|folder| folder.is_absolute() && folder.is_dir())?;
    let root = project_around(folder).unwrap_or_else(|| folder.to_owned());
    let is_too_wide = reach::is_too_wide(&root, reach::home().as_deref());
    (!is_too_wide && !config.excludes(&root) && !config.excludes(folder)).then_some(root)
}

/// The records of a project. Its memory's file is opened when something of it is read or written.
fn move_to_project(records: Records, root: &Path, config: &Config) -> Result<Records, Error> {
    let settings = Settings { mends: false, waits: false, ..config.clone().settings(Settings::default().owner) };
    records.moved_to(Place::Project(root.to_owned()), settings)
}

/// The folder in which the session began, if its transcript says so.
fn session_start(records: &mut Records, harness: Harness, hook_event: &HookEvent) -> Option<SessionStart> {
    let path = hook_event.transcripts.iter().map(PathBuf::from).find(|path| path.is_file())?;
    let transcript = Transcript { harness: Some(harness), path, folder: None };
    // An error of the transcript is reported when it is captured.
    let (folder, _) = records.beginning_of(&transcript).ok()?;
    (!folder.is_empty()).then(|| SessionStart::in_folder(Path::new(&folder)))
}

/// Prints what fits the step, if anything does, and records the delivery. Does nothing if other hooks hold the lock too
/// long.
///
/// If a file in the project claims a memory that the project does not have, one hook says why; later ones stay silent.
fn deliver(records: &mut Records, hook_event: &HookEvent, config: &Config, checkout: &Path) -> Result<(), Error> {
    let is_wanted = |moment: &Moment| config.delivery_moments.as_ref().is_none_or(|wanted| wanted.contains(moment));
    let Some(moment) = hook_event.moment.filter(is_wanted) else { return Ok(()) };
    let budget = if moment == Moment::Start { config.delivery_start_budget } else { config.delivery_budget };
    // If the lock cannot be made, hooks run without it.
    let turn = turn::take_lock();
    if let Ok(None) = turn {
        return Ok(());
    }
    let notice = records.ownership()?.and_then(|whose| whose.notice());
    let checkout_members = checkout_members(checkout);
    let branch = checkout_members.iter().find(|(name, _)| *name == "branch").map(|(_, branch)| branch.clone());
    let question = DeliverQuestion {
        moment,
        text: hook_event.text.clone(),
        paths: hook_event.paths.clone(),
        tool: hook_event.tool.clone(),
        command: hook_event.command.clone(),
        branch: branch.unwrap_or_default(),
        budget: budget.unwrap_or_default(),
        ..DeliverQuestion::new(&hook_event.session)
    };
    let mut delivery = records.deliver(&question)?;
    if !delivery.text.is_empty() {
        // Recorded before it is told, so that other hooks do not tell it again. What was recorded and not told is no
        // loss.
        records.set_waits(true);
        let record_result = records.record_lines(&lines_with_checkout(&delivery.to_record, &checkout_members));
        records.set_waits(false);
        if record_result?.0.iter().all(|one| one.state == State::Known) {
            delivery.text.clear();
        }
    }
    let texts: Vec<String> = notice.iter().map(|words| format!("Scrubjay: {words}.")).chain([delivery.text]).collect();
    let text = texts.join("\n");
    if text.trim().is_empty() {
        return Ok(());
    }
    let answer = records.answer_hook(&hook_event.name, text.trim_end())?;
    let mut output = io::stdout().lock();
    // A harness that has closed the pipe gets nothing.
    let _ = writeln!(output, "{answer}").and_then(|()| output.flush());
    if notice.is_none() {
        return Ok(());
    }
    // Dismissed now, so that the notice is shown once, whether or not this hook records anything.
    records.create_own_memory()?;
    records.dismiss_ownership_notice()
}

/// Records the new events of the transcripts, and a failure that may not be in them yet. The newest transcript, that of
/// a subagent after that of its session, has the beginning of the call that failed. Transcripts of which more is left
/// than one hook reads are added to `unfinished`.
fn record(
    records: &mut Records,
    harness: Harness,
    hook_event: &HookEvent,
    root: &Path,
    unfinished: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let (mut state, mut transcript_result) = (Vec::new(), Ok(()));
    for path in hook_event.transcripts.iter().map(PathBuf::from).filter(|path| path.is_file()) {
        let transcript = Transcript { harness: Some(harness), path, folder: Some(root.to_owned()) };
        let captured = records.capture(&transcript, MAX_CAPTURED, &mut |_| std::ops::ControlFlow::Continue(()));
        if captured.as_ref().is_ok_and(|captured| captured.n_bytes >= MAX_CAPTURED && captured.n_left > 0) {
            unfinished.push(transcript.path.clone());
        }
        let after = captured.and_then(|_| records.state_of(&transcript));
        match after {
            Ok(after) => state = after,
            Err(error) => transcript_result = Err(error),
        }
    }
    if !hook_event.to_record.is_empty() {
        records.capture_lines(Some(harness), &hook_event.to_record, &state, &root.to_string_lossy())?;
    }
    transcript_result
}

/// Starts upkeep in a process of its own, if it is due.
fn start_upkeep(records: &Records, root: &Path) {
    if let Ok(true) = records.is_upkeep_due() {
        start(|program| _ = program.args(["memory", "upkeep", "--quiet", "--root"]).arg(root));
    }
}

/// Starts a capture of what no further hook will read, in a process of its own.
fn start_capture(harness: Harness, transcripts: &[PathBuf], root: &Path) {
    if !transcripts.is_empty() {
        start(|program| {
            program.args(["capture", "--quiet", "--harness", harness.word(), "--root"]).arg(root).args(transcripts);
        });
    }
}

/// Starts this program in a process of its own, which outlives the hook.
fn start(set_arguments: impl FnOnce(&mut Command)) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    set_arguments(&mut command);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let _ = command.spawn();
}
