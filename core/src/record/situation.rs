//! The situation of an event: its session, task, branch and commit. How they are read, written, checked, masked,
//! compared, listed and exported, and how questions filter by them, follows from the table of members here.
//!
//! A member has a number in a packed event and another one in a stored record, which are never used again for anything
//! else. A member that was added later is left out of a row if it is empty, so that older rows keep their bytes. Not
//! here: rules between members (`batch`).

use alloc::string::String;

use super::batch::check_name;
use super::check::check_branch;
use super::fields::{Field, MAX_NAME_BYTES, Shape, of, plain};
use super::keyspace::Scope;
use crate::base::error::Error;

/// Passes the table of members to a macro, after the given tokens.
///
/// For each member the table has its documentation, its form in packed events and in stored records, the scope that
/// lists records by it, the number of that scope in keys, and the rest of a [`Member`].
#[macro_export]
macro_rules! situation {
    ([$($then:tt)*] $given:tt) => {
        $($then)*! { $given
            /// The session in which it happened; empty: none.
            session {
                packed { #[n(5)] }
                stored { #[n(7)] #[cbor(default)] }
                listed Session = 0;
                member(of(Shape::Name(MAX_NAME_BYTES)), check_name)
            }
            /// The branch of the repository that was checked out when it happened; empty: none, or not known.
            branch {
                packed { #[n(13)] #[cbor(default)] }
                stored { #[n(18)] #[cbor(default, skip_if = "String::is_empty")] }
                listed Branch = 9;
                member(of(Shape::Name(MAX_NAME_BYTES)), check_branch).wide().git_key("branch")
            }
            /// The commit that was checked out when it happened, in 40 or 64 hex digits; empty: none, or not known.
            commit {
                packed { #[n(14)] #[cbor(default, skip_if = "String::is_empty")] }
                stored { #[n(21)] #[cbor(default, skip_if = "String::is_empty")] }
                listed Commit = 14;
                member(plain(), check_commit).git_key("commit_hash")
            }
            /// The task for which it happened; empty: none.
            task {
                packed { #[n(8)] #[cbor(default)] }
                stored { #[n(13)] #[cbor(default)] }
                listed Task = 1;
                member(of(Shape::Name(MAX_NAME_BYTES)), check_name)
            }
        }
    };
}

/// Declares a type with the members of a situation beside its own fields. The first word tells its use: an event
/// (`told`), a packed event (`packed`), a stored record (`stored`) or a question that filters by members (`asked`).
macro_rules! situated {
    ($form:ident: $($type:tt)*) => {
        $crate::situation! { [$crate::record::situation::situated_type] { $form $($type)* } }
    };
}

macro_rules! situated_type {
    (
        { told $(#[$meta:meta])* pub struct $name:ident { $($own_field:tt)* } }
        $($(#[$docs:meta])* $member:ident $details:tt)*
    ) => {
        $(#[$meta])*
        pub struct $name { $($own_field)* $($(#[$docs])* pub $member: String,)* }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { asked $(#[$meta:meta])* pub struct $name:ident { $($own_field:tt)* } }
        $($(#[$docs:meta])* $member:ident $details:tt)*
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($own_field)*
            $(
                /// Only records with this value; empty: any value.
                pub $member: String,
            )*
        }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { packed $(#[$meta:meta])* pub(crate) struct $name:ident { $($own_field:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed { $($packed:tt)* } $($other_details:tt)* })*
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $($own_field)* $($($packed)* pub(crate) $member: String,)* }
        $crate::record::situation::situated_impl! { $name $($member)* }
    };
    (
        { stored $(#[$meta:meta])* pub(crate) struct $name:ident { $($own_field:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed $packed:tt stored { $($stored:tt)* } $($other_details:tt)* })*
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $($own_field)* $($(#[$docs])* $($stored)* pub(crate) $member: String,)* }
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

/// Builds a value of a situated type whose situation is empty.
macro_rules! unsituated {
    ($($value:tt)*) => {
        $crate::situation! { [$crate::record::situation::unsituated_value] { $($value)* } }
    };
}

macro_rules! unsituated_value {
    ({ $name:ident { $($own_field:tt)* } } $($(#[$docs:meta])* $member:ident $details:tt)*) => {
        $name { $($member: String::new(),)* $($own_field)* }
    };
}

macro_rules! list {
    (
        {}
        $($(#[$docs:meta])* $member:ident {
            packed $packed:tt stored $stored:tt listed $scope:ident = $number:literal; $field:expr
        })*
    ) => {
        /// The members of a situation, in the order of the table.
        pub(crate) const MEMBERS: &[Member] = &[$($field.listed(stringify!($member), Scope::$scope)),*];
    };
}

macro_rules! scopes {
    (
        { $(#[$meta:meta])* pub(crate) enum $name:ident { $($case:tt)* } }
        $($(#[$docs:meta])* $member:ident { packed $packed:tt stored $stored:tt listed $scope:ident = $number:literal; $field:expr })*
    ) => {
        $(#[$meta])*
        pub(crate) enum $name { $($(#[$docs])* $scope = $number,)* $($case)* }
    };
}

pub(crate) use {scopes, situated, situated_impl, situated_type, unsituated, unsituated_value};

/// A member of a situation, such as the session.
pub(crate) struct Member {
    pub(crate) field: Field,
    /// The scope in which records are listed by it.
    pub(crate) scope: Scope,
    /// Whether a large part of all records may share one value, such as a branch; listing by it then narrows little.
    pub(crate) is_wide: bool,
    /// The member's key in a transcript's data about the repository; `None`: it is no such data.
    pub(crate) git_key: Option<&'static str>,
    check: fn(&'static str, &str) -> Result<(), Error>,
}

const fn member(field: Field, check: fn(&'static str, &str) -> Result<(), Error>) -> Member {
    Member { field, scope: Scope::Session, is_wide: false, git_key: None, check }
}

impl Member {
    const fn wide(self) -> Member {
        Member { is_wide: true, ..self }
    }

    const fn git_key(self, name: &'static str) -> Member {
        Member { git_key: Some(name), ..self }
    }

    const fn listed(self, name: &'static str, scope: Scope) -> Member {
        Member { field: self.field.named(name), scope, ..self }
    }

    /// Refuses a value that this member cannot have, in an event or in a question.
    pub(crate) fn check(&self, value: &str) -> Result<(), Error> {
        (self.check)(self.field.name, value)
    }
}

situation! { [list] {} }

/// Refuses a text that is neither empty nor the hash of a commit as git writes it: 40 or 64 lower-case hex digits.
fn check_commit(argument: &'static str, value: &str) -> Result<(), Error> {
    let is_hash =
        matches!(value.len(), 0 | 40 | 64) && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if is_hash { Ok(()) } else { Err(Error::invalid(argument, "it has 40 or 64 hex digits, in small letters")) }
}

pub(crate) const N_MEMBERS: usize = MEMBERS.len();

/// The values of a situation, in the order of [`MEMBERS`].
pub(crate) type Situation = [String; N_MEMBERS];

/// A type that has the members of a situation.
pub(crate) trait Situated: Sized {
    /// The values of the members, in the order of [`MEMBERS`].
    fn names(&self) -> [&String; N_MEMBERS];

    /// The values of the members, in the order of [`MEMBERS`], to be changed.
    fn names_mut(&mut self) -> [&mut String; N_MEMBERS];

    /// Each member with its value.
    fn situation(&self) -> impl Iterator<Item = (&'static Member, &String)> {
        MEMBERS.iter().zip(self.names())
    }

    /// Each member with its value, to be changed.
    fn situation_mut(&mut self) -> impl Iterator<Item = (&'static Member, &mut String)> {
        MEMBERS.iter().zip(self.names_mut())
    }

    fn copy_situation(&self) -> Situation {
        self.names().map(String::clone)
    }

    fn take_situation(&mut self) -> Situation {
        self.names_mut().map(core::mem::take)
    }

    /// This value with another situation.
    fn situated(mut self, situation: Situation) -> Self {
        self.names_mut().into_iter().zip(situation).for_each(|(name, value)| *name = value);
        self
    }

    /// Refuses a value that its member cannot have.
    fn check_situation(&self) -> Result<(), Error> {
        self.situation().try_for_each(|(member, value)| member.check(value))
    }
}
