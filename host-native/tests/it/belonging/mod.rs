//! Whose memory it is: what a clone, an archive or a copy carries chooses none, and what becomes of a project leaves it its own.

mod others;
mod same;
mod world;

use others::OTHERS;
use same::SAME;
use world::{OF_ATTIC, OF_SHOP, World};

/// What was seen in a folder of somebody else, or written there and seen in ours.
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
    let mut fell = Vec::new();
    for (name, make) in OTHERS {
        let world = World::new();
        let other = make(&world);
        let leaks = leaks(&world, &other);
        if !leaks.is_empty() {
            fell.push(format!("{name}: {}", leaks.join(", ")));
        }
    }
    assert!(fell.is_empty(), "{} of {} fell:\n{}", fell.len(), OTHERS.len(), fell.join("\n"));
}

#[test]
fn a_project_that_is_moved_restored_or_cleaned_has_the_memory_that_it_had() {
    let mut fell = Vec::new();
    for ((name, make), text) in SAME {
        let world = World::new();
        let found = make(&world);
        let before = world.notes(&found);
        world.remember(&found, "and one more");
        let after = world.notes(&found);
        if before != [text] || after != ["and one more", text] {
            fell.push(format!("{name}: {before:?}, then {after:?}"));
        }
    }
    assert!(fell.is_empty(), "{} of {} fell:\n{}", fell.len(), SAME.len(), fell.join("\n"));
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
