//! An index that a repository brings along is never taken for this user's index, and nothing is written through it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use scrubjay::store::Remade;
use scrubjay::store::StoreError;
use scrubjay::{Error, Memory, Write};

use crate::common::{Project, code, program, stderr, stdout};

/// Runs the program as a user whose data and caches are in `home`.
fn run_at_home(project: &Project, home: &Path, arguments: &[&str]) -> Output {
    program(project.path()).env("SCRUBJAY_HOME", home).args(arguments).output().unwrap()
}

/// Runs the program without root's rights, also if root runs the tests.
fn unprivileged(folder: &Path, home: &Path, arguments: &[&str]) -> Output {
    let is_root = fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0);
    if !is_root {
        return program(folder).env("SCRUBJAY_HOME", home).args(arguments).output().unwrap();
    }
    let copy = Project::new(&[]);
    // Another program copies it: a file cannot be run while a child that this process just forked has it open for
    // writing.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_scrubjay")).arg(copy.at("scrubjay")).status();
    assert!(copied.unwrap().success());
    fs::set_permissions(copy.path(), PermissionsExt::from_mode(0o755)).unwrap();
    Command::new("setpriv")
        .current_dir(folder)
        .env("SCRUBJAY_HOME", home)
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(copy.at("scrubjay"))
        .args(arguments)
        .output()
        .unwrap()
}

/// A home folder that belongs to the user without rights, if root runs the tests.
fn home_of_unprivileged() -> Project {
    let home = Project::new(&[]);
    // Only root can give a folder away. For any other user the folder stays as it is.
    let _ = std::os::unix::fs::chown(home.path(), Some(65_534), Some(65_534));
    home
}

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

/// Once the forged comments of an index from a repository were shown, even after `index` or `index --check`.
#[test]
fn an_index_that_a_repository_brings_along_is_not_read_by_anybody_and_made_again() {
    let honest = "def pay():\n    \"\"\"Pays once.\"\"\"\n";
    let (theirs, ours) = (Project::new(&[]), Project::new(&[]));
    // Somebody else makes the index from a file with other text. Then the file gets its honest text, of the same size
    // and time.
    let project = Project::new(&[("pay.py", &honest.replace("once", "evil"))]);
    assert_eq!(code(&run_at_home(&project, theirs.path(), &["index"])), 0);
    assert_eq!(code(&run_at_home(&project, theirs.path(), &["find", "pay"])), 0);
    let modified = fs::metadata(project.at("pay.py")).unwrap().modified().unwrap();
    project.write("pay.py", honest);
    fs::File::options().write(true).open(project.at("pay.py")).unwrap().set_modified(modified).unwrap();

    for question in [&["find", "pay"][..], &["show", "pay.py"], &["status"], &["prepare", "pay"]] {
        let asked = run_at_home(&project, ours.path(), &[question, &["--json"]].concat());
        assert_eq!(code(&asked), 1, "{question:?}: {}", stdout(&asked));
        assert!(stdout(&asked).contains("\"foreign\"") && !stdout(&asked).contains("evil"), "{}", stdout(&asked));
        assert!(stderr(&asked).contains("try: scrubjay index, which makes the index again"), "{}", stderr(&asked));
    }
    let doctor = run_at_home(&project, ours.path(), &["doctor"]);
    assert!(stdout(&doctor).contains("was not made by this user"), "{}", stdout(&doctor));
    let index = run_at_home(&project, ours.path(), &["index"]);
    assert_eq!(code(&index), 0, "{}", stderr(&index));
    assert!(stderr(&index).contains("was not made by this user, and was not read"), "{}", stderr(&index));
    let shown = stdout(&run_at_home(&project, ours.path(), &["find", "pay"]));
    assert!(shown.contains("pay.py:1") && !shown.contains("evil"), "{shown}");
    assert_eq!(stderr(&run_at_home(&project, ours.path(), &["index"])).matches("made again").count(), 0);
}

#[test]
fn files_about_this_user_are_private() {
    let (project, home) = (Project::of_size(2), Project::new(&[]));
    assert_eq!(code(&run_at_home(&project, home.path(), &["index"])), 0);
    let stamps: Vec<_> = fs::read_dir(home.at("stamps")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(stamps.len(), 1);
    for (path, expected) in [
        (project.at(".scrubjay"), 0o700),
        (project.at(".scrubjay/index.redb"), 0o600),
        (project.at(".scrubjay/index.lock"), 0o600),
        (home.at("stamps"), 0o700),
        (stamps[0].clone(), 0o600),
    ] {
        assert_eq!(mode(&path), expected, "{}", path.display());
    }
    assert_eq!(code(&run_at_home(&project, home.path(), &["index", "--rebuild"])), 0);
    assert_eq!(fs::read_dir(home.at("stamps")).unwrap().count(), 1, "the stamp of what is no more is forgotten");
    assert_eq!(mode(project.at(".scrubjay/index.redb")), 0o600);
}

/// Once a link `.scrubjay` let files be written outside the folder, and a link `store.redb` emptied another project's
/// index.
#[test]
fn nothing_is_read_or_written_through_a_link() {
    for name in
        [".scrubjay", ".scrubjay/index.redb", ".scrubjay/index.lock", ".scrubjay/index.lock.js", ".scrubjay/index.turn"]
    {
        let (project, victim) = (Project::of_size(2), Project::of_size(3));
        victim.index();
        let target = if name == ".scrubjay" { victim.at(".scrubjay") } else { victim.at(".scrubjay/index.redb") };
        let before = (
            fs::read(victim.at(".scrubjay/index.redb")).unwrap(),
            fs::read_dir(victim.at(".scrubjay")).unwrap().count(),
        );
        if name != ".scrubjay" {
            fs::create_dir(project.at(".scrubjay")).unwrap();
        }
        symlink(target, project.at(name)).unwrap();
        for arguments in [&["index"][..], &["index", "--rebuild"], &["watch"], &["find", "work_1", "--root", "."]] {
            let refused = project.run(arguments);
            assert_eq!(code(&refused), 1, "{name} {arguments:?}: {}", stdout(&refused));
            assert!(stderr(&refused).contains("is a link"), "{name} {arguments:?}: {}", stderr(&refused));
            assert!(stderr(&refused).contains(&format!("{name}, then scrubjay index")), "{}", stderr(&refused));
        }
        assert!(matches!(
            Memory::writing(project.path(), Write::default()).map(drop),
            Err(Error::Store(StoreError::Link { path })) if path.ends_with(name)
        ));
        let after = (
            fs::read(victim.at(".scrubjay/index.redb")).unwrap(),
            fs::read_dir(victim.at(".scrubjay")).unwrap().count(),
        );
        assert!(before == after, "{name}");
        fs::remove_file(project.at(name)).unwrap();
        project.index();
        assert_eq!(project.graph(), project.fresh_graph());
    }
}

/// Once a hard link `.scrubjay/index.lock` let another file be emptied.
#[test]
fn no_other_file_is_changed_through_a_hard_link() {
    for name in ["index.redb", "index.lock", "index.lock.js", "index.turn", ".gitignore"] {
        for theirs in ["theirs, and not empty", ""] {
            let project = Project::of_size(2);
            fs::create_dir(project.at(".scrubjay")).unwrap();
            fs::write(project.at("theirs"), theirs).unwrap();
            let place = project.at(".scrubjay").join(name);
            fs::hard_link(project.at("theirs"), &place).unwrap();
            for arguments in [&["index"][..], &["index", "--rebuild"], &["find", "work_1"]] {
                let done = project.run(arguments);
                assert_eq!(fs::read_to_string(project.at("theirs")).unwrap(), theirs, "{name} {arguments:?}");
                let is_told = stderr(&done).contains("is a link") && stderr(&done).contains("hard link");
                let is_asked = arguments[0] == "find";
                assert!(code(&done) == 0 || is_told || is_asked, "{name} {arguments:?}: {}", stderr(&done));
            }
            if name == "index.lock" {
                let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
                let refused = memory.index(&mut |_| std::ops::ControlFlow::Continue(())).map(drop);
                assert!(
                    matches!(&refused, Err(Error::Store(StoreError::Link { path })) if path.ends_with(name)),
                    "{refused:?}"
                );
                drop(memory);
                // As the advice says.
                fs::copy(&place, project.at("own")).unwrap();
                fs::rename(project.at("own"), &place).unwrap();
                project.index();
            }
        }
    }
    // The index of another folder, which is whole.
    let (project, other) = (Project::of_size(2), Project::of_size(3));
    other.index();
    fs::create_dir(project.at(".scrubjay")).unwrap();
    fs::hard_link(other.at(".scrubjay/index.redb"), project.at(".scrubjay/index.redb")).unwrap();
    let before = fs::read(other.at(".scrubjay/index.redb")).unwrap();
    project.run(&["index"]);
    project.run(&["index", "--rebuild"]);
    assert!(before == fs::read(other.at(".scrubjay/index.redb")).unwrap());
}

#[test]
fn a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for() {
    for name in ["index.redb", "index.lock", "index.lock.js", "index.turn"] {
        let project = Project::of_size(2);
        fs::create_dir(project.at(".scrubjay")).unwrap();
        assert!(Command::new("mkfifo").arg(project.at(".scrubjay").join(name)).status().unwrap().success());
        let refused = project.run(&["index"]);
        assert!(stderr(&refused).contains("is a link or no plain file"), "{name}: {}", stderr(&refused));
    }
}

/// Once a folder inside a shared one was indexed into a store that another user had made in the shared one.
#[test]
fn the_search_upwards_ends_at_a_folder_of_another_user() {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        // Only root can give a folder away.
        return;
    }
    let shared = Project::of_size(2);
    shared.index();
    let (mine, home) = (shared.at("mine"), home_of_unprivileged());
    shared.write("mine/a.py", "def mine():\n    pass\n");
    std::os::unix::fs::chown(&mine, Some(65_534), Some(65_534)).unwrap();
    fs::set_permissions(shared.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let asked = unprivileged(&mine, home.path(), &["find", "work_1", "--json"]);
    assert!(stderr(&asked).contains("nothing is indexed yet: indexing"), "{}", stderr(&asked));
    assert_eq!(code(&asked), 3, "{}", stdout(&asked));
    let index = unprivileged(&mine, home.path(), &["index"]);
    assert_eq!(code(&index), 0, "{}", stderr(&index));
    assert!(mine.join(".scrubjay/index.redb").exists());
    // Somebody who works there as another user, as in a container, finds what is there.
    std::os::unix::fs::chown(shared.at(".scrubjay"), Some(65_534), Some(65_534)).unwrap();
    std::os::unix::fs::chown(shared.path(), Some(65_534), Some(65_534)).unwrap();
    shared.write("sub/a.py", "def deep():\n    pass\n");
    std::os::unix::fs::chown(shared.at("sub"), Some(65_534), Some(65_534)).unwrap();
    shared.index();
    assert_eq!(code(&program(&shared.at("sub")).args(["find", "deep"]).output().unwrap()), 0);
}

/// Once the run was refused, and nobody could index a checkout that is not writable.
#[test]
fn a_folder_that_may_not_be_written_has_its_index_in_the_cache_of_the_user() {
    let (project, home) = (Project::of_size(5), home_of_unprivileged());
    project.write("sub/a.py", "def deep():\n    pass\n");
    fs::set_permissions(project.path(), PermissionsExt::from_mode(0o555)).unwrap();
    let index = unprivileged(project.path(), home.path(), &["index"]);
    let asked = unprivileged(&project.at("sub"), home.path(), &["find", "deep"]);
    let again = unprivileged(project.path(), home.path(), &["index", "--json"]);
    let doctor = unprivileged(project.path(), home.path(), &["doctor"]);
    fs::set_permissions(project.path(), PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(code(&index), 0, "{}", stderr(&index));
    assert!(stderr(&index).contains("its index lies in"), "{}", stderr(&index));
    assert!(!project.at(".scrubjay").exists());
    assert_eq!(code(&asked), 0, "{}", stderr(&asked));
    assert!(stdout(&asked).contains("sub/a.py"), "{}", stdout(&asked));
    assert!(stdout(&again).contains("\"n_same\": 6") || stdout(&again).contains("\"n_same\":6"), "{}", stdout(&again));
    assert_eq!(code(&doctor), 0, "{}", stdout(&doctor));
    assert_eq!(code(&unprivileged(project.path(), home.path(), &["find", "work_1"])), 0);
}

#[test]
fn a_data_folder_that_may_not_be_written_is_named_with_what_to_do() {
    let (project, home) = (Project::of_size(2), Project::new(&[("file", "")]));
    let index = run_at_home(&project, &home.at("file/below"), &["index"]);
    assert_eq!(code(&index), 1);
    assert!(stderr(&index).contains("set SCRUBJAY_HOME to a folder that can"), "{}", stderr(&index));
}

#[test]
fn what_earlier_releases_kept_is_removed_unread_by_the_first_run() {
    let project = Project::of_size(2);
    for name in ["store.redb", "store.lock", "set-aside.redb"] {
        project.write(&format!(".scrubjay/{name}"), "whatever");
    }
    assert_eq!(project.index().remade, None);
    let mut names: Vec<_> =
        fs::read_dir(project.at(".scrubjay")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".gitignore", "index.lock", "index.redb"]);
}

/// Once a full disk at the first run left the rules empty for ever.
#[test]
fn rules_for_git_that_were_left_empty_are_written_by_the_next_run() {
    let project = Project::of_size(2);
    project.write(".scrubjay/.gitignore", "");
    project.index();
    assert_eq!(fs::read_to_string(project.at(".scrubjay/.gitignore")).unwrap(), "*\n");
}

/// Once a copied folder was reported to have an index that somebody else made.
#[test]
fn a_copy_of_a_folder_goes_on_with_the_copy_of_its_index() {
    let (project, copy) = (Project::of_size(3), Project::of_size(3));
    project.index();
    fs::create_dir(copy.at(".scrubjay")).unwrap();
    fs::copy(project.at(".scrubjay/index.redb"), copy.at(".scrubjay/index.redb")).unwrap();
    assert_eq!(copy.graph(), project.graph());
    assert_eq!(copy.try_index(Write { rebuild: true, check: false }).unwrap().remade, Some(Remade::Asked));
    assert_eq!(project.index().remade, None, "the stamp is still known");
}

/// Once ten of fourteen indexes of killed writers could not be read, and the only advice was to run `index` again.
#[test]
fn an_index_whose_writer_was_killed_is_read_where_nothing_may_be_written() {
    /// The offset of the byte in which redb states whether the writer has closed the file.
    const STATE: usize = 9;
    const UNCLOSED: u8 = 2;
    let project = Project::new(&[("a.py", "def good():\n    return 1\n")]);
    let home = home_of_unprivileged();
    assert_eq!(code(&run_at_home(&project, home.path(), &["index"])), 0);
    let store = project.at(".scrubjay/index.redb");
    let mut bytes = fs::read(&store).unwrap();
    bytes[STATE] |= UNCLOSED;
    fs::write(&store, &bytes).unwrap();
    for (path, mode) in
        [(".scrubjay/index.redb", 0o444), (".scrubjay/index.lock", 0o444), (".scrubjay", 0o555), ("", 0o555)]
    {
        fs::set_permissions(project.at(path), PermissionsExt::from_mode(mode)).unwrap();
    }
    // Only who has all rights can give files away.
    let _ = Command::new("chown").args(["-R", "65534:65534"]).arg(home.path()).status();
    fs::set_permissions(home.path(), PermissionsExt::from_mode(0o555)).unwrap();
    let nowhere = unprivileged(project.path(), home.path(), &["find", "good", "--as-is"]);
    assert_eq!(code(&nowhere), 1, "{}", stdout(&nowhere));
    assert!(stderr(&nowhere).contains("set SCRUBJAY_HOME to a folder that can"), "{}", stderr(&nowhere));
    fs::set_permissions(home.path(), PermissionsExt::from_mode(0o755)).unwrap();
    for arguments in [&["find", "good", "--as-is"][..], &["callers", "good"], &["status"]] {
        let asked = unprivileged(project.path(), home.path(), arguments);
        assert!(matches!(code(&asked), 0 | 3), "{arguments:?}: {}", stderr(&asked));
    }
    assert_eq!(fs::read(&store).unwrap(), bytes);
    assert_eq!(fs::read_dir(home.at("cache/indexes")).unwrap().count(), 1);
    fs::set_permissions(project.path(), PermissionsExt::from_mode(0o755)).unwrap();
    fs::set_permissions(project.at(".scrubjay"), PermissionsExt::from_mode(0o755)).unwrap();
}
