//! What somebody else wrote is recalled as a quotation: sixty-three texts that try to leave it, each as a note, a turn, a decision and
//! the error of a call, in what `recall` shows to people and to agents.

mod common;

use std::path::Path;
use std::process::Stdio;

use common::{code, program, stdout};
use serde_json::{Value, json};
use std::io::Write as _;
use tempfile::TempDir;

const TEXTS: &str = include_str!("../../tests/measure/recall/break_outs.txt");

fn texts() -> Vec<String> {
    let text = |line: &str| serde_json::from_str::<Value>(line).unwrap()["text"].as_str().unwrap().to_owned();
    // One with a NUL is refused when it is recorded.
    TEXTS.lines().map(text).filter(|text| !text.contains('\0')).collect()
}

fn run(home: &Path, project: &Path, arguments: &[&str], input: &str) -> std::process::Output {
    let mut command = program(project);
    command.env("SCRUBJAY_HOME", home).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// A word that stands in no other text.
fn word(at: usize) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    format!("qz{}{}xu", letter(at / 26), letter(at % 26))
}

/// A time, and what a heading says behind it.
fn is_heading(line: &str) -> bool {
    let Some((time, rest)) = line.split_once("  ") else { return false };
    let is_time = time.len() == 20 && time.ends_with('Z') && time.starts_with("2026-11-27T");
    is_time && ["note, ", "turn, ", "decision, ", "tool_call, "].iter().any(|kind| rest.starts_with(kind))
}

/// Joiners are none: they are a part of words and of pictures.
fn is_obeyed(char: char) -> bool {
    char.is_control() && char != '\n'
        || matches!(char, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// What is wrong with an answer that may have so many hits.
fn fault(answer: &str, n_hits: usize) -> Option<String> {
    if let Some(char) = answer.chars().find(|char| is_obeyed(*char)) {
        return Some(format!("{char:?} comes through"));
    }
    let n_headings = answer.lines().filter(|line| is_heading(line)).count();
    let astray = answer.lines().find(|line| !line.starts_with("    ") && !line.is_empty() && !is_heading(line));
    match astray {
        Some(line) => Some(format!("a line of its own: {line:?}")),
        None if n_headings != n_hits => Some(format!("{n_headings} headings of {n_hits} hits")),
        None => None,
    }
}

#[test]
fn no_text_that_is_recalled_leaves_its_quotation() {
    let texts = texts();
    assert!(texts.len() >= 40, "{}", texts.len());
    let (home, project) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    std::fs::create_dir(project.path().join(".git")).unwrap();
    let mut lines = String::new();
    for (at, text) in texts.iter().enumerate() {
        let word = word(at);
        // Begins and ends with a word by which it is found, and once without anything before it.
        let [around, behind] = [format!("{word} {text} {word}"), format!("{text} {word}")];
        let events = [
            json!({ "kind": "note", "text": around }),
            json!({ "kind": "turn", "conversation": at.to_string(), "role": "user", "text": format!("{text}.") }),
            json!({ "kind": "turn", "conversation": at.to_string(), "role": "assistant", "text": behind }),
            json!({ "kind": "decision", "title": word, "choice": behind, "rationale": text }),
            json!({ "kind": "tool_call", "tool": "bash", "success": false, "error": format!("error: {word} {text}") }),
        ];
        for (kind, mut event) in events.into_iter().enumerate() {
            event["time"] = json!(format!("2026-11-27T{:02}:{:02}:0{kind}Z", 9 + at / 60, at % 60));
            lines += &format!("{event}\n");
        }
    }
    let recorded = run(home.path(), project.path(), &["record"], &lines);
    assert_eq!(code(&recorded), 0, "{}", String::from_utf8_lossy(&recorded.stderr));
    for (at, text) in texts.iter().enumerate() {
        let word = word(at);
        let recalled = run(home.path(), project.path(), &["recall", &word, "--per-session", "0"], "");
        let answer = stdout(&recalled);
        // The error's first line may be another one, without the word; the turn before may be a hit beside that which has it.
        let n_hits = answer.lines().filter(|line| is_heading(line)).count();
        assert!((3..=5).contains(&n_hits), "{text:?} is found {n_hits} times:\n{answer}");
        assert_eq!(fault(&answer, n_hits), None, "{text:?}:\n{answer}");
        let around = run(home.path(), project.path(), &["recall", &word, "--around=1", "--why", "--limit", "2"], "");
        assert_eq!(fault(&stdout(&around), 2), None, "{text:?}:\n{}", stdout(&around));
    }
}
