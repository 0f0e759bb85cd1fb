//! The arguments of steps, with the defaults that the README of this package states.

use serde_json::Value;

/// A text; empty where it is left out.
pub(crate) fn text(arguments: &Value, name: &str) -> String {
    arguments[name].as_str().unwrap_or_default().to_owned()
}

/// A number, or what stands for it.
pub(crate) fn number(arguments: &Value, name: &str, default: u32) -> u32 {
    let given = arguments[name].as_u64();
    given.map_or(default, |given| u32::try_from(given).unwrap_or(u32::MAX))
}

/// A list of texts; empty where it is left out.
pub(crate) fn texts(arguments: &Value, name: &str) -> Vec<String> {
    let items = arguments[name].as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Reads the questions of the WIT into the records of the modules `graph` and `recall` in scope.
macro_rules! questions {
    () => {
        fn find_question(arguments: &serde_json::Value) -> graph::FindQuestion {
            let wanted = $crate::hosts::arguments::texts(arguments, "kinds");
            let is_wanted = |kind: &graph::SymbolKind| wanted.iter().any(|name| *name == $crate::json::case(kind));
            graph::FindQuestion {
                text: $crate::hosts::arguments::text(arguments, "text"),
                kinds: KINDS.into_iter().filter(is_wanted).collect(),
                path_prefix: $crate::hosts::arguments::text(arguments, "path_prefix"),
                most: $crate::hosts::arguments::number(arguments, "most", 20),
                explain: arguments["explain"].as_bool().unwrap_or(false),
            }
        }

        fn walk_question(arguments: &serde_json::Value) -> graph::WalkQuestion {
            graph::WalkQuestion {
                name: $crate::hosts::arguments::text(arguments, "name"),
                depth: $crate::hosts::arguments::number(arguments, "depth", 1),
                most: $crate::hosts::arguments::number(arguments, "most", 20),
                least_confidence: arguments["least_confidence"].as_f64().unwrap_or(0.0),
            }
        }

        fn path_question(arguments: &serde_json::Value) -> graph::PathQuestion {
            let wanted = $crate::hosts::arguments::texts(arguments, "kinds");
            let is_wanted = |kind: &graph::EdgeKind| wanted.iter().any(|name| *name == $crate::json::case(kind));
            graph::PathQuestion {
                source: $crate::hosts::arguments::text(arguments, "source"),
                target: $crate::hosts::arguments::text(arguments, "target"),
                depth: $crate::hosts::arguments::number(arguments, "depth", 10),
                kinds: EDGE_KINDS.into_iter().filter(is_wanted).collect(),
                least_confidence: arguments["least_confidence"].as_f64().unwrap_or(0.0),
            }
        }

        fn file_question(arguments: &serde_json::Value) -> graph::FileQuestion {
            graph::FileQuestion {
                path: $crate::hosts::arguments::text(arguments, "path"),
                depth: $crate::hosts::arguments::number(arguments, "depth", 1),
                most: $crate::hosts::arguments::number(arguments, "most", 20),
            }
        }

        fn map_question(arguments: &serde_json::Value) -> graph::MapQuestion {
            graph::MapQuestion {
                budget: $crate::hosts::arguments::number(arguments, "budget", 1000),
                focus: $crate::hosts::arguments::texts(arguments, "focus"),
            }
        }

        fn prepare_question(arguments: &serde_json::Value) -> recall::PrepareQuestion {
            recall::PrepareQuestion {
                task: $crate::hosts::arguments::text(arguments, "task"),
                budget: $crate::hosts::arguments::number(arguments, "budget", 1000),
                focus: $crate::hosts::arguments::texts(arguments, "focus"),
            }
        }

        const EDGE_KINDS: [graph::EdgeKind; 6] = [
            graph::EdgeKind::Calls,
            graph::EdgeKind::Imports,
            graph::EdgeKind::Uses,
            graph::EdgeKind::Inherits,
            graph::EdgeKind::Implements,
            graph::EdgeKind::References,
        ];

        const KINDS: [graph::SymbolKind; 13] = [
            graph::SymbolKind::File,
            graph::SymbolKind::Module,
            graph::SymbolKind::Class,
            graph::SymbolKind::Interface,
            graph::SymbolKind::Enum,
            graph::SymbolKind::Function,
            graph::SymbolKind::Method,
            graph::SymbolKind::Constant,
            graph::SymbolKind::Variable,
            graph::SymbolKind::Field,
            graph::SymbolKind::TypeAlias,
            graph::SymbolKind::Macro,
            graph::SymbolKind::Import,
        ];
    };
}

pub(crate) use questions;
