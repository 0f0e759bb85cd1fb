//! The program `scrubjay`: the library on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(scrubjay_cli::run(std::env::args_os()))
}
