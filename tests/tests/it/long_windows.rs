//! A long conversation stays within its budget, whoever speaks: thousands of calls, with and without words of the user between
//! them, and hundreds of turns without a call.
//!
//! A regression: such conversations ended with the error `floor`, at the 201st small call under 20,000 tokens and at the 507th under
//! 50,000, because stubs never shrank and texts never left. Others ended at the first result larger than the budget, and at the
//! twelfth screenshot. `LONG_CALLS` sets the number of calls; without it conversations have a twentieth of their full length.

use std::thread;

use conformance::window::long::{Gives, LongReport, Plot, survive};
use conformance::window::{FORMATS, MessageFormat};

fn n_calls() -> usize {
    std::env::var("LONG_CALLS").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

fn report(plot: Plot) -> LongReport {
    let report = survive(plot).unwrap_or_else(|why| panic!("{plot:?}: {why}"));
    // A line for each, for whoever asks for the output.
    println!(
        "{:?} {} tokens, {} calls of {}, {} talks: {} requests, {} prunes, {} with recaps, {} restored; {} of {} messages sent, at most {} tokens, {} of recaps; {:?} a request, at most {:?}",
        plot.format,
        plot.max_tokens,
        plot.n_calls,
        plot.calls_per_turn,
        plot.n_talks,
        report.n_requests,
        report.n_prunes,
        report.n_recaps,
        report.n_restored,
        report.n_sent,
        report.n_messages,
        report.max_sent_tokens,
        report.max_recap_tokens,
        report.mean_time,
        report.longest_time,
    );
    if std::env::var_os("LONG_SHOW").is_some() {
        report.recaps.iter().for_each(|recap| println!("{recap}\n"));
    }
    report
}

fn talks(format: MessageFormat) -> LongReport {
    let (n_calls, calls_per_turn, gives) = (0, 0, Gives::Texts);
    report(Plot { format, max_tokens: 20_000, n_calls, calls_per_turn, n_talks: 500, gives, seed: 2 })
}

/// `n_calls`; if `LONG_CALLS` is set, as many as it says, but at most `max_calls`.
fn n_calls_or(n_calls: usize, max_calls: usize) -> usize {
    if std::env::var_os("LONG_CALLS").is_some() { self::n_calls().min(max_calls) } else { n_calls }
}

fn in_each_format(live: impl Fn(MessageFormat) + Sync) {
    thread::scope(|scope| FORMATS.iter().for_each(|format| _ = scope.spawn(|| live(*format))));
}

fn calls(format: MessageFormat, max_tokens: u32, calls_per_turn: usize) -> LongReport {
    report(Plot { format, max_tokens, n_calls: n_calls(), calls_per_turn, n_talks: 0, gives: Gives::Texts, seed: 1 })
}

#[test]
fn an_agent_that_is_asked_once_goes_on_calling() {
    in_each_format(|format| {
        let report = calls(format, 20_000, 0);
        assert!(report.n_recaps > 0 && report.n_restored > 0, "{report:?}");
        assert!(report.max_recap_tokens <= 1_700, "{report:?}");
    });
}

#[test]
fn an_agent_that_is_asked_again_and_again_goes_on_calling() {
    in_each_format(|format| {
        let report = calls(format, 20_000, 50);
        assert!(report.n_recaps > 0 && report.n_restored > 0, "{report:?}");
        assert!(report.max_recap_tokens <= 1_700, "{report:?}");
    });
}

#[test]
fn a_larger_budget_is_kept_too() {
    for max_tokens in [50_000, 200_000] {
        in_each_format(|format| {
            for calls_per_turn in [0, 50] {
                calls(format, max_tokens, calls_per_turn);
            }
        });
    }
}

#[test]
fn somebody_who_asks_five_hundred_times_without_a_tool_is_always_answered() {
    in_each_format(|format| {
        let report = talks(format);
        assert!(report.n_recaps > 0 && report.max_recap_tokens <= 1_700, "{report:?}");
    });
}

#[test]
fn results_that_are_larger_than_the_budget_are_read_in_part() {
    in_each_format(|format| {
        for (calls_per_turn, seed) in [(0, 3), (25, 4)] {
            let (n_calls, gives) = (n_calls_or(40, 2_000), Gives::Huge(50_000));
            let plot = Plot { format, max_tokens: 20_000, n_calls, calls_per_turn, n_talks: 0, gives, seed };
            let report = report(plot);
            assert!(report.n_prunes >= n_calls - 1 && report.n_restored > n_calls, "{report:?}");
        }
    });
}

#[test]
fn an_agent_that_looks_at_its_screen_goes_on_looking() {
    in_each_format(|format| {
        for (calls_per_turn, seed) in [(0, 5), (25, 6)] {
            let (n_calls, gives) = (n_calls_or(60, 200), Gives::Screens(150_000));
            let plot = Plot { format, max_tokens: 20_000, n_calls, calls_per_turn, n_talks: 0, gives, seed };
            let report = report(plot);
            assert!(report.n_prunes > n_calls / 5 && report.n_restored > n_calls, "{report:?}");
        }
    });
}
