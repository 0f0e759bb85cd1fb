//! The situation of an event: in which session it happened, for which task, and what was checked out. Here is the table of its members;
//! what is read, written, checked, masked, compared, listed and exported of them follows from it, and so do the filters of questions.
//!
//! A member has a number in a packed event and one in a stored record, which are never used again for anything else. One that came
//! later is left out of a row where it is empty, so that rows of before are as they were. Not here: rules between members (`batch`).

use alloc::string::String;

use super::batch::check_name;
use super::check::check_branch;
use super::fields::{Field, NAME, Shape, of, plain};
use super::keyspace::Scope;
use crate::base::error::Error;

/// Hands the table to a macro, behind what that is given.
///
/// Of each member: what it says; how it is packed and how it is stored; the scope in which records are listed by it, with the number
/// that keys have; and the rest of a [`Member`].
#[macro_export]
macro_rules! situation {
    ([$($then:tt)*] $given:tt) => {
        $($then)*! { $given
            /// The session in which it happened; empty: none.
            session {
                packed { #[n(5)] }
                stored { #[n(7)] #[cbor(default)] }
                listed Session = 0;
                member(of(Shape::Name(NAME)), check_name)
            }
            /// The branch of the repository that was checked out when it happened; empty: none, or not known.
            branch {
                packed { #[n(13)] #[cbor(default)] }
                stored { #[n(18)] #[cbor(default, skip_if = "String::is_empty")] }
                listed Branch = 9;
                member(of(Shape::Name(NAME)), check_branch).wide().of_git("branch")
            }
            /// The commit that was checked out when it happened, in 40 or 64 hex digits; empty: none, or not known.
            commit {
                packed { #[n(14)] #[cbor(default, skip_if = "String::is_empty")] }
                stored { #[n(21)] #[cbor(default, skip_if = "String::is_empty")] }
                listed Commit = 14;
                member(plain(), check_commit).of_git("commit_hash")
            }
            /// The task for which it happened; empty: none.
            task {
                packed { #[n(8)] #[cbor(default)] }
                stored { #[n(13)] #[cbor(default)] }
                listed Task = 1;
                member(of(Shape::Name(NAME)), check_name)
            }
        }
    };
}

/// A type with these members beside its own: of an event as it is told (`told`), packed (`packed`) or stored (`stored`), or of a
/// question that filters by them (`asked`).
macro_rules! situated {
    ($form:ident: $($type:tt)*) => {
        $crate::situation! { [$crate::record::situation::situated_type] { $form $($type)* } }
    };
}

macro_rules! situated_type {
    (
        { told $(#[$meta:meta])* pub struct $name:ident { $($own:tt)* } }
        $($(#[$docs:meta])* $member:ident $held:tt)*
    ) => {
        $(#[$meta])*
        pub struct $name { $($own)* $($(#[$docs])* pub $member: String,)* }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { asked $(#[$meta:meta])* pub struct $name:ident { $($own:tt)* } }
        $($(#[$docs:meta])* $member:ident $held:tt)*
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($own)*
            $(
                /// Empty: of all.
                pub $member: String,
            )*
        }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { packed $(#[$meta:meta])* pub(crate) struct $name:ident { $($own:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed { $($packed:tt)* } $($held:tt)* })*
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $($own)* $($($packed)* pub(crate) $member: String,)* }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { stored $(#[$meta:meta])* pub(crate) struct $name:ident { $($own:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed $packed:tt stored { $($stored:tt)* } $($held:tt)* })*
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $($own)* $($(#[$docs])* $($stored)* pub(crate) $member: String,)* }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
}

macro_rules! situated_impl {
    ($name:ident $($member:ident)*) => {
        impl $crate::record::situation::Situated for $name {
            fn names(&self) -> [&String; $crate::record::situation::N_MEMBERS] {
                [$(&self.$member),*]
            }

            fn names_mut(&mut self) -> [&mut String; $crate::record::situation::N_MEMBERS] {
                [$(&mut self.$member),*]
            }
        }
    };
}

/// A value of such a type that says nothing of a situation.
macro_rules! unsituated {
    ($($value:tt)*) => {
        $crate::situation! { [$crate::record::situation::unsituated_value] { $($value)* } }
    };
}

macro_rules! unsituated_value {
    ({ $name:ident { $($own:tt)* } } $($(#[$docs:meta])* $member:ident $held:tt)*) => {
        $name { $($member: String::new(),)* $($own)* }
    };
}

macro_rules! list {
    (
        {}
        $($(#[$docs:meta])* $member:ident {
            packed $packed:tt stored $stored:tt listed $scope:ident = $number:literal; $is:expr
        })*
    ) => {
        /// The members, in the order of the table.
        pub(crate) const MEMBERS: &[Member] = &[$($is.listed(stringify!($member), Scope::$scope)),*];
    };
}

macro_rules! scopes {
    (
        { $(#[$meta:meta])* pub(crate) enum $name:ident { $($own:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed $packed:tt stored $stored:tt listed $scope:ident = $number:literal; $is:expr })*
    ) => {
        $(#[$meta])*
        pub(crate) enum $name { $($(#[$docs])* $scope = $number,)* $($own)* }
    };
}

pub(crate) use {scopes, situated, situated_impl, situated_type, unsituated, unsituated_value};

/// A member of a situation.
pub(crate) struct Member {
    pub(crate) field: Field,
    /// Records are listed by it.
    pub(crate) scope: Scope,
    /// A great part of all records may stand together in that scope.
    pub(crate) is_wide: bool,
    /// Its name in what a transcript says of the repository, where it is something of that.
    pub(crate) of_git: Option<&'static str>,
    check: fn(&'static str, &str) -> Result<(), Error>,
}

const fn member(field: Field, check: fn(&'static str, &str) -> Result<(), Error>) -> Member {
    Member { field, scope: Scope::Session, is_wide: false, of_git: None, check }
}

impl Member {
    const fn wide(self) -> Member {
        Member { is_wide: true, ..self }
    }

    const fn of_git(self, name: &'static str) -> Member {
        Member { of_git: Some(name), ..self }
    }

    const fn listed(self, name: &'static str, scope: Scope) -> Member {
        Member { field: self.field.named(name), scope, ..self }
    }

    /// Refuses what it does not say, in an event or in a question.
    pub(crate) fn check(&self, said: &str) -> Result<(), Error> {
        (self.check)(self.field.name, said)
    }
}

situation! { [list] {} }

/// Refuses what is no hash of a commit as git writes it.
fn check_commit(argument: &'static str, said: &str) -> Result<(), Error> {
    let is_hash =
        matches!(said.len(), 0 | 40 | 64) && said.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if is_hash { Ok(()) } else { Err(Error::invalid(argument, "it has 40 or 64 hex digits, in small letters")) }
}

/// How many members there are.
pub(crate) const N_MEMBERS: usize = MEMBERS.len();

/// A situation for itself: what each member says.
pub(crate) type Situation = [String; N_MEMBERS];

/// What has a situation, or asks for one.
pub(crate) trait Situated: Sized {
    /// What each member says.
    fn names(&self) -> [&String; N_MEMBERS];

    /// The same, to be changed.
    fn names_mut(&mut self) -> [&mut String; N_MEMBERS];

    /// Each member with what it says.
    fn situation(&self) -> impl Iterator<Item = (&'static Member, &String)> {
        MEMBERS.iter().zip(self.names())
    }

    /// The same, to be changed.
    fn situation_mut(&mut self) -> impl Iterator<Item = (&'static Member, &mut String)> {
        MEMBERS.iter().zip(self.names_mut())
    }

    fn copy_situation(&self) -> Situation {
        self.names().map(String::clone)
    }

    fn take_situation(&mut self) -> Situation {
        self.names_mut().map(core::mem::take)
    }

    /// The same in another situation.
    fn situated(mut self, situation: Situation) -> Self {
        self.names_mut().into_iter().zip(situation).for_each(|(name, said)| *name = said);
        self
    }

    /// Refuses what no member says.
    fn check_situation(&self) -> Result<(), Error> {
        self.situation().try_for_each(|(member, said)| member.check(said))
    }
}
