//! Generates the asynchronous variants of Python's classes by the script `twins.py`: Python parses its own sources
//! best.

use std::path::Path;

use crate::process;

const SCRIPT: &str = "xtask/src/records/twins.py";

/// Generates the variants from the sources in a folder.
pub fn write(root: &Path, package: &Path) -> anyhow::Result<String> {
    process::output(process::command("python3", root).arg("-B").arg(SCRIPT).arg(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_passes_its_own_tests() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        process::run(process::command("python3", root).args(["-B", "xtask/src/records/test_twins.py"])).unwrap();
    }
}
