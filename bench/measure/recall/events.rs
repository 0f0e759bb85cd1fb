//! Converts the texts of a set to events, as a host would record them.

use scrubjay_core::record::{Event, EventBody, Origin, Role, Turn};

use super::set::Doc;
use super::times;

/// The time of the first text if its source gives none, in milliseconds since 1970.
const SOME_DAY: i64 = 1_767_225_600_000;
/// The milliseconds between two texts of a session with only one time, and between two texts without times.
const STEP: i64 = 1_000;
/// The greatest number of bytes of a text; the rest is not recorded.
const MAX_TEXT: usize = 64 << 10;

/// The state of the conversion, from which the next events continue.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    set: String,
    /// The first speaker, who is the user in a conversation between two people.
    first_speaker: Option<String>,
    /// The session of the previous text, the time at which the session began, and the time of the previous text.
    session: String,
    began: i64,
    last: i64,
    newest: i64,
}

impl Recording {
    pub(super) fn new(set: &str) -> Recording {
        let (began, last, newest) = (SOME_DAY, SOME_DAY, 0);
        Recording { set: set.to_owned(), first_speaker: None, session: String::new(), began, last, newest }
    }

    /// A time after all events.
    pub(super) fn now(&self) -> i64 {
        self.newest + 24 * 3_600_000
    }

    /// The event for the next text: a turn if it has a speaker, else a note.
    pub(super) fn event(&mut self, doc: &Doc) -> Event {
        let first_speaker = self.first_speaker.get_or_insert_with(|| doc.speaker.clone());
        let role = match doc.speaker.as_str() {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            speaker if speaker == first_speaker => Role::User,
            _ => Role::Assistant,
        };
        let time = self.time(doc);
        self.newest = self.newest.max(time);
        let name_in_set = |name: &str| if name.is_empty() { String::new() } else { format!("{}:{name}", self.set) };
        let session = name_in_set(&doc.session);
        let text = doc.text[..doc.text.floor_char_boundary(MAX_TEXT)].to_owned();
        let body = match doc.speaker.as_str() {
            "" => EventBody::Note(text),
            // An agent's conversation is its session; people continue one conversation over all sessions.
            "user" | "assistant" => {
                EventBody::Turn(Turn { conversation: session.clone(), role, text, ..Turn::default() })
            }
            speaker => {
                let (conversation, speaker) = (self.set.clone(), speaker.to_owned());
                EventBody::Turn(Turn { conversation, role, text, speaker, ..Turn::default() })
            }
        };
        Event { session, ..Event::of(name_in_set(&doc.id), time, Origin::Agent, body) }
    }

    /// The time of the next text. A text that continues its session with no time, or with that of the session's
    /// beginning, is a second after the previous text. Any other text has its own time, or that of the previous text if
    /// it has none.
    fn time(&mut self, doc: &Doc) -> i64 {
        let doc_time = times::milliseconds(&doc.time);
        let goes_on = doc.session == self.session && doc_time.is_none_or(|doc_time| doc_time == self.began);
        if !goes_on {
            self.session.clone_from(&doc.session);
            self.began = doc_time.unwrap_or(self.last);
            self.last = self.began;
            return self.began;
        }
        self.last += STEP;
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(recording: &mut Recording, [id, session, speaker, time]: [&str; 4]) -> Event {
        let [id, session, speaker, time] = [id, session, speaker, time].map(str::to_owned);
        recording.event(&Doc { id, session, speaker, time, text: "so it is".to_owned() })
    }

    #[test]
    fn turns_of_a_session_follow_each_other_by_a_second() {
        let mut recording = Recording::new("c");
        let first = event(&mut recording, ["D1:1", "D1", "Ann", "1:56 pm on 8 May, 2023"]);
        let second = event(&mut recording, ["D1:2", "D1", "Ben", "1:56 pm on 8 May, 2023"]);
        let third = event(&mut recording, ["D2:1", "D2", "Ben", "1:14 pm on 25 May, 2023"]);
        assert_eq!((second.time - first.time, third.time), (1_000, 1_685_020_440_000));
        assert_eq!((first.event_id.as_str(), third.session.as_str()), ("c:D1:1", "c:D2"));
        let role = |event: Event| match event.body {
            EventBody::Turn(turn) => (turn.role, turn.conversation),
            other => panic!("no turn: {other:?}"),
        };
        assert_eq!(role(first), (Role::User, "c".to_owned()));
        assert_eq!(role(second), (Role::Assistant, "c".to_owned()));
    }

    #[test]
    fn a_text_without_a_speaker_is_a_note_and_one_with_its_own_time_keeps_it() {
        let mut recording = Recording::new("notes");
        assert!(matches!(event(&mut recording, ["n0", "", "", ""]).body, EventBody::Note(_)));
        let mut recording = Recording::new("sessions");
        let _ = event(&mut recording, ["s:0", "s", "user", "2026-01-27T09:18:57.000Z"]);
        let second = event(&mut recording, ["s:1", "s", "assistant", "2026-01-27T09:20:57.000Z"]);
        assert_eq!(Some(second.time), times::milliseconds("2026-01-27T09:20:57.000Z"));
    }
}
