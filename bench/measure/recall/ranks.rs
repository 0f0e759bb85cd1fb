//! The answers of a recaller in another program, read from a file: see `bench/hosts/fts5.py`.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::recaller::{Answer, AskedQuery, ListUnit, Recaller};
use super::set::Doc;

/// That program's answers about one set.
pub(super) struct Ranks {
    name: String,
    ranks_json: Value,
}

impl Ranks {
    /// Reads the answers of a file, one list for each set.
    pub(super) fn read(file: &Path) -> Result<Vec<Ranks>, Box<dyn Error>> {
        let file_json: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        let name = file_json["name"].as_str().ok_or("ranks without a name")?;
        let ranks_of_set = |set: &Value| Ranks { name: name.to_owned(), ranks_json: set.clone() };
        Ok(file_json["sets"].as_array().ok_or("ranks of no sets")?.iter().map(ranks_of_set).collect())
    }
}

impl Recaller for Ranks {
    fn name(&self) -> &str {
        &self.name
    }

    /// Does nothing: the program already has the texts.
    fn add(&mut self, _: &[Doc]) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    fn ask(&mut self, asked: AskedQuery<'_>) -> Result<Answer, Box<dyn Error>> {
        let answer_json = &self.ranks_json["answers"][asked.at];
        if answer_json["q"] != asked.query.q {
            return Err(format!("the ranks of {} are of another question: {}", asked.query.q, answer_json["q"]).into());
        }
        let took = Duration::from_secs_f64(answer_json["us"].as_f64().unwrap_or(0.0) / 1e6);
        if !asked.removed.is_empty() {
            let fit = answer_json["without"].as_f64();
            return Ok(Answer {
                ids: fit.iter().map(|_| "another".to_owned()).collect(),
                fit: fit.unwrap_or(0.0),
                took,
            });
        }
        let list = if asked.unit == ListUnit::Text { "texts" } else { "sessions" };
        let ids =
            answer_json[list].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        Ok(Answer { ids, fit: answer_json["fit"].as_f64().unwrap_or(0.0), took })
    }

    fn n_bytes(&self) -> u64 {
        self.ranks_json["bytes"].as_u64().unwrap_or(0)
    }
}
