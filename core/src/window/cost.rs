//! Token counts: estimates for the parts of a conversation, and their correction by the provider's count.

use super::formats;
use super::item::{BodyForm, ItemKind, NewItem};
use crate::text::tokens::estimate_tokens;

/// Tokens of a call and its result beside their texts: names, ids and delimiters. Fitted on recorded sessions;
/// `docs/window.md` has the error.
const CALL_OVERHEAD: u32 = 72;
/// Tokens of a model response beside its parts. Fitted with [`CALL_OVERHEAD`].
const RESPONSE_OVERHEAD: u32 = 15;
/// Tokens assumed for an image or a file: Anthropic's count for the largest image that it does not scale down. OpenAI
/// counts up to 1,105.
pub(super) const MEDIA_TOKENS: u32 = 1_600;
/// The shortest run of base64 characters that is taken for encoded bytes rather than words.
const MIN_BASE64_RUN: usize = 512;

/// The tokens of a part: the host's count, else an estimate. `begins_response`: the part is the first of a response.
pub(super) fn part_tokens(new_item: &NewItem, begins_response: bool) -> u32 {
    let Some(exact_tokens) = new_item.tokens else {
        let text = match new_item.kind {
            ItemKind::Other => json_tokens(&new_item.text),
            // The result of a provider's own tool may hold a file.
            ItemKind::ToolResult if new_item.form == BodyForm::Fixed && new_item.text.contains("\"base64\"") => {
                json_tokens(&new_item.text)
            }
            _ => estimate_tokens(&new_item.text),
        };
        return text.saturating_add(text_overhead(new_item, begins_response));
    };
    exact_tokens
}

/// The tokens of a part once its stub replaces it, as counted when the edited conversation is pushed. A part that is
/// left out costs only its overhead.
pub(super) fn stub_tokens(stub: &str, new_item: &NewItem, begins_response: bool) -> u32 {
    written_tokens(new_item.form, stub, new_item, begins_response)
}

/// The tokens of a part if `text`, written in the form `form`, replaces its own text.
pub(super) fn written_tokens(form: BodyForm, text: &str, new_item: &NewItem, begins_response: bool) -> u32 {
    let text = formats::pruned_text(form, text).map_or(0, |text| estimate_tokens(&text));
    text.saturating_add(overhead(new_item, begins_response))
}

/// The tokens of a part beside its text, which remain when a stub replaces the text. At most the host's count minus the
/// estimate of the text.
pub(super) fn overhead(new_item: &NewItem, begins_response: bool) -> u32 {
    let overhead_tokens = text_overhead(new_item, begins_response);
    match new_item.tokens {
        Some(exact_tokens) if overhead_tokens > 0 => {
            overhead_tokens.min(exact_tokens.saturating_sub(estimate_tokens(&new_item.text)))
        }
        _ => overhead_tokens,
    }
}

fn text_overhead(new_item: &NewItem, begins_response: bool) -> u32 {
    let call = if new_item.kind == ItemKind::Call { CALL_OVERHEAD } else { 0 };
    call + if begins_response { RESPONSE_OVERHEAD } else { 0 }
}

/// The tokens of a part of unknown type, from its JSON. Each long run of base64 counts as a file, or as the text that
/// it encodes if the JSON names a type of text.
pub(super) fn json_tokens(json: &str) -> u32 {
    let is_text = json.contains("\"text/") || json.contains("data:text/");
    let is_encoded = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte);
    let (mut tokens, mut text_start, mut start) = (0_u32, 0, 0);
    for run in json.as_bytes().split_inclusive(|byte| !is_encoded(byte)) {
        let n_encoded = run.len() - usize::from(run.last().is_some_and(|last| !is_encoded(last)));
        if n_encoded >= MIN_BASE64_RUN {
            let encoded = &json[start..start + n_encoded];
            // Three bytes are written as four characters.
            let run_tokens = if is_text { estimate_tokens(encoded) / 4 * 3 } else { MEDIA_TOKENS };
            tokens = tokens.saturating_add(estimate_tokens(&json[text_start..start])).saturating_add(run_tokens);
            text_start = start + n_encoded;
        }
        start += run.len();
    }
    tokens.saturating_add(estimate_tokens(&json[text_start..]))
}

/// A correction of the estimated total: the provider's last count minus the estimate for the same request. It covers
/// instructions and tools that were never pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TokenOffset {
    /// Tokens, positive where the provider counted more.
    offset: i64,
}

/// The factor by which a provider's count may differ from the estimate before it is clamped. Recorded sessions of
/// Claude grow by 0.99 times the estimate in the median and at most 1.13 times in 99 of 100 (`docs/window.md`).
const MAX_COUNT_RATIO: u64 = 2;
/// Text that was never pushed (instructions, tools) may take the token limit divided by this.
const UNPUSHED_DIVISOR: u64 = 2;

/// The provider's count, clamped to a plausible range around the estimate.
pub(super) fn plausible_count(estimated: u64, reported: u64, max_tokens: u32) -> u64 {
    let most = estimated.saturating_mul(MAX_COUNT_RATIO).saturating_add(u64::from(max_tokens) / UNPUSHED_DIVISOR);
    reported.clamp(estimated / MAX_COUNT_RATIO, most)
}

impl TokenOffset {
    /// The correction after a request with these estimated and counted tokens.
    pub(super) fn between(estimated: u64, counted: u64) -> TokenOffset {
        let tokens = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        TokenOffset { offset: tokens(counted).saturating_sub(tokens(estimated)) }
    }

    pub(super) fn of_offset(offset: i64) -> TokenOffset {
        TokenOffset { offset }
    }

    pub(super) fn offset(self) -> i64 {
        self.offset
    }

    /// The corrected total of a request with this estimate.
    pub(super) fn total(self, estimated: u64) -> u64 {
        estimated.saturating_add_signed(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_unknown_parts_counts_as_text_and_other_bytes_as_a_file() {
        let text = "one line of a report\\n".repeat(50_000);
        let document = alloc::format!(r#"{{"type":"document","source":{{"type":"text","data":"{text}"}}}}"#);
        assert!(json_tokens(&document) > estimate_tokens(&text));
        let bytes = "QUJD".repeat(100_000);
        let unknown = alloc::format!(r#"{{"type":"new","name":"of a picture","data":"{bytes}"}}"#);
        assert!((MEDIA_TOKENS..MEDIA_TOKENS + 60).contains(&json_tokens(&unknown)), "{}", json_tokens(&unknown));
        let file = alloc::format!(r#"{{"type":"file","file_data":"data:text/plain;base64,{bytes}"}}"#);
        assert!((60_000..150_000).contains(&json_tokens(&file)), "{}", json_tokens(&file));
        assert_eq!((json_tokens(""), json_tokens("é")), (0, 1));
    }

    #[test]
    fn base64_counts_as_a_file_only_in_the_result_of_a_provider_tool() {
        let bytes = "JVBERi0x".repeat(50_000);
        let text = alloc::format!(r#"{{"type":"document","source":{{"type":"base64","data":"{bytes}"}}}}"#);
        let new_item = |form| NewItem { form, ..NewItem::new(ItemKind::ToolResult, 0, text.clone()) };
        assert!((MEDIA_TOKENS..MEDIA_TOKENS + 60).contains(&part_tokens(&new_item(BodyForm::Fixed), false)));
        assert_eq!(part_tokens(&new_item(BodyForm::Text), false), estimate_tokens(&text));
    }

    #[test]
    fn a_stub_keeps_the_overhead_of_its_call_as_the_host_counted_it() {
        let text = "word ".repeat(100);
        let of_text = estimate_tokens(&text);
        let call = NewItem { tokens: Some(of_text + 20), ..NewItem::new(ItemKind::Call, 0, text) };
        assert_eq!(stub_tokens("[pruned]", &call, true), 20 + estimate_tokens("[pruned]"));
        let estimated = NewItem { tokens: None, ..call };
        assert_eq!(
            stub_tokens("[pruned]", &estimated, true),
            CALL_OVERHEAD + RESPONSE_OVERHEAD + estimate_tokens("[pruned]")
        );
    }

    #[test]
    fn a_total_is_corrected_by_the_count_of_the_provider() {
        let offset_of_last = TokenOffset::between(10_000, 13_500);
        assert_eq!(offset_of_last.total(12_000), 15_500);
        assert_eq!(TokenOffset::between(10_000, 9_000).total(500), 0);
        for (reported, is_believed) in [(100, false), (5_000, true), (42_000, true), (70_000, true), (70_001, false)] {
            assert_eq!(plausible_count(10_000, reported, 100_000) == reported, is_believed, "{reported}");
        }
        assert_eq!(
            (plausible_count(10_000, 0, 1_000), plausible_count(u64::MAX, u64::MAX, u32::MAX)),
            (5_000, u64::MAX)
        );
        assert_eq!(TokenOffset::default().total(7), 7);
    }
}
