//! Masks the names in questions about sessions, as names in records are masked.

use super::begin::BeginQuestion;
use super::list::SessionsQuestion;
use super::reread::RereadQuestion;
use super::space::SessionQuestion;
use super::summarise::SummariseQuestion;
use super::versions::{CompareQuestion, VersionsQuestion};
use crate::record::guard::{Guard, MaskNames};

macro_rules! mask_name_in {
    ($($question:ident . $name:ident),* $(,)?) => {
        $(impl MaskNames for $question {
            fn mask(&mut self, guard: Guard) {
                guard.mask_name(&mut self.$name);
            }
        })*
    };
}

mask_name_in! {
    SessionQuestion.id,
    SessionsQuestion.id,
    VersionsQuestion.id,
    CompareQuestion.id,
    SummariseQuestion.id,
    RereadQuestion.session,
}

impl MaskNames for BeginQuestion {
    /// Masks nothing: the words of the message are only searched for.
    fn mask(&mut self, _: Guard) {}
}
