//! A rule about what opens files in the hosts: the modules that follow no link and wait for no pipe, and nothing else.

use super::tree::Tree;

/// What opens a file by its name in Rust, or writes to one.
const IN_RUST: [&str; 9] = [
    "fs::read(",
    "fs::read_to_string(",
    "fs::write(",
    "fs::copy(",
    "File::open(",
    "File::create",
    "OpenOptions",
    ".open_read_only(",
    "Builder::new().open(",
];
/// The same in JavaScript.
const IN_JAVASCRIPT: [&str; 7] = [
    "readFileSync",
    "writeFileSync",
    "appendFileSync",
    "copyFileSync",
    "openSync",
    "createReadStream",
    "createWriteStream",
];

/// Where files may be opened, and why.
const EXCEPTIONS: [(&str, &str); 8] = [
    ("host-native/src/open/", "it is the place"),
    ("host-native/src/store/system.rs", "what the system tells of processes"),
    ("bindings-js/src/files/open.ts", "it is the place"),
    ("bindings-js/src/files/ours.ts", "it is the place"),
    ("bindings-js/src/records/spool.ts", "a folder is opened, to make its names durable"),
    ("bindings-js/src/system.ts", "what the system tells of processes"),
    ("bindings-js/src/installed.ts", "files of the package"),
    ("bindings-js/src/window-node.ts", "files of the package"),
];

pub fn files_are_opened_in_one_place(tree: &Tree) -> Vec<String> {
    let rust = tree.rust("host-native/src/").map(|file| (file, &IN_RUST[..]));
    let is_javascript = |path: &str| path.starts_with("bindings-js/src/") && path.ends_with(".ts");
    let javascript = tree.files.iter().filter(|file| is_javascript(&file.path)).map(|file| (file, &IN_JAVASCRIPT[..]));
    let mut places = Vec::new();
    for (file, words) in rust.chain(javascript) {
        if EXCEPTIONS.iter().any(|(path, _)| file.path.starts_with(path)) {
            continue;
        }
        for (place, line) in file.places(file.shipped()) {
            let is_code = !line.trim_start().starts_with("//");
            if is_code && words.iter().any(|word| line.contains(word)) {
                places.push(format!("{place}: {}", line.trim()));
            }
        }
    }
    places
}
