//! Explains which memory a folder has and why: in `doctor`, and once to the folder's user.

use std::path::{Path, PathBuf};

use scrubjay_store::whose::{Agreement, Kind, Notice, Reason};

use super::project::ProjectId;
use super::{Place, Records, Store, registry};
use crate::Error;
use crate::shown;

/// The memory of a folder, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryOwnership {
    /// The id of the memory; `None` until something is written.
    pub id: Option<ProjectId>,
    /// The project's folder.
    pub root: PathBuf,
    reason: Reason,
    kind: Kind,
    agreed: Agreement,
    notice: Option<Notice>,
}

impl MemoryOwnership {
    /// The memory of a folder, with the reason. Nothing is written.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn of(root: &Path) -> Result<MemoryOwnership, Error> {
        MemoryOwnership::with_guess(root, None)
    }

    fn with_guess(root: &Path, guess: Option<&ProjectId>) -> Result<MemoryOwnership, Error> {
        let plan = registry::decide(root, guess)?.plan;
        let id = ProjectId::parse(&plan.id).filter(|_| !plan.is_new());
        let (root, notice) = (PathBuf::from(&plan.path), plan.notice.clone());
        Ok(MemoryOwnership { id, root, reason: plan.reason, kind: plan.kind, agreed: plan.agreed, notice })
    }

    /// The reason for the decision, with the evidence that agrees, as text.
    pub fn why(&self) -> String {
        let thing = match self.kind {
            Kind::Git => "git folder",
            Kind::Folder => "folder",
        };
        let identity = format!("the {thing} itself (its inode and time of birth)");
        let agreed = self.agreed;
        let witnesses =
            [("its path", agreed.path), (identity.as_str(), agreed.is_identical()), ("the mark in it", agreed.mark)];
        let agreeing_witnesses: Vec<&str> =
            witnesses.iter().filter(|(_, agrees)| *agrees).map(|(witness, _)| *witness).collect();
        let agreeing_text = agreeing_witnesses.join(", ");
        match self.reason {
            Reason::Same => format!("by {agreeing_text}"),
            Reason::OtherName => format!("it is {} under another name, by {agreeing_text}", shown::path(&self.root)),
            Reason::Moved => format!("it was moved: by {agreeing_text}"),
            Reason::Older => "an older release used it here".to_owned(),
            Reason::New => "none yet".to_owned(),
        }
    }

    /// A sentence for the user about another memory that the folder might be expected to have; `None` if there is none.
    pub fn notice(&self) -> Option<String> {
        self.notice.as_ref().map(|notice| notice.in_words(&shown::path(Path::new(&notice.path))))
    }

    /// A question to a person who may know that the other memory is the folder's, with that memory's id; `None` if
    /// there is nothing to ask.
    pub fn question(&self) -> Option<(String, ProjectId)> {
        let notice = self.notice.as_ref()?;
        let question = notice.question(&shown::path(Path::new(&notice.path)))?;
        Some((question, ProjectId::parse(&notice.id)?))
    }
}

impl Records {
    /// Which memory the project of these records has, and why; `None` if they were not opened for a project's folder.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn ownership(&self) -> Result<Option<MemoryOwnership>, Error> {
        let Place::Project(root) = &self.place else { return Ok(None) };
        let known = match &self.store {
            Store::File(Some(file)) => file.files().project.as_ref(),
            _ => None,
        };
        MemoryOwnership::with_guess(root, known).map(Some)
    }

    /// Creates a memory for a project that has none, because its user says that no other memory is the project's.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn create_own_memory(&mut self) -> Result<(), Error> {
        self.knows_why_new = true;
        self.file().map(drop)
    }

    /// Notes that the user knows why the memory of these records is new, so that no message repeats it.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn dismiss_ownership_notice(&mut self) -> Result<(), Error> {
        self.knows_why_new = true;
        let Place::Project(root) = &self.place else { return Ok(()) };
        Ok(registry::dismiss_notice(root)?)
    }
}
