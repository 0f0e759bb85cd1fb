//! The project's own commands, run as `cargo xtask <command>`.
//!
//! Of the project's crates, only this one is always built with the compiler of WebAssembly to machine code. What is
//! built goes below `target/`, and into `dist/` and the sources of the packages. Not here: anything that ships. What a
//! user runs lives in `cli`.

mod workspace;

mod process;
mod toolchain;

mod advisories;
#[path = "../../bench/command/mod.rs"]
mod bench;
mod bindgen;
mod circles;
mod component;
mod forms;
mod gate;
mod generated;
mod glue;
mod history;
mod installed;
mod licences;
mod mark;
mod mismatches;
mod modules;
mod notices;
mod npm;
mod order;
mod packages;
mod picture;
mod precompile;
mod protocol;
mod python;
mod records;
mod release;
mod reproducible;
mod size;
mod tidy;
mod try_it;
mod web;
mod wit;

use std::process::ExitCode;

use anyhow::Context;

use component::World;
use installed::Part;
use workspace::Workspace;

const HELP: &str = "\
usage: cargo xtask <command>

  try [PATH]     from a checkout to a first answer: build, index PATH or this repository, ask; with --install the program is put
                 into cargo's folder of programs, which is on the PATH
  test [STAGE ...]  the one gate: formatting, lints, tidiness, licences, every test; with names, these stages alone, of nightly too
  nightly        the gate, and what is slow and seldom breaks: long random stories, VS Code, mismatches of WIT and door, a reproducible build
  bench          measure it on a real repository and write the table of costs; --source DIR
  bench capture  measure taking in transcripts and answering hooks, and write what would have been told; FOLDER
  bench damage   have 4,600 damaged copies of memories meet commands and questions, and count how each ends; [SEED]
  bench episodes  measure recording an agent's work, and questions about it, beside SQLite and DuckDB; [N]
  bench fit      measure a window's `fit` in JavaScript and in Python
  bench fresh    measure the next question after an edit, in folders of 3,000 and 100,000 files, and write that table; [FILES]
  bench hostile  index files that were made to be costly, by the program and by Node; [CASE ...]
  bench hosts    measure JavaScript and Python beside the native host and write that table; --source DIR
  bench languages  index a sample of each language beside a bare parse, and write that table
  bench modules DIST  measure the modules of store and parsers beside another build of the npm package
  bench mcp      measure what an agent waits for over the Model Context Protocol; --source DIR
  bench accuracy hold its edges against oracles and write that table; --pycg DIR, --pycg-further DIR,
                 --localise FILE --repos DIR, --only NAME
  bench recall   find what was recorded, beside plain BM25 and SQLite's full text; --locomo FILE, --sessions FILE,
                 --later FILE, --traces FILE
  bench records  measure notes, kill writers and let many write at once, and write that table; `bench records hosts` has
                 processes of three languages write at once; `bench records stories` holds stories of records to a model, and
                 cuts the power of a disk in memory; `bench records power` cuts that of a file system 60 times (Linux, as root)
  bench session  measure what compactions of contexts keep, and how files are ranked after them; --traces FILE, --speed true
  bench size     measure what a memory of 100,000 ordinary events takes of a disk, and write that table; [N]
  bench window   measure what policies of the context window keep of recorded sessions, and at what cost; --traces FILE,
                 --said FILE, --speed FILE, --tokens FILE
  check-history  index real commits one after the other, and compare each graph with one built from nothing;
                 --repo PATH, --commits 100, --every 1
  advisories     what is known against all that is linked or installed; needs the network; ends with 3 where it
                 could not ask
  tidy           only the gate's rules about files
  circles        count the files of each crate that use each other in a circle
  component      build the component, encode it, precompile it for this machine
  mismatches     change the WIT or the door wrongly in twelve ways, of which none may compile
  modules        build the modules that the JavaScript package loads: parsers and store
  records        write the sources and documents that follow from wit/, and the asynchronous twins of Python's classes
  size [WORLD]   print the component's size, module by module; of `windows`, where it is named
  npm            build the JavaScript package and pack it
  picture        draw docs/session.svg, a second session that knows the first, from what the program says
  consumers [WORD]  try it in Next (Turbopack and webpack), Bun, Deno and workerd, or in those whose name holds a word
  web            build the web page and serve it on this machine
  glue           write the JavaScript package's types and glue from the WIT
  forms          build the component that the glue's tests call, and its glue
  wheel          build the Python wheel, install it and test it
  release        build and pack everything that would be published, for machines older than this one; --target TRIPLE
  artefacts      install what `release` packed in a Debian system without a compiler, and the crate by cargo; Linux, as root;
                 `artefacts packages` and `artefacts crate` are one of the two
  crates         pack the crates, and unpack them where `cargo install --path` can be tried
  precompile --target TRIPLE  the component and its machine code for another kind of system
  reproducible   build it twice in different folders and compare the hashes
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> anyhow::Result<ExitCode> {
    let workspace = Workspace::here()?;
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["try", rest @ ..] => try_it::command(&workspace, rest)?,
        ["test"] => return Ok(gate::command(&workspace)),
        ["test", names @ ..] => return gate::stages(&workspace, names),
        ["nightly"] => return Ok(gate::nightly(&workspace)),
        ["advisories"] => return advisories::command(&workspace),
        ["tidy"] => return tidy_only(&workspace),
        ["bench", rest @ ..] => bench::command(&workspace, rest)?,
        ["check-history", rest @ ..] => history::command(&workspace, rest)?,
        ["circles"] => circles::command(&workspace)?,
        ["component"] => component::command(&workspace)?,
        ["picture"] => picture::command(&workspace)?,
        ["mismatches"] => return Ok(ending(mismatches::check(&workspace)?)),
        ["modules"] => modules::command(&workspace)?,
        ["wheel"] => return wheel_only(&workspace),
        ["release"] => release::command(&workspace, None)?,
        ["release", "--target", triple] => release::command(&workspace, Some(triple))?,
        ["artefacts"] => return Ok(ending(installed::artefacts(&workspace, Part::Everything)?)),
        ["artefacts", "packages"] => return Ok(ending(installed::artefacts(&workspace, Part::Packages)?)),
        ["artefacts", "crate"] => return Ok(ending(installed::artefacts(&workspace, Part::Crate)?)),
        ["crates"] => release::crates_only(&workspace)?,
        ["precompile", "--target", triple] => component::build_for_target(&workspace, triple).map(|_| ())?,
        ["records"] => records::command(&workspace)?,
        ["size"] => size::command(&workspace, World::Scrubjay)?,
        ["size", name] => {
            size::command(&workspace, World::named(name).with_context(|| format!("wit/ has no world {name}"))?)?;
        }
        ["npm"] => npm::command(&workspace)?,
        ["consumers"] => return Ok(ending(npm::consumers(&workspace, None)?)),
        ["consumers", word] => return Ok(ending(npm::consumers(&workspace, Some(word))?)),
        ["web"] => web::command(&workspace)?,
        ["glue"] => glue::command(&workspace)?,
        ["forms"] => forms::build(&workspace)?,
        ["reproducible"] => reproducible::command(&workspace)?,
        [] | ["help" | "--help" | "-h"] => print!("{HELP}"),
        _ => {
            eprint!("unknown command `{}`\n\n{HELP}", words.join(" "));
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn tidy_only(workspace: &Workspace) -> anyhow::Result<ExitCode> {
    Ok(ending(tidy::check(workspace)?))
}

fn wheel_only(workspace: &Workspace) -> anyhow::Result<ExitCode> {
    component::command(workspace)?;
    Ok(ending(python::check_wheel(workspace)?))
}

fn ending(count: gate::Count) -> ExitCode {
    if count.n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
