//! Test helpers: packs the tree of a file as a host does, and formats facts as text.

use super::Language;
use crate::graph::facts::{
    ANY_COUNT, Container, DefId, Expr, ExprId, Facts, Flags, INDEX_OF_SLICE, INDEXES_FROM_END, ImportKind, List,
    Literal, Name, OPEN_END,
};
use crate::graph::syntax::Tree;

/// Test helpers of each language: the facts of a text, and checks of each part of these facts.
macro_rules! checks {
    ($language:expr, $grammar:expr) => {
        fn facts(text: &str) -> crate::graph::facts::Facts {
            let facts = $crate::graph::lang::testing::facts(&$language, &$grammar.into(), text);
            $crate::graph::lang::testing::assert_sound(&facts);
            facts
        }

        #[track_caller]
        fn check_definitions(text: &str, expected: &str) {
            $crate::graph::lang::testing::check($crate::graph::lang::testing::definitions(&facts(text)), expected);
        }

        #[track_caller]
        fn check_imports(text: &str, expected: &str) {
            $crate::graph::lang::testing::check($crate::graph::lang::testing::imports(&facts(text)), expected);
        }

        #[track_caller]
        fn check_bindings(text: &str, expected: &str) {
            $crate::graph::lang::testing::check($crate::graph::lang::testing::bindings(&facts(text)), expected);
        }

        #[track_caller]
        fn check_references(text: &str, expected: &str) {
            $crate::graph::lang::testing::check($crate::graph::lang::testing::references(&facts(text)), expected);
        }
    };
}
pub(super) use checks;

/// The tree of a text in the packed form of `parsed-file.nodes`.
pub(in crate::graph) fn pack(language: &Language, grammar: &tree_sitter::Language, text: &str) -> Vec<u32> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(grammar).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let mut cursor = tree.walk();
    let (mut words, mut needed_ancestors, mut depth) = (Vec::new(), Vec::<bool>::new(), 0);
    loop {
        let leaf_if_needed = push_node(language, &cursor, depth, &mut words);
        let is_leaf = leaf_if_needed.is_some_and(|is_leaf| is_leaf);
        if !is_leaf && cursor.goto_first_child() {
            needed_ancestors.push(leaf_if_needed.is_some());
            depth += u32::from(leaf_if_needed.is_some());
            continue;
        }
        while !cursor.goto_next_sibling() {
            let Some(is_needed) = needed_ancestors.pop() else { return words };
            depth -= u32::from(is_needed);
            cursor.goto_parent();
        }
    }
}

/// Appends the cursor's node if the language needs it, and returns whether the node is a leaf; `None` if it is not
/// needed.
fn push_node(
    language: &Language,
    cursor: &tree_sitter::TreeCursor<'_>,
    depth: u32,
    words: &mut Vec<u32>,
) -> Option<bool> {
    let node = cursor.node();
    let matches_node =
        |kind: &crate::graph::syntax::NodeKind| kind.name == node.kind() && kind.named == node.is_named();
    let kind = language.kinds.iter().position(matches_node)?;
    let field = cursor.field_name().and_then(|name| language.fields.iter().position(|&field| field == name));
    let head_word = (kind as u32 + 1) | field.map_or(0, |field| field as u32 + 1) << 10 | depth << 16;
    words.extend([head_word, node.start_byte() as u32, node.end_byte() as u32]);
    Some(language.kinds[kind].leaf)
}

pub(super) fn facts(language: &Language, grammar: &tree_sitter::Language, text: &str) -> Facts {
    let words = pack(language, grammar, text);
    let tree = Tree::new(text, &words, language.kinds.len(), language.fields.len()).unwrap();
    (language.extract)(&tree)
}

/// Checks that the visits per node do not double for a text four times as long.
#[track_caller]
pub(super) fn assert_linear(language: &Language, grammar: &tree_sitter::Language, text: &dyn Fn(usize) -> String) {
    let visits_per_node = |text: &str| {
        let words = pack(language, grammar, text);
        let tree = Tree::new(text, &words, language.kinds.len(), language.fields.len()).unwrap();
        (language.extract)(&tree);
        tree.n_visits() as f64 / tree.len() as f64
    };
    let (small_ratio, large_ratio) = (visits_per_node(&text(500)), visits_per_node(&text(2_000)));
    assert!(large_ratio < 2.0 * small_ratio, "{small_ratio} looks a node, then {large_ratio}: {}…", &text(3)[..40]);
}

/// Checks that the grammar has all kinds and fields that the language needs.
pub(super) fn assert_grammar_complete(language: &Language, grammar: &tree_sitter::Language) {
    for kind in language.kinds {
        assert_ne!(grammar.id_for_node_kind(kind.name, kind.named), 0, "{}", kind.name);
    }
    for field in language.fields {
        assert!(grammar.field_id_for_name(field).is_some(), "{field}");
    }
}

/// Compares lines, ignoring the indentation of the expected ones.
#[track_caller]
pub(super) fn check(actual: Vec<String>, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(actual == expected, "\nexpected:\n{}\nactual:\n{}\n", expected.join("\n"), actual.join("\n"));
}

/// Definitions: `method A.f 3-4 public,static "signature" "doc" -> Type`.
pub(super) fn definitions(facts: &Facts) -> Vec<String> {
    let lines = (1..facts.definitions.len()).map(|at| {
        let (definition, detail) = (&facts.definitions[at], &facts.details[at]);
        let mut line = format!("{:?} {}", definition.kind, qualified(facts, DefId(at as u32))).to_lowercase_kind();
        line += &format!(" {}-{}{}", definition.first_line, definition.last_line, flags_text(definition.flags));
        line += &format!(" {:?}", detail.signature);
        if !detail.doc.is_empty() {
            line += &format!(" {:?}", detail.doc);
        }
        if definition.returns != ExprId(0) {
            line += &format!(" -> {}", expr(facts, definition.returns));
        }
        line
    });
    lines.collect()
}

trait LowerKind {
    fn to_lowercase_kind(self) -> String;
}

impl LowerKind for String {
    /// The text with its first word in lower case.
    fn to_lowercase_kind(self) -> String {
        let (kind, rest) = self.split_once(' ').unwrap();
        format!("{} {rest}", kind.to_lowercase())
    }
}

/// Imports: `line scope: member name of level:a.b as alias +`, where `+` marks a re-export.
pub(super) fn imports(facts: &Facts) -> Vec<String> {
    let lines = facts.imports.iter().map(|import| {
        let path: Vec<_> = items(facts, import.module).map(|(name, _)| name).collect();
        let import_kind = match import.kind {
            ImportKind::Module => "module".to_owned(),
            ImportKind::Member => format!("member {} of", name_text(facts, import.member)),
            ImportKind::All => "all of".to_owned(),
        };
        let alias =
            if import.alias == Name(0) { String::new() } else { format!(" as {}", name_text(facts, import.alias)) };
        let reexported = if import.is_reexported { " +" } else { "" };
        let scope = qualified(facts, import.scope);
        format!("{} {scope}: {import_kind} {}:{}{alias}{reexported}", import.line, import.level, path.join("."))
    });
    lines.collect()
}

/// Bindings: `owner name kind index = value : annotation`, with the scope if it is not the owner.
pub(super) fn bindings(facts: &Facts) -> Vec<String> {
    let lines = facts.bindings.iter().map(|binding| {
        let mut line =
            format!("{} {} {:?}", qualified(facts, binding.owner), name_text(facts, binding.name), binding.kind);
        if binding.index != 0 {
            line += &format!(" {}", binding.index);
        }
        if binding.value != ExprId(0) {
            line += &format!(" = {}", expr(facts, binding.value));
        }
        if binding.annotation != ExprId(0) {
            line += &format!(" : {}", expr(facts, binding.annotation));
        }
        if binding.scope != binding.owner {
            line += &format!(" in {}", qualified(facts, binding.scope));
        }
        line
    });
    lines.collect()
}

/// References: `line scope kind expr`.
pub(super) fn references(facts: &Facts) -> Vec<String> {
    let lines = facts.references.iter().map(|reference| {
        let (scope, target) = (qualified(facts, reference.scope), expr(facts, reference.expr));
        format!("{} {scope} {} {target}", reference.line, format!("{:?}", reference.kind).to_lowercase())
    });
    lines.collect()
}

/// The qualified name of a definition in its file; `file` for the file itself.
pub(super) fn qualified(facts: &Facts, id: DefId) -> String {
    if id == DefId(0) {
        return "file".to_owned();
    }
    let definition = &facts.definitions[id.0 as usize];
    let bare_name = name_text(facts, definition.name);
    if definition.parent == DefId(0) {
        bare_name
    } else {
        format!("{}.{bare_name}", qualified(facts, definition.parent))
    }
}

fn name_text(facts: &Facts, name: Name) -> String {
    if name == Name(0) { "-".to_owned() } else { facts.names[name.0 as usize].clone() }
}

fn items(facts: &Facts, list: List) -> impl Iterator<Item = (String, ExprId)> {
    let items = &facts.items[list.start as usize..][..list.len as usize];
    items.iter().map(|item| (facts.names[item.name.0 as usize].clone(), item.value))
}

fn list_text(facts: &Facts, list: List, sign: &str) -> String {
    let item_text = |(name, value): (String, ExprId)| match name.as_str() {
        "" => expr(facts, value),
        ANY_COUNT => format!("*{}", expr(facts, value)),
        name => format!("{name}{sign}{}", expr(facts, value)),
    };
    items(facts, list).map(item_text).collect::<Vec<_>>().join(", ")
}

/// An expression as text; `?` means unknown.
pub(super) fn expr(facts: &Facts, id: ExprId) -> String {
    let text = |id| expr(facts, id);
    match facts.exprs[id.0 as usize] {
        Expr::Unknown => "?".to_owned(),
        Expr::Name(id, _) => name_text(facts, id),
        Expr::Member(object, member) => format!("{}.{}", text(object), name_text(facts, member)),
        Expr::Scoped(path, member) => format!("{}::{}", text(path), name_text(facts, member)),
        Expr::Call(callee, arguments) => format!("{}({})", text(callee), list_text(facts, arguments, "=")),
        Expr::Element(value, u32::MAX) => format!("{}[*]", text(value)),
        Expr::Element(value, INDEX_OF_SLICE) => format!("{}[..]", text(value)),
        Expr::Element(value, at) => format!("{}[{}]", text(value), index_text(at)),
        Expr::Indexed(value, index) => format!("{}[{}]", text(value), text(index)),
        Expr::Slice(value, bounds) => match bounds.indexes() {
            (from, OPEN_END) => format!("{}[{}:]", text(value), index_text(from)),
            (from, to) => format!("{}[{}:{}]", text(value), index_text(from), index_text(to)),
        },
        Expr::Text(content) => format!("{:?}", name_text(facts, content)),
        Expr::Number(at) => index_text(at),
        Expr::Pair(key, value) => format!("{} => {}", text(key), text(value)),
        Expr::Keyed(value, key) => format!("{}[{:?}]", text(value), name_text(facts, key)),
        Expr::Awaited(value) => format!("await {}", text(value)),
        Expr::Unwrapped(value) => format!("{}?", text(value)),
        Expr::EnclosingType => "Self".to_owned(),
        Expr::Supertypes => "super".to_owned(),
        Expr::Root(level) => {
            ["", "crate", "self", "super"].get(level as usize).map_or("super+".to_owned(), |s| (*s).to_owned())
        }
        Expr::Literal(Literal::Text) => "'text".to_owned(),
        Expr::Literal(Literal::Number) => "'number".to_owned(),
        Expr::Literal(Literal::Bool) => "'bool".to_owned(),
        Expr::Literal(Literal::Null) => "'null".to_owned(),
        Expr::Literal(Literal::Other) => "'other".to_owned(),
        Expr::Items(Container::Tuple, list) => format!("({})", list_text(facts, list, ": ")),
        Expr::Items(Container::Sequence, list) => format!("[{}]", list_text(facts, list, ": ")),
        Expr::Items(Container::Mapping, list) => format!("{{{}}}", list_text(facts, list, ": ")),
        Expr::Either(one, other) => format!("({} | {})", text(one), text(other)),
        Expr::Generic(head, arguments) => format!("{}<{}>", text(head), list_text(facts, arguments, "=")),
        Expr::Lambda(definition) => format!("lambda {}", qualified(facts, definition)),
    }
}

/// An index as text; negative if it counts from the end.
fn index_text(at: u32) -> String {
    match at.checked_sub(INDEXES_FROM_END) {
        Some(from_end) => format!("-{from_end}"),
        None => at.to_string(),
    }
}

fn flags_text(flags: Flags) -> String {
    let names = [
        (Flags::ANONYMOUS, "anonymous"),
        (Flags::STATIC, "static"),
        (Flags::CLASS_METHOD, "class"),
        (Flags::PROPERTY, "property"),
        (Flags::ASYNC, "async"),
        (Flags::GENERATOR, "generator"),
        (Flags::TEST, "test"),
        (Flags::ABSTRACT, "abstract"),
        (Flags::PUBLIC, "public"),
    ];
    let set_names: Vec<_> = names.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, name)| *name).collect();
    if set_names.is_empty() { String::new() } else { format!(" {}", set_names.join(",")) }
}

/// Checks what the resolver relies on: all indexes are in range, a parent comes before its children, and an operand
/// before its expression.
pub(super) fn assert_sound(facts: &Facts) {
    let is_name = |name: Name| (name.0 as usize) < facts.names.len();
    let is_def = |id: DefId| (id.0 as usize) < facts.definitions.len();
    let is_expr = |id: ExprId| (id.0 as usize) < facts.exprs.len();
    let is_list = |list: List| list.start as usize + list.len as usize <= facts.items.len();
    assert_eq!(facts.definitions.len(), facts.details.len());
    for (at, definition) in facts.definitions.iter().enumerate() {
        assert!(at == 0 || (definition.parent.0 as usize) < at);
        assert!(is_name(definition.name) && is_expr(definition.returns));
        assert!(definition.first_line >= 1 && definition.first_line <= definition.last_line);
    }
    for (at, &expr) in facts.exprs.iter().enumerate() {
        let (operands, list) = operands_of(expr);
        assert!(operands.into_iter().flatten().all(|part| (part.0 as usize) < at.max(1)));
        let list = list.unwrap_or_default();
        assert!(is_list(list));
        assert!(items(facts, list).all(|(_, value)| (value.0 as usize) < at.max(1)));
    }
    assert!(facts.items.iter().all(|item| is_name(item.name) && is_expr(item.value)));
    for binding in &facts.bindings {
        assert!(is_def(binding.owner) && is_def(binding.scope) && is_name(binding.name));
        assert!(
            is_expr(binding.value) && is_expr(binding.annotation) && binding.effective_from <= binding.effective_until
        );
    }
    for import in &facts.imports {
        assert!(is_def(import.scope) && is_list(import.module) && is_name(import.member) && is_name(import.alias));
    }
    assert!(facts.references.iter().all(|reference| is_def(reference.scope) && is_expr(reference.expr)));
    assert!(facts.references.is_sorted_by_key(|reference| reference.line));
    assert!(facts.extensions.iter().all(|extension| is_def(extension.block) && is_expr(extension.target)));
    assert!(facts.exports.is_none_or(is_list));
}

fn operands_of(expr: Expr) -> ([Option<ExprId>; 2], Option<List>) {
    match expr {
        Expr::Member(part, _) | Expr::Scoped(part, _) | Expr::Element(part, _) | Expr::Keyed(part, _) => {
            ([Some(part), None], None)
        }
        Expr::Awaited(part) | Expr::Unwrapped(part) | Expr::Slice(part, ..) => ([Some(part), None], None),
        Expr::Call(part, list) | Expr::Generic(part, list) => ([Some(part), None], Some(list)),
        Expr::Either(one, other) | Expr::Indexed(one, other) | Expr::Pair(one, other) => {
            ([Some(one), Some(other)], None)
        }
        Expr::Items(_, list) => ([None, None], Some(list)),
        _ => ([None, None], None),
    }
}

/// Random numbers, the same on every run.
pub(super) struct RandomNumbers(pub(super) u64);

impl RandomNumbers {
    /// A random number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// Extracts facts from damaged forms of a packed tree. Those that are accepted as a tree must have sound facts.
pub(super) fn assert_sound_when_damaged(
    language: &Language,
    grammar: &tree_sitter::Language,
    text: &str,
    n_rounds: usize,
) {
    let words = pack(language, grammar, text);
    let mut numbers = RandomNumbers(7);
    let mut n_accepted = 0;
    for _ in 0..n_rounds {
        let mut damaged = words.clone();
        for _ in 0..1 + numbers.below(8) {
            damage(&mut damaged, &mut numbers, language);
        }
        let text =
            if numbers.below(4) == 0 { text.replace(|c: char| c.is_ascii_punctuation(), " ") } else { text.to_owned() };
        if let Ok(tree) = Tree::new(&text, &damaged, language.kinds.len(), language.fields.len()) {
            assert_sound(&(language.extract)(&tree));
            n_accepted += 1;
        }
    }
    assert!(n_accepted > n_rounds / 10, "too few of the damaged trees were accepted: {n_accepted}");
}

/// Changes a kind, a field or an end offset, drops a node, or cuts the tree.
fn damage(words: &mut Vec<u32>, numbers: &mut RandomNumbers, language: &Language) {
    let node = numbers.below(words.len() / 3);
    let Some(head) = words.get(node * 3).copied() else { return };
    match numbers.below(6) {
        0 | 1 => words[node * 3] = (head & !1023) | (1 + numbers.below(language.kinds.len()) as u32),
        2 => words[node * 3] = (head & !(63 << 10)) | (numbers.below(language.fields.len() + 1) as u32) << 10,
        3 => words[node * 3 + 2] = words[node * 3 + 1],
        4 => drop(words.drain(node * 3..node * 3 + 3)),
        _ => words.truncate(words.len() - 3 * numbers.below(words.len() / 30 + 1)),
    }
}
