//! Clients that read no answers, and clients that are gone: the server keeps little in memory, and ends.

use std::io::{self, Read as _, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Project, program};

/// The most kilobytes of memory that the server may use.
const MAX_KILOBYTES: u64 = 200 << 10;
const MAX_WAIT: Duration = Duration::from_secs(10);

fn started_server(project: &Project) -> (Child, ChildStdin) {
    let mut server = program(project.path());
    server.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = server.spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let params = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#;
    writeln!(input, r#"{{"jsonrpc":"2.0","id":"first","method":"initialize","params":{params}}}"#).unwrap();
    writeln!(input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#).unwrap();
    let flags = rustix::fs::fcntl_getfl(&input).unwrap();
    rustix::fs::fcntl_setfl(&input, flags | rustix::fs::OFlags::NONBLOCK).unwrap();
    (server, input)
}

/// Writes up to `n_lines` lines; returns how many were taken before writing stalled for two seconds.
fn say(input: &mut ChildStdin, n_lines: usize, line: impl Fn(usize) -> String) -> usize {
    for at in 0..n_lines {
        let line = line(at) + "\n";
        let (mut unsent, began) = (line.as_bytes(), Instant::now());
        while !unsent.is_empty() {
            match input.write(unsent) {
                Ok(n_taken) => unsent = &unsent[n_taken..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if began.elapsed() > Duration::from_secs(2) {
                        return at;
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    n_lines
}

fn list(at: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{at},"method":"tools/list"}}"#)
}

/// The most kilobytes of memory that a process has used.
fn most_kilobytes(server: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    most.trim().trim_end_matches(" kB").parse().unwrap()
}

fn has_ended_in_time(server: &mut Child) -> bool {
    let began = Instant::now();
    while began.elapsed() < MAX_WAIT {
        if server.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = server.kill();
    let _ = server.wait();
    false
}

/// Once answers that nobody read took 1.5 GB, and the server stayed when its client was gone.
#[test]
#[cfg(target_os = "linux")]
fn a_client_that_takes_no_answers_is_read_no_further_and_one_that_is_gone_is_not_waited_for() {
    let project = Project::new(&[("app.py", "def main():\n    pass\n")]);
    let calls = |at: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{at},"method":"tools/call","params":{{"name":"find","arguments":{{"text":"main"}}}}}}"#
        )
    };
    let refused = |at: usize| format!(r#"{{"jsonrpc":"2.0","id":{at},"method":"tools/call","params":{at}}}"#);
    let twice = |_: usize| list(7);
    let lines: [(usize, &dyn Fn(usize) -> String); 5] = [
        (20_000, &list),
        (3_000, &calls),
        (20_000, &refused),
        (20_000, &twice),
        (20_000, &|_| "no message".to_owned()),
    ];
    for (n_lines, line) in lines {
        let (mut server, mut input) = started_server(&project);
        let n_said = say(&mut input, n_lines, line);
        assert!(most_kilobytes(&server) < MAX_KILOBYTES, "{} after {n_said} of {}", most_kilobytes(&server), line(0));
        // Its client ends, while somebody still holds the other end of its answers.
        drop(input);
        assert!(has_ended_in_time(&mut server), "{}", line(0));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_whose_answers_cannot_be_taken_any_more_ends() {
    let project = Project::new(&[("app.py", "def main():\n    pass\n")]);
    let (mut server, mut input) = started_server(&project);
    drop(server.stdout.take());
    say(&mut input, 1, list);
    assert!(has_ended_in_time(&mut server));
}

/// A limit that stops a client that reads late would also stop one that reads slowly.
#[test]
#[cfg(target_os = "linux")]
fn a_client_that_takes_its_answers_late_gets_all_of_them() {
    let project = Project::new(&[("app.py", "def main():\n    pass\n")]);
    let (mut server, mut input) = started_server(&project);
    let mut answers = server.stdout.take().unwrap();
    assert_eq!(say(&mut input, 400, list), 400);
    std::thread::sleep(Duration::from_secs(6));
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        answers.read_to_string(&mut text).map(|_| text)
    });
    say(&mut input, 100, |at| list(400 + at));
    drop(input);
    let text = reading.join().unwrap().unwrap();
    assert_eq!(text.lines().count(), 501);
    assert!(has_ended_in_time(&mut server));
}
