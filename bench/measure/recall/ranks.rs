//! The answers of recallers in another program, read from a file: see `bench/hosts/fts5.py`.

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
    /// Reads the answers of a file: for each of `n_sets` sets, those of each recaller.
    pub(super) fn read(file: &Path, n_sets: usize) -> Result<Vec<Vec<Ranks>>, Box<dyn Error>> {
        let file_json: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        let mut ranks_by_set: Vec<Vec<Ranks>> = (0..n_sets).map(|_| Vec::new()).collect();
        for recaller in file_json.as_array().ok_or("ranks of no recaller")? {
            let name = recaller["name"].as_str().ok_or("ranks without a name")?;
            let sets = recaller["sets"].as_array().filter(|sets| sets.len() == n_sets).ok_or("ranks of other sets")?;
            for (ranks, set) in ranks_by_set.iter_mut().zip(sets) {
                ranks.push(Ranks { name: name.to_owned(), ranks_json: set.clone() });
            }
        }
        Ok(ranks_by_set)
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
