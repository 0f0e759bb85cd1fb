//! The arguments that filter records, shared by all commands that ask for some.

use clap::Args;
use scrubjay::wit::episodes::EventKind;

use super::names;
use super::times::time;

/// Which records a question is about.
#[derive(Debug, Args)]
pub(super) struct Narrowed {
    /// Only this kind; several times for several
    #[arg(long, value_name = "KIND", value_parser = names::words::<EventKind>())]
    kind: Vec<String>,
    /// Only of this session
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) session: String,
    /// Only of this task
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) task: String,
    /// Only of this conversation
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) conversation: String,
    /// Only what happened while this branch was checked out
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(super) branch: String,
    /// Only with this member of its metadata; several times for several
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) metadata: Vec<String>,
    /// Only what happened then or later: a date, a time, today, yesterday, last week, or so long ago, as 7d or 12h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) since: Option<i64>,
    /// Only what happened before
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) until: Option<i64>,
}

impl Narrowed {
    /// Whether no filter is set, so that all records are meant.
    pub(super) fn is_empty(&self) -> bool {
        let names = [&self.session, &self.task, &self.conversation, &self.branch];
        let has_no_list = self.kind.is_empty() && self.metadata.is_empty();
        has_no_list && names.iter().all(|name| name.is_empty()) && self.since.is_none() && self.until.is_none()
    }

    pub(super) fn kinds(&self) -> Vec<EventKind> {
        names::cases(&self.kind)
    }
}
