//! The functions of windows.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::{types, window};
use crate::facade::{
    Edit, Pushed, Reply, RestoreReply, Resumed, Settings, Window, WindowOpened, WindowOwner, WindowStatus, formats,
};
use crate::instance::{open_window, with_window};

impl window::Guest for Door {
    fn load(settings: window::WindowSettings, saved: Vec<u8>) -> Answered<WindowOpened> {
        let settings = Settings::from(settings);
        let (window, opened) = match saved.as_slice() {
            [] => (Window::new(settings)?, WindowOpened::default()),
            saved => Window::load(saved, settings)?,
        };
        open_window(window);
        Ok(opened)
    }

    fn open(
        owner: WindowOwner,
        settings: window::WindowSettings,
        secrets: types::SecretPolicy,
        at: u64,
        resumed: Option<Resumed>,
    ) -> Answered<window::WindowOpenReply> {
        match Window::open(owner, settings.into(), secrets.into(), at, resumed)? {
            Reply::Done((window, opened)) => {
                open_window(window);
                Ok(window::WindowOpenReply::Done(opened))
            }
            Reply::Ask(ask) => Ok(window::WindowOpenReply::Ask(ask)),
        }
    }

    fn at(generation: u64) -> Answered<()> {
        with_window(|window| {
            window.at(generation);
            Ok(())
        })
        .map_err(Into::into)
    }

    fn save() -> Answered<Vec<u8>> {
        Ok(with_window(|window| Ok(window.save()))?)
    }

    fn push(items: Vec<window::NewItem>) -> Answered<Pushed> {
        Ok(with_window(|window| window.push(items.into_iter().map(Into::into).collect()))?)
    }

    fn push_messages(format: window::MessageFormat, messages: String, first: u32, now: i64) -> Answered<Pushed> {
        Ok(with_window(|window| window.push_messages(format.into(), &messages, first, now))?)
    }

    fn prune(now: i64, resumed: Option<Resumed>) -> Answered<window::PruneReply> {
        Ok(with_window(|window| window.prune(now, resumed))?.into())
    }

    fn edit_messages(messages: String, first: u32, edits: Vec<Edit>) -> Answered<String> {
        Ok(formats::apply(&messages, &edits, first)?)
    }

    fn restore(id: String, now: i64, resumed: Option<Resumed>) -> Answered<RestoreReply> {
        Ok(with_window(|window| window.restore(&id, now, resumed))?)
    }

    fn already_visible(content: String) -> Answered<Option<window::VisibleItem>> {
        Ok(with_window(|window| Ok(window.already_visible(&content)))?.map(Into::into))
    }

    fn report_usage(input_tokens: u64) -> Answered<()> {
        with_window(|window| {
            window.report_usage(input_tokens);
            Ok(())
        })
        .map_err(Into::into)
    }

    fn set_relevance(relevance: Vec<window::Relevance>) -> Answered<()> {
        let relevance: Vec<(String, f64)> = relevance.into_iter().map(|one| (one.id, one.value)).collect();
        Ok(with_window(|window| window.set_relevance(&relevance))?)
    }

    fn pin(
        ids: Vec<String>,
        is_pinned: bool,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Answered<window::WindowChangeReply> {
        Ok(with_window(|window| window.pin(&ids, is_pinned, now, resumed))?.into())
    }

    fn set_task(task: String, now: i64, resumed: Option<Resumed>) -> Answered<window::WindowChangeReply> {
        Ok(with_window(|window| window.set_task(&task, now, resumed))?.into())
    }

    fn snapshot(now: i64, resumed: Option<Resumed>) -> Answered<window::WindowChangeReply> {
        Ok(with_window(|window| window.snapshot(now, resumed))?.into())
    }

    fn end(now: i64, resumed: Option<Resumed>) -> Answered<window::WindowChangeReply> {
        Ok(with_window(|window| window.end(now, resumed))?.into())
    }

    fn status() -> Answered<WindowStatus> {
        Ok(with_window(|window| Ok(window.status()))?)
    }

    fn snapshots(limit: u32, before: u32, resumed: Option<Resumed>) -> Answered<window::SnapshotsReply> {
        Ok(with_window(|window| window.snapshots(limit, before, resumed))?.into())
    }

    fn find_snapshot(number: Option<u32>, resumed: Option<Resumed>) -> Answered<window::SnapshotsReply> {
        Ok(with_window(|window| window.find_snapshot(number, resumed))?.into())
    }

    fn what_if(max_tokens: u32, now: i64) -> Answered<window::SnapshotOfWindow> {
        Ok(with_window(|window| window.what_if(max_tokens, now))?.into())
    }

    fn compare_snapshots(
        older: u32,
        newer: Option<u32>,
        resumed: Option<Resumed>,
    ) -> Answered<window::CompareSnapshotsReply> {
        Ok(with_window(|window| window.compare_snapshots(older, newer, resumed))?.into())
    }

    fn recover_snapshot(number: u32, resumed: Option<Resumed>) -> Answered<window::RecoverSnapshotReply> {
        Ok(with_window(|window| window.recover_snapshot(number, resumed))?.into())
    }

    fn explain(id: String, resumed: Option<Resumed>) -> Answered<window::ExplainReply> {
        Ok(with_window(|window| window.explain(&id, resumed))?.into())
    }

    fn learnings(limit: u32, resumed: Option<Resumed>) -> Answered<window::LearningsReply> {
        Ok(with_window(|window| window.learnings(limit, resumed))?.into())
    }

    fn windows(
        tenant: String,
        at: u64,
        limit: u32,
        after: String,
        resumed: Option<Resumed>,
    ) -> Answered<window::WindowsReply> {
        Ok(Window::list(&tenant, at, (limit, &after), resumed)?.into())
    }
}
