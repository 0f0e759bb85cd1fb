//! Code that a pruned part quoted, recorded as seen beside what else was done with its files.
//!
//! Only in a store: where windows are alone there is none, and the component has nothing of what follows from records.

use alloc::format;
use alloc::string::String;

use super::history::Item;
use super::space::Window;
use super::store::Backend;
use crate::base::code_place::CodePlace;
use crate::base::id::RecordId;
use crate::record::add::add_unless_known;
use crate::record::envelope::Record;
use crate::record::event::{Body, FileOperation, FileTouch};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;

impl Window {
    /// Records each place of the code that a part quotes, once.
    pub(super) fn note_seen(&self, rows: &mut Rows, item: &Item, learning: &Record) {
        let Backend::Store(_) = self.store.backend else { return };
        let touch = |place: &CodePlace| {
            let (path, first_line, last_line) = (self.path(&place.path), place.first_line, place.last_line);
            let event_id = format!("{} {first_line}-{last_line} {path}", learning.event_id);
            let touch =
                FileTouch { path, operation: FileOperation::View, first_line, last_line, ..FileTouch::default() };
            let of_part = Record { kind: Kind::FileTouch, learning: None, text: String::new(), ..learning.clone() };
            let record = Record { event_id, body: Some(Body::FileTouch(touch)), ..of_part };
            (RecordId::of_event(record.time, &self.store.tenant, &record.event_id), record)
        };
        add_unless_known(rows, &self.store.tenant, item.pushed.places.iter().map(touch));
    }
}
