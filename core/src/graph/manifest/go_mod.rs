//! Reads `go.mod` and `go.work`: the module's path, local replacements, and the workspace's modules.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// Calls `add_setting` for each `module` with its path, for each `use` with its folder, and for each `replace` with the
/// replaced module's path and the folder that replaces it. A replacement by another module or an absolute path is left
/// out. O(bytes).
pub(super) fn read(text: &str, add_setting: &mut dyn FnMut(&[String], String)) {
    let mut block_keyword = "";
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        let mut words = line.split("//").next().unwrap_or_default().split_whitespace().map(unquoted);
        let mut next_word = || words.next().unwrap_or_default();
        let keyword = match block_keyword {
            "" => next_word(),
            open => open,
        };
        let first_word = next_word();
        if block_keyword.is_empty() && first_word == "(" {
            block_keyword = keyword;
            continue;
        }
        if !block_keyword.is_empty() && first_word == ")" {
            block_keyword = "";
            continue;
        }
        match keyword {
            "module" | "use" if !first_word.is_empty() => add_setting(&[keyword.to_owned()], first_word.to_owned()),
            "replace" => {
                let replacement = words.skip_while(|&word| word != "=>").nth(1).unwrap_or_default();
                if matches!(replacement, "." | "..") || replacement.starts_with("./") || replacement.starts_with("../")
                {
                    add_setting(&[keyword.to_owned(), first_word.to_owned()], replacement.to_owned());
                }
            }
            _ => {}
        }
    }
}

fn unquoted(word: &str) -> &str {
    let unquote = |quote| word.strip_prefix(quote)?.strip_suffix(quote);
    unquote('"').or_else(|| unquote('`')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn settings_of(text: &str) -> Vec<String> {
        let mut settings = Vec::new();
        read(text, &mut |keys, value| settings.push(format!("{}={value}", keys.join(" "))));
        settings
    }

    #[test]
    fn blocks_and_single_lines_are_equivalent() {
        let text = "module example.com/a // the module\n\ngo 1.22\n\nrequire (\n\tmodule v1.0.0\n)\n\
                    replace example.com/b v1.2.0 => ../b\n\
                    replace (\n\texample.com/c => ./c // near\n\texample.com/d => example.com/e v1.0.0\n)\n";
        assert_eq!(
            settings_of(text),
            ["module=example.com/a", "replace example.com/b=../b", "replace example.com/c=./c"]
        );
        assert_eq!(settings_of("go 1.22\nuse ./a\nuse (\n\t\"./b\"\n\t.\n)\n"), ["use=./a", "use=./b", "use=."]);
    }

    #[test]
    fn malformed_lines_state_nothing() {
        for text in ["", "module", "module (\n", "replace a", "replace a =>", "replace => ", ")\n(\n", "use\n\"\n"] {
            assert!(settings_of(text).iter().all(|setting| setting == "use=\""), "{text}");
        }
    }
}
