//! The functions of sessions.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::session;
use crate::facade::{
    BeginQuestion, CompareQuestion, CompareSessionsReply, LoadSessionReply, RereadQuestion, Resumed, SessionQuestion,
    SessionVersionsReply, SessionsQuestion, SessionsReply, SummariseQuestion, SummariseSessionReply, VersionsQuestion,
};
use crate::instance::with_memory;

impl session::Guest for Door {
    questions! {
        load_session: SessionQuestion => LoadSessionReply,
        sessions: SessionsQuestion => SessionsReply,
        summarise_session: SummariseQuestion => SummariseSessionReply,
        session_versions: VersionsQuestion => SessionVersionsReply,
        compare_sessions: CompareQuestion => CompareSessionsReply,
        reread: RereadQuestion => session::RereadReply,
        begin_session: BeginQuestion => session::BeginSessionReply,
    }

    fn save_session(
        id: String,
        document: String,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Answered<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.save_session(&id, &document, expected, now, resumed)?.into()))
    }

    fn append_to_session(
        id: String,
        entries: String,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Answered<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.append_to_session(&id, &entries, expected, now, resumed)?.into()))
    }

    fn delete_session(
        id: String,
        expected: Option<u64>,
        resumed: Option<Resumed>,
    ) -> Answered<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.delete_session(&id, expected, resumed)?.into()))
    }

    fn recover_session(
        id: String,
        version: u64,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Answered<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.recover_session(&id, version, expected, now, resumed)?.into()))
    }

    fn compact_session(
        id: String,
        settings: session::CompactionSettings,
        summary: Option<Vec<u8>>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Answered<session::CompactSessionReply> {
        let settings = settings.into();
        with_memory(|memory| {
            Ok(memory.compact_session(&id, settings, summary.as_deref(), expected, now, resumed)?.into())
        })
    }
}
