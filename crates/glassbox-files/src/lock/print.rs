//! Contents to text. The same contents give the same text: one value per line where lines are compared and merged.

use std::collections::BTreeSet;

use glassbox_engine::result::AssumptionCode;

use super::assumption::LockedAssumption;
use super::model::{CheckName, END, Lock, Operations, Proof, Reach, VERSION, WITHOUT_OPERATIONS};

/// The first lines of the file.
const HEAD: &str = "\
# What the checks of this workspace prove. `cargo glassbox --write-lock` writes this file, and `cargo glassbox --locked`
# fails if a run proves less. Commit it, and read its changes as those of the code.
";

/// Assumptions that verdicts usually make. If all do, they are listed once.
const USUAL: [AssumptionCode; 8] = [
    AssumptionCode::Wasm32,
    AssumptionCode::DebugAssertions,
    AssumptionCode::SingleThread,
    AssumptionCode::PanicAborts,
    AssumptionCode::AllocationsSucceed,
    AssumptionCode::AliasingUnchecked,
    AssumptionCode::InnerBoundsUnchecked,
    AssumptionCode::FixedPlaces,
];

/// The text of a lock.
pub fn print(lock: &Lock) -> String {
    let common = common(lock);
    let version = if lock.types.is_some() { VERSION } else { WITHOUT_OPERATIONS };
    let mut text = format!("{HEAD}version = {version}\n");
    text += &list("assumptions", common.iter().map(ToString::to_string));
    lock.checks.iter().for_each(|(name, proof)| text += &check(name, proof, &common));
    lock.types.iter().flatten().for_each(|(name, operations)| text += &operations_of(name, operations));
    text + "\n" + END + "\n"
}

fn common(lock: &Lock) -> BTreeSet<LockedAssumption> {
    let mut proofs = lock.checks.values();
    let first = proofs.next().map(|proof| proof.assumptions.clone()).unwrap_or_default();
    let all = proofs.fold(first, |all, proof| all.intersection(&proof.assumptions).cloned().collect());
    all.into_iter().filter(|assumption| USUAL.contains(&assumption.code)).collect()
}

fn check(name: &CheckName, proof: &Proof, common: &BTreeSet<LockedAssumption>) -> String {
    let CheckName { package, path } = name;
    let mut text = format!("\n[[check]]\npackage = {}\npath = {}\n", quoted(package), quoted(path));
    let bound = |(name, reach): (&String, &Reach)| match reach {
        Reach::UpTo(value) => format!("{} = {value}", key(name)),
        Reach::Any => format!("{} = {}", key(name), quoted(Reach::ANY)),
    };
    let bounds: Vec<String> = proof.bounds.iter().map(bound).collect();
    if !bounds.is_empty() {
        text += &["bounds = { ", &bounds.join(", "), " }\n"].concat();
    }
    text += &list("functions", proof.functions.iter().cloned());
    text + &list("assumptions", proof.assumptions.difference(common).map(ToString::to_string))
}

fn operations_of(name: &CheckName, operations: &Operations) -> String {
    let CheckName { package, path } = name;
    let Operations { checked, unchecked } = operations;
    let text = format!("\n[[type]]\npackage = {}\npath = {}\n", quoted(package), quoted(path));
    text + &list("checked", checked.iter().cloned()) + &list("unchecked", unchecked.iter().cloned())
}

/// A list with a line for each text, in their order; nothing if there is none.
fn list(key: &str, texts: impl Iterator<Item = String>) -> String {
    let mut lines: Vec<String> = texts.map(|text| format!("  {},\n", quoted(&text))).collect();
    lines.sort_unstable();
    if lines.is_empty() { String::new() } else { format!("{key} = [\n{}]\n", lines.concat()) }
}

/// A name as a key of TOML.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}
