//! The notices of Rust's standard library, which is linked in everything; from the page that comes with the compiler.

use std::path::Path;

use anyhow::{Context, ensure};

use super::texts::Text;
use crate::toolchain;

/// The heading of these notices.
pub const LIBRARY_NAME: &str = "Rust's standard library, and what it is made of";

/// The path of the page, relative to the compiler's sysroot.
const PAGE: &str = "share/doc/rust/COPYRIGHT-library.html";

/// Every text on the page, with its package.
pub fn texts(root: &Path) -> anyhow::Result<Vec<(String, Text)>> {
    let path = toolchain::sysroot(root)?.join(PAGE);
    let page = std::fs::read_to_string(&path).with_context(|| {
        format!("the notices of Rust's standard library are not at {}: use a Rust of rustup's", path.display())
    })?;
    let texts = read(&page);
    ensure!(!texts.is_empty(), "{} has no notices in the form that is known", path.display());
    Ok(texts)
}

/// Parses the page. A heading names a package, and the folded sections below it are its files; those before the first
/// package belong to the library itself. Of licences to choose from, Apache's is left out, as for other packages.
fn read(page: &str) -> Vec<(String, Text)> {
    let mut parts = page.split("<h3>");
    let head = parts.next().unwrap_or_default();
    let copyrights = between(head, "<b>Copyright:</b>", "</p>").map(|whose| format!("Copyright (c) {whose}"));
    let mut library = vec![("the library itself".to_owned(), copyrights.collect::<Vec<_>>())];
    library[0].1.dedup();
    let mut found = Vec::new();
    for part in parts {
        let heading = part.split("</h3>").next().unwrap_or_default();
        let name = plain(heading.trim_start_matches(|first: char| !first.is_ascii_alphanumeric()));
        for file in part.split("<details>").skip(1) {
            let text_between = |start, end| between(file, start, end).next().unwrap_or_default();
            if !text_between("<summary>", "</summary>").to_uppercase().contains("APACHE") {
                found
                    .push((format!("{name}, in Rust's standard library"), Text::new(&text_between("<pre>", "</pre>"))));
            }
        }
    }
    let (name, copyrights) = library.remove(0);
    if let Some((_, mit)) = found.iter().find(|(_, text)| text.body.contains("Permission is hereby granted")) {
        let library_text = Text { copyrights, body: mit.body.clone() };
        found.insert(0, (format!("Rust's standard library: {name}"), library_text));
    }
    found
}

/// The texts between two tags.
fn between<'a>(page: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = String> + 'a {
    page.split(start).skip(1).map(move |rest| plain(rest.split(end).next().unwrap_or_default()))
}

/// The text of HTML, without tags and with its character references decoded.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for (place, part) in html.split('<').enumerate() {
        text.push_str(if place == 0 { part } else { part.split_once('>').map_or(part, |(_, after)| after) });
    }
    let references = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
    ];
    let text = references.into_iter().fold(text, |text, (reference, char)| text.replace(reference, char));
    text.replace("&#38;", "&").replace("&amp;", "&").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_page_is_read_by_its_headings_and_what_is_folded_away() {
        let page = "<p><b>Copyright:</b> 2014 A</p>\n<h3>📦 b-1</h3><details><summary><code>LICENSE-APACHE</code></summary><pre>no</pre></details>\
            <details><summary><code>LICENSE-MIT</code></summary><pre>\nCopyright (c) 2020 B &#60;b@b&#62;\n\nPermission is hereby granted</pre></details>";
        let texts = read(page);
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[0].1.copyrights, ["Copyright (c) 2014 A"]);
        assert_eq!(
            (texts[1].0.as_str(), &texts[1].1.copyrights[0]),
            ("b-1, in Rust's standard library", &"Copyright (c) 2020 B <b@b>".to_owned())
        );
        assert_eq!(texts[0].1.normalized_body(), "Permission is hereby granted");
    }
}
