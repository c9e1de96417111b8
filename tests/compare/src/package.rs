//! The packages of a bug: one for glassbox, and one with the native program of the other tools.

use std::fs;
use std::path::{Path, PathBuf};

use crate::bug::{Bug, Origin, files, source};
use crate::command::{cargo, repository};
use crate::harness::Harness;
use crate::lines::{count, formatted};
use crate::operations::common_items;
use crate::tool::{DEPENDENCIES, Tool};

/// Source of crates, as lock files name it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The packages of a bug.
#[derive(Debug)]
pub(crate) struct Package<'a> {
    bug: &'a Bug,
    harness: Harness,
    folder: PathBuf,
}

impl<'a> Package<'a> {
    /// Reads the harness of a bug. Its packages are written below `folder`.
    pub(crate) fn new(bug: &'a Bug, folder: &Path) -> Result<Self, String> {
        let harness = Harness::read(&bug.harness()?, bug.replaced().as_deref());
        let harness = harness.map_err(|error| format!("{}: {error}", bug.name))?;
        Ok(Self { bug, harness, folder: folder.to_owned() })
    }

    /// Lines that a user of a tool writes.
    pub(crate) fn lines(&self, tool: Tool) -> Result<usize, String> {
        match tool.adapter(&self.harness) {
            Some(adapter) => Ok(count(&formatted(&self.native_harness()?)?) + count(&formatted(&adapter)?)),
            None if tool == Tool::Miri => Ok(0),
            None => Ok(count(&formatted(self.harness.original_source())?)),
        }
    }

    fn native_harness(&self) -> Result<String, String> {
        self.harness.native_source(&common_items(&self.harness))
    }

    /// Writes the package for glassbox. Returns its folder.
    pub(crate) fn for_glassbox(&self) -> Result<PathBuf, String> {
        let package = self.folder.join("glassbox").join(self.bug.folder());
        let harness = formatted(self.harness.original_source())?;
        let guest = repository().join("guest/glassbox");
        let (library, dependencies) = match &self.bug.origin {
            Origin::Published(..) => (
                format!("#![cfg(glassbox)]\n{harness}"),
                format!("[target.'cfg(glassbox)'.dependencies]\nglassbox = {{ path = {guest:?} }}\n"),
            ),
            Origin::Mutant(_) => {
                write(&package.join("src/beside.rs"), &harness)?;
                let library = self.subject(&package)?;
                (format!("{library}\npub mod beside;\n"), String::new())
            }
        };
        write(&package.join("src/lib.rs"), &library)?;
        write(&package.join("Cargo.toml"), &self.manifest("", &dependencies))?;
        self.lock(&package)?;
        Ok(package)
    }

    /// Writes and builds the native program. Returns its path.
    pub(crate) fn program(&self, target: &Path) -> Result<PathBuf, String> {
        let package = self.folder.join("natively").join(self.bug.folder());
        let natively = include_str!("../adapters/natively.rs.txt").replace("MODULE", &self.harness.module);
        write(&package.join("src/natively.rs"), &natively)?;
        write(&package.join("src/harness.rs"), &formatted(&self.native_harness()?)?)?;
        for tool in Tool::NATIVE {
            let adapter = tool.adapter(&self.harness).ok_or("a tool without an adapter")?;
            write(&package.join(format!("src/with_{tool}.rs")), &formatted(&adapter)?)?;
        }
        let modules = Tool::NATIVE.map(|tool| format!("mod with_{tool};\n")).concat();
        let tools = Tool::NATIVE.map(|tool| format!("(\"{tool}\", with_{tool}::run)")).join(", ");
        let subject = match &self.bug.origin {
            Origin::Published(..) => "#![allow(warnings)]\n".to_owned(),
            Origin::Mutant(_) => self.subject(&package)?,
        };
        let main = format!("fn main() {{ natively::main(&[{tools}]) }}\n");
        write(&package.join("src/main.rs"), &format!("{subject}\nmod harness;\nmod natively;\n{modules}{main}"))?;
        write(&package.join("Cargo.toml"), &self.manifest(DEPENDENCIES, ""))?;
        self.lock(&package)?;
        let mut command = cargo();
        command.args(["build", "--quiet", "--target-dir"]).arg(target).current_dir(&package);
        let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{} does not build natively:\n{text}", self.bug.name));
        }
        Ok(target.join("debug").join(format!("compare-{}", self.bug.folder())))
    }

    /// Writes the files of the mutated subject but its library. Returns that.
    fn subject(&self, package: &Path) -> Result<String, String> {
        let Origin::Mutant(mutant) = &self.bug.origin else { return Err("only mutants have a subject".to_owned()) };
        let mut library = String::new();
        for file in files(&mutant.package)? {
            let mut text = source(&mutant.package, &file)?;
            if file == mutant.file {
                text = mutant.apply(&text).ok_or("a mutant of another source")?;
            }
            if file == "src/lib.rs" {
                library = format!("#![allow(warnings, clippy::all)]\n{text}");
            } else {
                write(&package.join(file), &text)?;
            }
        }
        Ok(library)
    }

    fn manifest(&self, dependencies: &str, more: &str) -> String {
        let name = self.bug.folder();
        let (subject, has_debug_assertions) = match &self.bug.origin {
            Origin::Published(row, version) => {
                let (package, default, features) = (row.package, row.default_features, row.features);
                let others: String = row.other_dependencies.iter().flat_map(|line| [line, "\n"]).collect();
                let subject = format!(
                    "{package} = {{ version = \"={version}\", default-features = {default}, features = {features:?} }}\n{others}"
                );
                (subject, row.debug_assertions)
            }
            Origin::Mutant(mutant) => {
                let guest = repository().join("guest/glassbox");
                (format!("glassbox = {{ path = {guest:?} }}\n\n[features]{}", features(&mutant.package)), true)
            }
        };
        // Dependencies of all programs are built once, with debug assertions.
        let profile = match &self.bug.origin {
            Origin::Published(row, _) if !has_debug_assertions => format!(
                "debug-assertions = false\n[profile.dev.package.{}]\ndebug-assertions = false\n[profile.dev.package.\"*\"]\ndebug-assertions = true\n",
                row.package
            ),
            _ => String::new(),
        };
        format!(
            "[package]\nname = \"compare-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}{subject}\n{more}\n\
             [lints.rust]\nunexpected_cfgs = {{ level = \"allow\", check-cfg = [\"cfg(glassbox)\"] }}\n\n[workspace]\n\n\
             [profile.dev]\nopt-level = 1\ndebug = false\nincremental = false\n{profile}"
        )
    }

    /// Writes the first lock file.
    fn lock(&self, package: &Path) -> Result<(), String> {
        let lock = package.join("Cargo.lock");
        let Origin::Published(row, version) = &self.bug.origin else { return Ok(()) };
        // Cargo has added more to an existing lock file.
        if lock.exists() {
            return Ok(());
        }
        write(&lock, &lock_file(row.package, version))
    }
}

/// Names a crate and its version: cargo takes a yanked version only from a lock file.
pub(crate) fn lock_file(package: &str, version: &str) -> String {
    format!("version = 4\n\n[[package]]\nname = \"{package}\"\nversion = \"{version}\"\nsource = \"{REGISTRY}\"\n")
}

/// The features of a subject, as its manifest declares them.
fn features(package: &str) -> String {
    let manifest = source(package, "Cargo.toml").unwrap_or_default();
    let features = manifest.split_once("[features]").map_or("", |(_, features)| features);
    features.split("\n[").next().unwrap_or_default().to_owned()
}

/// Writes a file unless it has this text already, so that nothing is rebuilt.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
