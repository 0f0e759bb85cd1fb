//! Cases of one project, given by observations of its folders.

use super::entry::{Entry, MemoryEntry};
use super::words::Why;
use super::*;

const ID: &str = "0123456789abcdef0123456789abcdef";
const MARK: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn new_ids() -> NewIds {
    NewIds { id: "f".repeat(32), mark: "e".repeat(32) }
}

fn evidence(inode: u64, mark: Option<&str>) -> Evidence {
    Evidence { identity: Identity::of(7, inode, 1_000 + inode), mark: mark.map(str::to_owned) }
}

/// A folder without git. Inode 0: the system provides no identity.
fn folder(path: &str, inode: u64, mark: Option<&str>) -> ObservedPath {
    ObservedPath {
        path: path.to_owned(),
        folder: evidence(inode, mark),
        has_ours: mark.is_some(),
        ..ObservedPath::default()
    }
}

fn repository(path: &str, inode: u64, mark: Option<&str>) -> ObservedPath {
    ObservedPath { git: Some(evidence(inode, mark)), ..folder(path, inode + 100, None) }
}

fn memory_of(seen: &ObservedPath) -> MemoryEntry {
    memory_with_id(ID, seen)
}

fn memory_with_id(id: &str, seen: &ObservedPath) -> MemoryEntry {
    let entry = Entry::of(id, seen, seen.own().mark.clone());
    MemoryEntry::of(id, Some(entry.to_string().as_bytes()), None)
}

/// The plan, if `other_folders` are all folders elsewhere.
fn plan(seen: &[ObservedPath], kept: &[MemoryEntry], other_folders: &[ObservedPath]) -> MemoryDecision {
    let (mut looked, fresh) = (Vec::new(), new_ids());
    loop {
        match judge(Facts { seen, kept, observed: &looked, fresh: &fresh }) {
            Answer::Plan(plan) => return *plan,
            Answer::Look(path) => {
                assert!(looked.iter().all(|(at, _)| *at != path), "it was looked there");
                let there = other_folders.iter().find(|seen| seen.path == path).cloned();
                looked.push((path, there));
            }
        }
    }
}

/// Checks the decision for a project that was observed as `earlier`, is observed as `now`, and has `other_folders`
/// elsewhere.
fn check(
    name: &str,
    earlier: &ObservedPath,
    now: &ObservedPath,
    other_folders: &[ObservedPath],
    expected: Result<Reason, Option<Why>>,
) {
    let memory = memory_of(earlier);
    let decision = plan(std::slice::from_ref(now), std::slice::from_ref(&memory), other_folders);
    match expected {
        Ok(reason) => {
            assert_eq!((decision.reason, decision.id.as_str()), (reason, ID), "{name}");
            // Once the decision is carried out, nothing is left to write.
            let Some(entry) = &decision.entry else { return };
            let mut marked_folder = now.clone();
            let own_evidence = marked_folder.git.as_mut().unwrap_or(&mut marked_folder.folder);
            own_evidence.mark.clone_from(&entry.mark);
            let memory = MemoryEntry::of(ID, Some(entry.to_string().as_bytes()), None);
            let second_decision = plan(&[marked_folder], &[memory], other_folders);
            assert!(
                second_decision.is_settled() && second_decision.reason == Reason::Same && second_decision.id == ID,
                "{name}: {second_decision:?}"
            );
        }
        Err(why) => {
            assert_eq!((decision.reason, decision.notice.map(|notice| notice.why)), (Reason::New, why), "{name}");
            assert_eq!((decision.id, decision.mark), (new_ids().id, Some(new_ids().mark)), "{name}");
        }
    }
}

#[test]
fn two_of_three_witnesses_are_the_same_project() {
    let earlier = folder("/a", 1, Some(MARK));
    let other_mark = "b".repeat(32);
    let check_case = |name: &str, now: ObservedPath, other_folders: &[ObservedPath], expected| {
        check(name, &earlier, &now, other_folders, expected)
    };
    check_case("nothing happened", earlier.clone(), &[], Ok(Reason::Same));
    check_case("our folder is gone", folder("/a", 1, None), &[], Ok(Reason::Same));
    check_case("another one's mark was laid over ours", folder("/a", 1, Some(&other_mark)), &[], Ok(Reason::Same));
    check_case("restored to its place", folder("/a", 2, Some(MARK)), &[], Ok(Reason::Same));
    check_case("renamed", folder("/b", 1, Some(MARK)), &[], Ok(Reason::Moved));
    check_case("renamed without our folder", folder("/b", 1, None), &[], Ok(Reason::Moved));
    check_case(
        "renamed, and something else is there",
        folder("/b", 1, Some(MARK)),
        &[folder("/a", 5, None)],
        Ok(Reason::Moved),
    );
    check_case("mounted twice", folder("/b", 1, Some(MARK)), std::slice::from_ref(&earlier), Ok(Reason::OtherName));
    check_case("copied", folder("/b", 2, Some(MARK)), std::slice::from_ref(&earlier), Err(Some(Why::Copy)));
    check_case("copied, and lost its own", folder("/b", 2, Some(MARK)), &[folder("/a", 1, None)], Err(Some(Why::Copy)));
    check_case(
        "moved to another disk, or copied and removed",
        folder("/b", 2, Some(MARK)),
        &[],
        Err(Some(Why::MayHaveMoved)),
    );
    check_case("another one at its place", folder("/a", 2, None), &[], Err(Some(Why::Replaced)));
    check_case("another one with its mark", folder("/a", 2, Some(&other_mark)), &[], Err(Some(Why::Replaced)));
    check_case("somewhere else", folder("/b", 2, Some(&other_mark)), &[], Err(None));
}

/// A snapshot of a disk has the same inodes and birth times on another device.
#[test]
fn a_snapshot_is_a_copy_and_a_disk_with_another_number_is_none() {
    let earlier = folder("/a", 1, Some(MARK));
    let on_device = |path: &str, device| {
        let mut seen = folder(path, 1, Some(MARK));
        seen.folder.identity = Identity::of(device, 1, 1_001);
        seen
    };
    check("snapshot", &earlier, &on_device("/snapshots/a", 8), std::slice::from_ref(&earlier), Err(Some(Why::Copy)));
    check("mounted anew elsewhere", &earlier, &on_device("/mnt/a", 8), &[], Ok(Reason::Moved));
}

#[test]
fn where_no_identity_is_told_path_and_mark_are_the_witnesses() {
    let earlier = folder("/a", 0, Some(MARK));
    let check_case = |name: &str, now: ObservedPath, other_folders: &[ObservedPath], expected| {
        check(name, &earlier, &now, other_folders, expected)
    };
    check_case("nothing happened", earlier.clone(), &[], Ok(Reason::Same));
    check_case("copied", folder("/b", 0, Some(MARK)), std::slice::from_ref(&earlier), Err(Some(Why::Copy)));
    check_case("moved", folder("/b", 0, Some(MARK)), &[], Err(Some(Why::MayHaveMoved)));
    check_case("our folder is gone, or another one is there", folder("/a", 0, None), &[], Err(Some(Why::Unmarked)));
    check_case("another one with a mark", folder("/a", 0, Some(&"b".repeat(32))), &[], Err(Some(Why::Replaced)));
    // A host whose system provides no identity keeps the one that another host recorded.
    let memory = memory_of(&folder("/a", 1, Some(MARK)));
    assert!(plan(&[earlier], &[memory], &[]).is_settled());
    let unmarked = folder("/a", 0, None);
    check("neither can be had", &unmarked, &unmarked, &[], Ok(Reason::Same));
}

#[test]
fn a_folder_that_becomes_a_repository_stays_the_same_and_a_clone_at_its_place_is_another_one() {
    let earlier = folder("/a", 101, Some(MARK));
    let mut now = repository("/a", 1, None);
    check("without our folder", &earlier, &now, &[], Ok(Reason::Same));
    now.folder.mark = Some(MARK.to_owned());
    check("git init", &earlier, &now, &[], Ok(Reason::Same));
    now.path = "/b".to_owned();
    check("git init, and renamed", &earlier, &now, &[], Ok(Reason::Moved));
    let mut clone = repository("/a", 2, None);
    clone.folder.mark = Some(MARK.to_owned());
    check("a clone that carries the mark", &earlier, &clone, &[], Err(Some(Why::Replaced)));
    let earlier = repository("/a", 1, Some(MARK));
    check(
        "a folder at the place of a repository",
        &earlier,
        &folder("/a", 101, Some(MARK)),
        &[],
        Err(Some(Why::Replaced)),
    );
    check("a new repository in the same folder", &earlier, &repository("/a", 3, None), &[], Err(Some(Why::Replaced)));
}

#[test]
fn of_several_entries_the_one_counts_that_most_speaks_for() {
    let (shop, attic) = (repository("/shop", 1, Some(MARK)), repository("/attic", 2, Some(&"b".repeat(32))));
    let other_id = "1".repeat(32);
    let memories = [memory_with_id(&other_id, &attic), memory_of(&shop)];
    let swapped_places = [repository("/shop", 2, Some(&"b".repeat(32))), repository("/attic", 1, Some(MARK))];
    assert_eq!(plan(&swapped_places[..1], &memories, &swapped_places).id, other_id);
    assert_eq!(plan(&swapped_places[1..], &memories, &swapped_places).id, ID);
    // A folder without a folder of this program is part of the one above that has it, or that an entry identifies.
    let [folder_below, folder_above] = [folder("/p/a", 9, None), folder("/p", 8, None)];
    let memories = [memory_of(&folder("/p", 8, Some(MARK)))];
    assert_eq!(plan(&[folder_below.clone(), folder_above.clone()], &memories, &[]).id, ID);
    let marked_folder = ObservedPath { has_ours: true, ..folder_below };
    assert_eq!(plan(&[marked_folder, folder_above], &memories, &[]).path, "/p/a");
}

#[test]
fn what_is_recorded_is_read_as_far_as_it_can_be_and_written_anew() {
    let seen = folder("/a b%0A\n", 1, Some(MARK));
    for seen in [&seen, &repository("/a", 1, Some(MARK))] {
        flip_each_bit(seen);
    }
    for hostile_text in
        [&b""[..], b"\xff\xfe", b"path", &[b'a'; 70_000], b"path /a\npath /a\nkind x\ninode 99999999999999999999999\n"]
    {
        let decision =
            plan(&[folder("/a", 1, Some(MARK))], &[MemoryEntry::of(ID, Some(hostile_text), Some("/a"))], &[]);
        assert_eq!((decision.reason, decision.notice.unwrap().why), (Reason::New, Why::Unmarked));
    }
    let text = Entry::of(ID, &seen, Some(MARK.to_owned())).to_string();
    let copied_entry = MemoryEntry::of(&"1".repeat(32), Some(text.as_bytes()), Some("/a"));
    assert_eq!(plan(&[seen], &[copied_entry], &[]).notice, None, "a copy of another one's entry");
}

fn flip_each_bit(seen: &ObservedPath) {
    let text = Entry::of(ID, seen, Some(MARK.to_owned())).to_string();
    assert_eq!(MemoryEntry::of(ID, Some(text.as_bytes()), None), memory_of(seen));
    for (at, bit) in (0..text.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << bit;
        let decision = plan(std::slice::from_ref(seen), &[MemoryEntry::of(ID, Some(&bytes), Some(&seen.path))], &[]);
        match decision.reason {
            Reason::Same => {
                // A mark that became unreadable in the entry is replaced by a new one.
                let now = decision.entry.map(|entry| entry.to_string().replace(&new_ids().mark, MARK));
                assert!(now.is_none_or(|now| now == text), "{at} {bit}");
            }
            // Another path, at which there is nothing.
            Reason::Moved => assert_eq!(decision.entry.unwrap().to_string(), text, "{at} {bit}"),
            // An entry with another id is taken for a copy of another memory's entry.
            reason => {
                let is_id = text[..at].lines().last().is_some_and(|line| line.starts_with("id"));
                assert!(reason == Reason::New && is_id, "{at} {bit}: {}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

#[test]
fn an_older_release_is_followed_only_where_it_used_the_memory() {
    let old_memory = |root: &str| MemoryEntry::of(ID, None, Some(root));
    let folder_at = |path: &str| ObservedPath { older_ids: vec![ID.to_owned()], ..folder(path, 1, None) };
    assert_eq!(plan(&[folder_at("/a")], &[old_memory("/a")], &[]).reason, Reason::Older);
    let mut tree = folder_at("/a");
    assert_eq!(plan(&[tree.clone()], &[old_memory("/tree")], &[]).notice.unwrap().why, Why::OlderElsewhere);
    tree.folder.mark = None;
    // It was used last in a work tree, which is of the same checkout.
    let folder_there = ObservedPath { path: "/a".to_owned(), ..tree.clone() };
    let fresh = new_ids();
    let looked = [("/tree".to_owned(), Some(folder_there))];
    let facts = Facts { seen: &[tree], kept: &[old_memory("/tree")], observed: &looked, fresh: &fresh };
    assert!(matches!(judge(facts), Answer::Plan(plan) if plan.reason == Reason::Older));
    let elsewhere = plan(&[folder_at("/b")], &[old_memory("/a")], &[folder("/a", 2, None)]);
    assert_eq!((elsewhere.reason, elsewhere.notice.unwrap().why), (Reason::New, Why::OlderElsewhere));
    assert_eq!(plan(&[folder("/a", 1, None)], &[old_memory("/a")], &[]).notice, None, "nothing names it");
}
