//! The events of ninety days of an agent's work, generated from a seed: equal for equal numbers of events.
//!
//! One agent works without a pause: one session after the other, each with a few tasks. Tool calls and touches of files
//! alternate. The first tools of the list, and the first files of a folder, are used most; each task has some files of its
//! own. No two events have the same time, so that every store gives one order.

use scrubjay::records::situation::new_event;
use scrubjay::wit::Word as _;
use scrubjay::wit::records::{
    Event, EventBody, FileOperation, FileTouch, Origin, TaskIntent, TaskStatus, TaskStep, ToolCall,
};
use serde_json::{Value, json};

/// The end of the ninety days: the beginning of June 2025, in milliseconds since 1970.
pub(crate) const END: i64 = 1_748_736_000_000;
const DAYS: i64 = 90;
const N_SESSIONS: usize = 2_000;
const N_TASKS: usize = 5_000;
const N_FILES: usize = 20_000;
/// The number of files in a folder.
const FOLDER_FILES: usize = 25;
/// The number of files that a task works on.
const TASK_FILES: usize = 12;
/// A word in the path of one file only, which was touched once, long ago.
pub(crate) const RARE: &str = "unicorn";
/// The number of touches with each operation among a thousand.
const OPERATIONS: [(u32, FileOperation); 7] = [
    (600, FileOperation::Read),
    (150, FileOperation::Edit),
    (130, FileOperation::Search),
    (30, FileOperation::Write),
    (50, FileOperation::View),
    (35, FileOperation::Analyze),
    (5, FileOperation::Rename),
];
const TOOLS: [&str; 30] = [
    "bash",
    "read",
    "edit",
    "grep",
    "glob",
    "write",
    "test",
    "web_fetch",
    "todo",
    "git_diff",
    "git_log",
    "git_commit",
    "lint",
    "format",
    "build",
    "ask_user",
    "web_search",
    "notebook",
    "list",
    "move",
    "delete",
    "debug",
    "profile",
    "db_query",
    "http_get",
    "screenshot",
    "deploy",
    "docs",
    "translate",
    "summarise",
];
const WORDS: [&str; 32] = [
    "error",
    "the",
    "request",
    "handler",
    "returns",
    "None",
    "when",
    "token",
    "expired",
    "test_login",
    "assert",
    "line",
    "in",
    "module",
    "src/server",
    "retry",
    "after",
    "timeout",
    "def",
    "self",
    "config",
    "value",
    "missing",
    "import",
    "from",
    "user",
    "0x7f3a",
    "warning:",
    "unused",
    "passed",
    "=>",
    "socket",
];

/// The generator of the events.
#[derive(Clone)]
pub(crate) struct Work {
    n_each: usize,
    at: usize,
    random: Random,
    files: Vec<usize>,
}

impl Work {
    /// A generator of `n_each` tool calls, and as many touches of files.
    pub(crate) fn new(n_each: usize) -> Work {
        Work { n_each, at: 0, random: Random(0x5eed), files: Vec::new() }
    }

    /// The events, in groups of `n`.
    pub(crate) fn groups(mut self, n: usize) -> impl Iterator<Item = Vec<Event>> {
        std::iter::from_fn(move || {
            let group: Vec<Event> = self.by_ref().take(n).collect();
            (!group.is_empty()).then_some(group)
        })
    }

    /// The path of the file that is used most: the first one.
    pub(crate) fn busiest_path(&self) -> String {
        path(0)
    }

    /// The path of the file that was touched last.
    pub(crate) fn last_path(&self) -> String {
        let touches = self.clone().filter_map(|event| match event.body {
            EventBody::FileTouch(touch) => Some(touch.path),
            _ => None,
        });
        touches.last().unwrap_or_default()
    }

    fn n_all(&self) -> usize {
        2 * self.n_each + 2 * N_TASKS
    }

    /// The number of an event's task, and whether the event is the task's first or last one.
    fn task(&self, at: usize) -> (usize, bool, bool) {
        let task = |at: usize| at * N_TASKS / self.n_all();
        let own_task = task(at);
        (own_task, at == 0 || task(at - 1) != own_task, at + 1 == self.n_all() || task(at + 1) != own_task)
    }

    fn step(&mut self, task: usize, is_first: bool) -> EventBody {
        let intents = TaskIntent::WORDS;
        let status = match (is_first, task % 50) {
            (true, _) | (_, 0) => TaskStatus::Active,
            (_, 1) => TaskStatus::Paused,
            (_, 2..=7) => TaskStatus::Failed,
            _ => TaskStatus::Completed,
        };
        let description = if is_first { self.random.text(80) } else { String::new() };
        let intent = is_first.then(|| intents[task % intents.len()].1);
        let outcome = if is_first { String::new() } else { self.random.text(120) };
        EventBody::TaskStep(TaskStep { status, description, intent, outcome })
    }

    fn call(&mut self) -> EventBody {
        let tool = TOOLS[self.random.skewed_number(TOOLS.len())].to_owned();
        let success = self.random.number_below(100) < 93;
        let (n_parameters, n_output) = (40 + self.random.number_below(160), 40 + self.random.skewed_number(2_000));
        let parameters = json!({ "command": self.random.text(n_parameters), "timeout": 120 }).to_string();
        let output = self.random.text(n_output);
        let error = if success { String::new() } else { format!("error: {}", self.random.text(60)) };
        let duration = Some(5 + self.random.skewed_number(20_000) as u32);
        let context_tokens = Some(5_000 + self.random.number_below(150_000) as u32);
        EventBody::ToolCall(ToolCall {
            tool,
            parameters,
            output,
            success: Some(success),
            error,
            duration,
            context_tokens,
            refused: false,
        })
    }

    fn touch(&mut self) -> EventBody {
        let operation = self.random.operation();
        let file = match self.random.number_below(10) {
            0 => self.random.skewed_number(N_FILES),
            _ => self.files[self.random.skewed_number(TASK_FILES)],
        };
        let path = if self.at == 1 { format!("src/{RARE}.py") } else { path(file) };
        let (first_line, n_lines) = (1 + self.random.number_below(800) as u32, self.random.number_below(120) as u32);
        let has_reason = self.random.number_below(10) < 4;
        let why = if has_reason { self.random.text(60) } else { String::new() };
        let is_change = matches!(operation, FileOperation::Edit | FileOperation::Write | FileOperation::Rename);
        let change = if is_change { self.random.text(200) } else { String::new() };
        let success = self.random.number_below(100) < 97;
        EventBody::FileTouch(FileTouch {
            path,
            operation,
            first_line,
            last_line: first_line + n_lines,
            success,
            why,
            change,
        })
    }
}

impl Iterator for Work {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let at = self.at;
        if at == self.n_all() {
            return None;
        }
        let (task, is_first, is_last) = self.task(at);
        if is_first {
            let near_file = self.random.skewed_number(N_FILES);
            let task_files =
                (0..TASK_FILES).map(|_| (near_file + self.random.number_below(2 * FOLDER_FILES)) % N_FILES);
            self.files = task_files.collect();
        }
        let body = match (is_first || is_last, at % 2) {
            (true, _) => self.step(task, is_first),
            (_, 0) => self.call(),
            _ => self.touch(),
        };
        self.at += 1;
        let step = DAYS * 86_400_000 / self.n_all() as i64;
        let jitter = self.random.number_below(step as usize / 2) as i64;
        let time = END - DAYS * 86_400_000 + step * at as i64 + jitter;
        Some(Event {
            session: format!("session-{}", task * N_SESSIONS / N_TASKS),
            task: format!("task-{task}"),
            ..new_event(format!("work-{at}"), time, Origin::Agent, body)
        })
    }
}

pub(crate) fn path(file: usize) -> String {
    let (folder, word) = (file / FOLDER_FILES, WORDS[file % 16].trim_matches(|letter: char| !letter.is_alphanumeric()));
    format!("src/part{}/area{folder}/{}_{file}.py", folder % 40, word.replace('/', "_"))
}

/// The folder of a file, as people name it: without the folders above it.
pub(crate) fn folder_word(path: &str) -> String {
    path.split('/').nth(2).unwrap_or_default().to_owned()
}

/// An event as a line of JSON for `scrubjay record`.
pub(crate) fn event_line(event: &Event) -> Value {
    let mut line = match &event.body {
        EventBody::ToolCall(call) => json!({
            "kind": "tool_call", "tool": call.tool, "parameters": call.parameters, "output": call.output,
            "success": call.success, "error": call.error, "duration": call.duration, "context_tokens": call.context_tokens,
        }),
        EventBody::FileTouch(touch) => json!({
            "kind": "file_touch", "path": touch.path, "operation": touch.operation.word(), "first_line": touch.first_line,
            "last_line": touch.last_line, "success": touch.success, "why": touch.why, "change": touch.change,
        }),
        EventBody::TaskStep(step) => json!({
            "kind": "task_step", "status": step.status.word(), "description": step.description,
            "intent": step.intent.map(TaskIntent::word), "outcome": step.outcome,
        }),
        _ => Value::Null,
    };
    for (name, value) in [("event_id", &event.event_id), ("session", &event.session), ("task", &event.task)] {
        line[name] = json!(value);
    }
    line["time"] = json!(event.time);
    line
}

/// SplitMix64, a generator of pseudo-random numbers.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn of(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let hash = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ (hash >> 31)
    }

    pub(crate) fn number_below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A number below `n`; small ones are more frequent, as the cube of a uniform number.
    pub(crate) fn skewed_number(&mut self, n: usize) -> usize {
        let uniform = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        (uniform * uniform * uniform * n as f64) as usize
    }

    fn operation(&mut self) -> FileOperation {
        let mut at = self.number_below(1_000) as u32;
        for (share, operation) in OPERATIONS {
            if at < share {
                return operation;
            }
            at -= share;
        }
        FileOperation::Read
    }

    /// A text of about `n_bytes` bytes.
    pub(crate) fn text(&mut self, n_bytes: usize) -> String {
        let mut text = String::with_capacity(n_bytes + 12);
        while text.len() < n_bytes {
            text.push_str(WORDS[self.number_below(WORDS.len())]);
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        text
    }
}
