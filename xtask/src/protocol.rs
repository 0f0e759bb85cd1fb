//! Tests the server for agents with the conformance suite of the Model Context Protocol (`tests/hosts/protocol/`).

use crate::gate::{Count, count};
use crate::npm;
use crate::process;
use crate::workspace::Workspace;

const FOLDER: &str = "tests/hosts/protocol";

/// A stage: installs the suite and runs its tests for servers. The program must be built.
pub fn test(workspace: &Workspace) -> anyhow::Result<Count> {
    let folder = workspace.root().join(FOLDER);
    npm::install(&folder)?;
    let program = workspace.target_dir().join("debug").join(format!("scrubjay{}", std::env::consts::EXE_SUFFIX));
    let mut suite = process::command("node", &folder);
    count::count_tests(suite.args(["--test", "--test-reporter=tap", "."]).env("SCRUBJAY_PROGRAM", program))
}
