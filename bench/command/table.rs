//! Formats the main table of figures with their goals, and writes tables into documents.

use anyhow::Context;
use std::fmt::Write as _;

use super::figures::{Figures, milliseconds};
use crate::process;
use crate::workspace::Workspace;

/// The lines of the table, each with a description, the figures and the goals.
pub fn rows(figures: &Figures) -> String {
    let quotient = |dividend: f64, divisor: f64| dividend / divisor;
    let parse = milliseconds(figures.parse.cpu);
    let component_ratio = |what: &str| {
        quotient(
            figures.printed_number(&format!("component_{what}_ms")),
            figures.printed_number(&format!("native_{what}_ms")),
        )
    };
    let mebibytes = |bytes: f64| bytes / f64::from(1 << 20);
    let cold = milliseconds(figures.cold.cpu);
    let rewritten = figures.printed_number("store_bytes_after_rewrites");
    let measured = [
        (
            "first index, CPU against a bare parallel parse of the same files",
            format!("{:.2}x ({:.1} s against {:.1} s)", quotient(cold, parse), cold / 1e3, parse / 1e3),
            "1.8x",
        ),
        ("first index, as it is waited for", format!("{:.1} s", figures.cold.wall.as_secs_f64()), ""),
        ("nothing changed, whole process", format!("{:.0} ms", milliseconds(figures.unchanged.wall)), "100 ms"),
        (
            "one file changed, durable, in a running process, a function added: median, p95",
            format!(
                "{:.0} ms, {:.0} ms",
                figures.printed_number("edit_median_ms"),
                figures.printed_number("edit_p95_ms")
            ),
            "30 ms",
        ),
        (
            "the same, its second half with all names in it gone or back: median, p95",
            format!(
                "{:.0} ms, {:.0} ms",
                figures.printed_number("cut_median_ms"),
                figures.printed_number("cut_p95_ms")
            ),
            "",
        ),
        (
            "whole process to answer find, callers",
            format!("{:.0} ms, {:.0} ms", milliseconds(figures.find.wall), milliseconds(figures.callers.wall)),
            "50 ms",
        ),
        ("whole process to answer prepare", format!("{:.0} ms", milliseconds(figures.prepare.wall)), "120 ms"),
        (
            "find, callers in a running process, 20 results",
            format!("{:.0} µs, {:.0} µs", figures.printed_number("find_us"), figures.printed_number("callers_us")),
            "20 µs",
        ),
        (
            "repository map of 4,000 tokens in a running process",
            format!("{:.0} ms", figures.printed_number("map_us") / 1e3),
            "60 ms",
        ),
        ("reload after a trap", format!("{:.0} ms", figures.printed_number("reload_ms")), "50 ms"),
        (
            "component against native core: apply, link",
            format!("{:.2}x, {:.2}x", component_ratio("apply"), component_ratio("link")),
            "1.5x",
        ),
        (
            "component against native core: impact, map, prepare",
            format!(
                "{:.2}x, {:.2}x, {:.2}x",
                component_ratio("impact"),
                component_ratio("map"),
                component_ratio("prepare")
            ),
            "1.3x",
        ),
        (
            "the same for find, callers, references, 100 results, their copying into the host included",
            format!(
                "{:.2}x, {:.2}x, {:.2}x",
                component_ratio("find"),
                component_ratio("callers"),
                component_ratio("references")
            ),
            "",
        ),
        (
            "component against native core: open to read, to write",
            format!("{:.2}x, {:.2}x", component_ratio("open_reading"), component_ratio("open_writing")),
            "1.5x",
        ),
        (
            "store on disk, against the source",
            format!("{:.2}x", quotient(figures.store as f64, figures.printed_number("bytes"))),
            "",
        ),
        (
            "store on disk after ten rewrites of every file, against the source",
            format!("{:.2}x", quotient(rewritten, figures.printed_number("bytes"))),
            "1.3x",
        ),
        ("peak memory of a first index", format!("{:.0} MiB", mebibytes(figures.cold.peak as f64)), "200 MB"),
        (
            "least linear memory that indexes it",
            format!("{:.0} MiB", figures.printed_number("linear_memory_mib")),
            "64 MB",
        ),
        (
            "memory in use, estimated, for each 100,000 symbols",
            format!("{:.0} MB", figures.printed_number("live_bytes_per_symbol") / 10.0),
            "60 MB",
        ),
        ("component", format!("{:.0} KB, 0 imports", figures.component as f64 / 1e3), "250 KB"),
    ];
    let mut table = String::from("| what | measured | goal |\n|---|---|---|\n");
    for (what, value, goal) in measured {
        _ = writeln!(table, "| {what} | {value} | {goal} |");
    }
    let (files, bytes) = (figures.printed_number("files"), figures.printed_number("bytes") / 1e6);
    table + &format!("\nMeasured over {files:.0} files of {bytes:.1} MB on {}.\n", describe_machine())
}

/// The place of a table: a document, and the name in its markers.
pub type TableSection = (&'static str, &'static str);

/// Writes a table into a document between its markers, with the commit and the command that measured it.
pub fn write(
    workspace: &Workspace,
    (document, section): TableSection,
    command: &str,
    table: &str,
) -> anyhow::Result<()> {
    let path = workspace.root().join(document);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {document}"))?;
    let (begin, end) = (format!("<!-- {section} -->"), format!("<!-- /{section} -->"));
    let parts_around = text
        .split_once(&begin)
        .and_then(|(text_before, behind_begin)| Some((text_before, behind_begin.split_once(&end)?.1)));
    let (text_before, text_after) =
        parts_around.with_context(|| format!("{document} has no place between {begin} and {end}"))?;
    let commit = process::output(process::command("git", workspace.root()).args(["rev-parse", "--short", "HEAD"]))?;
    let commit = commit.trim();
    let text = format!("{text_before}{begin}\n{table}Commit {commit}, `{command}`.\n{end}{text_after}");
    std::fs::write(&path, text).with_context(|| format!("cannot write {document}"))?;
    println!("the table is in {document}");
    Ok(())
}

/// A description of the machine.
pub fn describe_machine() -> String {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{n_cores} shared cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}
