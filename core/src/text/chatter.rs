//! Small talk of development: words such as `continue` or `fix`, which do not tell questions apart even if few texts
//! contain them.

use alloc::collections::BTreeSet;

use super::terms::{Term, talk_terms};

const CHATTER: &str = "again ahead branch build change check commit continue create exactly fail finish fix go good great green \
    issue last let like look merge moment need new next nice open pass perfect please pull push ready request revert review run \
    save see ship show sound start step stop sure take tell test thank think time try undo update wait want work write yes";

/// The terms of all small talk.
pub(crate) fn chatter_terms() -> BTreeSet<Term> {
    terms_of(CHATTER)
}

pub(crate) fn terms_of(text: &str) -> BTreeSet<Term> {
    let mut terms = BTreeSet::new();
    talk_terms(text, &mut |term| _ = terms.insert(term));
    terms
}
