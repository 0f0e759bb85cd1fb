//! Links, pipes, sockets and folders in the place of every file and folder of the program. No command waits for them,
//! follows them, or writes, makes or removes anything outside.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{Project, code, program, stderr, stdout};

/// Longer than any command takes, and short enough to wait for.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A project, the data folder of its user, and a folder that no command may touch.
struct World {
    project: Project,
    home: TempDir,
    outside: TempDir,
}

impl World {
    fn new() -> World {
        let world = World {
            project: Project::new(&[("a.py", "def good():\n    return 1\n"), (".git/HEAD", "ref: refs/heads/main\n")]),
            home: tempfile::tempdir().unwrap(),
            outside: tempfile::tempdir().unwrap(),
        };
        for (name, text) in [("full", "theirs\n"), ("empty", ""), ("folder/theirs", "theirs\n")] {
            fs::create_dir_all(world.outside.path().join(name).parent().unwrap()).unwrap();
            fs::write(world.outside.path().join(name), text).unwrap();
        }
        world
    }

    /// A world whose project has an index, a memory and a backup.
    fn used() -> World {
        let world = World::new();
        assert_eq!(code(&world.run(&["index"])), 0);
        assert_eq!(code(&world.run(&["remember", "a first note"])), 0);
        assert_eq!(code(&world.run(&["memory", "backup", "copy.redb"])), 0);
        world
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(self.project.path());
        command.env("SCRUBJAY_HOME", self.home.path()).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        wait_for_end(self.command(arguments).spawn().unwrap(), &format!("{arguments:?}"))
    }

    /// The folder of the only memory.
    fn memory(&self) -> PathBuf {
        let projects = fs::read_dir(self.home.path().join("projects")).unwrap();
        projects.map(|entry| entry.unwrap().path()).next().unwrap()
    }

    /// Everything in the folder outside: names, contents, and times of the last change.
    fn canary(&self) -> Vec<(PathBuf, Vec<u8>, i64)> {
        let mut found = Vec::new();
        let mut pending = vec![self.outside.path().to_owned()];
        while let Some(folder) = pending.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let metadata = path.symlink_metadata().unwrap();
                if metadata.is_dir() {
                    pending.push(path.clone());
                }
                let bytes = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
                found.push((path, bytes, metadata.mtime_nsec()));
            }
        }
        found.sort();
        found
    }
}

/// Waits for a program, and fails if it does not end.
fn wait_for_end(mut child: Child, what: &str) -> std::process::Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > MAX_WAIT {
            child.kill().unwrap();
            panic!("{what} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

type Make = fn(&Path, &Path);

/// Kinds of objects to put in the place of a file, each with a function that makes it at a path, if need be with a link
/// to the folder outside.
const KINDS: [(&str, Make); 9] = [
    ("a link to a file", |name, outside| symlink(outside.join("full"), name).unwrap()),
    ("a link to an empty file", |name, outside| symlink(outside.join("empty"), name).unwrap()),
    ("a link to nothing", |name, outside| symlink(outside.join("new"), name).unwrap()),
    ("a link to a folder", |name, outside| symlink(outside.join("folder"), name).unwrap()),
    ("a link to zeros", |name, _| symlink("/dev/zero", name).unwrap()),
    ("a pipe", |name, _| pipe(name)),
    ("a folder", |name, _| fs::create_dir(name).unwrap()),
    ("a socket", |name, _| drop(UnixListener::bind(name).unwrap())),
    ("a huge file", |name, _| fs::File::create(name).unwrap().set_len(1 << 40).unwrap()),
];

/// Replaces the file or folder of this name by another object.
fn put(make: Make, name: &Path, outside: &Path) {
    let _ = fs::remove_file(name).or_else(|_| fs::remove_dir_all(name));
    fs::create_dir_all(name.parent().unwrap()).unwrap();
    make(name, outside);
}

/// Puts an object of each kind in the place of each name, runs the commands, and checks that nothing outside changed.
fn check(names: &[&str], commands: &[&[&str]], world: impl Fn() -> World, place: impl Fn(&World, &str) -> PathBuf) {
    for name in names {
        for (kind, make) in KINDS {
            let world = world();
            let before = world.canary();
            for arguments in commands {
                put(make, &place(&world, name), world.outside.path());
                let output = world.run(arguments);
                let what = format!("{arguments:?} with {kind} as {name}: {}", stderr(&output));
                assert!(output.status.code().is_some_and(|code| code < 100), "{what}");
                assert_eq!(world.canary(), before, "{what}");
            }
        }
    }
}

/// Once a link in a clone had `*` written into the user's own ignore file, and a pipe in its place hung every agent
/// that asked.
#[test]
fn rules_of_our_folder_that_are_a_link_or_a_pipe_are_refused_by_name() {
    for (kind, make) in KINDS.into_iter().filter(|(kind, _)| *kind != "a huge file") {
        let world = World::new();
        let before = world.canary();
        put(make, &world.project.at(".scrubjay/.gitignore"), world.outside.path());
        for arguments in [&["index"][..], &["find", "good"], &["index", "--check"]] {
            let output = world.run(arguments);
            assert_eq!(world.canary(), before, "{kind}");
            if arguments[0] == "index" {
                assert_eq!(code(&output), 1, "{kind}: {}", stdout(&output));
                assert!(
                    stderr(&output).contains("rm ") && stderr(&output).contains(".scrubjay/.gitignore"),
                    "{}",
                    stderr(&output)
                );
            }
        }
    }
}

#[test]
fn nothing_in_a_projects_own_folder_leads_outside() {
    let names = [
        ".scrubjay",
        ".scrubjay/.gitignore",
        ".scrubjay/id",
        ".scrubjay/index.redb",
        ".scrubjay/index.redb.new",
        ".scrubjay/index.lock",
        ".scrubjay/index.lock.js",
        ".scrubjay/index.turn",
        ".scrubjay/index.turn.new",
        ".scrubjay/store.redb",
    ];
    let commands: [&[&str]; 6] =
        [&["index"], &["find", "good"], &["doctor"], &["status"], &["remember", "a note"], &["notes"]];
    check(&names, &commands, World::new, |world, name| world.project.at(name));
}

#[test]
fn nothing_in_gits_folder_leads_outside() {
    let names = [
        ".git",
        ".git/config",
        ".git/info",
        ".git/info/exclude",
        ".git/scrubjay-mark",
        ".git/commondir",
        ".git/gitdir",
        ".git/HEAD",
        ".git/index.lock",
        ".gitignore",
        ".scrubjayignore",
    ];
    let commands: [&[&str]; 7] = [
        &["index"],
        &["find", "good"],
        &["remember", "a note"],
        &["notes"],
        &["doctor"],
        &["work", "seed"],
        &["history", "a.py"],
    ];
    check(&names, &commands, World::new, |world, name| world.project.at(name));
}

/// Once git waited until it was killed, and none of the repository's commits was read.
#[test]
fn a_repository_for_which_git_would_wait_is_refused_by_the_name_of_what_it_would_wait_for() {
    let world = World::new();
    fs::remove_dir_all(world.project.at(".git")).unwrap();
    git(world.project.path(), &["init", "-q", "-b", "main"]);
    git(world.project.path(), &["add", "a.py"]);
    git(world.project.path(), &["commit", "-qm", "one"]);
    let tree = world.home.path().join("tree");
    git(world.project.path(), &["worktree", "add", "-q", tree.to_str().unwrap()]);
    for folder in [world.project.path(), &tree] {
        assert_eq!(code(&world.run(&["index", "--root", folder.to_str().unwrap()])), 0);
    }
    let waited_for = [
        "HEAD",
        "config",
        "commondir",
        "config.worktree",
        "packed-refs",
        "shallow",
        "info/grafts",
        "objects/info/alternates",
        "objects/info/commit-graph",
        "objects/info/commit-graphs/commit-graph-chain",
        "refs/heads/main",
        "worktrees/tree/HEAD",
        "refs/heads/tree",
    ];
    for name in waited_for {
        let (place, kept) = (world.project.at(".git").join(name), world.home.path().join("kept"));
        let is_there = fs::rename(&place, &kept).is_ok();
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        pipe(&place);
        let is_of_tree = name.contains("tree/") || name.ends_with("/tree");
        let folder = if is_of_tree { &tree } else { world.project.path() };
        for arguments in [&["work", "seed"][..], &["history", "a.py"]] {
            let mut command = world.command(&[arguments, &["--root", folder.to_str().unwrap()]].concat());
            let output = wait_for_end(command.spawn().unwrap(), name);
            assert_eq!(code(&output), 1, "{arguments:?} {name}: {}", stderr(&output));
            let (file, said) = (name.rsplit('/').next().unwrap(), stderr(&output));
            assert!(said.contains(&format!("/{file} is not an ordinary file")), "{arguments:?} {name}: {said}");
        }
        fs::remove_file(&place).unwrap();
        if is_there {
            fs::rename(&kept, &place).unwrap();
        }
    }
    // A link to a file is one of git's own ways.
    fs::rename(world.project.at(".git/config"), world.home.path().join("settings")).unwrap();
    symlink(world.home.path().join("settings"), world.project.at(".git/config")).unwrap();
    let output = world.run(&["work", "seed"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// Runs git as a person who has configured nothing.
fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").args(["-c", "protocol.file.allow=always"]);
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

#[test]
fn nothing_in_the_users_own_folder_leads_outside() {
    let names = ["stamps", "projects", "config.json", "cache", "cache/indexes"];
    let commands: [&[&str]; 6] =
        [&["index"], &["find", "good"], &["remember", "a note"], &["notes"], &["memory", "list"], &["doctor"]];
    check(&names, &commands, World::new, |world, name| world.home.path().join(name));
}

#[test]
fn nothing_beside_a_memory_leads_outside() {
    let names = [
        "memory.redb",
        "memory.lock",
        "memory.lock.takeover",
        "memory.turn",
        "memory.spool",
        "memory.spool/00.of.1.1.0.batch",
        "memory.spool/00.of.1.1.0.draft",
        "memory.backups",
        "memory.before-1.redb",
        "memory.redb.erased.1.1.0",
        "root",
    ];
    let commands: [&[&str]; 8] = [
        &["remember", "another note"],
        &["notes"],
        &["memory", "status"],
        &["memory", "list"],
        &["memory", "upkeep"],
        &["memory", "erase", "--yes"],
        &["memory", "restore", "copy.redb", "--yes"],
        &["doctor"],
    ];
    check(&names, &commands, World::used, |world, name| world.memory().join(name));
}

#[test]
fn nothing_that_init_writes_to_leads_outside() {
    let names = [
        ".mcp.json",
        ".claude/settings.local.json",
        ".codex",
        ".codex/config.toml",
        ".cursor/mcp.json",
        ".vscode",
        "opencode.json",
        "AGENTS.md",
    ];
    let harness_options = ["--claude", "--codex", "--cursor", "--vscode", "--opencode", "--agents-md", "--claude-md"];
    let init_everyone = [&["init", "--yes"][..], &harness_options].concat();
    let commands: [&[&str]; 2] = [&init_everyone, &["init", "--remove"]];
    check(&names, &commands, World::new, |world, name| world.project.at(name));
}

#[test]
fn a_file_that_a_person_names_is_not_waited_for() {
    let world = World::used();
    pipe(&world.project.at("pipe"));
    let commands: [&[&str]; 7] = [
        &["record", "pipe"],
        &["memory", "import", "pipe"],
        &["memory", "merge", "pipe"],
        &["memory", "restore", "pipe", "--yes"],
        &["window", "replay", "pipe", "--format", "anthropic"],
        &["session", "save", "s", "pipe"],
        &["notes", "--memory", "pipe"],
    ];
    for arguments in commands {
        let output = world.run(arguments);
        assert_eq!(code(&output), 1, "{arguments:?}: {}", stderr(&output));
    }
    let told = world.run(&["record", "pipe"]);
    assert!(stderr(&told).contains("cat FILE | scrubjay"), "{}", stderr(&told));
}

#[test]
fn what_a_shell_hands_on_is_read() {
    let world = World::used();
    let line = r#"{"kind": "note", "text": "from a pipe", "event_id": "1"}"#;
    let script = format!(
        "printf '%s\\n' '{line}' | $0 record /dev/stdin && $0 record <(printf '%s\\n' '{line}') && mkfifo p && (printf '%s\\n' '{line}' > p & $0 record - < p)"
    );
    let output = Command::new("bash")
        .args(["-c", &script, env!("CARGO_BIN_EXE_scrubjay")])
        .current_dir(world.project.path())
        .env("SCRUBJAY_HOME", world.home.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 3, "{}", stdout(&output));
}

/// Once a `.git` file in an archive could name any repository of the user, whose memory was then read and written.
#[test]
fn a_git_file_leads_only_to_a_repository_that_says_the_same() {
    let world = World::new();
    let other = world.outside.path().join("folder/.git");
    fs::create_dir_all(other.join("info")).unwrap();
    fs::write(other.join("info/exclude"), "a.py\n").unwrap();
    let before = world.canary();
    fs::remove_dir_all(world.project.at(".git")).unwrap();
    world.project.write(".git", "gitdir: evil\n");
    world.project.write("evil/commondir", other.to_str().unwrap());
    world.project.write("evil/gitdir", world.project.path().canonicalize().unwrap().join(".git").to_str().unwrap());
    for arguments in [&["index"][..], &["remember", "a note"], &["notes"]] {
        assert_eq!(code(&world.run(arguments)), 0, "{arguments:?}");
    }
    assert_eq!(code(&world.run(&["find", "good"])), 0, "rules of another repository held");
    assert_eq!(world.canary(), before);
}

#[test]
fn a_work_tree_has_the_memory_and_the_rules_of_its_repository() {
    let world = World::new();
    fs::remove_dir_all(world.project.at(".git")).unwrap();
    git(world.project.path(), &["init", "-q"]);
    git(world.project.path(), &["add", "a.py"]);
    git(world.project.path(), &["commit", "-qm", "one"]);
    let tree = world.home.path().join("tree");
    git(world.project.path(), &["worktree", "add", "-q", tree.to_str().unwrap()]);
    world.project.write(".git/info/exclude", "a.py\n");
    assert_eq!(code(&world.run(&["remember", "a shared note"])), 0);
    let there =
        |arguments: &[&str]| wait_for_end(world.command(arguments).current_dir(&tree).spawn().unwrap(), "a work tree");
    assert!(stdout(&there(&["notes"])).contains("a shared note"));
    there(&["index"]);
    assert_eq!(code(&there(&["find", "good"])), 3, "{}", stdout(&there(&["find", "good"])));
}

/// Once a work tree behind a link lost the name of its checkout.
#[test]
fn a_work_tree_that_a_link_leads_to_is_known_by_its_checkouts_name() {
    let world = World::new();
    fs::remove_dir_all(world.project.at(".git")).unwrap();
    git(world.project.path(), &["init", "-q"]);
    git(world.project.path(), &["commit", "-qm", "one", "--allow-empty"]);
    let tree = world.home.path().join("tree");
    git(world.project.path(), &["worktree", "add", "-q", tree.to_str().unwrap()]);
    let link = world.home.path().join("link");
    symlink(&tree, &link).unwrap();
    let checkout = world.project.path().canonicalize().unwrap().display().to_string();
    for folder in [&tree, &link] {
        let roots = scrubjay::records::roots(folder);
        assert!(roots.contains(&checkout), "{}: {roots:?}", folder.display());
    }
}

/// Once the rules of a submodule held in the checkout of its project, but not in a work tree of that project.
#[test]
fn rules_hold_for_a_submodule_of_a_work_tree_and_for_a_repository_elsewhere_that_names_its_checkout() {
    let (world, sub) = (World::new(), tempfile::tempdir().unwrap());
    for folder in [world.project.path(), sub.path()] {
        let _ = fs::remove_dir_all(folder.join(".git"));
        fs::write(folder.join("a.py"), "def good():\n    return 1\n").unwrap();
        git(folder, &["init", "-q"]);
        git(folder, &["add", "a.py"]);
        git(folder, &["commit", "-qm", "one"]);
    }
    git(world.project.path(), &["submodule", "add", "-q", sub.path().to_str().unwrap(), "sub"]);
    git(world.project.path(), &["commit", "-qm", "two"]);
    let tree = world.home.path().join("tree");
    git(world.project.path(), &["worktree", "add", "-q", tree.to_str().unwrap()]);
    git(&tree, &["submodule", "update", "-q", "--init"]);
    let finds = |folder: &Path| {
        let root = ["--root", folder.to_str().unwrap()];
        assert_eq!(code(&world.run(&[&["index"], &root[..]].concat())), 0);
        code(&world.run(&[&["find", "good"], &root[..]].concat())) == 0
    };
    let exclude = |git: &Path| fs::write(git.join("info/exclude"), "a.py\n").unwrap();
    assert!(finds(&tree.join("sub")));
    exclude(&world.project.at(".git/worktrees/tree/modules/sub"));
    assert!(!finds(&tree.join("sub")));
    let (elsewhere, own) = (world.home.path().join("elsewhere.git"), world.home.path().join("own"));
    git(world.home.path(), &["init", "-q", "--separate-git-dir", elsewhere.to_str().unwrap(), "own"]);
    fs::write(own.join("a.py"), "def good():\n    return 1\n").unwrap();
    exclude(&elsewhere);
    assert!(finds(&own), "anybody can write a file that names somebody's repository");
    git(&own, &["config", "core.worktree", own.to_str().unwrap()]);
    assert!(!finds(&own));
}

/// Once the error after a crash was "an earlier fault closed the store", which named no file, and `doctor` reported
/// nothing.
#[test]
fn a_broken_mark_is_written_again() {
    for broken_text in ["", "nonsense\n", "0123456789abcdef0123456789abcde\n", &"0".repeat(100_000)] {
        let world = World::used();
        let mark = fs::read_to_string(world.project.at(".git/scrubjay-mark")).unwrap();
        world.project.write(".git/scrubjay-mark", broken_text);
        assert!(stdout(&world.run(&["notes"])).contains("a first note"));
        assert_eq!(fs::read_to_string(world.project.at(".git/scrubjay-mark")).unwrap(), mark);
    }
}

#[test]
fn what_holds_notes_is_for_the_user_alone() {
    let world = World::used();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for arguments in [
        &["memory", "export", "all.jsonl"][..],
        &["memory", "export", "notes.csv", "--format", "csv", "--kind", "note"],
        &["memory", "export", "notes.parquet", "--format", "parquet", "--kind", "note"],
    ] {
        let output = world.run(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(mode(&world.project.at(arguments[2])), 0o600, "{arguments:?}");
    }
    assert_eq!(mode(&world.project.at("copy.redb")), 0o600);
    let mut pending = vec![world.home.path().join("projects"), world.home.path().join("stamps")];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), expected, "{}", path.display());
            pending.extend(path.is_dir().then_some(path));
        }
    }
}

/// Once the memory was in the work tree, and became part of the next commit.
#[test]
fn a_relative_home_is_refused_and_nothing_is_made_in_the_work_tree() {
    let world = World::new();
    for variables in
        [&[("SCRUBJAY_HOME", "here")][..], &[("SCRUBJAY_HOME", ""), ("HOME", "here"), ("XDG_DATA_HOME", "there")]]
    {
        for arguments in [&["remember", "a note"][..], &["index"], &["notes"]] {
            let output = world.command(arguments).envs(variables.iter().copied()).output().unwrap();
            assert_eq!(code(&output), 1, "{variables:?} {arguments:?}: {}", stdout(&output));
            assert!(stderr(&output).contains("is a relative path: set SCRUBJAY_HOME"), "{}", stderr(&output));
        }
        assert!(!world.project.at("here").exists() && !world.project.at("there").exists());
    }
}

#[test]
fn what_killed_processes_left_beside_a_memory_goes_with_the_next_note() {
    let world = World::used();
    let left =
        ["memory.lock.draft.2147483632.1.0", "memory.redb.erased.2147483632.1.0", "memory.redb.salvage.2147483632.1.0"];
    let spooled = "memory.spool/00.of.2147483632.1.0.draft";
    for name in left.into_iter().chain([spooled]) {
        fs::write(world.memory().join(name), "words of a note").unwrap();
    }
    let of_index = [".scrubjay/index.lock.js.2147483632.1.k2", ".scrubjay/index.redb.new"];
    of_index.iter().for_each(|name| world.project.write(name, ""));
    assert_eq!(code(&world.run(&["remember", "another note"])), 0);
    assert_eq!(code(&world.run(&["index"])), 0);
    assert!(left.into_iter().chain([spooled]).all(|name| !world.memory().join(name).exists()));
    assert!(of_index.iter().all(|name| !world.project.at(name).exists()));
}
