//! The positions of calls and of callable definitions in the syntax tree.
//!
//! An index of symbols tells what each name refers to, but not which names are called; the syntax tree tells that.

use std::collections::BTreeMap;

use scrubjay::files::grammars::grammar;
use tree_sitter::{Node, Parser};

#[derive(Clone, Debug)]
pub(crate) struct DefinedName {
    pub(crate) name: String,
    pub(crate) is_callable: bool,
}

/// Positions in one file, each a line from 1 and a column from 0.
#[derive(Default)]
pub(crate) struct Sites {
    /// The names that are called, by the position of the name.
    pub(crate) calls: BTreeMap<(u32, u32), String>,
    /// Definitions, by the position of the name.
    pub(crate) definitions: BTreeMap<(u32, u32), DefinedName>,
    /// Constants and properties whose value is a name: the positions of both names.
    pub(crate) value_names: BTreeMap<(u32, u32), (u32, u32)>,
}

/// Kinds of nodes with a field `name` that define something callable.
const CALLABLE_KINDS: [&str; 18] = [
    "function_definition",
    "class_definition",
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
    "method_declaration",
    "method_elem",
    "type_spec",
    "type_alias",
];
/// Kinds of nodes with a field `name` that define a symbol, which is callable only if its `body` is a list of types.
const NAMED_KINDS: [&str; 15] = [
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
    "const_spec",
    "var_spec",
];
/// Values that make their variable callable.
const FUNCTIONS: [&str; 3] = ["arrow_function", "function_expression", "generator_function"];

impl Sites {
    /// The positions in a text; `None` if the language has no grammar.
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
            "call_expression" | "call" => {
                self.call(node.child_by_field_name("function"), text);
                self.call(allocated(node, text), text);
            }
            "new_expression" => self.call(node.child_by_field_name("constructor"), text),
            "composite_literal" | "type_conversion_expression" => self.call(node.child_by_field_name("type"), text),
            "token_tree" => self.calls_in_macro(node, text),
            "pair" => self.value(node.child_by_field_name("key"), node),
            "variable_declarator" | "public_field_definition" => {
                let value = node.child_by_field_name("value");
                if node.parent().is_some_and(|parent| text[parent.byte_range()].starts_with("const")) {
                    self.value(node.child_by_field_name("name"), node);
                }
                let is_callable = value.is_some_and(|value| FUNCTIONS.contains(&value.kind()));
                if is_callable {
                    self.define(node, text, true);
                }
            }
            _ if CALLABLE_KINDS.contains(&kind) => self.define(node, text, true),
            _ if NAMED_KINDS.contains(&kind) => {
                let body = node.child_by_field_name("body");
                self.define(node, text, body.is_some_and(|body| body.kind() == "ordered_field_declaration_list"));
            }
            _ => {}
        }
    }

    /// Records a value that is a name, or ends in one.
    fn value(&mut self, key: Option<Node<'_>>, node: Node<'_>) {
        let value = node.child_by_field_name("value");
        let value_name = value.and_then(|value| match value.kind() {
            "identifier" => Some(value),
            "member_expression" => value.child_by_field_name("property"),
            _ => None,
        });
        if let (Some(key), Some(value_name)) = (key, value_name) {
            self.value_names.insert(position(key), position(value_name));
        }
    }

    fn define(&mut self, node: Node<'_>, text: &str, is_callable: bool) {
        let mut cursor = node.walk();
        for name in node.children_by_field_name("name", &mut cursor).filter(Node::is_named) {
            let defined = DefinedName { name: text[name.byte_range()].to_owned(), is_callable };
            self.definitions.insert(position(name), defined);
        }
    }

    /// Records the last name of a callee as called.
    fn call(&mut self, function: Option<Node<'_>>, text: &str) {
        let mut at = function;
        while let Some(node) = at {
            at = match node.kind() {
                "identifier"
                | "type_identifier"
                | "field_identifier"
                | "property_identifier"
                | "private_property_identifier"
                | "super" => {
                    self.calls.insert(position(node), text[node.byte_range()].to_owned());
                    None
                }
                "scoped_identifier" | "qualified_type" => node.child_by_field_name("name"),
                "generic_type" => node.child_by_field_name("type"),
                "field_expression" | "selector_expression" => node.child_by_field_name("field"),
                "member_expression" => node.child_by_field_name("property"),
                "attribute" => node.child_by_field_name("attribute"),
                "generic_function" => node.child_by_field_name("function"),
                "non_null_expression" | "instantiation_expression" => node.child(0),
                "index_expression" | "unary_expression" => node.child_by_field_name("operand"),
                "parenthesized_expression" => node.named_child(0),
                _ => None,
            }
        }
    }

    /// Records calls in the arguments of a macro, which are not parsed: each name before a parenthesis.
    fn calls_in_macro(&mut self, tree: Node<'_>, text: &str) {
        let mut cursor = tree.walk();
        let parts: Vec<Node<'_>> = tree.children(&mut cursor).collect();
        for pair in parts.windows(2) {
            let is_call = pair[0].kind() == "identifier"
                && pair[1].kind() == "token_tree"
                && text[pair[1].byte_range()].starts_with('(');
            if is_call {
                self.calls.insert(position(pair[0]), text[pair[0].byte_range()].to_owned());
            }
        }
    }
}

/// The type in Go's `new(Type)`.
fn allocated<'t>(call: Node<'t>, text: &str) -> Option<Node<'t>> {
    let function = call.child_by_field_name("function").filter(|function| &text[function.byte_range()] == "new");
    function.and(call.child_by_field_name("arguments")?.named_child(0))
}

fn position(node: Node<'_>) -> (u32, u32) {
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
        let defined = sites.definitions.values().filter(|defined| defined.is_callable);
        assert_eq!(defined.map(|defined| defined.name.as_str()).collect::<Vec<_>>().join(" "), callable);
    }

    #[test]
    fn the_last_name_of_a_callee_is_a_site() {
        check("rust", "struct S(u8); struct T; fn f() { a::b::<u8>(c.d(), m!(e(1), g)); }", "b d e", "S f");
        check("typescript", "const f = () => 1; class C { m() { new A.B<X>(c?.d!(), super.e()); } }", "B d e", "f C m");
        check("python", "a.b(c)(d())", "b d", "");
        let go = "package p\nvar v = &a.B[int]{}\nfunc (c *C) m() { (f)(g[int](1), new(a.T)); []D{}; make(E, 1) }\n";
        check("go", go, "B f g new T make", "m");
        check("go", "package p\ntype (\n A struct{}\n I interface { n() }\n)\nconst _, c = 1, 2\n", "", "A I n");
    }

    #[test]
    fn constants_and_properties_have_the_name_that_is_their_value() {
        let sites =
            Sites::of("javascript", "const f = a.b, g = 1\nlet h = f\nexport const o = { p: f, q() {} }").unwrap();
        let values: Vec<_> = sites.value_names.into_iter().collect();
        assert_eq!(values, [((1, 6), (1, 12)), ((3, 19), (3, 22))]);
    }
}
