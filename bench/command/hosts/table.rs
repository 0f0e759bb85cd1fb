//! The table of the JavaScript and Python hosts.

use std::fmt::Write as _;

use super::super::figures::milliseconds;
use super::super::table::describe_machine;
use super::Figures;

/// The lines of the table, each with a description, the figures and the goals.
pub fn rows(figures: &Figures) -> String {
    let figure = |name: &str| figures.value(name);
    let kilobytes = |name: &str| figure(name) / 1e3;
    let native = milliseconds(figures.native.cpu);
    let (smallest, largest) = parsers(figures);
    let against_native = |name: &str| {
        format!("{:.1}x ({:.1} s against {:.1} s)", figure(name) / native, figure(name) / 1e3, native / 1e3)
    };
    let measured = [
        (
            "a call that asks nothing of the engine: Rust, Python, Node",
            format!(
                "{:.2} µs, {:.2} µs, {:.2} µs",
                figure("crossing_us"),
                figure("python_crossing_us"),
                figure("node_crossing_us")
            ),
            "0.3, 3, 10 µs",
        ),
        (
            "`status`, which counts over every file: Rust, Python, Node",
            format!(
                "{:.1} µs, {:.1} µs, {:.1} µs",
                figure("status_us"),
                figure("python_status_us"),
                figure("node_status_us")
            ),
            "",
        ),
        ("`find`, `callers` of 20 results, `prepare` in Node against Rust", questions(figures, "node"), "1.5x"),
        ("`find`, `callers` of 20 results, `prepare` in Python against Rust", questions(figures, "python"), ""),
        (
            "from import to the first answer in Node: as waited for, CPU",
            format!("{:.0} ms, {:.0} ms", figure("first_ms"), figure("first_cpu_ms")),
            "60 ms",
        ),
        (
            "first load of a page, gzipped: component, JavaScript bundled and minified",
            format!("{:.0} KB, {:.0} KB", kilobytes("core_bytes"), kilobytes("glue_bytes")),
            "150 KB",
        ),
        (
            "store, when the first memory is kept; a language",
            format!("{:.0} KB; {smallest:.0} to {largest:.0} KB", kilobytes("store_bytes")),
            "200 KB",
        ),
        ("wheel with its grammars", format!("{:.1} MB", figure("wheel_bytes") / 1e6), "10 MB"),
        ("first index in Node, CPU against native", against_native("node_index_cpu_ms"), "4x"),
        ("first index in Chromium, CPU against native", against_native("chromium_index_cpu_ms"), "4x"),
        (
            "first index in Node, in Chromium, as waited for",
            format!("{:.1} s, {:.1} s", figure("node_index_ms") / 1e3, figure("chromium_index_ms") / 1e3),
            "",
        ),
    ];
    let mut table = String::from("| what | measured | goal |\n|---|---|---|\n");
    for (what, value, goal) in measured {
        _ = writeln!(table, "| {what} | {value} | {goal} |");
    }
    table + &format!("\nMeasured over {:.0} files on {}.\n", figure("node_index_files"), describe_machine())
}

/// The cost of three questions in a host, relative to Rust and absolute.
fn questions(figures: &Figures, host: &str) -> String {
    let microseconds = |what: &str| figures.value(&format!("{host}_{what}_us"));
    let ratio = |what: &str| microseconds(what) / figures.value(&format!("{what}_us"));
    format!(
        "{:.2}x, {:.2}x, {:.2}x ({:.0} µs, {:.0} µs, {:.1} ms)",
        ratio("find"),
        ratio("callers"),
        ratio("prepare"),
        microseconds("find"),
        microseconds("callers"),
        microseconds("prepare") / 1e3
    )
}

/// The smallest and the largest module of a language, in kilobytes.
fn parsers(figures: &Figures) -> (f64, f64) {
    let parsers = figures.values.iter().filter(|(name, _)| name.starts_with("parser_bytes"));
    let sizes = parsers.map(|(_, size)| size / 1e3);
    sizes.fold((f64::INFINITY, 0.0), |(min, max), size| (min.min(size), max.max(size)))
}
