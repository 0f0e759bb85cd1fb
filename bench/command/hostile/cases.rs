//! The hostile cases: files that once took too long or too much memory, and variants of them.

use std::fs;
use std::io;
use std::path::Path;

/// A folder of costly files.
pub struct Case {
    pub name: &'static str,
    /// The description in the table.
    pub description: &'static str,
    /// Whether the case is a legitimate amount of work, so that only its memory is limited and not its time.
    pub is_work: bool,
    /// Writes the files of the case into a folder.
    pub make: fn(&Path) -> io::Result<()>,
}

/// The number of files in cases with many files.
const N_FILES: usize = 100_000;
/// The number of rules in the cases of `write_ruled`: the most that a folder may have.
const N_RULES: usize = 10_000;

pub const CASES: [Case; 14] = [
    case("ternaries", "JavaScript, 800,000 conditionals in one expression", |folder| {
        write_file(folder, "a.js", &format!("x = {}c", "a?b:".repeat(800_000)))
    }),
    case("unions", "TypeScript, a type of 1.9 million alternatives", |folder| {
        write_file(folder, "a.ts", &format!("type T = {}B;", "A|".repeat(1_900_000)))
    }),
    case("brackets", "Go, 1.5 million brackets", |folder| {
        write_file(folder, "a.go", &format!("package a\nvar x {}int\n", "[]".repeat(1_500_000)))
    }),
    case("nested", "JavaScript, 4,000 nested functions with names of 900 letters", |folder| {
        let names = (0..4_000).map(|i| format!("function {}{i}() {{", "n".repeat(900)));
        write_file(folder, "a.js", &(names.collect::<String>() + &"}".repeat(4_000)))
    }),
    case("classes", "Python, 1,000 classes in one another", |folder| {
        let levels = (0..1_000).map(|i| format!("{}class C{i}:\n", " ".repeat(i)));
        write_file(folder, "a.py", &(levels.collect::<String>() + &" ".repeat(1_000) + "pass\n"))
    }),
    case("calls", "Python, a file of 300,000 calls of one name that 2,000 classes have", |folder| {
        let classes = (0..2_000).map(|i| format!("class C{i}:\n    def go(self): pass\n"));
        let calls = "x.go()\n".repeat(300_000);
        write_file(folder, "a.py", &(classes.collect::<String>() + &calls))
    }),
    case("strings", "Python, a list of 500,000 texts", |folder| {
        write_file(folder, "a.py", &format!("x = [{}]\n", "'ab', ".repeat(500_000)))
    }),
    case("stars", "1,000 files of Python that import everything from one another", |folder| {
        for i in 0..1_000 {
            let imports: String = (1..=20).map(|n| format!("from m{} import *\n", (i * 7 + n * 31) % 1_000)).collect();
            write_file(
                folder,
                &format!("m{i}.py"),
                &format!("{imports}\ndef f{i}():\n    f{}()\n", (i + 500) % 1_000),
            )?;
        }
        Ok(())
    }),
    case("many-rules", "a `.gitignore` of 200,000 rules with two stars", |folder| {
        write_file(folder, "a.py", "x = 1\n")?;
        write_file(folder, ".gitignore", &(0..200_000).map(|i| format!("foo{i}/**/bar*\n")).collect::<String>())
    }),
    case("rules-of-endings", "100,000 files under 10,000 rules about endings", |folder| {
        write_ruled(folder, |i| format!("*{i}.log"), |i| format!("aabbcc{i:04}file.txt"))
    }),
    case("rules-of-stars", "100,000 files under 10,000 rules with stars and letters of the files", |folder| {
        write_ruled(folder, |i| format!("*a*b*c{i}*d*"), |i| format!("aabbcc{i:04}file.txt"))
    }),
    case("rules-of-sets", "100,000 files under 3,900 rules with nothing but stars and sets", |folder| {
        write_ruled(
            folder,
            |i| if i < 3_900 { format!("{}*", "?".repeat(100 + i % 50)) } else { format!("{i}.log") },
            |i| format!("aabbcc{i:04}file.txt"),
        )
    }),
    case("rules-of-names", "100,000 files with long names under 32 rules that go far into each", |folder| {
        write_ruled(
            folder,
            |i| if i < 32 { format!("*[!z]*[a-w]*?{}[Q-R]", "[!y]".repeat(i % 5)) } else { format!("{i}.log") },
            |i| format!("{}{i:04}.txt", "ab".repeat(100)),
        )
    }),
    Case {
        name: "many-files",
        description: "100,000 files of Python in one folder, which is honest work",
        is_work: true,
        make: |folder| {
            (0..N_FILES).try_for_each(|i| {
                write_file(
                    folder,
                    &format!("m{i}.py"),
                    &format!("import m{}\n\n\ndef f{i}():\n    return m{}.f{}()\n", i / 2, i / 2, i / 2),
                )
            })
        },
    },
];

const fn case(name: &'static str, what: &'static str, make: fn(&Path) -> io::Result<()>) -> Case {
    Case { name, description: what, is_work: false, make }
}

/// Writes one file into a folder, which is created if it is missing.
fn write_file(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), text)
}

/// Creates many files in a hundred folders, under many ignore rules.
fn write_ruled(folder: &Path, rule: impl Fn(usize) -> String, name: impl Fn(usize) -> String) -> io::Result<()> {
    write_file(folder, ".gitignore", &(0..N_RULES).map(|i| rule(i) + "\n").collect::<String>())?;
    for at in 0..100 {
        let inner = folder.join(format!("f{at:02}"));
        (0..N_FILES / 100).try_for_each(|i| write_file(&inner, &name(i), ""))?;
    }
    Ok(())
}
