//! Callers: the spelling of arguments and next steps for a person at a shell, and for an agent that calls tools. Not
//! here: when something is advised (`empty_hints`, `fault`).

use scrubjay::wit::tools;
use scrubjay::wit::types::NextQuestion;
use serde_json::{Value, json};

/// The tools that are offered to an agent; an answer names no others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOffer {
    /// The prefix of each name.
    pub prefix: String,
    /// The names of the tools, without the prefix.
    pub names: Vec<String>,
}

impl ToolOffer {
    /// The name under which a tool is offered; `None` if it is not.
    fn name(&self, tool: &str) -> Option<String> {
        self.names.iter().any(|name| name == tool).then(|| format!("{}{tool}", self.prefix))
    }
}

/// The caller: a person or program at a shell, or an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asker<'o> {
    /// The caller types commands.
    #[default]
    Shell,
    /// The caller is an agent that calls tools of this offer.
    Agent(&'o ToolOffer),
}

impl Asker<'_> {
    /// The spelling of an argument in messages.
    pub(crate) fn argument(self, name: &str) -> String {
        match self {
            Asker::Shell => as_option(name),
            Asker::Agent(_) => format!("`{}`", as_argument(name)),
        }
    }

    /// The name under which a tool is offered to the agent; `None` at a shell or if it is not offered.
    pub(crate) fn tool(self, name: &str) -> Option<String> {
        match self {
            Asker::Shell => None,
            Asker::Agent(offer) => offer.name(name),
        }
    }

    /// This caller in the form of the interface.
    pub(crate) fn of_tools(self) -> tools::Asker {
        match self {
            Asker::Shell => tools::Asker::Shell,
            Asker::Agent(ToolOffer { prefix, names }) => {
                tools::Asker::Agent(tools::ToolOffer { prefix: prefix.clone(), names: names.clone() })
            }
        }
    }

    pub(crate) fn is_agent(self) -> bool {
        matches!(self, Asker::Agent(_))
    }
}

/// The name of a tool's argument for an option of the command line. Most are the same; `in` is a keyword of Python.
fn as_argument(option: &str) -> &str {
    if option == "in" { "path_prefix" } else { option }
}

/// The option of the command line for an argument: `--min-confidence` for an agent's `min_confidence`.
pub(crate) fn as_option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// A question to ask next, in the terms of the command line.
#[derive(Clone, Debug)]
pub(crate) struct NextStep {
    command: &'static str,
    places: Vec<String>,
    /// Options by their names on the command line, with their values; a flag has no value.
    options: Vec<(&'static str, Option<String>)>,
}

impl NextStep {
    pub(crate) fn new(command: &'static str, places: &[&str]) -> NextStep {
        NextStep { command, places: places.iter().map(|place| (*place).to_owned()).collect(), options: Vec::new() }
    }

    /// The question that a hint of the interface proposes; `None` if no command asks it. `asked` is the command that
    /// was given: it lists places on unknown receivers itself, if it can.
    pub(crate) fn of(question: &NextQuestion, asked: &'static str) -> Option<NextStep> {
        let mut next = NextStep::new(command_of(&question.question, asked)?, &[]);
        if question.question == "unresolved" {
            next = next.with_flag("unresolved");
        }
        for argument in &question.arguments {
            let value: Value = serde_json::from_str(&argument.value).ok()?;
            match option_of(&argument.name) {
                None => next.places.push(value.as_str()?.to_owned()),
                Some(option) => match value {
                    Value::Array(words) => {
                        next.options.extend(words.iter().map(|word| (option, word.as_str().map(str::to_owned))))
                    }
                    value => next = next.with(option, value),
                },
            }
        }
        Some(next)
    }

    /// The command that updates the index.
    pub(crate) fn index() -> NextStep {
        NextStep::new("index", &[])
    }

    pub(crate) fn with(mut self, option: &'static str, value: impl ToString) -> NextStep {
        self.options.push((option, Some(value.to_string())));
        self
    }

    pub(crate) fn with_flag(mut self, option: &'static str) -> NextStep {
        self.options.push((option, None));
        self
    }

    /// The question as the caller types or calls it; `None` if an agent has no tool for it.
    pub(crate) fn spelled_for(&self, asker: Asker<'_>) -> Option<String> {
        match asker {
            Asker::Shell => Some(self.typed()),
            Asker::Agent(offer) => self.called(offer),
        }
    }

    /// The command line for a shell, quoted.
    fn typed(&self) -> String {
        let mut words = vec!["scrubjay".to_owned(), self.command.to_owned()];
        words.extend(self.places.iter().map(|place| quoted(place)));
        for (name, value) in &self.options {
            words.push(as_option(name));
            words.extend(value.as_ref().map(|value| quoted(value)));
        }
        words.join(" ")
    }

    /// The call of a tool of the offer; `None` if the tool is not offered.
    fn called(&self, offer: &ToolOffer) -> Option<String> {
        let (tool, places, more): (_, &[&str], _) = match self.command {
            // The server takes changes in by itself, and what is done to whole memories is not an agent's.
            "index" | "memory" => return None,
            "find" => ("find", &["text"], None),
            "refs" => ("references", &["name"], None),
            "callees" => ("callers", &["name"], Some("direction=\"callees\"".to_owned())),
            "path" => ("path", &["source", "target"], None),
            "prepare" => ("prepare", &["task"], None),
            "remember" => ("remember", &["text"], None),
            "recall" => ("recall", &["query"], None),
            "deps" => ("dependencies", &["path"], None),
            "dependents" => ("dependents", &["path"], None),
            other => (other, &["name"], None),
        };
        let tool = offer.name(tool)?;
        let mut given: Vec<String> =
            places.iter().zip(&self.places).map(|(name, place)| format!("{name}={}", json!(place))).collect();
        given.extend(more);
        given.extend(
            self.options
                .iter()
                .map(|(name, value)| format!("{}={}", as_argument(name), argument(name, value.as_deref()))),
        );
        Some(format!("{tool}({})", given.join(", ")))
    }
}

/// The value of a tool's argument as JSON; a flag is `true`.
fn argument(name: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return "true".to_owned() };
    match name {
        "kind" | "focus" => json!([value]).to_string(),
        _ if value.parse::<u64>().is_ok() => value.to_owned(),
        _ => json!(value).to_string(),
    }
}

/// The command for a question of the interface; `None` if there is none.
fn command_of(question: &str, asked: &'static str) -> Option<&'static str> {
    Some(match question {
        "find" => "find",
        "callers" => "callers",
        "references" => "refs",
        "impact" => "impact",
        "tests" => "tests",
        "path" => "path",
        "hierarchy" => "hierarchy",
        "export" => "export",
        "map" => "map",
        "source" | "outline" => "show",
        "unresolved" if matches!(asked, "refs" | "impact") => asked,
        "unresolved" => "callers",
        _ => return None,
    })
}

/// The option for an argument of the interface; `None` if the command takes it by position.
fn option_of(argument: &str) -> Option<&'static str> {
    match argument {
        "kinds" => Some("kind"),
        "depth" => Some("depth"),
        "budget" => Some("budget"),
        _ => None,
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "_-./:#@%+=,~".contains(char);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use scrubjay::wit::types::{NextArgument, NextQuestion};

    use super::{Asker, NextStep, ToolOffer};

    fn offer(prefix: &str) -> ToolOffer {
        let names = ["find", "callers", "dependencies"].map(str::to_owned).to_vec();
        ToolOffer { prefix: prefix.to_owned(), names }
    }

    #[test]
    fn what_to_ask_next_is_typed_in_a_shell_and_called_by_an_agent() {
        let offer = offer("");
        let both = |next: NextStep| {
            [Asker::Shell, Asker::Agent(&offer)].map(|asker| next.spelled_for(asker).unwrap_or_default())
        };
        assert_eq!(
            both(NextStep::new("find", &["it's $HOME"]).with("kind", "import")),
            [r"scrubjay find 'it'\''s $HOME' --kind import", r#"find(text="it's $HOME", kind=["import"])"#]
        );
        assert_eq!(
            both(NextStep::new("callers", &["src/a.py#A.b"]).with_flag("unresolved")),
            ["scrubjay callers src/a.py#A.b --unresolved", r#"callers(name="src/a.py#A.b", unresolved=true)"#]
        );
        assert_eq!(
            both(NextStep::new("callees", &["a"]).with("depth", 3)),
            ["scrubjay callees a --depth 3", r#"callers(name="a", direction="callees", depth=3)"#]
        );
        assert_eq!(both(NextStep::new("find", &[""])), ["scrubjay find ''", r#"find(text="")"#]);
        assert_eq!(
            both(NextStep::new("find", &["a"]).with("in", "src/")),
            ["scrubjay find a --in src/", r#"find(text="a", path_prefix="src/")"#]
        );
        assert_eq!(both(NextStep::new("deps", &["a.py"])), ["scrubjay deps a.py", r#"dependencies(path="a.py")"#]);
        assert_eq!(both(NextStep::index()), ["scrubjay index", ""]);
    }

    #[test]
    fn a_question_of_the_interface_is_typed_as_a_command_and_called_as_a_tool() {
        let offer = offer("");
        let both = |question: &str, arguments: &[(&str, &str)], asked| {
            let argument = |&(name, value): &(&str, &str)| NextArgument { name: name.into(), value: value.into() };
            let arguments = arguments.iter().map(argument).collect();
            let next = NextStep::of(&NextQuestion { question: question.into(), arguments }, asked).unwrap();
            [Asker::Shell, Asker::Agent(&offer)].map(|asker| next.spelled_for(asker).unwrap_or_default())
        };
        assert_eq!(
            both("find", &[("text", r#""a b""#), ("kinds", r#"["import"]"#)], "find"),
            ["scrubjay find 'a b' --kind import", r#"find(text="a b", kind=["import"])"#]
        );
        assert_eq!(
            both("unresolved", &[("name", r#""a.py#B.c""#)], "path"),
            ["scrubjay callers a.py#B.c --unresolved", r#"callers(name="a.py#B.c", unresolved=true)"#]
        );
        assert_eq!(both("unresolved", &[("name", r#""a""#)], "refs"), ["scrubjay refs a --unresolved", ""]);
        assert_eq!(both("tests", &[("name", r#""a""#), ("depth", "10")], "tests"), ["scrubjay tests a --depth 10", ""]);
        assert_eq!(both("source", &[("name", r#""a""#)], "callees"), ["scrubjay show a", ""]);
    }

    #[test]
    fn an_agent_is_told_the_names_of_the_tools_that_it_is_offered() {
        let offer = offer("jay_");
        let agent = Asker::Agent(&offer);
        assert_eq!(NextStep::new("find", &["a"]).spelled_for(agent).as_deref(), Some(r#"jay_find(text="a")"#));
        assert_eq!(NextStep::new("refs", &["a"]).spelled_for(agent), None);
        assert_eq!((agent.tool("find").as_deref(), agent.tool("map")), (Some("jay_find"), None));
    }
}
