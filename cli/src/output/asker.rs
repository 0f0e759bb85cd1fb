//! Who asks: a person at a shell, or an agent that calls tools. Arguments are spelled for each in its own way.
//!
//! Not here: when something is advised (`fault`), and the texts of tools' answers, which the component writes.

use scrubjay::wit::tools;

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
            Asker::Shell => format!("--{}", name.replace('_', "-")),
            Asker::Agent(_) => format!("`{name}`"),
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
