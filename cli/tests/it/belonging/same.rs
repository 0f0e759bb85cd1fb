//! Changes to a project after which it is still the same. After each of them it finds its memory.

use std::path::PathBuf;

use super::others::Case;
use super::world::{OF_ATTIC, OF_SHOP, World, git, shell};

/// The change, the function that makes it, and the note of the project's memory.
pub(super) const SAME: [(Case, &str); 34] = [
    (("a repository is renamed", |world| shelled(world, "mv shop moved", "moved")), OF_SHOP),
    (("a folder is renamed", |world| shelled(world, "mv attic moved", "moved")), OF_ATTIC),
    (
        ("what holds them is renamed", |world| shelled(world, "mv ../work ../else; mkdir ../work", "../else/shop")),
        OF_SHOP,
    ),
    (
        ("a folder is moved into another one", |world| shelled(world, "mkdir -p a/b; mv attic a/b/", "a/b/attic")),
        OF_ATTIC,
    ),
    (
        ("a folder is moved and back", |world| {
            shelled(world, "mv attic moved", "moved");
            let _ = world.notes(&world.at("work/moved"));
            shelled(world, "mv moved attic", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("two projects change their places", |world| shelled(world, "mv shop x; mv attic shop; mv x attic", "attic")),
        OF_SHOP,
    ),
    (
        ("a project takes the place of another one", |world| shelled(world, "rm -rf shop; mv attic shop", "shop")),
        OF_ATTIC,
    ),
    (
        ("a work tree is added", |world| {
            git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
            world.at("work/tree")
        }),
        OF_SHOP,
    ),
    (
        ("a work tree is moved", |world| {
            git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
            git(&world.shop(), &["worktree", "move", "../tree", "../moved"]);
            world.at("work/moved")
        }),
        OF_SHOP,
    ),
    (
        ("a work tree in which it was used last is removed", |world| {
            git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
            let _ = world.notes(&world.at("work/tree"));
            git(&world.shop(), &["worktree", "remove", "--force", "../tree"]);
            world.shop()
        }),
        OF_SHOP,
    ),
    (
        ("the checkout of a work tree is moved", |world| {
            git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
            shell(&world.at("work"), "mv shop moved; git -C moved worktree repair ../tree");
            world.at("work/tree")
        }),
        OF_SHOP,
    ),
    (
        ("a repository is restored to its place", |world| {
            shelled(world, "cp -a shop aside; rm -rf shop; mv aside shop", "shop")
        }),
        OF_SHOP,
    ),
    (
        ("a folder is restored to its place", |world| {
            shelled(world, "cp -r attic aside; rm -rf attic; mv aside attic", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("all is restored from an archive", |world| {
            shelled(world, "tar cf ../all.tar . ; rm -rf *; tar xf ../all.tar", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("what was restored is moved", |world| {
            shelled(world, "cp -r attic aside; rm -rf attic; mv aside attic", "attic");
            let _ = world.notes(&world.attic());
            shelled(world, "mv attic moved", "moved")
        }),
        OF_ATTIC,
    ),
    (("our folder is removed from a repository", |world| shelled(world, "rm -rf shop/.scrubjay", "shop")), OF_SHOP),
    (("our folder is removed", |world| shelled(world, "rm -rf attic/.scrubjay", "attic")), OF_ATTIC),
    (
        ("our folder is removed, and asked from below", |world| {
            shelled(world, "rm -rf attic/.scrubjay; mkdir -p attic/a/b", "attic/a/b")
        }),
        OF_ATTIC,
    ),
    (
        ("our folder is removed, and then the project moved", |world| {
            shelled(world, "rm -rf attic/.scrubjay; mv attic moved", "moved")
        }),
        OF_ATTIC,
    ),
    (
        ("our folder is removed twice", |world| {
            shelled(world, "rm -rf attic/.scrubjay", "attic");
            let _ = world.notes(&world.attic());
            shelled(world, "rm -rf attic/.scrubjay", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("what we left in a git folder is removed", |world| shelled(world, "rm -f shop/.git/scrubjay-*", "shop")),
        OF_SHOP,
    ),
    (
        ("what we left says nothing", |world| {
            shelled(world, "for f in shop/.git/scrubjay-* attic/.scrubjay/[im]*; do : > $f; done", "shop")
        }),
        OF_SHOP,
    ),
    (
        ("what we left says something else", |world| {
            shelled(world, "for f in shop/.git/scrubjay-* attic/.scrubjay/[im]*; do echo nonsense > $f; done", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("a copy of another one's folder is laid over ours", |world| {
            let id = world.id_of("work/shop");
            shelled(world, &format!("echo {id} > attic/.scrubjay/id"), "attic")
        }),
        OF_ATTIC,
    ),
    (("a folder becomes a repository", |world| shelled(world, "git init -q attic", "attic")), OF_ATTIC),
    (
        ("a folder becomes a repository, and our folder is removed", |world| {
            shelled(world, "git init -q attic; rm -rf attic/.scrubjay", "attic")
        }),
        OF_ATTIC,
    ),
    (
        ("a folder becomes a repository and is moved", |world| {
            shelled(world, "git init -q attic", "attic");
            let _ = world.notes(&world.attic());
            shelled(world, "mv attic moved", "moved")
        }),
        OF_ATTIC,
    ),
    (("a repository is cleaned", |world| shelled(world, "git -C shop clean -fdxq", "shop")), OF_SHOP),
    (("a repository is packed", |world| shelled(world, "git -C shop gc -q --prune=now", "shop")), OF_SHOP),
    (("it is asked by a link", |world| shelled(world, "ln -s attic link", "link")), OF_ATTIC),
    (("it is asked from below", |world| shelled(world, "mkdir -p shop/a/b", "shop/a/b")), OF_SHOP),
    (
        ("a copy was made, and used first", |world| {
            shelled(world, "cp -r attic other", "other");
            let _ = world.notes(&world.at("work/other"));
            world.remember(&world.at("work/other"), "of the copy");
            world.attic()
        }),
        OF_ATTIC,
    ),
    (
        ("another project was put at its old place", |world| {
            shelled(world, "mv attic moved; mkdir attic", "attic");
            world.remember(&world.attic(), "of another one");
            world.at("work/moved")
        }),
        OF_ATTIC,
    ),
    (
        ("the git folder is elsewhere, and names it", |world| {
            shelled(
                world,
                "git init -q --separate-git-dir $PWD/elsewhere.git apart; git -C apart config core.worktree $PWD/apart",
                "apart",
            );
            world.remember(&world.at("work/apart"), OF_SHOP);
            shelled(world, "rm -rf apart/.scrubjay", "apart")
        }),
        OF_SHOP,
    ),
];

/// The folder `then` in the folder of the projects, after a line of shell ran there.
fn shelled(world: &World, line: &str, then: &str) -> PathBuf {
    shell(&world.at("work"), line);
    world.at("work").join(then)
}
