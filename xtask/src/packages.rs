//! What cargo knows of the packages that a folder's builds are made of: where their sources lie, and which features they have.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::process;

/// The packages of a build, dependencies included.
pub struct Packages(Value);

impl Packages {
    /// Asks cargo in `folder`, which fetches what is missing.
    pub fn of(folder: &Path) -> anyhow::Result<Packages> {
        let mut cargo = process::cargo(folder);
        // What is built only where a host asks for it is a part of this too.
        let said = process::output(cargo.args(["metadata", "--format-version", "1", "--all-features", "--quiet"]))?;
        Ok(Packages(serde_json::from_str(&said).context("cargo's metadata cannot be read")?))
    }

    /// The folder of a package's manifest.
    pub fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let manifest = self.named(name)?["manifest_path"].as_str().unwrap_or_default();
        Ok(Path::new(manifest).parent().with_context(|| format!("{name} has a manifest without a folder"))?.to_owned())
    }

    /// The names of a package's features.
    pub fn features(&self, name: &str) -> anyhow::Result<Vec<String>> {
        let features = self.named(name)?["features"].as_object();
        Ok(features.with_context(|| format!("{name} has no features"))?.keys().cloned().collect())
    }

    /// Every package's name and licence.
    pub fn licences(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0["packages"].as_array().into_iter().flatten();
        all.map(|package| {
            (package["name"].as_str().unwrap_or("?"), package["license"].as_str().unwrap_or("none stated"))
        })
    }

    fn named(&self, name: &str) -> anyhow::Result<&Value> {
        let mut packages = self.0["packages"].as_array().into_iter().flatten();
        packages.find(|package| package["name"] == name).with_context(|| format!("there is no package {name}"))
    }
}
