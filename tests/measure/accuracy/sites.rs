//! Where the syntax calls something, and where it defines something that can be called.
//!
//! An index of symbols says what each name means, and not which names are called: the tree of the file says that.

use std::collections::BTreeMap;

use scrubjay::files::grammars::grammar;
use tree_sitter::{Node, Parser};

/// What a name defines.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub(crate) name: String,
    pub(crate) is_callable: bool,
}

/// Places in one file, each a line from 1 and a column from 0.
#[derive(Default)]
pub(crate) struct Sites {
    /// The names that are called, by the place of the name.
    pub(crate) calls: BTreeMap<(u32, u32), String>,
    /// What is defined, by the place of its name.
    pub(crate) defined: BTreeMap<(u32, u32), Defined>,
}

/// Kinds of nodes with a field `name` that define what is called.
const CALLABLE: [&str; 12] = [
    "function_item",
    "function_signature_item",
    "function_declaration",
    "function_signature",
    "generator_function_declaration",
    "function_expression",
    "method_definition",
    "method_signature",
    "abstract_method_signature",
    "class_declaration",
    "abstract_class_declaration",
    "class",
];
/// Kinds of nodes with a field `name` that define a symbol, called only where its `body` is a list of types.
const NAMED: [&str; 13] = [
    "struct_item",
    "enum_variant",
    "enum_item",
    "union_item",
    "trait_item",
    "type_item",
    "const_item",
    "static_item",
    "mod_item",
    "macro_definition",
    "interface_declaration",
    "enum_declaration",
    "type_alias_declaration",
];
/// Values that make the variable that holds them one that is called.
const FUNCTIONS: [&str; 3] = ["arrow_function", "function_expression", "generator_function"];

impl Sites {
    /// The sites of a text; none where the language has no grammar.
    pub(crate) fn of(language: &str, text: &str) -> Option<Sites> {
        let mut parser = Parser::new();
        parser.set_language(&grammar(language)?).ok()?;
        let tree = parser.parse(text, None)?;
        let mut sites = Sites::default();
        let mut pending = vec![tree.root_node()];
        while let Some(node) = pending.pop() {
            sites.read(node, text);
            pending.extend((0..node.child_count()).filter_map(|at| node.child(at)));
        }
        Some(sites)
    }

    fn read(&mut self, node: Node<'_>, text: &str) {
        let kind = node.kind();
        match kind {
            "call_expression" | "call" => self.call(node.child_by_field_name("function"), text),
            "new_expression" => self.call(node.child_by_field_name("constructor"), text),
            "token_tree" => self.calls_in_macro(node, text),
            "variable_declarator" | "public_field_definition" => {
                let value = node.child_by_field_name("value");
                let is_callable = value.is_some_and(|value| FUNCTIONS.contains(&value.kind()));
                if is_callable {
                    self.define(node, text, true);
                }
            }
            _ if CALLABLE.contains(&kind) => self.define(node, text, true),
            _ if NAMED.contains(&kind) => {
                let body = node.child_by_field_name("body");
                self.define(node, text, body.is_some_and(|body| body.kind() == "ordered_field_declaration_list"));
            }
            _ => {}
        }
    }

    fn define(&mut self, node: Node<'_>, text: &str, is_callable: bool) {
        if let Some(name) = node.child_by_field_name("name") {
            let defined = Defined { name: text[name.byte_range()].to_owned(), is_callable };
            self.defined.insert(place(name), defined);
        }
    }

    /// Notes the name in what is called: its last part.
    fn call(&mut self, function: Option<Node<'_>>, text: &str) {
        let mut at = function;
        while let Some(node) = at {
            at = match node.kind() {
                "identifier" | "field_identifier" | "property_identifier" | "private_property_identifier" | "super" => {
                    self.calls.insert(place(node), text[node.byte_range()].to_owned());
                    None
                }
                "scoped_identifier" => node.child_by_field_name("name"),
                "field_expression" => node.child_by_field_name("field"),
                "member_expression" => node.child_by_field_name("property"),
                "attribute" => node.child_by_field_name("attribute"),
                "generic_function" => node.child_by_field_name("function"),
                "non_null_expression" | "instantiation_expression" => node.child(0),
                _ => None,
            }
        }
    }

    /// Within a macro's arguments nothing is parsed: a name before parentheses is called.
    fn calls_in_macro(&mut self, tree: Node<'_>, text: &str) {
        let mut cursor = tree.walk();
        let parts: Vec<Node<'_>> = tree.children(&mut cursor).collect();
        for pair in parts.windows(2) {
            let is_call = pair[0].kind() == "identifier"
                && pair[1].kind() == "token_tree"
                && text[pair[1].byte_range()].starts_with('(');
            if is_call {
                self.calls.insert(place(pair[0]), text[pair[0].byte_range()].to_owned());
            }
        }
    }
}

fn place(node: Node<'_>) -> (u32, u32) {
    let at = node.start_position();
    (at.row as u32 + 1, at.column as u32)
}

#[cfg(test)]
mod tests {
    use super::Sites;

    fn check(language: &str, text: &str, calls: &str, callable: &str) {
        let sites = Sites::of(language, text).unwrap();
        let names: Vec<&str> = sites.calls.values().map(String::as_str).collect();
        assert_eq!(names.join(" "), calls);
        let defined = sites.defined.values().filter(|defined| defined.is_callable);
        assert_eq!(defined.map(|defined| defined.name.as_str()).collect::<Vec<_>>().join(" "), callable);
    }

    #[test]
    fn the_last_name_of_what_is_called_is_a_site() {
        check("rust", "struct S(u8); struct T; fn f() { a::b::<u8>(c.d(), m!(e(1), g)); }", "b d e", "S f");
        check("typescript", "const f = () => 1; class C { m() { new A.B<X>(c?.d!(), super.e()); } }", "B d e", "f C m");
        check("python", "a.b(c)(d())", "b d", "");
    }
}
