//! Receipts, in the user's data folder: what `init` wrote to a file, so that it can restore every byte.
//!
//! A receipt holds the added text, and of a person's text only the space that was displaced. A run extends the last
//! layer if nobody edited the file since the last run; otherwise it adds a layer.
//!
//! If the file is unchanged since the last run, the receipt's layers are undone one by one. If somebody edited the
//! file, their changes stay. The receipt then tells which containers were created, and whether there was a file.

use std::io;
use std::path::{Path, PathBuf};

use scrubjay::{home, open};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::edit::{Hunk, undo_all};

/// The name of the folder of receipts, in the user's data folder.
const FOLDER: &str = "init";
/// The most bytes of a receipt.
const MAX_BYTES: u64 = 1 << 20;

/// The changes that `init` made to one file, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Receipt {
    pub(super) layers: Vec<Layer>,
}

/// The changes of the runs between which nobody else edited the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    /// Whether the first of these runs created the file.
    pub(super) is_created: bool,
    /// The folders that were created for the file, outermost first.
    pub(super) folders: Vec<PathBuf>,
    pub(super) hunks: Vec<Hunk>,
    /// The containers that were created, each by the names that lead to it.
    pub(super) made: Vec<Vec<String>>,
    /// The name or path of the program, as it was written last.
    pub(super) program: String,
    /// The hash of the text after the last of these runs.
    pub(super) mark: String,
}

/// The SHA-256 of a text, in hexadecimal.
pub(super) fn text_hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Receipt {
    /// Undoes layers of a text, the newest first, as long as the text has the layer's hash. Returns whether that
    /// reached the layer that created the file.
    pub(super) fn undo(&mut self, text: &mut String) -> bool {
        while let Some(last) = self.layers.last()
            && last.mark == text_hash(text)
            && let Some(text_before) = undo_all(text, &last.hunks)
        {
            *text = text_before;
            if self.layers.pop().is_some_and(|layer| layer.is_created) {
                return true;
            }
        }
        false
    }

    /// Adds the changes of a run to the text `text_before`. They extend the last layer if that layer resulted in
    /// `text_before`.
    pub(super) fn add(&mut self, text_before: &str, layer: Layer) {
        match self.layers.last_mut().filter(|last| last.mark == text_hash(text_before)) {
            Some(last) => {
                last.hunks.extend(layer.hunks);
                last.made.extend(layer.made);
                (last.mark, last.program) = (layer.mark, layer.program);
            }
            None => self.layers.push(layer),
        }
    }

    pub(super) fn has_made(&self, path: &[&str]) -> bool {
        self.layers.iter().any(|layer| layer.made.iter().any(|made| made == path))
    }

    /// Whether one of the runs inserted this text, alone or within a longer one.
    pub(super) fn has_written(&self, text: &str) -> bool {
        self.layers.iter().flat_map(|layer| &layer.hunks).any(|hunk| hunk.inserted.contains(text))
    }

    pub(super) fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.layers.iter().flat_map(|layer| &layer.folders)
    }

    pub(super) fn programs(&self) -> impl Iterator<Item = &String> {
        self.layers.iter().map(|layer| &layer.program)
    }

    /// The receipt of a file; empty if there is no readable one.
    pub(super) fn read(file: &Path) -> Receipt {
        let text = place(file).and_then(|place| open::read_text(&place, MAX_BYTES)).ok().flatten();
        let value: Value = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let layers = value["layers"].as_array().map(Vec::as_slice).unwrap_or_default();
        Receipt { layers: layers.iter().map(Layer::from_json).collect() }
    }

    /// Stores the receipt; an empty one is deleted.
    pub(super) fn keep(&self, file: &Path) -> io::Result<()> {
        let place = place(file)?;
        if self.layers.is_empty() {
            return open::remove(&place);
        }
        open::create_folders(&home::data_folder()?, Path::new(FOLDER))?;
        let draft = place.with_extension(format!("{}.new", std::process::id()));
        let layers: Vec<Value> = self.layers.iter().map(Layer::in_json).collect();
        open::replace(&place, &draft, json!({ "file": file, "layers": layers }).to_string().as_bytes())
    }
}

/// The path of a file's receipt, which is named by a hash of the file's path.
fn place(file: &Path) -> io::Result<PathBuf> {
    let name = text_hash(&file.to_string_lossy());
    Ok(home::data_folder()?.join(FOLDER).join(&name[..32]).with_extension("json"))
}

impl Layer {
    fn in_json(&self) -> Value {
        let Layer { is_created: is_new, folders, hunks, made, program, mark } = self;
        let hunks: Vec<Value> =
            hunks.iter().map(|Hunk { offset: at, removed: cut, inserted: put }| json!([at, cut, put])).collect();
        json!({ "is_new": is_new, "folders": folders, "hunks": hunks, "made": made, "program": program, "sha256": mark })
    }

    fn from_json(value: &Value) -> Layer {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let hunk = |hunk: &Value| Hunk {
            offset: hunk[0].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(usize::MAX),
            removed: text(&hunk[1]),
            inserted: text(&hunk[2]),
        };
        Layer {
            is_created: value["is_new"] == true,
            folders: list(&value["folders"]).iter().map(|folder| text(folder).into()).collect(),
            hunks: list(&value["hunks"]).iter().map(hunk).collect(),
            made: list(&value["made"]).iter().map(|path| list(path).iter().map(text).collect()).collect(),
            program: text(&value["program"]),
            mark: text(&value["sha256"]),
        }
    }
}
