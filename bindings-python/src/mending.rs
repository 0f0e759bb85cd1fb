//! Operations about damage of the file of records, each selected by a word.

use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Damage, Records, Salvage};
use scrubjay::wit::records::Lost;

use crate::convert::ToPython;

/// The answer of an operation. The package converts it to its own class.
pub(crate) enum Mended {
    Damage(Option<Damage>),
    Salvage(Option<Salvage>),
    Losses(Vec<Salvage>),
    Seen(bool),
}

/// Carries out the operation with this word. `known`, and any other word, returns the damage that reads have found.
pub(crate) fn mend(records: &mut Records, word: &str) -> Result<Mended, Error> {
    Ok(match word {
        "verify" => Mended::Damage(records.verify()?),
        "repair" => Mended::Salvage(records.repair(&mut |_| {})?),
        "salvaged" => Mended::Salvage(records.salvaged().cloned()),
        "losses" => Mended::Losses(records.losses()?),
        "saw_losses" => Mended::Seen(records.saw_losses()?),
        _ => Mended::Damage(records.damage()),
    })
}

impl ToPython for Mended {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Mended::Damage(damage) => damage.as_ref().map(|found| (text(&found.path), found.how.clone())).to_python(py),
            Mended::Salvage(salvage) => salvage.to_python(py),
            Mended::Losses(losses) => losses.to_python(py),
            Mended::Seen(was_noted) => was_noted.to_python(py),
        }
    }
}

/// A tuple of the fields, in the order of the package's class.
impl ToPython for Salvage {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Salvage { kept, time, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost } = self;
        let loss_fields = |loss: &Lost| ((loss.kind.clone(), loss.id.clone()), (loss.time, loss.tenant.clone()));
        let fields = [
            text(kept).to_python(py)?,
            time.to_python(py)?,
            n_records.to_python(py)?,
            n_damaged.to_python(py)?,
            n_unread.to_python(py)?,
            is_older.to_python(py)?,
            lost.iter().map(loss_fields).collect::<Vec<_>>().to_python(py)?,
            n_tombstones_lost.to_python(py)?,
            n_lost.to_python(py)?,
        ];
        Ok(PyTuple::new(py, fields)?.into_any())
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
