//! Sets: texts, and questions with the texts that answer them.

use std::error::Error;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A text, with its session, speaker and time, each empty if unknown. The time is as its source writes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Doc {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) session: String,
    pub(super) speaker: String,
    pub(super) time: String,
}

/// A question, and the ids of the texts or sessions that answer it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Query {
    pub(super) q: String,
    pub(super) gold: Vec<String>,
    /// The kind of question, by its number in the source.
    pub(super) cat: u32,
    /// The number of texts, in their order, that existed at the time of the question; `None`: all.
    pub(super) n_known: Option<usize>,
}

/// Texts that are searched together, and the questions about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    pub(super) id: String,
    pub(super) docs: Vec<Doc>,
    pub(super) queries: Vec<Query>,
}

/// Reads the sets of a JSON file, which may be packed by gzip.
pub(super) fn read(file: &Path) -> Result<Vec<Set>, Box<dyn Error>> {
    let mut text = String::new();
    if file.extension().is_some_and(|extension| extension == "gz") {
        let mut unpacking = Command::new("gzip").arg("-dc").arg(file).stdout(Stdio::piped()).spawn()?;
        unpacking.stdout.take().ok_or("gzip says nothing")?.read_to_string(&mut text)?;
        if !unpacking.wait()?.success() {
            return Err(format!("gzip cannot unpack {}", file.display()).into());
        }
    } else {
        text = std::fs::read_to_string(file)?;
    }
    let sets: Value = serde_json::from_str(&text)?;
    Ok(sets.as_array().ok_or("a list of sets was expected")?.iter().map(set).collect())
}

/// The sets as JSON, in the form that `read` accepts.
pub(super) fn to_json(sets: &[Set]) -> String {
    let docs = |docs: &[Doc]| -> Vec<Value> {
        docs.iter()
            .map(|doc| {
                json!({
                    "id": doc.id, "text": doc.text, "session": doc.session, "speaker": doc.speaker, "time": doc.time,
                })
            })
            .collect()
    };
    let queries = |queries: &[Query]| -> Vec<Value> {
        queries
            .iter()
            .map(|query| json!({"q": query.q, "gold": query.gold, "cat": query.cat, "n_known": query.n_known}))
            .collect()
    };
    sets.iter()
        .map(|set| json!({"id": set.id, "docs": docs(&set.docs), "queries": queries(&set.queries)}))
        .collect::<Value>()
        .to_string()
}

fn set(value: &Value) -> Set {
    let list = |name: &str| value[name].as_array().cloned().unwrap_or_default();
    Set {
        id: word(&value["id"]),
        docs: list("docs").iter().map(doc).collect(),
        queries: list("queries").iter().map(query).collect(),
    }
}

fn doc(value: &Value) -> Doc {
    Doc {
        id: word(&value["id"]),
        text: word(&value["text"]),
        session: word(&value["session"]),
        speaker: word(&value["speaker"]),
        time: word(&value["time"]),
    }
}

fn query(value: &Value) -> Query {
    Query {
        q: word(&value["q"]),
        gold: value["gold"].as_array().into_iter().flatten().map(word).collect(),
        cat: value["cat"].as_u64().and_then(|cat| u32::try_from(cat).ok()).unwrap_or(0),
        n_known: value["n_known"].as_u64().and_then(|n| usize::try_from(n).ok()),
    }
}

/// A text, or a number as a text; empty if it is missing.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
