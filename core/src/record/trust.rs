//! Trust: how far a record may be relied on. It never exceeds what the origin allows, and no record's text raises it.

use super::fields::words;

words! {
    /// Where a record comes from, the most trusted origin first.
    Origin {
        /// A person.
        0 Person "person",
        /// An agent.
        1 Agent "agent",
        /// A tool's output, or text of a file or a page.
        2 Tool "tool",
        /// An import from elsewhere.
        3 Imported "imported",
    }

    /// How far a record may be relied on, least first.
    Trust {
        /// Anybody may have written it.
        0 Untrusted "untrusted",
        /// An agent concluded it, and no person confirmed it.
        1 Unconfirmed "unconfirmed",
        /// A person said or confirmed it.
        2 Confirmed "confirmed",
    }
}

impl Origin {
    /// This origin, limited to that of the speaker: a speaker may hand on the words of somebody who is trusted less,
    /// never of somebody trusted more.
    pub(crate) fn spoken_by(self, speaker: Origin) -> Origin {
        self.max(speaker)
    }

    /// The most trust that a record of this origin can have.
    pub(crate) fn trust(self) -> Trust {
        match self {
            Origin::Person => Trust::Confirmed,
            Origin::Agent => Trust::Unconfirmed,
            Origin::Tool | Origin::Imported => Trust::Untrusted,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn what_is_said_is_relied_on_no_further_than_who_speaks() {
        let all = [Origin::Person, Origin::Agent, Origin::Tool, Origin::Imported];
        assert!(all.is_sorted() && all.iter().rev().is_sorted_by_key(|origin| origin.trust()));
        for (at, speaker) in all.into_iter().enumerate() {
            let spoken: Vec<Origin> = all.iter().map(|origin| origin.spoken_by(speaker)).collect();
            assert!(spoken.iter().all(|origin| *origin >= speaker && origin.trust() <= speaker.trust()), "{spoken:?}");
            assert_eq!(spoken[at..], all[at..], "{speaker:?} hands on what is relied on less");
        }
    }
}
