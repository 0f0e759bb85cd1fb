//! Small talk of development: words such as `continue` or `fix`, which do not tell questions apart even if few texts
//! contain them.

use alloc::collections::BTreeSet;

use super::terms::{Term, talk_terms};

const CHATTER: &str = "again ahead branch build change check commit continue create exactly fail finish fix go good great green \
    issue last let like look merge moment need new next nice open pass perfect please pull push ready request revert review run \
    save see ship show sound start step stop sure take tell test thank think time try undo update wait want work write yes";

/// Words that ask to go on with what was done before, or to hand it in.
const CONTINUING: &str = "again carry commit continue finish go keep last leave left merge next pick previous proceed push \
    resume ship yesterday";

/// The terms of all small talk.
pub(crate) fn chatter_terms() -> BTreeSet<Term> {
    terms_of(CHATTER)
}

/// The terms that ask to go on.
pub(crate) fn continuing_terms() -> BTreeSet<Term> {
    terms_of(CONTINUING)
}

pub(crate) fn terms_of(text: &str) -> BTreeSet<Term> {
    let mut terms = BTreeSet::new();
    talk_terms(text, &mut |term| _ = terms.insert(term));
    terms
}
