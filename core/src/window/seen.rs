//! Records as seen the code that a pruned part quoted: one touch of a file for each place of the code. Only for windows
//! in a memory store, since a window alone has no records.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::history::Item;
use super::space::Window;
use super::store::Backend;
use crate::base::code_place::CodePlace;
use crate::base::id::RecordId;
use crate::record::add::add_unless_known;
use crate::record::check::check_body;
use crate::record::envelope::Record;
use crate::record::event::{Body, FileOperation, FileTouch};
use crate::record::keyspace::{Kind, hash_name};
use crate::record::rows::Rows;

impl Window {
    /// Records each place of the code that a part quotes, once; does nothing for a window that is not in a memory
    /// store.
    pub(super) fn record_quoted_code_views(&self, rows: &mut Rows, item: &Item, learning: &Record) {
        let Backend::Store(_) = self.store.backend else { return };
        let touch_record = |place: &CodePlace| {
            let (path, first_line, last_line) = (self.place_path(&place.path)?, place.first_line, place.last_line);
            let hash = u128::from_be_bytes(hash_name(&path));
            // An id is short, and a path need not be.
            let event_id = format!("{} {first_line}-{last_line} {hash:x}", learning.event_id);
            let touch =
                FileTouch { path, operation: FileOperation::View, first_line, last_line, ..FileTouch::default() };
            let body = Some(Body::FileTouch(touch)).filter(|body| check_body(body).is_ok())?;
            let without_body =
                Record { kind: Kind::FileTouch, learning: None, text: String::new(), ..learning.clone() };
            let record = Record { event_id, body: Some(body), ..without_body };
            Some((RecordId::of_event(record.time, &self.store.tenant, &record.event_id), record))
        };
        // The same place may be quoted twice.
        let touches: BTreeMap<RecordId, Record> = item.pushed.places.iter().filter_map(touch_record).collect();
        add_unless_known(rows, &self.store.tenant, touches);
    }
}
