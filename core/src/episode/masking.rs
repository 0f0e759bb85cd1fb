//! Masks the names in questions as the names in records are masked, so that questions find the records.

use super::{
    CoEditsQuestion, EventsQuestion, ExportCsvQuestion, ExportLinesQuestion, FileHistoryQuestion, LastTouchesQuestion,
    NotesQuestion, PatternsQuestion, StrategiesQuestion, TasksQuestion, ToolStatsQuestion, WorkingMemoryQuestion,
};
use crate::record::Selection;
use crate::record::guard::{Guard, MaskNames};

impl MaskNames for EventsQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_situation(self);
        let EventsQuestion { channel, conversation, path, anchor, tool, metadata, .. } = self;
        [channel, conversation, path, anchor, tool].into_iter().for_each(|name| guard.mask_name(name));
        metadata.iter_mut().for_each(|member| *member = guard.masked_member(member));
    }
}

impl MaskNames for NotesQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.channel);
        self.metadata.iter_mut().for_each(|member| *member = guard.masked_member(member));
    }
}

impl MaskNames for CoEditsQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.path);
    }
}

impl MaskNames for FileHistoryQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.path);
    }
}

impl MaskNames for LastTouchesQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.contains);
    }
}

impl MaskNames for PatternsQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask(&mut self.subject);
    }
}

impl MaskNames for StrategiesQuestion {
    fn mask(&mut self, guard: Guard) {
        [&mut self.task_type, &mut self.channel].into_iter().for_each(|name| guard.mask_name(name));
    }
}

impl MaskNames for ToolStatsQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.channel);
    }
}

impl MaskNames for WorkingMemoryQuestion {
    fn mask(&mut self, guard: Guard) {
        [&mut self.conversation, &mut self.channel].into_iter().for_each(|name| guard.mask_name(name));
    }
}

/// Implements masking for questions that name nothing stored.
macro_rules! nameless {
    ($($question:ty),*) => {
        $(impl MaskNames for $question {
            fn mask(&mut self, _: Guard) {}
        })*
    };
}

nameless!(ExportCsvQuestion, ExportLinesQuestion, TasksQuestion);

impl MaskNames for Selection {
    fn mask(&mut self, guard: Guard) {
        [&mut self.session, &mut self.principal, &mut self.channel].into_iter().for_each(|name| guard.mask_name(name));
    }
}
