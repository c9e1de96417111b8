//! Collects the sources of the crates that users depend on, so that the command brings them along.
//!
//! A package from a registry is built without them: there, users depend on the registry's `glassbox`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What a crate that depends on `glassbox` needs, in the repository's folders.
const CRATES: [&str; 3] = ["guest/glassbox", "guest/glassbox-macros", "crates/glassbox-abi"];

fn main() -> io::Result<()> {
    let folder = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let repository = folder("CARGO_MANIFEST_DIR").join("../..");
    let mut files: Vec<(String, String)> = Vec::new();
    if CRATES.iter().all(|path| repository.join(path).join("Cargo.toml").exists()) {
        files.push(("Cargo.toml".to_owned(), root_manifest(&repository)?));
        for path in CRATES {
            for part in ["Cargo.toml", "README.md", "src"] {
                read(&repository, &format!("{path}/{part}"), &mut files)?;
            }
        }
    }
    let mut source = format!("const DIGEST: &str = \"{:016x}\";\nconst FILES: &[(&str, &str)] = &[\n", digest(&files));
    for (path, text) in &files {
        let _ = writeln!(source, "    ({path:?}, {text:?}),");
    }
    fs::write(folder("OUT_DIR").join("guest_crates.rs"), source + "];\n")
}

/// The manifest of the workspace, with these crates as its only members: they inherit from it.
fn root_manifest(repository: &Path) -> io::Result<String> {
    let path = repository.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path)?;
    let members = format!("members = {CRATES:?}");
    let line = |line: &str| if line.starts_with("members = ") { members.clone() } else { line.to_owned() };
    Ok(text.lines().map(line).flat_map(|line| [line, "\n".to_owned()]).collect())
}

/// Adds a file, or all files of a folder, in the order of their names.
fn read(repository: &Path, path: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
    let place = repository.join(path);
    println!("cargo::rerun-if-changed={}", place.display());
    if !place.is_dir() {
        files.push((path.to_owned(), fs::read_to_string(place)?));
        return Ok(());
    }
    let names = fs::read_dir(&place)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<io::Result<Vec<String>>>()?;
    names.sort();
    names.iter().try_for_each(|name| read(repository, &format!("{path}/{name}"), files))
}

/// FNV-1a over all paths and texts: other sources go to another folder.
fn digest(files: &[(String, String)]) -> u64 {
    let bytes = files.iter().flat_map(|(path, text)| [path.as_bytes(), &[0], text.as_bytes(), &[0]]).flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
