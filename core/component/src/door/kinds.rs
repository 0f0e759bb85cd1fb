//! Conversions of events and their kinds, in both directions. A kind is named here, in the core's table and in the WIT.
//! If it is missing in one of these places, the component does not compile.

use crate::bindings::exports::scrubjay::memory::{episodes, records};
use crate::facade;

/// Implements conversions of records and enumerations, from the WIT's types to the core's and back.
macro_rules! both_ways {
    (records { $($wit:ident::$record:ident { $($member:ident: $across:ident),* $(,)? })* }
     enumerations { $($of:ident::$enumeration:ident { $($case:ident),* $(,)? })* }) => {
        records! {
            $($wit::$record => facade::$record { $($member: $across),* })*
            $(facade::$record => $wit::$record { $($member: $across),* })*
        }
        enumerations! {
            $($of::$enumeration => facade::$enumeration { $($case),* })*
            $(facade::$enumeration => $of::$enumeration { $($case),* })*
        }
    };
}

/// Implements conversions of events' bodies and kinds. A host can record the kinds in `recordable`, each with the
/// function that converts its body; it can only read the kinds in `derived`.
macro_rules! kinds {
    (recordable { $($recordable:ident: $across:ident),* $(,)? } derived { $($derived:ident),* $(,)? }) => {
        kinds! { @from records, facade, $($recordable: $across),* }
        kinds! { @from facade, records, $($recordable: $across),* }
        enumerations! {
            episodes::EventKind => facade::EventKind { $($recordable,)* $($derived,)* }
            facade::EventKind => episodes::EventKind { $($recordable,)* $($derived,)* }
        }
    };
    (@from $from:ident, $to:ident, $($recordable:ident: $across:ident),*) => {
        impl From<$from::EventBody> for $to::EventBody {
            fn from(body: $from::EventBody) -> $to::EventBody {
                match body {
                    $($from::EventBody::$recordable(held) => {
                        $to::EventBody::$recordable(crate::convert::across::$across(held))
                    })*
                }
            }
        }
    };
}

kinds! {
    recordable {
        Note: same, Turn: into, ToolCall: same, FileTouch: into, TaskStep: into, Strategy: same, StrategyUse: same,
        WorkingValue: same, ProfileValue: same, Decision: into, Lesson: into, Thought: same,
        Delivery: into, Adoption: same,
    }
    derived { Learning, Observation }
}

scrubjay_core::situation! { [situated_record] {
    records::Event => facade::Event {
        event_id: same, time: same, channel: same, origin: into, parents: same, anchors: same, metadata: same, body: into,
    }
} }

scrubjay_core::situation! { [situated_record] {
    facade::Event => records::Event {
        event_id: same, time: same, channel: same, origin: into, parents: same, anchors: same, metadata: same, body: into,
    }
} }

both_ways! {
    records {
        records::Turn {
            conversation: same, role: into, text: same, tokens: same, title: same, model: same, speaker: same,
        }
        records::Lesson { topic: into, subject: same, text: same }
        records::FileTouch {
            path: same, operation: into, first_line: same, last_line: same, success: same, why: same, change: same,
        }
        records::Decision {
            title: same, context: same, choice: same, rationale: same, revisit_if: same, status: into,
            superseded_by: same,
        }
        records::Delivery { moment: into, why: same, about: same, tokens: same }
        records::TaskStep { status: into, description: same, intent: some, outcome: same }
    }
    enumerations {
        records::Moment { Start, Prompt, BeforeEdit, BeforeRead, Failure, Compacted }
        records::LessonTopic { FilePurpose, CommonError, Workflow }
        records::DecisionStatus { Proposed, Accepted, Deprecated, Superseded }
        records::Role { User, Assistant, System, Tool }
        records::FileOperation { Read, Write, Edit, Search, Analyze, View, Rename }
        records::TaskStatus { Active, Paused, Completed, Failed }
        records::TaskIntent { CodeReading, CodeWriting, ProjectFixing, ProjectExploration }
    }
}
