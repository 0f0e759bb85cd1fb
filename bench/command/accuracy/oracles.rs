//! The oracles of accuracy: sources from registries, and the tools that resolve their names.
//!
//! Sources and tools are downloaded once. An oracle runs once, and again only after its script was changed; its result
//! is stored below `target/bench/accuracy`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::bench::fetch;
use crate::process;
use crate::workspace::Workspace;

/// The crates to fetch, with versions: one with many traits, a plain one, and one more of each.
pub const CRATES: [(&str, &str); 4] =
    [("petgraph", "0.8.3"), ("ignore", "0.4.34"), ("rayon", "1.12.0"), ("serde_json", "1.0.154")];
/// The environment variable that lets most of Django be imported without a project.
const DJANGO_SETTINGS: (&str, &str) = ("DJANGO_SETTINGS_MODULE", "django.conf.global_settings");
/// The npm packages of the indexer for TypeScript and JavaScript, in the versions that were tested.
const INDEXER: [&str; 2] = ["@sourcegraph/scip-typescript@0.4.0", "typescript@5.9.3"];
/// The compiler option to resolve modules as Node does, for packages that state no resolution.
pub const AS_NODE: &str = r#""module":"nodenext""#;
/// The compiler option to resolve modules as bundlers do: without file extensions.
pub const AS_BUNDLER: &str = r#""module":"esnext","moduleResolution":"bundler""#;
/// Settings with which rust-analyzer reads only the sources, and runs no build script and no macro of theirs.
const ANALYZER: &str =
    r#"{"cargo":{"buildScripts":{"enable":false}},"procMacro":{"enable":false},"cachePriming":{"enable":false}}"#;

/// Settings with which Go finds packages in given folders, builds without C, and resolves an alias to its type.
const GO_SETTINGS: [(&str, &str); 4] =
    [("GO111MODULE", "off"), ("GOFLAGS", ""), ("CGO_ENABLED", "0"), ("GODEBUG", "gotypesalias=0")];

/// Fetches sources and runs the oracles, below one folder.
pub struct Oracles<'a> {
    workspace: &'a Workspace,
    area: &'a Path,
}

impl Oracles<'_> {
    pub fn new<'a>(workspace: &'a Workspace, area: &'a Path) -> Oracles<'a> {
        Oracles { workspace, area }
    }

    /// The folder that contains the package `django`, and the file of facts about it from the interpreter.
    pub fn python(&self) -> anyhow::Result<(PathBuf, PathBuf)> {
        let (folder, facts) = (self.area.join("django-5.2.1"), self.area.join("django-5.2.1.json"));
        if !folder.join("django").is_dir() {
            println!("fetching: Django from PyPI");
            let mut pip = process::command("python3", self.area);
            pip.args(["-m", "pip", "install", "--quiet", "--no-compile", "--target"]).arg(&folder).arg("Django==5.2.1");
            // Outside a virtual environment pip warns; a folder of its own needs none.
            pip.env("PIP_ROOT_USER_ACTION", "ignore");
            process::run(&mut pip).context("Django could not be fetched: install Python 3.10 or later with pip")?;
        }
        let script = self.workspace.root().join("bench/measure/accuracy/interpreter.py");
        if is_outdated(&facts, &script) {
            println!("asking: the interpreter imports Django");
            let mut python = process::command("python3", self.area);
            python.arg(&script).arg(&folder).arg("django").env(DJANGO_SETTINGS.0, DJANGO_SETTINGS.1);
            std::fs::write(&facts, process::output(&mut python)?).context("cannot write the interpreter's facts")?;
        }
        Ok((folder, facts))
    }

    /// The sources of an npm package, named with its version, and their index. `tsconfig` is for a package without a
    /// `tsconfig.json`: the folder whose sources are read, JavaScript included, and the option that resolves modules.
    pub fn npm(&self, package: &str, tsconfig: Option<(&str, &str)>) -> anyhow::Result<(PathBuf, PathBuf)> {
        let project = fetch::npm(self.area, package)?;
        let index = self.area.join(format!("{}.scip", package.replace('@', "-")));
        if index.is_file() {
            return Ok((project, index));
        }
        if let Some((subfolder, modules)) = tsconfig {
            let options = r#""allowJs":true,"checkJs":false,"noEmit":true,"target":"esnext","types":[]"#;
            let text = format!("{{\"compilerOptions\":{{{options},{modules}}},\"include\":[\"{subfolder}\"]}}\n");
            std::fs::write(project.join("tsconfig.json"), text)?;
        }
        let program = self.indexer()?;
        println!("asking: scip-typescript reads {package}");
        let unfinished = self.area.join("unfinished.scip");
        let mut indexer = process::command(program, &project);
        process::output(indexer.args(["index", "--no-progress-bar", "--output"]).arg(&unfinished))?;
        std::fs::rename(&unfinished, &index).context("scip-typescript wrote no index")?;
        Ok((project, index))
    }

    /// The path of the program that indexes npm packages.
    fn indexer(&self) -> anyhow::Result<PathBuf> {
        let tools = self.area.join("npm");
        let program = tools.join("node_modules/.bin/scip-typescript");
        if !program.exists() {
            std::fs::create_dir_all(&tools)?;
            // Without a manifest here, npm would install into a folder above.
            std::fs::write(tools.join("package.json"), "{\"private\": true}\n")?;
            println!("fetching: scip-typescript from npm");
            let mut npm = process::command("npm", &tools);
            npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).args(INDEXER);
            process::run(&mut npm)
                .context("scip-typescript could not be fetched: install Node 18 or later with npm")?;
        }
        Ok(program)
    }

    /// The sources of a Go module in a Debian package, and their index.
    pub fn go(&self, package: &str, module: &str) -> anyhow::Result<(PathBuf, PathBuf)> {
        let go_path = fetch::debian(self.area, package)?.join("usr/share/gocode");
        let (project, index) = (go_path.join("src").join(module), self.area.join(format!("{package}.scip")));
        let script = self.workspace.root().join("bench/measure/accuracy/types.go");
        if is_outdated(&index, &script) {
            let mut version_query = process::command("go", self.area);
            process::output(version_query.arg("version"))
                .context("run `apt-get install golang-go`, or install Go 1.19 or later")?;
            println!("asking: Go's own packages check the types of {module}");
            let unfinished = self.area.join("unfinished.scip");
            let mut go = process::command("go", self.area);
            go.arg("run").arg(&script).arg(&project).arg(&unfinished).env("GOPATH", &go_path).envs(GO_SETTINGS);
            process::output(&mut go)?;
            std::fs::rename(&unfinished, &index).context("the checker wrote no index")?;
        }
        Ok((project, index))
    }

    /// The sources of a crate, and their index.
    pub fn rust(&self, (name, version): (&str, &str)) -> anyhow::Result<(PathBuf, PathBuf)> {
        let project = self.area.join(format!("{name}-{version}"));
        let index = self.area.join(format!("{name}-{version}.scip"));
        if index.is_file() {
            return Ok((project, index));
        }
        let mut version_query = process::command("rust-analyzer", self.area);
        process::output(version_query.arg("--version")).context("run `rustup component add rust-analyzer`")?;
        if !project.is_dir() {
            self.fetch_crates()?;
            process::copy(&self.area.join("crates/vendor").join(name), &project)?;
            // The crate is a workspace of its own, not a member of the one around it.
            let manifest = project.join("Cargo.toml");
            let text = std::fs::read_to_string(&manifest).context("the crate has no manifest")?;
            std::fs::write(&manifest, text + "\n[workspace]\n")?;
        }
        println!("asking: rust-analyzer reads {name}, which takes about half a minute");
        let settings = self.area.join("rust-analyzer.json");
        std::fs::write(&settings, ANALYZER)?;
        let unfinished = self.area.join("unfinished.scip");
        let mut analyzer = process::command("rust-analyzer", &project);
        analyzer.args(["scip", ".", "--output"]).arg(&unfinished).arg("--config-path").arg(&settings);
        process::output(&mut analyzer)?;
        std::fs::rename(&unfinished, &index).context("rust-analyzer wrote no index")?;
        Ok((project, index))
    }

    /// Downloads all of `CRATES`, in exactly their versions, unless none is missing.
    fn fetch_crates(&self) -> anyhow::Result<()> {
        let folder = self.area.join("crates");
        let is_missing = |name: &str| !folder.join("vendor").join(name).is_dir();
        if !CRATES.iter().any(|(name, _)| is_missing(name)) {
            return Ok(());
        }
        println!("fetching: {} from crates.io", CRATES.map(|(name, _)| name).join(" and "));
        let mut manifest =
            String::from("[package]\nname = \"sources\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n");
        for (name, version) in CRATES {
            _ = writeln!(manifest, "{name} = \"={version}\"");
        }
        std::fs::create_dir_all(folder.join("src"))?;
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        std::fs::write(folder.join("src/lib.rs"), "")?;
        process::output(process::cargo(&folder).args(["vendor", "--quiet"]))?;
        ensure!(!CRATES.iter().any(|(name, _)| is_missing(name)), "cargo did not fetch every crate");
        Ok(())
    }
}

/// Whether a file is missing, or older than the script that makes it.
fn is_outdated(output: &Path, script: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    time(output).is_none_or(|output| time(script).is_some_and(|script| output < script))
}
