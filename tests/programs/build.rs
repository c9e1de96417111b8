//! Includes the correct programs natively: what they return here is what they must return in the machine.

use std::fmt::Write;
use std::path::Path;

fn main() {
    let manifest = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&manifest).join("../pass");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("tests/pass exists")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    let (mut modules, mut table) = (String::new(), String::new());
    for name in &names {
        writeln!(modules, "#[path = {:?}] mod {name};", folder.join(format!("{name}.rs"))).expect("a string");
        write!(table, "({name:?}, {name}::run as fn() -> String), ").expect("a string");
    }
    let text = format!(
        "{modules}\n/// Every correct program with its function.\npub const PASS: &[(&str, fn() -> String)] = &[{table}];\n"
    );
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("native.rs"), text).expect("OUT_DIR can be written");
}
