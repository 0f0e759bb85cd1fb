//! Which memory a folder has: no clone, archive or copy of a project gets its memory, and a project keeps its own,
//! whatever happens to it.

mod others;
mod same;
mod world;

use others::OTHERS;
use same::SAME;
use world::{OF_ATTIC, OF_SHOP, World};

use crate::common::{stderr, stdout};

/// The leaks between our memories and somebody else's folder: texts of ours shown there, and texts written there that
/// we see.
fn leaks(world: &World, other: &std::path::Path) -> Vec<&'static str> {
    let mut leaks = Vec::new();
    let shows = || {
        let said = world.everything_said(other);
        [OF_SHOP, OF_ATTIC, "rafters of a part"].iter().any(|text| said.contains(text))
    };
    if shows() {
        leaks.push("shown");
    }
    // A link in our place is refused, so nothing is written.
    let _ = world.run(other, &["remember", "written by another one"]);
    if shows() {
        leaks.push("shown after a note");
    }
    for mine in [world.shop(), world.attic()] {
        if mine != other && mine.exists() && world.notes(&mine).iter().any(|note| note.contains("another one")) {
            leaks.push("written");
        }
    }
    leaks
}

#[test]
fn what_a_clone_an_archive_or_a_copy_carries_chooses_no_memory() {
    let mut failed = Vec::new();
    for (name, make) in OTHERS {
        let world = World::new();
        let other = make(&world);
        let leaks = leaks(&world, &other);
        if !leaks.is_empty() {
            failed.push(format!("{name}: {}", leaks.join(", ")));
        }
    }
    assert!(failed.is_empty(), "{} of {} fell:\n{}", failed.len(), OTHERS.len(), failed.join("\n"));
}

#[test]
fn a_project_that_is_moved_restored_or_cleaned_has_the_memory_that_it_had() {
    let mut failed = Vec::new();
    for ((name, make), text) in SAME {
        let world = World::new();
        let found = make(&world);
        let before = world.notes(&found);
        world.remember(&found, "and one more");
        let after = world.notes(&found);
        if before != [text] || after != ["and one more", text] {
            failed.push(format!("{name}: {before:?}, then {after:?}"));
        }
    }
    assert!(failed.is_empty(), "{} of {} fell:\n{}", failed.len(), SAME.len(), failed.join("\n"));
}

#[test]
fn a_memory_of_an_older_release_is_taken_up_where_it_was_used_and_nowhere_else() {
    let world = World::of_older_release();
    for (project, text) in [(world.shop(), OF_SHOP), (world.attic(), OF_ATTIC)] {
        let copy = world.at("copy");
        let _ = std::fs::remove_dir_all(&copy);
        world::shell(&world.at("work"), &format!("cp -r {} {}", project.display(), copy.display()));
        assert_eq!(leaks(&world, &copy), Vec::<&str>::new());
        assert_eq!(world.notes(&project), [text]);
    }
}

/// Flips a bit at each occurrence of a text in a file.
fn flip(file: &std::path::Path, text: &str) {
    let mut bytes = std::fs::read(file).unwrap();
    let at: Vec<usize> = (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes())).collect();
    assert!(!at.is_empty(), "{text} in {}", file.display());
    at.into_iter().for_each(|at| bytes[at] ^= 1);
    std::fs::write(file, bytes).unwrap();
}

/// Once a damaged file of another project was salvaged, and became the memory of the project in whose place it lay.
#[test]
fn another_projects_file_is_refused_whole_or_damaged_and_stays_as_it_is() {
    let world = World::new();
    let [shop, attic] = ["work/shop", "work/attic"].map(|project| world.id_of(project));
    let file = |id: &str| world.data().join("projects").join(id).join("memory.redb");
    std::fs::copy(file(&attic), file(&shop)).unwrap();
    for is_damaged in [false, true] {
        if is_damaged {
            flip(&file(&shop), OF_ATTIC);
        }
        let before = std::fs::read(file(&shop)).unwrap();
        for words in [&["notes"][..], &["remember", "one more"], &["memory", "repair"], &["memory", "export", "-"]] {
            let output = world.run(&world.shop(), words);
            let said = stdout(&output) + &stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
            assert!(said.contains(&attic) && said.contains(&shop) && !said.contains("rafters"), "{words:?}: {said}");
        }
        assert!(std::fs::read(file(&shop)).unwrap() == before, "it changed");
    }
}

/// Once an id with a flipped bit was taken for another project's, and the memory was refused.
#[test]
fn a_memory_whose_own_id_is_damaged_is_mended_and_not_another_projects() {
    let world = World::new();
    let shop = world.id_of("work/shop");
    flip(&world.data().join("projects").join(&shop).join("memory.redb"), &shop);
    let shown = world.run(&world.shop(), &["notes"]);
    assert!(stdout(&shown).contains(OF_SHOP), "{}{}", stdout(&shown), stderr(&shown));
    world.remember(&world.shop(), "and one more");
    assert_eq!(world.notes(&world.shop()), ["and one more", OF_SHOP]);
}
