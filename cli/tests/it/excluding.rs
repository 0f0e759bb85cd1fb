//! Files that are left out whatever ignore rules say: those in folders that tools fill, and those that a person
//! excludes.

use std::ops::ControlFlow;

use scrubjay::index::{Freshness, Indexed, LeftOut};
use scrubjay::wit::graph::FindQuestion;
use scrubjay::{Error, Memory, Write};
use serde_json::{Value, json};

use crate::common::{Project, code, stderr, stdout};

/// The number of files in a small environment.
const N_INSTALLED: u64 = 2_000;

fn n_found(project: &Project, name: &str) -> u32 {
    Memory::reading(project.path()).unwrap().find(&FindQuestion::new(name)).unwrap().n_hits
}

fn library() -> Project {
    Project::new(&[
        ("app.py", "from made.forms import form\n\n\ndef main():\n    return form()\n"),
        ("made/forms.py", "def form():\n    pass\n"),
        ("made/deep/more.py", "def more():\n    pass\n"),
        (".scrubjayignore", "!made/\n"),
    ])
}

/// Once an environment called `env` that nothing ignores was a part of the project. Of two thousand symbols of a name
/// one was the project's own, and the others filled every list.
#[test]
fn an_environment_of_any_name_is_not_the_project() {
    let project = Project::new(&[("web/app.py", "def connect():\n    pass\n")]);
    for i in 0..N_INSTALLED {
        project.write(&format!("env/lib/python3.12/packages/part_{i}.py"), "def connect():\n    pass\n");
    }
    project.index();
    assert_eq!(u64::from(n_found(&project, "connect")), N_INSTALLED + 1, "without a marker it is any folder");
    project.write("env/pyvenv.cfg", "home = /usr/bin\n");
    let indexed = project.index();
    assert_eq!((indexed.n_removed, indexed.installed, indexed.n_installed), (N_INSTALLED, vec!["env".to_owned()], 1));
    assert_eq!(project.find("connect"), ["web/app.py#connect"]);
    assert_eq!(project.graph(), project.fresh_graph());
    let memory = Memory::reading(project.path()).unwrap();
    let path = "env/lib/python3.12/packages/part_0.py";
    assert_eq!(memory.left_out(path).unwrap(), Some(LeftOut::Installed));
    assert_eq!(memory.known().unwrap().installed, ["env"]);
    assert_eq!(memory.changed().unwrap(), [] as [&str; 0]);
    project.remove("env/pyvenv.cfg");
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.n_installed), (N_INSTALLED, 0));
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Folders without a file to index change no row, and are reported all the same.
#[test]
fn each_run_says_which_folders_it_did_not_enter() {
    let project = Project::new(&[("app.py", "a = 1\n")]);
    let told = |indexed: Indexed| (indexed.installed, indexed.n_installed);
    assert_eq!(told(project.index()), (vec![], 0));
    for path in [".venv/pyvenv.cfg", "py/conda-meta/history", "rust/target/.rustc_info.json", "src/CACHEDIR.TAG"] {
        project.write(path, "");
    }
    for path in ["go/vendor/modules.txt", "php/vendor/autoload.php", "js/node_modules/a.txt", "other/vendor/a.txt"] {
        project.write(path, "");
    }
    let all_installed = [".venv", "go/vendor", "js/node_modules", "php/vendor", "py", "rust/target"];
    for _ in 0..2 {
        assert_eq!(told(project.index()), (all_installed.map(str::to_owned).to_vec(), 6));
    }
    let status: Value = serde_json::from_str(&stdout(&project.run(&["status", "--json"]))).unwrap();
    assert_eq!((&status["installed"], &status["n_installed"]), (&json!(all_installed), &json!(6)));
    let said = stderr(&project.run(&["index"]));
    assert!(said.contains("not entered: 6 folders that package managers or builds fill: .venv/, "), "{said}");
    let words = stdout(&project.run(&["status"]));
    assert!(words.contains("not entered 6 folders"), "{words}");
}

#[test]
fn what_is_excluded_stays_out_for_everybody_until_that_is_taken_back() {
    let project = library();
    let excluded = project.run(&["index", "--exclude", "/made/deep/", "--exclude", "*.gen.py", "--json"]);
    let indexed: Value = serde_json::from_str(&stdout(&excluded)).unwrap();
    assert_eq!((code(&excluded), &indexed["exclude"]), (0, &json!(["/made/deep/", "*.gen.py"])));
    project.write("made/new.gen.py", "def generated():\n    pass\n");
    project.write("made/deep/again.py", "def again():\n    pass\n");
    project.write("made/new.py", "def new():\n    pass\n");
    // Changes are indexed by a question, by a run without patterns and by the library.
    assert_eq!(code(&project.run(&["find", "new"])), 0);
    for _ in 0..2 {
        assert_eq!((project.find("generated").len(), project.find("again").len()), (0, 0));
        assert_eq!(project.find("form"), ["made/forms.py#form"]);
        project.index();
    }
    let status: Value = serde_json::from_str(&stdout(&project.run(&["status", "--json"]))).unwrap();
    assert_eq!(status["exclude"], json!(["/made/deep/", "*.gen.py"]));
    assert!(stdout(&project.run(&["status"])).contains("excluded    /made/deep/, *.gen.py\n"));
    let asked = project.run(&["show", "made/deep/more.py"]);
    assert!(stderr(&asked).contains("a pattern of `--exclude` leaves it out"), "{}", stderr(&asked));
    // New patterns replace the earlier ones.
    project.run(&["index", "--exclude", "app.py"]);
    assert_eq!((project.find("main").len(), project.find("again").len()), (0, 1));
    let said = stderr(&project.run(&["index", "--no-exclude"]));
    assert!(!said.contains("excluded"), "{said}");
    assert_eq!((project.find("main").len(), project.find("generated").len()), (1, 1));
    assert_eq!(project.graph(), project.fresh_graph());
}

/// An index is a cache that can be made again; a person's patterns are not.
#[test]
fn an_index_that_is_made_again_excludes_what_it_did() {
    let project = library();
    project.run(&["index", "--exclude", "deep"]);
    project.run(&["index", "--rebuild"]);
    assert_eq!(project.find("more").len(), 0);
    let indexed = project.try_index(Write { rebuild: true, ..Write::default() }).unwrap();
    assert_eq!(indexed.exclude, ["deep"]);
    // An index that is removed while it is open is made again too.
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    memory.exclude(&["app.py".to_owned()]).unwrap();
    let mut index = || memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(index().exclude, ["app.py"]);
    project.write("new.py", "def new():\n    pass\n");
    assert_eq!(index().exclude, ["app.py"]);
    std::fs::remove_dir_all(project.at(".scrubjay")).unwrap();
    assert_eq!((index().exclude, project.find("main").len()), (vec!["app.py".to_owned()], 0));
}

#[test]
fn an_open_memory_obeys_patterns_that_another_process_gave() {
    let project = library();
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
    project.run(&["index", "--exclude", "made"]);
    let fresh = memory.freshen(&scrubjay::index::FreshenLimits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(matches!(fresh, Freshness::Fresh), "{fresh:?}");
    assert_eq!(memory.find(&FindQuestion::new("form")).unwrap().n_hits, 0);
    assert_eq!(memory.excluded().unwrap(), ["made"]);
}

#[test]
fn patterns_that_do_not_exclude_are_refused_and_those_that_hold_stay() {
    let project = library();
    project.run(&["index", "--exclude", "deep"]);
    for pattern in ["", "!made", "a\nb", &"x".repeat(5_000)] {
        let refused = project.run(&["index", "--exclude", pattern, "--json"]);
        let error: Value = serde_json::from_str(&stdout(&refused)).unwrap();
        assert_eq!((code(&refused), &error["error"]["code"]), (2, &json!("invalid")), "{error}");
        assert!(error["error"]["message"].as_str().unwrap().contains("exclude"), "{error}");
    }
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    assert!(matches!(memory.exclude(&["!x".to_owned()]), Err(Error::Refused(_))));
    assert!(matches!(memory.exclude(&vec!["x".to_owned(); 1_001]), Err(Error::Refused(_))));
    assert_eq!(memory.excluded().unwrap(), ["deep"]);
    assert_eq!(code(&project.run(&["index", "--exclude", "a", "--no-exclude"])), 2);
}

#[test]
fn texts_in_memory_are_excluded_as_files_are() {
    let texts = ["a.py", "made/b.py", "made/c/d.py"].map(|path| (path.to_owned(), "x = 1\n".to_owned()));
    let mut memory = Memory::of_texts(texts.into()).unwrap();
    let mut n_read = |patterns: &[&str]| {
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        memory.exclude(&patterns).unwrap();
        let indexed = memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
        (indexed.n_read, indexed.n_removed)
    };
    assert_eq!(n_read(&["made/c/"]), (2, 0));
    assert_eq!(n_read(&["a.py"]), (1, 1));
    assert_eq!(n_read(&[]), (1, 0));
}

#[test]
fn a_server_excludes_what_it_was_started_with() {
    use crate::common::client::{Client, text};
    use crate::common::program;
    let project = library();
    let mut client = Client::begun(project.path(), &["--exclude", "/made/"]);
    let found = client.call("find", json!({ "text": "form" }));
    assert!(!text(&found).contains("made/forms.py"), "{found}");
    assert!(text(&client.call("find", json!({ "text": "main" }))).contains("app.py"));
    let asked = program(project.path()).env("SCRUBJAY_HOME", client.home.path()).args(["status", "--json"]).output();
    let status: Value = serde_json::from_str(&stdout(&asked.unwrap())).unwrap();
    assert_eq!(status["exclude"], json!(["/made/"]));
}
