//! Generates the core's method for each question about records, with the names of the interface.

use std::fmt::Write as _;

use super::names::{doc_comment, snake_case, spoken_docs, type_name};
use crate::wit::{RECORD_INTERFACES, Type, Wit};

const HEAD: &str = "\
//! The questions about records. Written by `cargo xtask records` from `wit/`: change that.

use super::Memory;
use crate::ask::{Reply, Resumed, reply};
use crate::base::error::Error;
use crate::delivery::*;
use crate::episode::*;
use crate::recall::*;
use crate::session::*;

questions! { records {
";

/// The methods of questions whose arguments are a record; the others are written by hand.
pub fn write(wit: &Wit) -> String {
    let mut text = HEAD.to_owned();
    for question in wit.all_questions().filter(|one| RECORD_INTERFACES.contains(&one.interface.as_str())) {
        let (Some(Type::Named { name: question_type, .. }), Type::Named { name: answer, .. }) =
            (&question.record, &question.answer)
        else {
            continue;
        };
        text.push_str(&doc_comment(&spoken_docs(&question.docs), "    "));
        let _ = writeln!(
            text,
            "    {}({}) -> {};\n",
            snake_case(&question.name),
            type_name(question_type),
            type_name(answer)
        );
    }
    text + "} }\n"
}
