//! A component whose functions return their arguments. `wit-bindgen` makes its bindings, so tests of this project's
//! glue compare it with another implementation of the standard.

mod bindings {
    #![allow(missing_docs, reason = "generated from wit/, where it is documented")]
    wit_bindgen::generate!({ path: "wit", world: "forms" });
}

use bindings::exports::scrubjay::forms::echo::{
    Bare, Colour, Everything, Few, Guest, Leaf, Many, Narrow, Only, Pair, Several, Timestamp, Wide,
};

struct Echo;

macro_rules! echoes {
    ($($name:ident: $ty:ty,)*) => {
        $(fn $name(value: $ty) -> $ty {
            value
        })*
    };
}

impl Guest for Echo {
    echoes! {
        a_bool: bool,
        a_u8: u8,
        a_s8: i8,
        a_u16: u16,
        a_s16: i16,
        a_u32: u32,
        a_s32: i32,
        a_u64: u64,
        a_s64: i64,
        a_f32: f32,
        a_f64: f64,
        a_char: char,
        a_text: String,
        a_timestamp: Timestamp,
        bytes: Vec<u8>,
        words: Vec<u32>,
        lists: Vec<Vec<i64>>,
        letters: Vec<char>,
        a_colour: Colour,
        colours: Vec<Colour>,
        a_few: Few,
        a_several: Several,
        a_many: Many,
        a_bare: Bare,
        a_narrow: Narrow,
        a_wide: Wide,
        an_only: Only,
        a_single: (i8,),
        a_pair: Pair,
        maybe_time: Option<Timestamp>,
        maybe_text: Option<String>,
        maybe_leaf: Option<Leaf>,
        maybe_wide: Option<Wide>,
        maybe_maybe: Option<Option<u32>>,
        maybes: Vec<Option<String>>,
        outcomes: Vec<Result<(), String>>,
        many_things: Vec<Everything>,
        all_at_once: Everything,
    }

    fn an_outcome(value: Result<u32, String>) -> (Result<u32, String>,) {
        (value,)
    }

    fn gathered(
        at: Timestamp,
        m: String,
        new: Option<u64>,
        wide: Wide,
        few: Few,
        pair: Pair,
        narrow: Narrow,
        bare: Bare,
    ) -> (Timestamp, String, Option<u64>, Wide, Few, Pair, Narrow, Bare) {
        (at, m, new, wide, few, pair, narrow, bare)
    }

    fn nothing(_: String) {}

    fn either(why: Option<String>) -> Result<(), ()> {
        why.map_or(Ok(()), |_| Err(()))
    }

    fn only_refused(why: Option<Wide>) -> Result<(), Wide> {
        why.map_or(Ok(()), Err)
    }

    fn only_done(done: Option<String>) -> Result<String, ()> {
        done.ok_or(())
    }

    fn done_or_refused(value: Result<Leaf, Colour>) -> Result<Leaf, Colour> {
        value
    }
}

bindings::export!(Echo with_types_in bindings);
