//! Repositories that configure programs for git to run, and files that git would read for ever. `history` runs none of
//! these programs, and ends.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::{Project, code, program, stderr, stdout};

/// Longer than any answer takes, and short enough to wait for.
const MAX_WAIT: Duration = Duration::from_secs(60);
const ANSWER: &str = "b.py  (2 times together, 2 in all, 1.00)\n";

/// An indexed project of two files that changed together, with a program `trap` that leaves a file `pwned`.
fn project() -> Project {
    let project = Project::new(&[]);
    git(&project, &["init", "-q", "-b", "main"]);
    for text in ["x = 1\n", "x = 2\n"] {
        project.write("a.py", text);
        project.write("b.py", text);
        git(&project, &["add", "."]);
        git(&project, &["commit", "-qm", "one"]);
    }
    project.index();
    let trap = project.at(".git/trap");
    fs::write(&trap, format!("#!/bin/sh\ntouch '{}'\nexit 1\n", project.at("pwned").display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    project
}

/// Runs git as a person who has configured nothing.
fn plain(project: &Project, arguments: &[&str]) -> Output {
    let mut git = Command::new("git");
    git.current_dir(project.path()).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    git.stdin(std::process::Stdio::null()).output().unwrap()
}

fn git(project: &Project, arguments: &[&str]) -> String {
    let output = plain(project, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    stdout(&output).trim().to_owned()
}

fn configure(project: &Project, settings: &[(&str, &str)]) {
    let trap = project.at(".git/trap");
    for (name, value) in settings {
        git(project, &["config", "--add", name, &value.replace("TRAP", trap.to_str().unwrap())]);
    }
}

/// Takes the newest commit's tree out of the repository, so that git would fetch it.
fn lose_a_tree(project: &Project) {
    let tree = git(project, &["rev-parse", "HEAD^{tree}"]);
    fs::remove_file(project.at(&format!(".git/objects/{}/{}", &tree[..2], &tree[2..]))).unwrap();
}

/// A repository that promises to fetch missing objects, with further settings that run the trap.
fn promising(url: &str, settings: &[(&str, &str)]) -> Project {
    let project = project();
    lose_a_tree(&project);
    configure(
        &project,
        &[
            ("core.repositoryformatversion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
            ("remote.origin.url", url),
        ],
    );
    configure(&project, settings);
    project
}

/// Checks that a plain command of git runs the repository's trap, and that `history` does not and ends with this code.
fn check(project: &Project, springs: &[&str], expected: i32) {
    let history = project.run(&["history", "a.py"]);
    assert!(!project.at("pwned").exists(), "{springs:?}: the repository's program was run");
    assert_eq!(code(&history), expected, "{springs:?}: {}", stderr(&history));
    if expected == 0 {
        assert_eq!(stdout(&history), ANSWER, "{springs:?}");
    }
    plain(project, springs);
    assert!(project.at("pwned").exists(), "{springs:?}: the trap does not work");
}

const LOG: [&str; 2] = ["log", "--name-only"];

#[test]
fn nothing_is_fetched_by_a_program_of_the_repository() {
    check(&promising("ssh://x/y", &[("core.sshCommand", "TRAP")]), &LOG, 1);
    check(&promising("ext::TRAP", &[("protocol.ext.allow", "always")]), &LOG, 1);
    check(&promising("git://x/y", &[("core.gitProxy", "TRAP")]), &LOG, 1);
    check(&promising("TRAP/../..", &[("remote.origin.uploadpack", "TRAP")]), &LOG, 1);
}

#[test]
fn nothing_is_fetched_by_a_program_that_an_included_file_names() {
    let project = promising("ssh://x/y", &[("include.path", "more")]);
    let trap = project.at(".git/trap");
    fs::write(project.at(".git/more"), format!("[core]\n\tsshCommand = {}\n", trap.display())).unwrap();
    check(&project, &LOG, 1);
}

#[test]
fn no_program_that_shows_or_watches_files_is_run() {
    type Row = (&'static [(&'static str, &'static str)], &'static [&'static str]);
    let table: [Row; 5] = [
        (&[("core.fsmonitor", "TRAP")], &["status"]),
        (&[("diff.external", "TRAP")], &["log", "-p", "--ext-diff"]),
        (&[("diff.odd.textconv", "TRAP")], &["log", "-p"]),
        (&[("diff.odd.command", "TRAP")], &["log", "-p", "--ext-diff"]),
        (&[("filter.odd.clean", "TRAP"), ("filter.odd.process", "TRAP")], &["diff"]),
    ];
    for (settings, springs) in table {
        let project = project();
        project.write(".gitattributes", "*.py diff=odd filter=odd\n");
        project.write("a.py", "x = 3\n");
        configure(&project, settings);
        check(&project, springs, 0);
    }
}

#[test]
fn no_hook_is_run() {
    let project = project();
    fs::create_dir(project.at(".git/own")).unwrap();
    for hook in ["pre-commit", "post-index-change", "reference-transaction"] {
        symlink("../trap", project.at(".git/own").join(hook)).unwrap();
    }
    configure(&project, &[("core.hooksPath", ".git/own")]);
    check(&project, &["commit", "--allow-empty", "-m", "more"], 0);
}

#[test]
fn no_signature_is_verified_by_a_program_of_the_repository() {
    let project = project();
    let commit = git(&project, &["cat-file", "commit", "HEAD"]);
    let (head, words) = commit.split_once("\n\n").unwrap();
    let signed =
        format!("{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n{words}\n");
    fs::write(project.at(".git/signed"), signed).unwrap();
    let id = git(&project, &["hash-object", "-t", "commit", "-w", ".git/signed"]);
    git(&project, &["update-ref", "HEAD", &id]);
    configure(&project, &[("log.showSignature", "true"), ("gpg.program", "TRAP")]);
    check(&project, &["log"], 0);
}

#[test]
fn a_bare_repository_that_a_clone_carries_is_not_read() {
    let outer = project();
    let inner = promising("ssh://x/y", &[("core.sshCommand", "TRAP"), ("core.bare", "true")]);
    fs::rename(inner.at(".git"), outer.at("carried")).unwrap();
    outer.write("carried/a.py", "x = 1\n");
    let carried = outer.at("carried");
    program(&carried).args(["index", "."]).output().unwrap();
    let history = program(&carried).args(["history", "a.py"]).output().unwrap();
    assert_eq!(code(&history), 1, "{}", stderr(&history));
    assert!(stderr(&history).contains("bare repository"), "{}", stderr(&history));
}

#[test]
fn the_callers_variables_lead_neither_to_another_repository_nor_to_another_git() {
    let project = project();
    let other = Project::new(&[]);
    git(&other, &["init", "-q"]);
    fs::copy(project.at(".git/trap"), project.at("git")).unwrap();
    let path = format!(".::{}", std::env::var("PATH").unwrap());
    let mut history = program(project.path());
    history
        .args(["history", "a.py"])
        .env("PATH", path)
        .env("GIT_DIR", other.at(".git"))
        .env("GIT_TRACE", project.at("traced"));
    let history = history.output().unwrap();
    assert_eq!(stdout(&history), ANSWER, "{}", stderr(&history));
    assert!(!project.at("pwned").exists() && !project.at("traced").exists());
}

#[test]
fn files_without_an_end_are_not_read_for_the_log() {
    for link in [".mailmap", ".gitattributes", ".git/info/attributes"] {
        let project = project();
        fs::create_dir_all(project.at(".git/info")).unwrap();
        pipe(&project, link);
        assert_eq!(stdout(&project.run(&["history", "a.py"])), ANSWER, "{link}");
    }
    for setting in ["mailmap.file", "diff.orderFile", "core.attributesFile", "core.excludesFile"] {
        let project = project();
        configure(&project, &[(setting, "/dev/zero")]);
        assert_eq!(stdout(&project.run(&["history", "a.py"])), ANSWER, "{setting}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_git_that_takes_all_memory_is_ended() {
    let began = Instant::now();
    let project = project();
    fs::create_dir_all(project.at(".git/info")).unwrap();
    fs::File::create(project.at(".git/info/grafts")).unwrap().set_len(1 << 40).unwrap();
    let history = project.run(&["history", "a.py"]);
    assert!(stderr(&history).to_lowercase().contains("out of memory"), "{}", stderr(&history));
    assert!(began.elapsed() < MAX_WAIT);
}

#[test]
fn a_git_that_hangs_is_ended() {
    let began = Instant::now();
    let project = project();
    // Which files a configuration includes is not looked at.
    configure(&project, &[("include.path", "more")]);
    pipe(&project, ".git/more");
    let history = project.run(&["history", "a.py"]);
    assert!(stderr(&history).contains("note: git was stopped"), "{}", stderr(&history));
    assert!(began.elapsed() < MAX_WAIT);
}

/// Makes a pipe that nobody writes to.
fn pipe(project: &Project, path: &str) {
    assert!(Command::new("mkfifo").arg(project.at(path)).status().unwrap().success());
}
