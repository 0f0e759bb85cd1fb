//! Folders that carry the marks of another project, or lie where another project lay. None of them may show, write or
//! mention that project's memory.

use std::fs;
use std::path::PathBuf;

use super::world::{World, git, shell};

/// How a folder comes to be, and the function that makes it.
pub(super) type Case = (&'static str, fn(&World) -> PathBuf);

pub(super) const OTHERS: [Case; 42] = [
    ("a clone of a repository that has an id of a repository committed", |world| committed(world, "work/shop")),
    ("a clone of a repository that has an id of a folder committed", |world| committed(world, "work/attic")),
    ("a clone of the repository itself", |world| cloned(world, &[])),
    ("a clone without links", |world| cloned(world, &["--no-hardlinks"])),
    ("a clone that borrows objects", |world| cloned(world, &["--shared"])),
    ("a clone with a git folder elsewhere", |world| cloned(world, &["--separate-git-dir", "../elsewhere.git"])),
    ("a clone by a template that has an id", |world| {
        let template = world.folder("template");
        world.carry("work/shop", &template);
        shell(
            &template,
            "for f in id mark; do cp .scrubjay/$f scrubjay-$f 2>/dev/null || true; done; rm -rf .scrubjay",
        );
        cloned(world, &["--template", template.to_str().unwrap()])
    }),
    ("a work tree of a bare clone", |world| {
        cloned_as(world, &["--bare"], "bare.git");
        git(&world.at("work/bare.git"), &["worktree", "add", "-q", "../other"]);
        world.at("work/other")
    }),
    ("a clone of a work tree", |world| {
        git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
        shell(&world.at("work"), "git clone -q tree other");
        world.at("work/other")
    }),
    ("a copy of a repository", |world| shelled(world, "cp -r shop other")),
    ("a copy of a repository with its times", |world| shelled(world, "cp -a shop other")),
    ("a copy of a repository by hard links", |world| shelled(world, "cp -al shop other")),
    ("a copy of a folder", |world| shelled(world, "cp -r attic other")),
    ("a copy of a folder with its times", |world| shelled(world, "cp -a attic other")),
    ("a copy of a folder by hard links", |world| shelled(world, "cp -al attic other")),
    ("a copy of a copy", |world| shelled(world, "cp -r shop first; cp -r first other")),
    ("a copy within the project", |world| {
        shelled(world, "cp -r attic inner; mv inner attic/inner");
        world.at("work/attic/inner")
    }),
    ("a copy of all of them", |world| {
        shelled(world, "cp -r ../work ../other");
        world.at("other/shop")
    }),
    ("an archive of a repository", |world| shelled(world, "mkdir other; tar c -C shop . | tar x -C other")),
    ("an archive of a folder", |world| shelled(world, "mkdir other; tar c -C attic . | tar x -C other")),
    ("an archive with an id of a repository", |world| carrying(world, "work/shop", "work/other")),
    ("an archive with an id of a folder", |world| carrying(world, "work/attic", "work/other")),
    ("an archive with a git folder that has an id", |world| {
        let other = world.repository("work/other");
        world.carry("work/shop", &other);
        other
    }),
    ("an archive of a folder with an id, in which a repository is made", |world| {
        let other = carrying(world, "work/attic", "work/other");
        git(&other, &["init", "-q"]);
        other
    }),
    ("a folder with an id within another project", |world| carrying(world, "work/shop", "work/attic/vendor")),
    ("a repository with an id within a folder", |world| {
        let other = world.repository("work/attic/vendor");
        world.carry("work/attic", &other);
        other
    }),
    ("a git file that names the repository", |world| {
        shelled(world, "mkdir other; echo gitdir: $PWD/shop/.git > other/.git")
    }),
    ("a git file that names its work tree's folder", |world| {
        git(&world.shop(), &["worktree", "add", "-q", "../tree"]);
        shelled(world, "mkdir other; cp tree/.git other/.git")
    }),
    ("a git file that names a submodule's folder", |world| {
        let part = world.submodule(&world.shop(), "part");
        world.remember(&part, "the larder and the rafters of a part");
        shelled(world, "mkdir shop/evil; echo gitdir: ../.git/modules/part > shop/evil/.git");
        world.at("work/shop/evil")
    }),
    ("a link to the git folder", |world| shelled(world, "mkdir other; ln -s ../shop/.git other/.git")),
    ("a link to our folder", |world| shelled(world, "mkdir other; ln -s ../attic/.scrubjay other/.scrubjay")),
    ("links to the files that we left", |world| {
        shelled(world, "mkdir -p other/.scrubjay; for f in attic/.scrubjay/*; do ln -s ../../$f other/.scrubjay/; done")
    }),
    ("a submodule of the repository", |world| world.submodule(&world.shop(), "part")),
    ("a repository within the repository", |world| world.repository("work/shop/inner")),
    ("another repository at the place of one", |world| {
        world.repository("work/other");
        shelled(world, "rm -rf shop; mv other shop");
        world.shop()
    }),
    ("a clone with an id at the place of the repository", |world| {
        committed(world, "work/shop");
        shelled(world, "rm -rf shop; mv other shop");
        world.shop()
    }),
    ("another folder at the place of one", |world| {
        shelled(world, "rm -rf attic; mkdir attic");
        world.attic()
    }),
    ("a repository at the place of a folder", |world| {
        shelled(world, "rm -rf attic; git init -q attic");
        world.attic()
    }),
    ("a folder at the place of a repository", |world| {
        shelled(world, "rm -rf shop; mkdir shop");
        world.shop()
    }),
    ("a folder with an id at the place of a repository", |world| {
        let id = world.id_of("work/shop");
        shelled(world, &format!("rm -rf shop; mkdir -p shop/.scrubjay; echo {id} > shop/.scrubjay/id"));
        world.shop()
    }),
    ("a folder that was moved to the place of a repository", |world| {
        let other = world.folder("work/other");
        world.remember(&other, "of neither");
        shelled(world, "rm -rf shop; mv other shop");
        world.shop()
    }),
    ("a copy at whose place another folder was", |world| {
        let other = world.folder("work/other");
        world.remember(&other, "of neither");
        shelled(world, "rm -rf other; cp -r attic other")
    }),
];

/// A clone of a repository that has committed another project's marks.
fn committed(world: &World, project: &str) -> PathBuf {
    let source = world.repository("work/source");
    world.carry(project, &source);
    fs::remove_file(source.join(".git/scrubjay-id")).unwrap();
    let _ = fs::remove_file(source.join(".git/scrubjay-mark"));
    world.commit(&source);
    shelled(world, "git clone -q source other")
}

fn cloned(world: &World, options: &[&str]) -> PathBuf {
    cloned_as(world, options, "other")
}

fn cloned_as(world: &World, options: &[&str], name: &str) -> PathBuf {
    git(&world.at("work"), &[&["clone", "-q"], options, &["shop", name]].concat());
    world.at("work").join(name)
}

fn carrying(world: &World, project: &str, path: &str) -> PathBuf {
    let other = world.folder(path);
    world.carry(project, &other);
    other
}

/// The folder `other`, after a line of shell in the folder of the projects.
fn shelled(world: &World, line: &str) -> PathBuf {
    shell(&world.at("work"), line);
    world.at("work/other")
}
