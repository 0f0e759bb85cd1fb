//! Calls that ran, compared with the edges: every call site and function of a JavaScript project reports itself while
//! the project's own tests run.
//!
//! `instrument` rewrites a copy of the project in place. The last argument of a call reports the function that is about
//! to be called (`f(a, ...$sj.f(1, f))`), by a number in that function's text; a class reports at the start of its
//! constructor. Calls by native functions have no call site.
//!
//! `judge` compares. A call counts as found if an edge leads from its line to the function that ran. An edge is wrong
//! if the call on its line ran but never entered the edge's target.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use scrubjay::files::grammars::grammar;
use tree_sitter::{Node, Parser};

use super::project::Project;
use super::score::Score;
use super::{manifests, texts};
use crate::Outcome;

/// The module that records calls, to be loaded before all others: `NODE_OPTIONS="--require DIR/.calls.cjs"`.
const HOOK: &str = r#"
const seen = new Set(), held = [], known = new WeakMap();
let noted = 0;
// The number of a function, 0 of a native one, -1 where nobody knows.
const read = (f) => {
  let text;
  try { text = Function.prototype.toString.call(f); } catch { return -1; }
  if (/\[native code\]\s*}\s*$/.test(text)) return f.name?.startsWith("bound ") ? -1 : 0;
  return text.startsWith("class") ? -2 : Number(/\$sj\.e\((\d+)\)/.exec(text)?.[1] ?? -1);
};
const number = (f) => { if (!known.has(f)) known.set(f, read(f)); return known.get(f); };
const note = (site, f) => {
  const fn = typeof f === "function" ? number(f) : -1;
  noted = fn === -2 ? site : 0;
  if (fn >= 0) seen.add(`${site} ${fn}`);
  return [];
};
globalThis.$sj = {
  o(site, value) { held.push([site, value]); return value; },
  m(site, name) {
    let of;
    do of = held.pop(); while (of && of[0] !== site);
    return note(site, of?.[1]?.[name]);
  },
  f: note,
  e(fn) { if (noted) seen.add(`${noted} ${fn}`); noted = 0; },
};
process.on("exit", () => require("fs").appendFileSync(__dirname + "/.ran", [...seen].join("\n") + "\n"));
"#;

/// The name shown for a function without one.
const NAMELESS: &str = "<lambda>";

/// Kinds of nodes that are functions.
const FUNCTIONS: [&str; 6] = [
    "function_declaration",
    "function_expression",
    "arrow_function",
    "method_definition",
    "generator_function",
    "generator_function_declaration",
];

/// A byte offset, the order among texts at that offset, and the text to insert. Closing texts come before opening ones;
/// of closing texts the inner one comes first, of opening ones the outer one.
type Insertion = (usize, i64, String);

/// Rewrites the sources below a folder, and writes a list of all numbers into the folder.
pub(crate) fn instrument(folder: &Path, below: &str) -> Outcome {
    let mut table = String::new();
    let mut n = 0_u32;
    for (path, text) in texts(folder, below, &["javascript"])? {
        let mut parser = Parser::new();
        let javascript = grammar("javascript").ok_or("there is no grammar")?;
        parser.set_language(&javascript).map_err(|error| error.to_string())?;
        let tree = parser.parse(&text, None).ok_or("no tree")?;
        let mut insertions = Vec::new();
        let mut pending = vec![tree.root_node()];
        while let Some(node) = pending.pop() {
            let site = match node.kind() {
                "call_expression" | "new_expression" => call(node, &text, n + 1, &mut insertions),
                kind if FUNCTIONS.contains(&kind) => function(node, &text, n + 1, &mut insertions),
                _ => None,
            };
            if let Some((kind, name, line)) = site {
                n += 1;
                writeln!(table, "{n} {kind} {line} {} {name} {path}", node.end_position().row + 1)?;
            }
            pending.extend((0..node.child_count()).filter_map(|at| node.child(at)));
        }
        insertions.sort_by_key(|(at, order, _)| (*at, *order));
        let (mut instrumented, mut copied_to) = (String::new(), 0);
        for (at, _, part) in insertions {
            instrumented.push_str(&text[copied_to..at]);
            instrumented.push_str(&part);
            copied_to = at;
        }
        instrumented.push_str(&text[copied_to..]);
        std::fs::write(folder.join(&path), instrumented)?;
    }
    std::fs::write(folder.join(".sites"), table)?;
    std::fs::write(folder.join(".calls.cjs"), HOOK)?;
    Ok(())
}

/// Makes a call report itself. Returns `site`, the called name and its line; `None` for forms that are not rewritten.
fn call(node: Node<'_>, text: &str, n: u32, insertions: &mut Vec<Insertion>) -> Option<(&'static str, String, usize)> {
    let is_new = node.kind() == "new_expression";
    let callee = node.child_by_field_name(if is_new { "constructor" } else { "function" })?;
    let arguments = node.child_by_field_name("arguments").filter(|list| list.kind() == "arguments")?;
    let is_optional =
        text[callee.byte_range()].contains("?.") || text[callee.end_byte()..arguments.start_byte()].contains("?.");
    let text_of = |node: Node<'_>| text[node.byte_range()].to_owned();
    let (name, hook_call) = match callee.kind() {
        "identifier" if !matches!(text_of(callee).as_str(), "require" | "eval") => {
            (callee, format!("...$sj.f({n}, {})", text_of(callee)))
        }
        "member_expression" if !is_new => {
            let (object, property) = (callee.child_by_field_name("object")?, callee.child_by_field_name("property")?);
            if object.kind() == "super" || property.kind() != "property_identifier" || is_optional {
                return None;
            }
            insertions.push((object.start_byte(), i64::from(n), format!("$sj.o({n}, ")));
            insertions.push((object.end_byte(), -i64::from(n), ")".to_owned()));
            (property, format!("...$sj.m({n}, {:?})", text_of(property)))
        }
        _ => return None,
    };
    let last_child = arguments.child(arguments.child_count().checked_sub(1)?)?;
    let is_argument = |at: u32| arguments.named_child(at).is_some_and(|part| part.kind() != "comment");
    let has_any = (0..arguments.named_child_count() as u32).any(is_argument);
    let ends_in_comma = text[..last_child.start_byte()].trim_end().ends_with(',');
    insertions.push((
        last_child.start_byte(),
        -i64::from(n),
        if has_any && !ends_in_comma { format!(", {hook_call}") } else { hook_call },
    ));
    Some(("site", text_of(name), name.start_position().row + 1))
}

/// Makes a function report its number. Returns `function`, its name or `-`, and its first line; `None` without a body.
fn function(
    node: Node<'_>,
    text: &str,
    n: u32,
    insertions: &mut Vec<Insertion>,
) -> Option<(&'static str, String, usize)> {
    let body = node.child_by_field_name("body")?;
    if body.kind() == "statement_block" {
        // Directives stay at the beginning.
        let directives = (0..body.named_child_count() as u32).map_while(|at| body.named_child(at)).take_while(|part| {
            part.kind() == "comment"
                || part.kind() == "expression_statement"
                    && part.named_child(0).is_some_and(|expression| expression.kind() == "string")
        });
        let at = directives.last().map_or(body.start_byte() + 1, |last_directive| last_directive.end_byte());
        insertions.push((at, i64::from(n), format!("\n;$sj.e({n});")));
    } else {
        insertions.push((body.start_byte(), i64::from(n), format!("($sj.e({n}), ")));
        insertions.push((body.end_byte(), -i64::from(n), ")".to_owned()));
    }
    let name = node.child_by_field_name("name").map_or("", |name| &text[name.byte_range()]);
    let name = if name.is_empty() || name.contains(char::is_whitespace) { "-" } else { name };
    Some(("function", name.to_owned(), node.start_position().row + 1))
}

/// The call site or function with a number; lines count from 1.
struct Site {
    path: String,
    name: String,
    first_line: u32,
    last_line: u32,
}

/// Compares the calls that ran in an instrumented copy with the edges of the project.
pub(crate) fn judge(folder: &Path, below: &str, copy: &Path) -> Outcome {
    let mut sites_by_number: BTreeMap<u32, Site> = BTreeMap::new();
    for line in std::fs::read_to_string(copy.join(".sites"))?.lines() {
        let parts: Vec<&str> = line.splitn(6, ' ').collect();
        let [n, _, first, last, name, path] = parts[..] else { continue };
        let (path, name) = (path.to_owned(), name.to_owned());
        sites_by_number.insert(n.parse()?, Site { path, name, first_line: first.parse()?, last_line: last.parse()? });
    }
    let mut project_texts = texts(folder, "", &["javascript"])?;
    project_texts.retain(|path, _| !path.contains("node_modules/"));
    project_texts.extend(manifests(folder, "")?.into_iter().filter(|(path, _)| !path.contains("node_modules/")));
    let graph = Project::of(&project_texts)?.graph()?;
    // The symbol of a function: the innermost one that ends on the function's last line.
    let symbol_of = |at: &Site| {
        let candidates = graph.symbols().filter(|symbol| {
            symbol.path == at.path
                && symbol.last_line == at.last_line
                && symbol.first_line <= at.first_line
                && matches!(symbol.kind.as_str(), "function" | "method")
        });
        candidates.max_by_key(|symbol| (symbol.name == at.name, symbol.first_line)).map(|symbol| symbol.id.clone())
    };
    let ran: BTreeSet<(u32, u32)> = std::fs::read_to_string(copy.join(".ran"))?
        .lines()
        .filter_map(|line| line.split_once(' ').and_then(|(site, fn_)| Some((site.parse().ok()?, fn_.parse().ok()?))))
        .collect();
    let is_below = |path: &str| path.starts_with(below);
    // The functions that were entered from each call site, by place and name.
    let mut entered: BTreeMap<(String, u32, String), BTreeSet<String>> = BTreeMap::new();
    let mut truth: BTreeSet<(String, u32, String, String)> = BTreeSet::new();
    for (site, function) in ran.iter().filter(|(site, _)| *site > 0) {
        let Some(at) = sites_by_number.get(site) else { continue };
        let entered_ids = entered.entry((at.path.clone(), at.first_line, at.name.clone())).or_default();
        let Some(callee_site) = sites_by_number.get(function) else { continue };
        let id = symbol_of(callee_site)
            .unwrap_or_else(|| format!("{}:{} {}", callee_site.path, callee_site.first_line, callee_site.name));
        entered_ids.insert(id.clone());
        if is_below(&at.path) && is_below(&callee_site.path) {
            truth.insert((at.path.clone(), at.first_line, at.name.clone(), id));
        }
    }
    let calls: BTreeSet<(String, u32, String, String)> = graph
        .links
        .iter()
        .filter(|link| link.edge.kind == "calls" && is_below(&link.path))
        .map(|link| (link.path.clone(), link.line, link.edge.target.clone(), link.edge.strategy.clone()))
        .collect();
    let mut score = Score::default();
    for (path, line, target, strategy) in &calls {
        let from_line = entered.range((path.clone(), *line, String::new())..(path.clone(), line + 1, String::new()));
        let sites: Vec<_> = from_line.collect();
        let name = graph.symbol(target).map_or("", |symbol| symbol.name.as_str());
        if sites.iter().any(|(_, ids)| ids.contains(target)) {
            score.n_right += 1;
        } else if sites.iter().any(|(at, _)| at.2 == name) {
            score.n_wrong += 1;
            println!("wrong {path}:{line} {target} ({strategy})");
        } else {
            score.n_aside += 1;
        }
    }
    // A function without a name, or inside of one without, is no symbol that an edge can have as its target.
    let is_named = |id: &str| !id.ends_with(NAMELESS) && !id.contains(&format!("{NAMELESS}~")) && id.contains('#');
    let mut named_score = Score::default();
    for (path, line, name, id) in &truth {
        let is_found = calls.iter().any(|(at, on, target, _)| (at, on, target) == (path, line, id));
        score.n_found += u64::from(is_found);
        score.n_missing += u64::from(!is_found);
        if is_named(id) {
            named_score.n_found += u64::from(is_found);
            named_score.n_missing += u64::from(!is_found);
        }
        if !is_found {
            println!("missing {path}:{line} {name} {id}");
        }
    }
    score.print("ran", "ours");
    Score { n_right: score.n_right, n_wrong: score.n_wrong, ..named_score }.print("ran-of-named", "ours");
    Ok(())
}
