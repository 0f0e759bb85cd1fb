//! The branch and commit that were checked out when a line of a transcript was written, if the harness noted them.
//!
//! A checkout with only a branch is stored in the form that older releases read. A value that no event may have is left
//! out.

use alloc::string::String;

use minicbor::data::Type;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

use super::events::record_name;
use crate::record::Event;
use crate::record::situation::{MEMBERS, Member, Situated as _, Situation};

/// The most bytes of a value in an event: of a branch's name.
const MAX_NAME_BYTES: usize = 255;
const BRANCH: &str = "branch";

/// The branch and commit that were checked out; empty if unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Checkout(Situation);

impl Checkout {
    /// The checkout that a harness states. `git_text` returns the harness's text for a key of its data about the
    /// repository.
    pub(super) fn of_git(git_text: impl Fn(&str) -> String) -> Checkout {
        let mut checkout = Checkout::default();
        for (member, value) in MEMBERS.iter().zip(&mut checkout.0) {
            *value = member.git_key.map(&git_text).unwrap_or_default();
        }
        checkout
    }

    /// A checkout with a branch alone.
    pub(super) fn of_branch(branch: String) -> Checkout {
        Checkout::of_git(|name| if name == BRANCH { branch.clone() } else { String::new() })
    }

    /// Cuts each value to at most `max` bytes.
    pub(super) fn shorten(&mut self, max: usize) {
        self.0.iter_mut().for_each(|name| name.truncate(name.floor_char_boundary(max)));
    }

    /// Puts the checkout into the situation of an event. A value that no event may have is left out.
    pub(super) fn put_into(&self, event: &mut Event) {
        for ((member, field), value) in event.situation_mut().zip(&self.0).filter(|(_, value)| !value.is_empty()) {
            let value = record_name(value, MAX_NAME_BYTES);
            if member.check(&value).is_ok() {
                *field = value;
            }
        }
    }

    fn stated(&self) -> impl Iterator<Item = (&Member, &String)> {
        MEMBERS.iter().zip(&self.0).filter(|(_, stated)| !stated.is_empty())
    }
}

impl<C> Encode<C> for Checkout {
    fn encode<W: encode::Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        if self.stated().all(|(member, _)| member.field.name == BRANCH) {
            encoder.str(self.stated().next().map_or("", |(_, branch)| branch))?;
            return Ok(());
        }
        encoder.map(self.stated().count() as u64)?;
        for (member, stated) in self.stated() {
            encoder.str(member.field.name)?.str(stated)?;
        }
        Ok(())
    }
}

impl<'b, C> Decode<'b, C> for Checkout {
    fn decode(decoder: &mut Decoder<'b>, _: &mut C) -> Result<Checkout, decode::Error> {
        if decoder.datatype()? == Type::String {
            return Ok(Checkout::of_branch(decoder.str()?.into()));
        }
        let mut checkout = Checkout::default();
        for _ in 0..decoder.map()?.unwrap_or(0) {
            let (name, stated) = (decoder.str()?, decoder.str()?);
            let place = MEMBERS.iter().position(|member| member.field.name == name);
            place.into_iter().for_each(|at| checkout.0[at] = stated.into());
        }
        Ok(checkout)
    }
}
