//! Cargo's metadata about packages: the folders of their sources, their features, and their licences.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::process;

/// The packages of a build, dependencies included.
pub struct Packages(Value);

#[derive(Clone, Copy)]
pub struct Package<'a>(&'a Value);

impl Packages {
    /// Runs `cargo metadata` in `folder`, which may download packages.
    pub fn of(folder: &Path) -> anyhow::Result<Packages> {
        let mut cargo = process::cargo(folder);
        // Includes the dependencies of features that only some builds enable.
        let metadata = process::output(cargo.args(["metadata", "--format-version", "1", "--all-features", "--quiet"]))?;
        Ok(Packages(serde_json::from_str(&metadata).context("cargo's metadata cannot be read")?))
    }

    /// The folder of a package's manifest.
    pub fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        Package(self.named(name)?).folder()
    }

    /// Every package of the build, dependencies included.
    pub fn all(&self) -> impl Iterator<Item = Package<'_>> {
        self.0["packages"].as_array().into_iter().flatten().map(Package)
    }

    /// The names of a package's features.
    pub fn features(&self, name: &str) -> anyhow::Result<Vec<String>> {
        let features = self.named(name)?["features"].as_object();
        Ok(features.with_context(|| format!("{name} has no features"))?.keys().cloned().collect())
    }

    /// Every package's name and licence.
    pub fn licences(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().map(|package| (package.name(), package.licence()))
    }

    fn named(&self, name: &str) -> anyhow::Result<&Value> {
        let mut packages = self.0["packages"].as_array().into_iter().flatten();
        packages.find(|package| package["name"] == name).with_context(|| format!("there is no package {name}"))
    }
}

impl<'a> Package<'a> {
    pub fn name(self) -> &'a str {
        self.text("name").unwrap_or("?")
    }

    pub fn version(self) -> &'a str {
        self.text("version").unwrap_or("?")
    }

    /// Its licence as an SPDX expression; `none stated` if it has none.
    pub fn licence(self) -> &'a str {
        self.text("license").unwrap_or("none stated")
    }

    pub fn repository(self) -> Option<&'a str> {
        self.text("repository")
    }

    /// Its authors, without their email addresses.
    pub fn authors(self) -> Vec<&'a str> {
        let authors = self.0["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
        authors.map(|author| author.split('<').next().unwrap_or(author).trim()).collect()
    }

    /// Whether it comes from a registry or a git repository, and so is third-party.
    pub fn is_foreign(self) -> bool {
        !self.0["source"].is_null()
    }

    /// The folder of the package's manifest.
    pub fn folder(self) -> anyhow::Result<PathBuf> {
        let manifest = Path::new(self.text("manifest_path").unwrap_or_default());
        let folder = manifest.parent().with_context(|| format!("{} has a manifest without a folder", self.name()))?;
        Ok(folder.to_owned())
    }

    fn text(self, member: &str) -> Option<&'a str> {
        self.0[member].as_str()
    }
}
