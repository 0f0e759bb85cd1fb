//! Arguments that filter records, shared by the commands that list some, and arguments for the situation of a recorded
//! event.

use clap::Args;
use scrubjay::wit::episodes::EventKind;

use super::names;
use crate::output::times::parse_time;

macro_rules! arguments {
    ({} $($member:ident { $said:literal, $asked:literal, $n_shown:expr })*) => {
        /// The situation of an event to record.
        #[derive(Debug, Args)]
        pub(crate) struct SituationArgs {
            $(
                #[arg(long, value_name = "NAME", default_value = "", help = $said)]
                $member: String,
            )*
        }

        /// The situation to filter by.
        #[derive(Debug, Args)]
        struct SituationFilter {
            $(
                #[arg(long, value_name = "NAME", default_value = "", help = $asked)]
                $member: String,
            )*
        }

        impl SituationArgs {
            /// The names of the situation's members with their values; an empty value: not given.
            pub(crate) fn members(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($member), self.$member.clone())),*]
            }
        }

        impl SituationFilter {
            fn members(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($member), self.$member.clone())),*]
            }
        }
    };
}

scrubjay::for_situation! { [arguments] {} }

/// Options that restrict the records of an answer.
#[derive(Debug, Args)]
pub(crate) struct RecordFilter {
    /// Only this kind; may be given several times
    #[arg(long, value_name = "KIND", value_parser = names::word_parser::<EventKind>())]
    kind: Vec<String>,
    #[command(flatten)]
    situation: SituationFilter,
    /// Only of this conversation
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) conversation: String,
    /// Only with this member in the metadata; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) metadata: Vec<String>,
    /// Only what happened then or later: a date, a time, today, yesterday, last week, or so long ago, as 7d or 12h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) since: Option<i64>,
    /// Only what happened before this time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) until: Option<i64>,
}

impl RecordFilter {
    /// Whether no filter is set, so that all records are meant.
    pub(crate) fn is_empty(&self) -> bool {
        let has_no_list = self.kind.is_empty() && self.metadata.is_empty();
        let has_no_name =
            self.conversation.is_empty() && self.situation.members().iter().all(|(_, name)| name.is_empty());
        has_no_list && has_no_name && self.since.is_none() && self.until.is_none()
    }

    /// The members of a situation to filter by, with their values.
    pub(crate) fn situation(&self) -> Vec<(&'static str, String)> {
        self.situation.members()
    }

    pub(crate) fn kinds(&self) -> Vec<EventKind> {
        names::parse_cases(&self.kind)
    }
}
