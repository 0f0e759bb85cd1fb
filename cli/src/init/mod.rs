//! The command `init`: sets up agents and editors, with hooks and the server, and undoes that.
//!
//! It finds which agents are used here, shows what it would write, asks, and writes: hooks, which record and deliver,
//! the entry of the server, and a paragraph for agents. It preserves every byte that a person wrote.
//!
//! Strict JSON has no room for a mark, so a receipt in the user's data folder (`init/receipt`) notes each addition.
//! From an unchanged file, a removal restores every byte. From a file that was edited since, it removes only the
//! entries. A file that cannot be changed so is reported and left alone, and the others are changed. Not here: where an
//! entry goes in a text (`init/json`, `init/toml`, `init/paragraph`).

mod edit;
mod entry;
mod harness;
mod json;
mod moved;
mod paragraph;
mod plan;
mod program;
mod receipt;
#[cfg(test)]
mod tests;
mod told;
mod toml;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::capture::{capture_and_summarise, history_file};
use crate::memory::confirm;
use crate::memory::place::project_folder;
use crate::output::Output;
use crate::{Ending, Fault};
use harness::{EntryKind, Harness, SettingsFolders, Target};
pub(crate) use moved::{MovedProgram, moved_programs};
use plan::{FileEffect, Plan};
use program::Program;
use scrubjay::store::reach;

#[derive(Debug, Args)]
pub(crate) struct Init {
    /// For Claude Code: .claude/settings.local.json and .mcp.json
    #[arg(long)]
    claude: bool,
    /// For Codex: .codex/hooks.json and .codex/config.toml
    #[arg(long)]
    codex: bool,
    /// For Cursor: .cursor/mcp.json
    #[arg(long)]
    cursor: bool,
    /// For VS Code: .vscode/mcp.json
    #[arg(long)]
    vscode: bool,
    /// For opencode: opencode.json
    #[arg(long)]
    opencode: bool,
    /// A paragraph for agents in AGENTS.md, even if there is no such file yet
    #[arg(long)]
    agents_md: bool,
    /// A paragraph for agents in CLAUDE.md, even if there is no such file yet
    #[arg(long)]
    claude_md: bool,
    /// For all of your projects: the files in your home folder
    #[arg(long)]
    user: bool,
    /// Leave out the hooks, which record and deliver
    #[arg(long)]
    no_hooks: bool,
    /// Leave out the server, which agents ask
    #[arg(long)]
    no_server: bool,
    /// Do not capture past sessions
    #[arg(long)]
    no_capture: bool,
    /// Remove what `init` wrote, and nothing else
    #[arg(long)]
    remove: bool,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Write without asking
    #[arg(long)]
    yes: bool,
}

pub(crate) fn init(given: &Init, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let is_given = root.is_some();
    let root = project_folder(root)?;
    if !given.user && !is_given && reach::is_too_wide(&root, reach::home().as_deref()) {
        return Err(Fault::NoProjectToSetUp { folder: root });
    }
    let program = Program::here();
    let targets = given.targets(&SettingsFolders::around(&root));
    if targets.is_empty() && !given.remove {
        return Err(Fault::NoAgent);
    }
    let make_plans = || targets.iter().map(|target| given.plan(target, &root, &program)).collect::<Vec<Plan>>();
    let plans = if given.dry_run { make_plans() } else { carry_out_plans(given, make_plans, output)? };
    told::print_remarks(&plans, &program, output);
    let history = given.captures_sessions() && given.wants_history();
    let summary =
        given.captures_sessions().then(|| capture_and_summarise(&root, given.user, history, output)).transpose();
    // What was written stays, whatever is wrong with the memory.
    if let Err(fault) = &summary {
        output.warn(format_args!("no past session was taken in: {}", fault.sentence()));
    }
    let (has_no_fault, summary) = (summary.is_ok(), summary.ok().flatten());
    let summary = summary.as_ref();
    output.answer(
        || told::plans_in_words(&plans, given.dry_run, summary),
        || told::plans_in_json(&plans, given.dry_run, summary),
    );
    Ok(if !has_no_fault || plans.iter().any(|plan| plan.effect == FileEffect::Refused) {
        Ending::Error
    } else {
        Ending::Found
    })
}

/// Carries out the plans, after confirmation unless `--remove` or `--yes` is given. Plans are made anew after the
/// confirmation, because files may have changed meanwhile.
fn carry_out_plans(given: &Init, make_plans: impl Fn() -> Vec<Plan>, output: &Output) -> Result<Vec<Plan>, Fault> {
    if !given.remove && !given.yes {
        agree(&make_plans(), output)?;
    }
    let mut made_folders = Vec::new();
    Ok(make_plans().into_iter().map(|plan| plan.carry_out(&mut made_folders)).collect())
}

/// Shows the plans and asks for confirmation, unless nothing would be done.
fn agree(plans: &[Plan], output: &Output) -> Result<(), Fault> {
    if !plans.iter().any(|plan| plan.effect.is_change()) {
        return Ok(());
    }
    output.warn_whole(told::plans_in_words(plans, true, None).trim_end());
    confirm(false, "Write this?").map_err(|fault| match fault {
        Fault::Unconfirmed => Fault::WriteUnconfirmed,
        other => other,
    })
}

impl Init {
    /// Whether past sessions are captured after the files are written.
    fn captures_sessions(&self) -> bool {
        !self.dry_run && !self.remove && !self.no_capture
    }

    /// Whether a person at a terminal wants the history of prompts to be read, which has more than the transcripts.
    fn wants_history(&self) -> bool {
        let is_there = history_file().is_some_and(|file| is_file(&file));
        let question = "Take in prompts of this project from Claude Code's history too, whose transcripts are gone?";
        !self.yes && is_there && confirm(false, question).is_ok()
    }

    fn is_named(&self, harness: Harness) -> bool {
        match harness {
            Harness::Claude => self.claude,
            Harness::Codex => self.codex,
            Harness::Cursor => self.cursor,
            Harness::Vscode => self.vscode,
            Harness::Opencode => self.opencode,
        }
    }

    /// The files of the named harnesses, or else of all that are used here; a removal without names covers all
    /// harnesses.
    fn targets(&self, places: &SettingsFolders) -> Vec<Target> {
        let is_any_named = self.claude_md || self.agents_md || Harness::ALL.into_iter().any(|one| self.is_named(one));
        let is_chosen = |one: Harness| match is_any_named {
            true => self.is_named(one),
            false => self.remove || one.is_used(places),
        };
        let chosen: Vec<Harness> = Harness::ALL.into_iter().filter(|&one| is_chosen(one)).collect();
        let is_left_out =
            |part| self.no_hooks && part == EntryKind::Hooks || self.no_server && part == EntryKind::Server;
        let mut targets: Vec<Target> = chosen.iter().flat_map(|&one| self.files(one, places)).collect();
        targets.retain(|target| !is_left_out(target.part));
        let has_others = chosen.iter().any(|&one| one != Harness::Claude);
        let wanted = [(self.claude_md, chosen.contains(&Harness::Claude)), (self.agents_md, has_others)];
        for (text, (is_named, is_read)) in harness::text_targets(places, self.user).into_iter().zip(wanted) {
            let is_wanted = |text: &Target| is_named || is_read && is_file(&text.path());
            targets.extend(text.filter(is_wanted));
        }
        targets
    }

    /// The files of one harness. A removal covers every file that exists, and all files of a named harness. Of
    /// opencode's files only one gets the entry: the first that exists, else the first.
    fn files(&self, one: Harness, places: &SettingsFolders) -> Vec<Target> {
        let mut files =
            if self.user { harness::targets_of_user(one, places) } else { harness::targets_of_project(one, places) };
        let is_there = |target: &Target| target.path().symlink_metadata().is_ok();
        if self.remove {
            files.retain(|target| is_there(target) || self.is_named(one));
        } else if one == Harness::Opencode {
            let nth = files.iter().position(is_there).unwrap_or(0);
            files = files.into_iter().skip(nth).take(1).collect();
        }
        files
    }

    /// Plans the change of a file. Hooks are not written for a project if the user already has them for all projects:
    /// both would be called, and an agent would be told everything twice.
    fn plan(&self, target: &Target, root: &Path, program: &Program) -> Plan {
        let plan = Plan::of(target.clone(), program, self.remove);
        let may_be_redundant = target.part == EntryKind::Hooks && !self.user && !self.remove && plan.effect.is_change();
        let of_user = target
            .harness
            .filter(|_| may_be_redundant)
            .map(|one| harness::targets_of_user(one, &SettingsFolders::around(root)));
        let user_hooks = of_user.into_iter().flatten().find(|target| target.part == EntryKind::Hooks);
        match user_hooks.map(|target| Plan::of(target, program, false)) {
            Some(user_plan) if user_plan.effect == FileEffect::Unchanged => {
                plan.skip(format!("the hooks in {} are called in every project", user_plan.target.display_path))
            }
            _ => plan,
        }
    }
}

fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_file())
}
