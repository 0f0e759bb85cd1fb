//! A host in another process: a program that reads steps as lines of JSON and answers each with one line.
//!
//! One child plays all scenarios. Each scenario gets a folder of its own with the same files, because hosts keep their
//! stores next to the files, and each store has one owner. A child that dies, answers malformed JSON or does not answer
//! is a fault in the answer, with the last lines of its standard error, and is not restarted. The protocol is described
//! in this package's README.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use crate::host::{Folder, Host};
use crate::json::member;

/// The time limit of a step; the longest known one takes seconds, including the start of a browser.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);
/// The most lines of standard error that a fault quotes.
const MAX_QUOTED_LINES: usize = 20;

/// A program that plays scenarios.
pub(crate) struct Process {
    name: &'static str,
    patience: Duration,
    state: State,
    mirror: Folder,
}

enum State {
    Running(Running),
    /// Why it is no longer running.
    Gone(String),
}

/// The child, and the threads that read its output.
struct Running {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    listener: JoinHandle<()>,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// Errors of starting it, and of making a folder.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> io::Result<Process> {
        let state = State::Running(Running::start(command)?);
        Ok(Process { name, patience: STEP_TIMEOUT, state, mirror: Folder::new()? })
    }

    /// Sends a request and returns the answer, or a fault if there is none.
    fn exchange(&mut self, request: &Value) -> Value {
        let running = match &mut self.state {
            State::Running(running) => running,
            State::Gone(why) => return fault(why),
        };
        let answer = running.exchange(request, self.patience);
        answer.unwrap_or_else(|why| {
            let why = format!("at {}: {why}", request["step"].as_str().unwrap_or_default());
            let fault_answer = fault(&why);
            // Dropping the previous state ends the child if it is still running.
            self.state = State::Gone(format!("it is gone since an earlier step: {}", first_line(&why)));
            fault_answer
        })
    }
}

impl Host for Process {
    fn name(&self) -> &'static str {
        self.name
    }

    fn begin(&mut self) -> io::Result<()> {
        // The old folder is removed only after the child has stopped using it.
        let old = std::mem::replace(&mut self.mirror, Folder::new()?);
        let answer = self.exchange(&json!({ "step": "host.begin", "folder": self.mirror.path() }));
        drop(old);
        let has_begun = answer == json!({});
        if has_begun {
            Ok(())
        } else {
            Err(io::Error::other(format!("{} does not begin a scenario: {answer}", self.name)))
        }
    }

    fn call(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Value {
        if let Err(error) = mirror_files(&mut self.mirror, folder.texts()) {
            return fault(&format!("its folder cannot be written: {error}"));
        }
        self.exchange(&json!({ "step": step, "arguments": arguments }))
    }
}

impl Running {
    fn start(command: &mut Command) -> io::Result<Running> {
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn()?;
        let missing = || io::Error::other("a child without streams");
        let requests = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let talk = BufReader::new(child.stderr.take().ok_or_else(missing)?);

        let (sender, answers) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept_lines = Arc::clone(&last_words);
        let listener = thread::spawn(move || {
            talk.lines().map_while(Result::ok).for_each(|line| forward_and_keep(line, &kept_lines))
        });
        Ok(Running { child, requests, answers, last_words, listener })
    }

    fn exchange(&mut self, request: &Value, patience: Duration) -> Result<Value, String> {
        if writeln!(self.requests, "{request}").and_then(|()| self.requests.flush()).is_err() {
            return Err(self.how_it_died());
        }
        match self.answers.recv_timeout(patience) {
            Ok(line) => serde_json::from_str(&line).map_err(|_| format!("its answer is no JSON: {line}")),
            Err(RecvTimeoutError::Disconnected) => Err(self.how_it_died()),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("no answer within {} s\n{}", patience.as_secs_f32(), self.last_words()))
            }
        }
    }

    /// How the child died, and its last output.
    fn how_it_died(&mut self) -> String {
        // It closed its streams, so the rest of it is not waited for.
        let _ = self.child.kill();
        let ending = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        // The output ends with the last descendant of the child, which may outlive it.
        for _ in 0..20 {
            if self.listener.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        format!("it died, {ending}\n{}", self.last_words())
    }

    fn last_words(&self) -> String {
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        words.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing a child that has already exited fails, which does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards the child's standard error, and keeps the last lines.
fn forward_and_keep(line: String, kept_lines: &Mutex<VecDeque<String>>) {
    eprintln!("{line}");
    let mut kept_lines = kept_lines.lock().unwrap_or_else(PoisonError::into_inner);
    kept_lines.push_back(line);
    if kept_lines.len() > MAX_QUOTED_LINES {
        kept_lines.pop_front();
    }
}

/// Makes the mirror contain exactly these files.
fn mirror_files(mirror: &mut Folder, texts: &BTreeMap<String, String>) -> io::Result<()> {
    let deleted_paths: Vec<String> = mirror.texts().keys().filter(|path| !texts.contains_key(*path)).cloned().collect();
    deleted_paths.iter().try_for_each(|path| mirror.remove(path))?;
    for (path, text) in texts {
        if mirror.texts().get(path) != Some(text) {
            mirror.write(path, text)?;
        }
    }
    Ok(())
}

/// Replaces a missing answer; differs from all answers of hosts.
fn fault(why: &str) -> Value {
    member("fault", json!(why))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell that answers with a script.
    fn shell(script: &str) -> Process {
        let process = Process::start("shell", Command::new("sh").args(["-c", script])).unwrap();
        Process { patience: Duration::from_millis(500), ..process }
    }

    fn asked(process: &mut Process) -> String {
        process.call("memory.index", &json!({}), &Folder::new().unwrap()).to_string()
    }

    #[test]
    fn a_child_takes_one_line_and_gives_one() {
        let mut process = shell("while read -r line; do echo \"{\\\"got\\\":$line}\"; done");
        let answer = process.call("graph.map", &json!({"budget": 64}), &Folder::new().unwrap());
        assert_eq!(answer, json!({"got": {"step": "graph.map", "arguments": {"budget": 64}}}));
    }

    #[test]
    fn a_number_is_transferred_exactly() {
        let answer = asked(&mut shell("read -r line; echo '1.3282258662506365'"));
        assert_eq!(answer, "1.3282258662506365");
    }

    #[test]
    fn a_child_sees_the_files_as_the_scenario_has_them() {
        let mut process = shell(
            "read -r begin; echo '{}'; cd \"$(echo \"$begin\" | grep -o '/[^\"]*')\"
             while read -r line; do echo \"\\\"$(ls | xargs) $(cat a/b.py)\\\"\"; done",
        );
        process.begin().unwrap();
        let mut folder = Folder::new().unwrap();
        let mut seen = |folder: &Folder| process.call("memory.index", &json!({}), folder);
        folder.write("a/b.py", "x = 1\n").unwrap();
        assert_eq!(seen(&folder), "a x = 1");
        folder.write("old.py", "").unwrap();
        folder.write("a/b.py", "x = 2\n").unwrap();
        assert_eq!(seen(&folder), "a old.py x = 2");
        folder.remove("old.py").unwrap();
        assert_eq!(seen(&folder), "a x = 2");
    }

    #[test]
    fn a_child_that_dies_is_a_fault_with_its_last_words() {
        let mut process = shell("read -r line; echo 'the shelf broke' >&2; exit 3");
        let answer = asked(&mut process);
        assert!(answer.contains("the shelf broke") && answer.contains("3"), "{answer}");
        assert!(asked(&mut process).contains("gone since an earlier step"));
    }

    #[test]
    fn a_child_that_does_not_answer_is_a_fault_and_does_not_hang() {
        let answer = asked(&mut shell("read -r line; echo 'waiting for a lock' >&2; exec sleep 600"));
        assert!(answer.contains("at memory.index: no answer within 0.5 s"), "{answer}");
        assert!(answer.contains("waiting for a lock"), "{answer}");
    }

    #[test]
    fn a_child_that_answers_malformed_json_is_a_fault() {
        let answer = asked(&mut shell("read -r line; echo hello"));
        assert!(answer.contains("no JSON: hello"), "{answer}");
    }

    #[test]
    fn a_child_that_cannot_begin_reports_it() {
        let mut process = shell("read -r line; echo '{\"error\":\"no memory\"}'");
        assert!(process.begin().unwrap_err().to_string().contains("no memory"));
    }
}
