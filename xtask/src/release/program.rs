//! Builds the program to ship: optimized, stripped, and for older systems than the one that builds it.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::Target;
use crate::notices::{self, Shipped};
use crate::process;
use crate::python::{PORTABLE_GLIBC, environment::Environment};
use crate::workspace::Workspace;

/// Builds the program with the wheel's linker, and prints its size.
pub fn build(workspace: &Workspace, target: &Target) -> anyhow::Result<PathBuf> {
    let tools = Environment::release_tools(workspace)?;
    let triple = &target.triple;
    let zig_target = match triple.ends_with("-linux-gnu") {
        true => format!("{triple}.{PORTABLE_GLIBC}"),
        false => triple.clone(),
    };
    let mut zigbuild = tools.program("cargo-zigbuild", workspace.root());
    zigbuild.args(["rustc", "--quiet", "--profile", "wheel", "-p", "scrubjay-cli", "--bin", "scrubjay"]);
    zigbuild.args(["--target", &zig_target, "--target-dir"]).arg(workspace.target_dir());
    zigbuild.env("PATH", tools.search_path()?).env("SCRUBJAY_COMPONENT_DIR", &target.component);
    process::run(zigbuild.args(["--", "-Cstrip=symbols"]))?;
    let program = workspace.target_dir().join(triple).join("wheel/scrubjay");
    println!("{} has {:.1} MB", program.display(), std::fs::metadata(&program)?.len() as f64 / 1e6);
    ensure_old(&std::fs::read(&program)?)?;
    Ok(program)
}

/// Packs the program with its licences and notices as one file.
pub fn archive(workspace: &Workspace, program: &Path, target: &Target) -> anyhow::Result<PathBuf> {
    let area = workspace.root().join("target/program");
    let folder = area.join(format!("scrubjay-{}-{}", workspace.version()?, target.triple));
    process::copy(program, &folder.join("scrubjay"))?;
    workspace.copy_licences(&folder)?;
    notices::write(workspace, Shipped::Program, &target.triple, &folder)?;
    super::archive(&folder, &area)
}

/// Fails if the program needs a C library newer than [`PORTABLE_GLIBC`]: each symbol of the library states the version
/// that introduced it.
fn ensure_old(program: &[u8]) -> anyhow::Result<()> {
    let newest = newest_glibc(program);
    let max = PORTABLE_GLIBC.split('.').filter_map(|part| part.parse().ok()).collect::<Vec<u32>>();
    ensure!(newest <= max, "the program needs glibc {newest:?}, and is to run from {PORTABLE_GLIBC} on");
    Ok(())
}

/// The greatest glibc version in a program's symbols.
fn newest_glibc(program: &[u8]) -> Vec<u32> {
    const NAME: &[u8] = b"GLIBC_";
    let places = program.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let versions = places.map(|(place, _)| {
        let rest = &program[place + NAME.len()..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').map(|byte| *byte as char);
        digits.collect::<String>().split('.').filter_map(|part| part.parse().ok()).collect()
    });
    versions.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::newest_glibc;

    #[test]
    fn the_newest_version_of_the_c_library_is_found_by_number() {
        assert_eq!(newest_glibc(b"..GLIBC_2.9\0GLIBC_2.17\0GLIBC_2.2.5\0GLIBC_PRIVATE"), [2, 17]);
    }
}
