//! Tests of the library and of the program from outside, in one test program, which is linked once.

mod common;

mod as_parquet;
#[cfg(feature = "petgraph")]
mod as_petgraph;
mod asking;
mod backtest;
mod bad_input;
mod belief;
mod belonging;
mod break_outs;
mod capture_harnesses;
mod capturing;
mod command_line;
mod context;
mod damage;
mod damage_at_size;
mod erasing;
mod excluding;
mod exporting;
mod first_question;
mod freshness;
mod hooks;
mod hostile_files;
mod hostile_git;
mod hostile_names;
mod in_and_out;
mod indexing;
mod initializing;
mod interruption;
mod json_shape;
mod mcp;
#[cfg(unix)]
mod mcp_unread;
mod older_formats;
mod paging;
mod reach;
mod reading_whole;
mod reasons;
mod records;
mod remembering;
mod restoring;
mod secrets;
mod secrets_in_any_dress;
mod session_commands;
mod showing;
mod shown_as_data;
mod speaking;
mod stores;
mod tools_hostile;
mod tools_offered;
mod unread;
mod watching;
mod window_commands;
mod windows;
mod work_questions;
