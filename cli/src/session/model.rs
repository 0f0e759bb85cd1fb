//! A model that is a user's shell command: the prompt and the texts on its standard input, the answer on its standard
//! output.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use scrubjay::wit::types::ModelRequest;

/// Runs the command in the user's shell; returns its answer, or why it failed.
pub(super) fn run_model_command(command: &str, request: &ModelRequest) -> Result<Vec<u8>, String> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut child = Command::new(shell)
        .args([flag, command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{command}` cannot be run: {error}"))?;
    let prompt = prompt(request);
    let input = child.stdin.take();
    // The command's output is read meanwhile: otherwise the command and this program could wait for each other.
    let writer = thread::spawn(move || {
        // A command need not read all of its input.
        let _ = input.map(|mut input| input.write_all(prompt.as_bytes()));
    });
    let output = child.wait_with_output().map_err(|error| format!("`{command}` was lost: {error}"))?;
    let _ = writer.join();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("`{command}` ended with {}", output.status)),
    }
}

fn prompt(request: &ModelRequest) -> String {
    let texts = request.texts.iter().map(|text| format!("<entry>\n{text}\n</entry>\n"));
    format!("{}\n\n{}", request.prompt, texts.collect::<String>())
}
