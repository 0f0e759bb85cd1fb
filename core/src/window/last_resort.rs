//! The last resort: cuts parts of the newest step, where the token limit cannot be met otherwise.
//!
//! The largest part is cut first, and no more parts than the budget needs. The model has not read them yet, so if there
//! is room, an excerpt from the beginning and the end remains. Media beside the user's first and last words is removed
//! only here. Not here: words of the user, which are never cut.

use alloc::string::String;
use alloc::vec::Vec;

use super::cost;
use super::history::History;
use super::item::{BodyForm, ItemKind};
use super::policy::{Fate, JudgedItem, N_RECENT, Plan, PruneContext};
use super::settings::{Policy, Settings, StubKind};
use super::space::Window;
use super::stub::{self, Excerpt};
use crate::base::sort::sort_by_key;

/// The share of the budget for the excerpts of all parts cut in one prune: half of the default share for stubs, so that
/// they do not force recaps.
const EXCERPT_SHARE: f64 = 0.05;

/// A part that is cut as the last resort.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cut {
    /// The index of the part in the conversation.
    pub(crate) index: u32,
    /// How much of it remains.
    pub(crate) excerpt: Excerpt,
    pub(crate) stub: String,
    pub(crate) stub_tokens: u32,
}

/// Whether the token limit is exceeded and any part can be cut. O(parts).
pub(super) fn has_cuttable(history: &History, settings: &Settings, prune_context: &PruneContext) -> bool {
    prune_context.tokens > u64::from(settings.max_tokens)
        && allows_cuts(settings)
        && candidates(history).next().is_some()
}

fn allows_cuts(settings: &Settings) -> bool {
    settings.policy != Policy::Unbounded
}

/// Indices of the parts that only the last resort may cut.
fn candidates(history: &History) -> impl Iterator<Item = usize> {
    let is_last_resort = |at: &usize| history.is_candidate(*at, 0) && !history.is_candidate(*at, N_RECENT);
    let is_replaceable = |at: &usize| history.items[*at].pushed.form != BodyForm::Drop;
    (0..history.items.len()).filter(is_last_resort).filter(is_replaceable)
}

impl Window {
    /// A plan that makes the necessary cuts, and keeps older parts that then have room; `None` if no cut frees tokens.
    /// `tokens_left`: the tokens after everything else is pruned.
    pub(super) fn plan_with_cuts(
        &self,
        settings: &Settings,
        prune_context: &PruneContext,
        tokens_left: u64,
    ) -> Option<Plan> {
        let cuts = if allows_cuts(settings) { self.cuts(settings, tokens_left) } else { Vec::new() };
        let freed_tokens = |cut: &Cut| self.history.items[cut.index as usize].tokens.saturating_sub(cut.stub_tokens);
        let freed_tokens: u32 = cuts.iter().map(freed_tokens).sum();
        if freed_tokens == 0 {
            return None;
        }
        let prune_context = PruneContext {
            tokens: prune_context.tokens.saturating_sub(u64::from(freed_tokens)),
            ..prune_context.clone()
        };
        let mut plan = self.plan_older_than_newest_step(settings, &prune_context);
        plan.freed_tokens = plan.freed_tokens.saturating_add(freed_tokens);
        plan.judged_items.extend(cuts.iter().map(|cut| JudgedItem {
            index: cut.index,
            value: 0.0,
            factors: Vec::new(),
            fate: Fate::Pruned,
        }));
        plan.cuts = cuts;
        Some(plan)
    }

    fn cuts(&self, settings: &Settings, tokens_left: u64) -> Vec<Cut> {
        let items = &self.history.items;
        let mut indices: Vec<usize> = candidates(&self.history).collect();
        sort_by_key(&mut indices, |at| (u32::MAX - items[*at].tokens, *at));
        let limits = [u64::from(settings.budget()), u64::from(settings.max_tokens)];
        let (mut cuts, tokens_after) = self.cuts_to(limits[0], &indices, Excerpt::NONE, tokens_left);
        if tokens_after > limits[1] {
            // Still over the limit: many parts are small, and stubs with descriptions save little. Use bare stubs.
            return self.cuts_to(limits[0], &indices, Excerpt::BARE, tokens_left).0;
        }
        let excerpt_room = (f64::from(settings.budget()) * EXCERPT_SHARE) as u64;
        let room_below_limit =
            limits.into_iter().find(|limit| tokens_after <= *limit).map_or(excerpt_room, |limit| limit - tokens_after);
        let excerpt_tokens = excerpt_room.min(room_below_limit) / cuts.len().max(1) as u64;
        let excerpt = Excerpt::of(u32::try_from(excerpt_tokens).unwrap_or(u32::MAX));
        if settings.stub == StubKind::Outline && excerpt != Excerpt::NONE {
            cuts.iter_mut().for_each(|cut| *cut = self.cut(cut.index as usize, excerpt));
        }
        cuts
    }

    /// Plans cuts of these parts in order, until the budget is met or no part is left; returns the cuts and the tokens
    /// left. Parts whose cut frees nothing are skipped.
    fn cuts_to(&self, budget: u64, indices: &[usize], excerpt: Excerpt, mut tokens_left: u64) -> (Vec<Cut>, u64) {
        let mut cuts = Vec::new();
        for &at in indices {
            let cut = self.cut(at, excerpt);
            let freed_tokens = u64::from(self.history.items[at].tokens.saturating_sub(cut.stub_tokens));
            if tokens_left <= budget {
                break;
            }
            if freed_tokens > 0 {
                tokens_left = tokens_left.saturating_sub(freed_tokens);
                cuts.push(cut);
            }
        }
        (cuts, tokens_left)
    }

    fn cut(&self, at: usize, excerpt: Excerpt) -> Cut {
        let item = &self.history.items[at];
        let at = at as u32;
        let stub = match excerpt {
            Excerpt::BARE => stub::bare_stub(item.id),
            excerpt if excerpt != Excerpt::NONE && item.pushed.kind != ItemKind::Media => {
                stub::cut_stub(item, self.guard, excerpt)
            }
            _ => {
                let (stub, stub_tokens) = (item.stub.clone(), item.stub_tokens);
                return Cut { index: at, excerpt: Excerpt::NONE, stub, stub_tokens };
            }
        };
        let stub_tokens = cost::stub_tokens(&stub, &item.pushed, item.begins_response);
        Cut { index: at, excerpt, stub, stub_tokens }
    }

    /// Gives the cut parts of a plan their new stubs.
    pub(super) fn set_cut_stubs(&mut self, plan: &Plan) {
        for cut in &plan.cuts {
            let item = &mut self.history.items[cut.index as usize];
            (item.stub, item.stub_tokens) = (cut.stub.clone(), cut.stub_tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::super::formats::{self, MessageFormat};
    use super::super::prune::Pruned;
    use super::*;
    use crate::ask::Reply;
    use crate::base::error::Error;

    const GOAL: &str = r#"{"role":"user","content":"Mend the shelf."}"#;

    /// The messages of a call and its result.
    fn step(n: usize, result: &str, is_error: bool) -> String {
        format!(
            r#",{{"role":"assistant","content":[{{"type":"tool_use","id":"c{n}","name":"Bash","input":{{"command":"make {n}"}}}}]}},
            {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c{n}","is_error":{is_error},"content":{}}}]}}"#,
            crate::text::json::string(result)
        )
    }

    fn opened(messages: &str, max_tokens: u32) -> Window {
        let mut window = Window::new(Settings { max_tokens, ..Settings::default() }).unwrap();
        window.push_messages(MessageFormat::Anthropic, &format!("[{GOAL}{messages}]"), 0, 0).unwrap();
        window
    }

    fn done(pruned: Result<Reply<Pruned>, Error>) -> Pruned {
        match pruned {
            Ok(Reply::Done(pruned)) => pruned,
            other => panic!("{other:?}"),
        }
    }

    fn numbered_lines(n_lines: usize) -> String {
        (0..n_lines).map(|n| format!("line {n} of what was printed\n")).collect()
    }

    /// Formerly a result that is larger than the budget ended the conversation.
    #[test]
    fn a_result_that_is_larger_than_the_budget_keeps_its_beginning_and_its_end() {
        let messages = step(0, &numbered_lines(2_000), false);
        let mut window = opened(&messages, 5_000);
        let pruned = done(window.prune(0, None));
        assert!(pruned.tokens_after <= 4_000, "{}", pruned.tokens_after);
        let sent = formats::apply(&format!("[{GOAL}{messages}]"), &pruned.edits, 0).unwrap();
        assert!(sent.contains("restore gives its ") && sent.contains("\\nline 0 of what was printed"), "{sent}");
        assert!(sent.contains("\\n[…]\\n") && sent.contains("line 1999 of what was printed"), "{sent}");
        let Ok(Reply::Done(back)) = window.restore(&pruned.edits[0].id, 0, None) else { panic!("it is kept") };
        assert_eq!(back.text, numbered_lines(2_000));
        // Another instance edits alike, and what was sent is known again.
        let (mut other, _) = Window::load(&window.save(), window.settings.clone()).unwrap();
        other.push_messages(MessageFormat::Anthropic, &format!("[{GOAL}{messages}]"), 0, 0).unwrap();
        assert_eq!(done(other.prune(0, None)).edits, pruned.edits);
        let (mut other, _) = Window::load(&window.save(), window.settings.clone()).unwrap();
        other.push_messages(MessageFormat::Anthropic, &sent, 0, 0).unwrap();
        assert_eq!(other.edits(), []);
    }

    #[test]
    fn the_newest_step_stays_where_older_parts_are_enough() {
        let messages = step(0, &numbered_lines(300), false) + &step(1, &numbered_lines(300), false);
        let mut window = opened(&messages, 6_000);
        let pruned = done(window.prune(0, None));
        let messages: Vec<u32> = pruned.edits.iter().map(|edit| edit.message).collect();
        assert_eq!(messages, [2], "{pruned:?}");
    }

    /// Formerly this ended with the error `floor`: an ordinary stub is as large as a small result.
    #[test]
    fn many_small_results_of_one_step_are_cut_to_bare_stubs() {
        let calls = |n: usize| {
            format!(r#"{{"type":"tool_use","id":"p{n}","name":"Read","input":{{"file_path":"/w/src/f{n}.py"}}}}"#)
        };
        let result = |n: usize| {
            let text = crate::text::json::string(&format!("line {n} of the file, and so on to its end. ").repeat(5));
            format!(r#"{{"type":"tool_result","tool_use_id":"p{n}","content":{text}}}"#)
        };
        let all = |one: &dyn Fn(usize) -> String| (0..30).map(one).collect::<Vec<_>>().join(",");
        let messages = format!(
            r#",{{"role":"assistant","content":[{}]}},{{"role":"user","content":[{}]}}"#,
            all(&calls),
            all(&result)
        );
        let mut window = opened(&messages, 3_000);
        let pruned = done(window.prune(0, None));
        assert!(pruned.tokens_after <= 3_000 && pruned.n_pruned > 0, "{pruned:?}");
        // As it was sent, in a window that is opened again.
        let (mut again, _) =
            Window::load(&window.save(), Settings { max_tokens: 3_000, ..Settings::default() }).unwrap();
        again.push_messages(MessageFormat::Anthropic, &format!("[{GOAL}{messages}]"), 0, 0).unwrap();
        assert_eq!(done(again.prune(0, None)).edits, pruned.edits);
    }

    /// Formerly the whole conversation was sent, up to 2.5 million tokens.
    #[test]
    fn a_limit_that_cannot_be_met_is_refused_or_the_rest_is_pruned_and_sent() {
        let said = numbered_lines(600);
        let user = format!(
            r#",{{"role":"assistant","content":"Yes?"}},{{"role":"user","content":{}}}"#,
            crate::text::json::string(&said)
        );
        let messages = step(0, &numbered_lines(300), false) + &user + &step(1, &numbered_lines(300), false);
        let mut window = opened(&messages, 5_000);
        let before = format!("{window:?}");
        assert!(matches!(window.prune(0, None), Err(Error::Floor(_))));
        assert_eq!(format!("{window:?}"), before);
        let pruned = done(window.prune_anyway(0, None));
        let sent = formats::apply(&format!("[{GOAL}{messages}]"), &pruned.edits, 0).unwrap();
        assert!(sent.contains(&crate::text::json::string(&said)), "{sent}");
        assert!(pruned.edits.iter().any(|edit| edit.message == 6), "{pruned:?}");
        assert!(pruned.tokens_after > 5_000 && pruned.tokens_after < pruned.tokens_before, "{pruned:?}");
        assert_eq!(done(window.prune_anyway(0, None)).edits, pruned.edits);
    }

    /// Formerly a refusal was pruned first, because it counted as a failure.
    #[test]
    fn words_of_a_refusal_stay_and_a_recap_of_their_message_quotes_them() {
        let said = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, \
                    the user said:\nnever touch the top shelf";
        let mut messages = step(0, said, true);
        (1..30).for_each(|n| messages += &step(n, &numbered_lines(60), false));
        let mut window = opened(&messages, 5_000);
        let sent = |window: &Window, messages: &str| {
            formats::apply(&format!("[{GOAL}{messages}]"), &window.edits(), 0).unwrap()
        };
        done(window.prune(0, None));
        assert!(sent(&window, &messages).contains("never touch the top shelf"));
        // Something else is what they said last, and the older words leave into a recap.
        messages += &step(30, &said.replace("top", "lowest"), true);
        for n in 31..400 {
            messages += &step(n, &numbered_lines(20), false);
            if n % 10 == 0 {
                window.push_messages(MessageFormat::Anthropic, &format!("[{GOAL}{messages}]"), 0, 0).unwrap();
                done(window.prune(0, None));
            }
        }
        let sent = sent(&window, &messages);
        assert!(sent.contains("never touch the top shelf") && sent.contains("never touch the lowest shelf"), "{sent}");
    }

    /// Formerly a window of 3,000 tokens grew to 43 KB.
    #[test]
    fn a_model_that_always_reports_a_hundred_tokens_does_not_let_its_window_grow() {
        let mut messages = step(0, &numbered_lines(20), false);
        let mut window = opened(&messages, 3_000);
        for n in 1..60 {
            messages += &step(n, &numbered_lines(20), false);
            window.push_messages(MessageFormat::Anthropic, &format!("[{GOAL}{messages}]"), 0, 0).unwrap();
            done(window.prune(0, None));
            window.report_usage(100);
            assert!(window.history.tokens() <= 6_000, "{}", window.history.tokens());
        }
        assert_eq!(window.status().not_believed, Some(100));
        window.report_usage(window.history.tokens() + 100);
        assert_eq!(window.status().not_believed, None);
    }
}
