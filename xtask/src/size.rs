//! Reports the component's size by module, from the names of its functions.
//!
//! The names come from a build that keeps them and has the same code; its custom sections are not shipped and not
//! counted. Sections other than code are listed too, and all lines together are the shipped size.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::process::Stdio;

use anyhow::Context;
use wasmparser::{KnownCustom, Name, NameSectionReader, Parser, Payload};

use crate::component::{self, Build, World};
use crate::process;
use crate::workspace::Workspace;

/// The bytes below which modules are combined in one line: 1 KiB.
const MIN_SHOWN: u64 = 1024;

/// `cargo xtask size [WORLD]`: builds a world and reports its size.
pub fn command(workspace: &Workspace, world: World) -> anyhow::Result<()> {
    let shipped = component::build(workspace, world)?;
    let target_dir = workspace.root().join("target/wasm-named");
    let root = workspace.root();
    let build = Build { root, target_dir: &target_dir, world, keeps_names: true, cargo_home: None };
    let module = component::compile(&build)?;
    print!("{}", report(&measure(&module)?, shipped.len()));
    let unnamed = component::compile(&Build { target_dir: &workspace.wasm_target_dir(), keeps_names: false, ..build })?;
    let (n_ordered, n_unordered) =
        (gzipped(&shipped, root)?, gzipped(&component::encode_in_compiler_order(&unnamed)?, root)?);
    println!("\ngzipped: {n_ordered}; with functions in the compiler's order {n_unordered}");
    Ok(())
}

/// The number of bytes after `gzip -9`.
fn gzipped(bytes: &[u8], folder: &Path) -> anyhow::Result<usize> {
    let mut gzip = process::command("gzip", folder);
    let mut child = gzip.args(["-9", "--stdout"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().context("gzip takes nothing")?;
    std::thread::scope(|scope| {
        let writing = scope.spawn(move || input.write_all(bytes));
        let output = child.wait_with_output()?;
        writing.join().map_err(|_| anyhow::anyhow!("writing to gzip panicked"))??;
        Ok(output.stdout.len())
    })
}

/// How many of the largest functions are listed.
const N_LARGEST: usize = 20;

/// The bytes of a module, by function, by owner and by section.
struct Measured {
    /// The bytes and name of each function, the largest first.
    functions: Vec<(u64, String)>,
    /// The bytes of code, by crate and top-level module.
    code: BTreeMap<String, u64>,
    /// The bytes of all other shipped sections, by kind.
    sections: BTreeMap<&'static str, u64>,
}

fn measure(module: &[u8]) -> anyhow::Result<Measured> {
    let mut sizes: Vec<u64> = Vec::new();
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut n_imported = 0_u32;
    let mut sections = BTreeMap::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload.context("the module cannot be read")? {
            Payload::ImportSection(section) => n_imported = section.count(),
            Payload::CodeSectionEntry(body) => sizes.push(length(&body.range())),
            Payload::DataSection(section) => add(&mut sections, "constants", &section.range()),
            Payload::ElementSection(section) => add(&mut sections, "tables", &section.range()),
            Payload::TypeSection(section) => add(&mut sections, "types", &section.range()),
            Payload::ExportSection(section) => add(&mut sections, "exports", &section.range()),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(subsections) = section.as_known() {
                    names.extend(function_names(subsections)?);
                }
            }
            _ => {}
        }
    }
    let (mut code, mut functions) = (BTreeMap::new(), Vec::new());
    for (place, size) in (n_imported..).zip(sizes) {
        let name = names.get(&place).map_or_else(|| "without a name".to_owned(), |name| readable(name));
        *code.entry(owner(&name)).or_default() += size;
        functions.push((size, name));
    }
    functions.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    Ok(Measured { functions, code, sections })
}

fn function_names(subsections: NameSectionReader<'_>) -> anyhow::Result<BTreeMap<u32, String>> {
    let mut names = BTreeMap::new();
    for subsection in subsections {
        let Name::Function(map) = subsection? else { continue };
        for naming in map {
            let naming = naming?;
            names.insert(naming.index, naming.name.to_owned());
        }
    }
    Ok(names)
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

fn add(sections: &mut BTreeMap<&'static str, u64>, name: &'static str, range: &Range<u64>) {
    *sections.entry(name).or_default() += length(range);
}

fn readable(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The owner of a function: a crate of the project with its top-level module, as `scrubjay_core::graph`, or another
/// crate.
fn owner(name: &str) -> String {
    // `<crate::module::Type as other::Trait>::method` belongs to the type.
    let path =
        name.trim_start_matches(['<', '&', '[', '*', '(']).trim_start_matches("mut ").trim_start_matches("const ");
    let path = path.split([' ', '<', '>', '(', '[', ',']).next().unwrap_or(path);
    let mut parts = path.split("::");
    let first = parts.next().unwrap_or(path);
    let is_path = path.contains("::");
    match parts.next() {
        Some(second) if first.starts_with("scrubjay") && parts.next().is_some() => format!("{first}::{second}"),
        _ if is_path && first.starts_with(|letter: char| letter.is_ascii_lowercase()) => first.to_owned(),
        _ => "glue and memory functions".to_owned(),
    }
}

fn report(measured: &Measured, n_shipped: usize) -> String {
    let mut lines: Vec<(u64, String)> = Vec::new();
    let mut n_small = 0;
    for (owner, &n_bytes) in &measured.code {
        if n_bytes < MIN_SHOWN {
            n_small += n_bytes;
        } else {
            lines.push((n_bytes, owner.clone()));
        }
    }
    if n_small > 0 {
        lines.push((n_small, "smaller ones together".to_owned()));
    }
    lines.extend(measured.sections.iter().map(|(name, &n_bytes)| (n_bytes, format!("({name})"))));
    let n_told: u64 = lines.iter().map(|(n_bytes, _)| n_bytes).sum();
    lines.push(((n_shipped as u64).saturating_sub(n_told), "(interface, and the frame of sections)".to_owned()));
    lines.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut text = String::new();
    for (n_bytes, name) in lines {
        text.push_str(&format!("{n_bytes:>9}  {name}\n"));
    }
    text.push_str(&format!("{n_shipped:>9}  the whole component\n\nthe largest functions\n"));
    for (n_bytes, name) in measured.functions.iter().take(N_LARGEST) {
        text.push_str(&format!("{n_bytes:>9}  {name}\n"));
    }
    text
}
