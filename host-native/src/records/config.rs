//! A person's settings for their memories, in a file of the user: never in a repository, whose settings would be a
//! stranger's.
//!
//! A wrong value is an error that names the file and the member, because otherwise a policy would silently not apply.
//! An unknown member is reported and ignored: a newer release may know it. Not here: a caller's own settings, which
//! take precedence.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::Settings;
use crate::Error;
use crate::store::StoreError;
use crate::wit::Word;
use crate::wit::limits::deliver_question::BUDGET;
use crate::wit::limits::record_settings::RETENTION_DAYS;
use crate::wit::records::{Moment, Owner, RecordSettings, SecretPolicy};
use crate::wit::types::{self, InvalidArgument};
use crate::{home, open};

/// The name of the file, in the user's folder for configuration.
const FILE: &str = "config.json";
/// Why moments of deliveries are refused.
const NO_MOMENTS: &str = "no list of moments: start, prompt, before_edit, before_read, failure, compacted";
/// Why a budget of deliveries is refused.
const NO_BUDGET: &str = "no number of tokens from 1 to 1000000";
/// The most bytes of the file: its members mostly need less than a hundredth of that.
const MAX_BYTES: u64 = 1 << 16;

/// A person's settings for memories; a member that is not set is left to the next source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The policy for texts that have the form of a known kind of secret.
    pub secrets: Option<SecretPolicy>,
    /// After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from them; 0 means
    /// never.
    pub retention_days: Option<u32>,
    /// The most events that one principal may record in a day of UTC; 0 means no limit.
    pub max_per_day: Option<u32>,
    /// The size in bytes from which nothing more is added to a memory's file.
    pub memory_bytes: Option<u64>,
    /// Absolute paths of folders in and below which no transcript is captured and no hook is active.
    pub exclude_folders: Option<Vec<PathBuf>>,
    /// Whether hooks deliver records to agents.
    pub delivery: Option<bool>,
    /// The moments at which hooks deliver; `None`: at all.
    pub delivery_moments: Option<Vec<Moment>>,
    /// The most tokens of a delivery, other than at the start of a session.
    pub delivery_budget: Option<u32>,
    /// The most tokens of a delivery at the start of a session.
    pub delivery_start_budget: Option<u32>,
    /// The principal, if the caller names none: a name that records and lists show, and that nothing depends on.
    pub principal: Option<String>,
    /// Members that this release does not know, misspelt or newer, in the order of the file.
    pub unknown: Vec<String>,
}

/// The names of the known members.
const MEMBERS: [&str; 10] = [
    "secrets",
    "retention_days",
    "max_per_day",
    "memory_bytes",
    "exclude_folders",
    "delivery",
    "delivery_moments",
    "delivery_budget",
    "delivery_start_budget",
    "principal",
];

impl Config {
    /// The user's file; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Store`] if no home folder is known, or the folder cannot be accessed.
    pub fn file() -> Result<Option<PathBuf>, Error> {
        let path = home::config_folder().map_err(StoreError::from)?.join(FILE);
        match path.symlink_metadata() {
            Err(error) if open::is_gone(&error) => Ok(None),
            Err(error) => Err(read_error(&path, &error)),
            // Also a link that leads nowhere: what it led to may have been a policy.
            Ok(_) => Ok(Some(path)),
        }
    }

    /// The settings in the user's file; empty ones if there is no file.
    ///
    /// # Errors
    /// [`Error::Refused`] as invalid, naming the file and the member with a wrong value; [`Error::Store`].
    pub fn of_user() -> Result<Config, Error> {
        match Config::file() {
            Ok(Some(path)) => Config::read(&path),
            Ok(None) => Ok(Config::default()),
            // Without a home folder there is no file.
            Err(Error::Store(StoreError::Io(error))) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Config::default())
            }
            Err(error) => Err(error),
        }
    }

    /// The settings in the file at a path, of at most 64 KiB.
    ///
    /// # Errors
    /// As for [`Config::of_user`].
    pub fn read(path: &Path) -> Result<Config, Error> {
        let text = text(path)?;
        let invalid = |member: &str, why: &str| wrong_member(path, member, why);
        let read: Value =
            serde_json::from_str(&text).map_err(|error| invalid("config", &format!("no JSON: {error}")))?;
        let Value::Object(members) = read else { return Err(invalid("config", "no JSON object")) };
        Config::of(&members).map_err(|(member, why)| invalid(member, why))
    }

    fn of(members: &Map<String, Value>) -> Result<Config, (&str, &'static str)> {
        let mut config = Config::default();
        for (member, value) in members {
            let refused = |why: &'static str| (member.as_str(), why);
            match member.as_str() {
                "secrets" => {
                    let policy = value.as_str().and_then(SecretPolicy::named);
                    config.secrets = Some(policy.ok_or(refused("neither mask, refuse nor keep"))?);
                }
                "retention_days" => {
                    let days = u32_of(value).filter(|days| (RETENTION_DAYS.min..=RETENTION_DAYS.max).contains(days));
                    config.retention_days = Some(days.ok_or(refused("not a whole number from 0 to 36500"))?);
                }
                "max_per_day" => {
                    config.max_per_day = Some(u32_of(value).ok_or(refused("not a whole number from 0 to 4294967295"))?);
                }
                "memory_bytes" => {
                    let size = value.as_u64().filter(|&size| size > 0 && size <= MAX_SIZE);
                    config.memory_bytes = Some(size.ok_or(refused("not a number of bytes, at least 1"))?);
                }
                "exclude_folders" => {
                    config.exclude_folders = Some(folders(value).ok_or(refused("no list of absolute paths"))?);
                }
                "delivery" => {
                    config.delivery = Some(value.as_bool().ok_or(refused("neither true nor false"))?);
                }
                "delivery_moments" => {
                    config.delivery_moments = Some(moments(value).ok_or(refused(NO_MOMENTS))?);
                }
                "delivery_budget" => config.delivery_budget = Some(budget(value).ok_or(refused(NO_BUDGET))?),
                "delivery_start_budget" => {
                    config.delivery_start_budget = Some(budget(value).ok_or(refused(NO_BUDGET))?);
                }
                "principal" => {
                    config.principal = Some(name(value).ok_or(refused("no name of at most 128 bytes"))?);
                }
                _ => config.unknown.push(member.clone()),
            }
        }
        Ok(config)
    }

    /// These settings, completed by `other` for members that are not set.
    #[must_use]
    pub fn or(self, other: Config) -> Config {
        Config {
            secrets: self.secrets.or(other.secrets),
            retention_days: self.retention_days.or(other.retention_days),
            max_per_day: self.max_per_day.or(other.max_per_day),
            memory_bytes: self.memory_bytes.or(other.memory_bytes),
            exclude_folders: self.exclude_folders.or(other.exclude_folders),
            delivery: self.delivery.or(other.delivery),
            delivery_moments: self.delivery_moments.or(other.delivery_moments),
            delivery_budget: self.delivery_budget.or(other.delivery_budget),
            delivery_start_budget: self.delivery_start_budget.or(other.delivery_start_budget),
            principal: self.principal.or(other.principal),
            unknown: self.unknown.into_iter().chain(other.unknown).collect(),
        }
    }

    /// The warning about unknown members; `None` if all are known.
    pub fn notice(&self) -> Option<String> {
        let unknown: Vec<String> = self.unknown.iter().map(|member| format!("`{member}`")).collect();
        let no_setting = if let [_] = unknown.as_slice() { "is no setting" } else { "are no settings" };
        (!unknown.is_empty()).then(|| {
            format!(
                "{} {no_setting} of this release, and without effect: there are {}",
                unknown.join(", "),
                MEMBERS.join(", ")
            )
        })
    }

    /// Whether a folder is one of the excluded folders, or below one.
    pub fn excludes(&self, folder: &Path) -> bool {
        let canonical_folder = folder.canonicalize();
        let paths_of_folder = [Some(folder), canonical_folder.as_deref().ok()];
        let is_below = |excluded: &PathBuf| paths_of_folder.iter().flatten().any(|name| name.starts_with(excluded));
        self.exclude_folders.iter().flatten().any(is_below)
    }

    /// The settings to open an owner's records with; members that are not set have their defaults.
    pub fn settings(self, owner: Owner) -> Settings {
        let default = RecordSettings::default();
        let rules = RecordSettings {
            secrets: self.secrets.unwrap_or(default.secrets),
            retention_days: self.retention_days.unwrap_or(default.retention_days),
            max_per_day: self.max_per_day.unwrap_or(default.max_per_day),
        };
        let principal = if owner.principal.is_empty() { self.principal.unwrap_or_default() } else { owner.principal };
        let owner = Owner { principal, ..owner };
        Settings { owner, rules, max_bytes: self.memory_bytes, mends: true, waits: true }
    }
}

/// The greatest size in bytes: integers up to it are exact in every language that reads the file.
const MAX_SIZE: u64 = (1 << 53) - 1;

/// The most bytes of a name.
const MAX_NAME_BYTES: usize = 128;

fn folders(value: &Value) -> Option<Vec<PathBuf>> {
    let folder = |value: &Value| value.as_str().map(PathBuf::from).filter(|folder| folder.is_absolute());
    value.as_array()?.iter().map(folder).collect()
}

/// A name that is valid in records; `None` otherwise.
fn name(value: &Value) -> Option<String> {
    let is_name = |name: &&str| name.len() <= MAX_NAME_BYTES && !name.contains(char::is_control);
    value.as_str().filter(is_name).map(str::to_owned)
}

/// A budget of tokens, 1 to the most that a delivery may cost.
fn budget(value: &Value) -> Option<u32> {
    u32_of(value).filter(|tokens| (1..=BUDGET.max).contains(tokens))
}

fn moments(value: &Value) -> Option<Vec<Moment>> {
    value.as_array()?.iter().map(|moment| Moment::named(&moment.as_str()?.replace('-', "_"))).collect()
}

fn u32_of(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

/// The text of a regular file, possibly through a link: the folder is the user's own.
fn text(path: &Path) -> Result<String, Error> {
    let bytes =
        open::open_of_user(path).and_then(|file| open::read(&file, MAX_BYTES)).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => wrong_member(path, "config", "no ordinary file"),
            io::ErrorKind::FileTooLarge => wrong_member(path, "config", "too large: 65536 bytes are the most"),
            _ => read_error(path, &error),
        })?;
    String::from_utf8(bytes).map_err(|_| wrong_member(path, "config", "no UTF-8"))
}

fn read_error(path: &Path, error: &io::Error) -> Error {
    Error::Store(StoreError::from(io::Error::new(error.kind(), format!("{}: {error}", path.display()))))
}

fn wrong_member(path: &Path, member: &str, why: &str) -> Error {
    let why = format!("{why} (in {})", path.display());
    Error::Refused(types::Error::Invalid(InvalidArgument { argument: member.to_owned(), why }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        std::fs::write(&path, text).unwrap();
        Config::read(&path)
    }

    #[test]
    fn what_is_set_is_read_and_the_rest_is_left_to_others() {
        let config = read(r#"{"secrets": "refuse", "retention_days": 30, "memory_bytes": 5000}"#).unwrap();
        let other = Config { secrets: Some(SecretPolicy::Keep), max_per_day: Some(7), ..Config::default() };
        let both = config.or(other).settings(Settings::default().owner);
        assert_eq!(both.rules.secrets, SecretPolicy::Refuse);
        assert_eq!((both.rules.retention_days, both.rules.max_per_day, both.max_bytes), (30, 7, Some(5000)));
        assert_eq!(read("{}").unwrap(), Config::default());
    }

    #[test]
    fn what_is_not_understood_is_refused_by_file_and_member() {
        let large = format!("{{\"secrets\": \"{}\"}}", "x".repeat(1 << 16));
        for (text, member) in [
            (r#"{"secrets": "hide"}"#, "secrets"),
            (r#"{"secrets": null}"#, "secrets"),
            (r#"{"retention_days": 36501}"#, "retention_days"),
            (r#"{"retention_days": -1}"#, "retention_days"),
            (r#"{"max_per_day": 1.5}"#, "max_per_day"),
            (r#"{"max_per_day": 4294967296}"#, "max_per_day"),
            (r#"{"memory_bytes": 0}"#, "memory_bytes"),
            (r#"{"memory_bytes": "5"}"#, "memory_bytes"),
            (r#"{"exclude_folders": "/a"}"#, "exclude_folders"),
            (r#"{"exclude_folders": ["a"]}"#, "exclude_folders"),
            (r#"{"delivery": "off"}"#, "delivery"),
            (r#"{"delivery_moments": ["lunch"]}"#, "delivery_moments"),
            (r#"{"delivery_moments": "start"}"#, "delivery_moments"),
            (r#"{"delivery_budget": 0}"#, "delivery_budget"),
            (r#"{"delivery_start_budget": 1000001}"#, "delivery_start_budget"),
            (r#"{"principal": 7}"#, "principal"),
            (r#"{"principal": "a\nb"}"#, "principal"),
            (&format!(r#"{{"principal": "{}"}}"#, "a".repeat(129)), "principal"),
            ("[]", "config"),
            ("{", "config"),
            ("", "config"),
            (&large, "config"),
        ] {
            let Err(Error::Refused(types::Error::Invalid(refused))) = read(text) else { panic!("{text} was taken") };
            assert_eq!(refused.argument, member, "{text}");
            assert!(refused.why.contains(FILE), "{}", refused.why);
        }
    }

    #[test]
    fn moments_that_are_not_known_are_refused_with_those_that_are() {
        assert!(Moment::WORDS.iter().all(|(word, _)| NO_MOMENTS.contains(word)));
        let moments = Some(vec![Moment::Failure, Moment::BeforeRead]);
        assert_eq!(read(r#"{"delivery_moments": ["failure", "before-read"]}"#).unwrap().delivery_moments, moments);
    }

    #[test]
    fn a_member_that_is_not_known_is_told_and_the_others_hold() {
        let config = read(r#"{"secret": "keep", "retention_days": 30, "of_a_newer_release": [1]}"#).unwrap();
        assert_eq!((config.retention_days, config.secrets), (Some(30), None));
        let notice = config.notice().unwrap();
        assert!(notice.starts_with("`secret`, `of_a_newer_release` are no settings"), "{notice}");
        assert!(MEMBERS.iter().all(|member| notice.contains(member)), "{notice}");
        assert_eq!(read("{}").unwrap().notice(), None);
    }

    #[test]
    fn the_principal_of_the_file_counts_only_if_the_caller_names_none() {
        let config = read(r#"{"principal": "ada"}"#).unwrap();
        let nobody = Settings::default().owner;
        let set = config.clone().settings(nobody.clone());
        assert_eq!(set.owner, Owner { principal: "ada".to_owned(), ..nobody.clone() });
        let given = config.settings(Owner { principal: "grace".to_owned(), ..nobody });
        assert_eq!(given.owner.principal, "grace");
    }

    #[test]
    fn a_folder_in_its_place_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Config::read(folder.path()), Err(Error::Refused(types::Error::Invalid(_)))));
    }
}
