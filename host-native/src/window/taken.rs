//! The messages that were pushed last, so that the next request pushes only new ones.
//!
//! A message is identified by a hash of its JSON: if its caller changed it in place, it and all that follow are pushed
//! again. Not here: how the component handles that.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};

use serde_json::value::RawValue;

use crate::wit::window::MessageFormat;

/// The names of the member of a request that contains its messages.
const MESSAGES: [&str; 2] = ["messages", "input"];

/// The hashes of a pushed conversation.
#[derive(Debug)]
pub(super) struct PushedHashes {
    format: MessageFormat,
    /// The hash of a request's members other than its messages.
    beside: u64,
    messages: Vec<u64>,
}

impl PushedHashes {
    /// The hashes of a conversation, with the JSON of each message; `None` if the JSON is neither a list nor a request
    /// with a list, which the component refuses or parses in its own way.
    pub(super) fn of(format: MessageFormat, json: &str) -> Option<(PushedHashes, Vec<&RawValue>)> {
        let (messages, beside) = match serde_json::from_str::<Vec<&RawValue>>(json) {
            Ok(messages) => (messages, 0),
            Err(_) => {
                let mut request: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
                let messages = MESSAGES.iter().find_map(|name| request.remove(*name))?;
                let beside: Vec<(&String, &str)> = request.iter().map(|(name, value)| (name, value.get())).collect();
                (serde_json::from_str(messages.get()).ok()?, hash(&beside))
            }
        };
        let hashes = messages.iter().map(|message| hash(message.get())).collect();
        Some((PushedHashes { format, beside, messages: hashes }, messages))
    }

    /// The number of messages in `before` if this conversation begins with all of them; `None` otherwise.
    pub(super) fn continues(&self, before: &PushedHashes) -> Option<usize> {
        let is_longer = self.messages.starts_with(&before.messages);
        let is_same = self.format == before.format && self.beside == before.beside;
        (is_longer && is_same).then_some(before.messages.len())
    }
}

fn hash(what: &(impl std::hash::Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(json: &str) -> PushedHashes {
        PushedHashes::of(MessageFormat::Anthropic, json).unwrap().0
    }

    #[test]
    fn only_a_conversation_that_begins_with_all_of_the_one_before_goes_on_from_it() {
        let before = taken(r#"[{"role":"user","content":"Go."}, 2]"#);
        assert_eq!(taken(r#"[{"role":"user","content":"Go."},2 , 3]"#).continues(&before), Some(2));
        for other in [r#"[{"role":"user","content":"Stop."},2,3]"#, r#"[{"role":"user","content":"Go."}]"#, "[]"] {
            assert_eq!(taken(other).continues(&before), None, "{other}");
        }
        let request = |system: &str| taken(&format!(r#"{{"system":"{system}","messages":[1]}}"#));
        assert_eq!(request("a").continues(&request("a")), Some(1));
        assert_eq!(request("b").continues(&request("a")), None);
        for none in ["", "1", "{}", "[", r#"{"messages":1}"#] {
            assert!(PushedHashes::of(MessageFormat::Anthropic, none).is_none(), "{none}");
        }
    }
}
