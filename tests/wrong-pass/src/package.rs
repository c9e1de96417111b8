//! A package of its own with a mutant, from which a module for the machine and a native program are built.
//!
//! Each worker has one. glassbox and the other dependencies are built once; for a mutant, only the package is built again.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_states::{Builder, SaidByMiri, miri, module_in, repository, said_by_miri};

use crate::mutant::Mutant;
use crate::native_program::{built, drive, driver};
use crate::rows::Row;

/// The package of a worker.
#[derive(Debug)]
pub(crate) struct Package<'a> {
    row: &'a Row,
    folder: PathBuf,
    builder: &'a Builder,
}

impl<'a> Package<'a> {
    /// Copies a subject into the folder of the worker.
    pub(crate) fn new(row: &'a Row, builder: &'a Builder) -> Result<Self, String> {
        let folder = builder.folder().join("mutated").join(row.package);
        let package = Self { row, folder, builder };
        for file in files(row.package)? {
            package.write(&file, &source(row.package, &file)?)?;
        }
        let exploration = exploration(row)?;
        package.write("src/beside.rs", &exploration)?;
        package.write("src/natively.rs", &driver())?;
        package.write("Cargo.toml", &manifest(row.package, &features(row.package)?)?)?;
        fs::copy(repository().join("Cargo.lock"), package.folder.join("Cargo.lock"))
            .map_err(|error| error.to_string())?;
        package.set("src/lib.rs", &source(row.package, "src/lib.rs")?)?;
        Ok(package)
    }

    fn write(&self, file: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(file);
        let folder = path.parent().ok_or("a file without a folder")?;
        // What did not change is not built again.
        if fs::read_to_string(&path).is_ok_and(|before| before == text) {
            return Ok(());
        }
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Changes a file of the subject. The program's main file is the library with a `main`.
    fn set(&self, file: &str, text: &str) -> Result<(), String> {
        if file != "src/lib.rs" {
            return self.write(file, text);
        }
        // The attribute is for the code that follows: it may be the one that a mutant makes.
        let text = format!("#![allow(warnings, clippy::all)]\n{text}");
        self.write(file, &format!("{text}\npub mod beside;\n"))?;
        let drive = drive("crate::beside", &exploration(self.row)?, self.row.most, self.row.length);
        let drive = drive.map_err(|error| format!("beside/{}.rs: {error}", self.row.package))?;
        self.write("src/main.rs", &format!("{text}\npub mod beside;\nmod natively;\nfn main() {{ {drive} }}\n"))
    }

    /// Makes the change of a mutant, runs `work`, and takes the change back.
    pub(crate) fn with<R>(&self, mutant: &Mutant, work: impl FnOnce(&Self) -> Result<R, String>) -> Result<R, String> {
        let original = source(self.row.package, &mutant.file)?;
        let changed = mutant.apply(&original).ok_or("a mutant of another source")?;
        self.set(&mutant.file, &changed)?;
        let result = work(self);
        self.set(&mutant.file, &original)?;
        result
    }

    /// Builds the module. None if it does not compile.
    pub(crate) fn module(&self) -> Option<Vec<u8>> {
        module_in(&self.folder, self.row.package).ok()
    }

    /// Builds the native program. None if it does not compile.
    pub(crate) fn program(&self) -> Option<PathBuf> {
        built(&self.folder, &self.builder.folder().join("mutated-natively")).ok()
    }

    /// Runs the native program in Miri.
    pub(crate) fn in_miri(&self, arguments: &[String]) -> Result<SaidByMiri, String> {
        in_miri(&self.folder, &self.builder.folder().join("mutated-in-miri"), arguments)
    }
}

/// The program `natively` of a package with these arguments, in Miri.
pub(crate) fn in_miri(package: &Path, target: &Path, arguments: &[String]) -> Result<SaidByMiri, String> {
    let mut command = miri();
    command.args(["run", "--quiet", "--offline", "--bin", "natively", "--target-dir"]).arg(target).arg("--");
    said_by_miri(command.args(arguments).current_dir(package))
}

/// The exploration of a subject.
fn exploration(row: &Row) -> Result<String, String> {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("beside/{}.rs", row.package)))
}

/// The source files of a subject, from its folder, without its tests.
pub(crate) fn files(package: &str) -> Result<Vec<String>, String> {
    let folder = repository().join("subjects").join(package).join("src");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let names = sources.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut files: Vec<String> = names.map(|name| format!("src/{name}")).collect();
    files.sort();
    Ok(files)
}

/// A source file of a subject.
pub(crate) fn source(package: &str, file: &str) -> Result<String, String> {
    read(&repository().join("subjects").join(package).join(file))
}

/// The features of a subject, as its manifest declares them.
fn features(package: &str) -> Result<String, String> {
    let manifest = read(&repository().join("subjects").join(package).join("Cargo.toml"))?;
    let features = manifest.split_once("[features]").map_or("", |(_, features)| features);
    Ok(features.split("\n[").next().unwrap_or_default().to_owned())
}

/// The manifest of a package with a library and the program `natively`.
pub(crate) fn manifest(package: &str, features: &str) -> Result<String, String> {
    let guest = repository().join("guest/glassbox");
    let guest = guest.canonicalize().map_err(|error| error.to_string())?;
    Ok(format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\npath = \"src/lib.rs\"\n\n\
         [[bin]]\nname = \"natively\"\npath = \"src/main.rs\"\n\n[dependencies]\nglassbox = {{ path = {guest:?} }}\n\n\
         [features]{features}\n\n[workspace]\n\n[profile.dev]\nincremental = false\ndebug = false\n"
    ))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
