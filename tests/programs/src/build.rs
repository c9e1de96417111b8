//! Makes one crate of all programs and builds it for WebAssembly.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds all programs at `opt_level`, in a folder below `target`; gives the module's bytes.
///
/// If cargo or rustc fails: then the programs are wrong, and their messages are shown.
pub fn build(opt_level: u8, target: &Path) -> Vec<u8> {
    let dir = target.join(format!("programs-{opt_level}"));
    fs::create_dir_all(dir.join("src")).expect("the target folder can be written");
    write_if_new(&dir.join("Cargo.toml"), &manifest(opt_level));
    write_if_new(&dir.join("src/lib.rs"), &source());
    fs::copy(repository().join("Cargo.lock"), dir.join("Cargo.lock")).expect("the workspace has a lock file");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--offline", "--profile=guest", "--target=wasm32-unknown-unknown"]).current_dir(&dir);
    command.env("CARGO_TARGET_DIR", target.join("programs-target"));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", "--cfg glassbox -C link-arg=--emit-relocs");
    if let Some(rustc) = std::env::var_os("GLASSBOX_RUSTC") {
        command.env("RUSTC", rustc);
    }
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let module = format!("programs-target/wasm32-unknown-unknown/guest/programs_{opt_level}.wasm");
    fs::read(target.join(module)).expect("cargo made the module")
}

/// Keeps the time stamp of a file that does not change, or cargo would build again.
fn write_if_new(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::write(path, text).expect("the target folder can be written");
}

fn manifest(opt_level: u8) -> String {
    let glassbox = repository().join("guest/glassbox");
    format!(
        "[package]\nname = \"programs_{opt_level}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [lib]\ncrate-type = [\"cdylib\"]\n\n\
         [dependencies]\nglassbox = {{ path = {glassbox:?} }}\n\n\
         [workspace]\n\n\
         [profile.guest]\ninherits = \"dev\"\nopt-level = {opt_level}\ndebug = \"line-tables-only\"\npanic = \"abort\"\n\
         overflow-checks = true\ndebug-assertions = true\n"
    )
}

fn source() -> String {
    let mut text = String::from(
        "#![allow(dead_code)]\n\
         #[link(wasm_import_module = \"test\")]\nunsafe extern \"C\" { fn print(text: *const u8, len: usize); }\n",
    );
    for (folder, call) in
        [("pass", "let text = module::run(); unsafe { print(text.as_ptr(), text.len()) }"), ("fail", "module::run();")]
    {
        for name in names(folder) {
            let path = repository().join("tests").join(folder).join(format!("{name}.rs"));
            let call = call.replace("module", &format!("{folder}_{name}"));
            writeln!(
                text,
                "#[path = {path:?}] mod {folder}_{name};\n\
                 #[unsafe(export_name = \"{folder}:{name}\")] extern \"C\" fn run_{folder}_{name}() {{ \
                 glassbox::__private::start(); {call} }}"
            )
            .expect("a string");
        }
    }
    text
}

/// The programs in `tests/<folder>`, sorted.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(repository().join("tests").join(folder)).expect("the folder exists");
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned)).collect();
    names.sort();
    names
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}
