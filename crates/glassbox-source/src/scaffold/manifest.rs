//! Edits of Cargo.toml: glassbox as a dependency for the machine and for tests, and the name of its `cfg`.
//!
//! Only missing entries are added; existing ones stay as they are, in whatever form.

use std::path::{Path, PathBuf};

use cargo_metadata::{Dependency, DependencyKind, Package};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Key, Table, TableLike, Value};

use super::error::ScaffoldError;
use super::file_change::{Edit, FileChange};
use crate::read::ReadError;
use crate::read::target::{applies_to_machine, applies_to_tests};

/// The entry in the list of known `cfg` names.
const KNOWN: &str = "cfg(glassbox)";

/// The origin of the crate `glassbox`.
#[derive(Debug)]
pub(super) enum GlassboxOrigin {
    /// crates.io, in the version of this workspace.
    Release,
    /// A local folder.
    Folder(PathBuf),
}

/// What the package needs besides what it has.
#[derive(Debug)]
pub(super) struct Needs {
    pub(super) glassbox: GlassboxOrigin,
    /// `getrandom` 0.2 is built for the machine. Only with its feature `custom` it asks glassbox for bytes; later versions need none.
    pub(super) random_bytes: bool,
}

/// A manifest that is being edited.
struct Manifest {
    path: PathBuf,
    before: String,
    document: DocumentMut,
    edits: Vec<Edit>,
}

/// The edits that the manifest of the package needs, and of its workspace if lints are inherited from there.
pub(super) fn changes(
    package: &Package,
    workspace_manifest: &Path,
    needs: &Needs,
) -> Result<Vec<FileChange>, ScaffoldError> {
    let mut own = Manifest::read(package.manifest_path.as_std_path())?;
    add_dependencies(&mut own, package, &needs.glassbox)?;
    if needs.random_bytes {
        own.add_random_bytes(&package.dependencies);
    }
    let mut changed = vec![own];
    if is_inherited(&changed[0].document) {
        // The root package of a workspace has both in one file.
        if workspace_manifest != changed[0].path {
            changed.push(Manifest::read(workspace_manifest)?);
        }
        if let Some(last) = changed.last_mut() {
            last.add_lint(&["workspace", "lints", "rust"]);
        }
    } else {
        changed[0].add_lint(&["lints", "rust"]);
    }
    Ok(changed.into_iter().filter_map(Manifest::finish).collect())
}

/// Whether a folder has the Cargo.toml of the crate `glassbox`.
pub(super) fn is_glassbox(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let document = text.parse::<DocumentMut>().ok();
    let name = document.as_ref().and_then(|it| it.get("package")?.get("name")?.as_str().map(str::to_owned));
    name.as_deref() == Some("glassbox")
}

fn add_dependencies(manifest: &mut Manifest, package: &Package, origin: &GlassboxOrigin) -> Result<(), ScaffoldError> {
    let ours: Vec<&Dependency> = package.dependencies.iter().filter(|it| it.name == "glassbox").collect();
    if let Some(name) = ours.iter().find_map(|it| it.rename.clone()) {
        return Err(ScaffoldError::Renamed { package: package.name.to_string(), name });
    }
    let entry = existing_entry(&manifest.document).unwrap_or_else(|| new_entry(origin));
    let for_machine = |it: &&&Dependency| it.kind == DependencyKind::Normal && applies_to_machine(it);
    if ours.iter().find(for_machine).is_none() {
        manifest.add_dependency("'cfg(glassbox)'", "dependencies", "glassbox", &entry);
        manifest.edits.push(Edit::DependencyForMachine);
    }
    // Tests can also use a dependency of the library.
    let for_tests = |it: &&&Dependency| it.kind != DependencyKind::Build && applies_to_tests(it);
    if ours.iter().find(for_tests).is_none() {
        manifest.add_dependency("'cfg(not(glassbox))'", "dev-dependencies", "glassbox", &entry);
        manifest.edits.push(Edit::DependencyForTests);
    }
    Ok(())
}

/// An existing entry for glassbox in any dependency table.
fn existing_entry(document: &DocumentMut) -> Option<Item> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets = document.get("target").and_then(Item::as_table_like);
    let tables = targets.into_iter().flat_map(|targets| targets.iter().map(|(_, table)| table));
    let mut tables = std::iter::once(document.as_item()).chain(tables);
    let entry = tables.find_map(|table| kinds.iter().find_map(|kind| table.get(kind)?.get("glassbox")))?;
    let mut entry = match entry {
        // `[dependencies.glassbox]` becomes `glassbox = { .. }`.
        Item::Table(table) => Item::Value(Value::InlineTable(table.clone().into_inline_table())),
        entry => entry.clone(),
    };
    if let Some(table) = entry.as_table_like_mut() {
        table.remove("optional");
    }
    if let Some(value) = entry.as_value_mut() {
        value.decor_mut().clear();
    }
    Some(entry)
}

fn new_entry(origin: &GlassboxOrigin) -> Item {
    match origin {
        GlassboxOrigin::Release => Item::Value(env!("CARGO_PKG_VERSION").into()),
        GlassboxOrigin::Folder(path) => {
            let mut table = InlineTable::new();
            table.insert("path", path.display().to_string().into());
            Item::Value(Value::InlineTable(table))
        }
    }
}

fn is_inherited(document: &DocumentMut) -> bool {
    document.get("lints").and_then(|lints| lints.get("workspace")?.as_bool()) == Some(true)
}

impl Manifest {
    fn read(path: &Path) -> Result<Self, ReadError> {
        let before =
            std::fs::read_to_string(path).map_err(|source| ReadError::File { path: path.to_owned(), source })?;
        let document = before
            .parse::<DocumentMut>()
            .map_err(|error| ReadError::Syntax { path: path.to_owned(), message: error.message().to_owned() })?;
        Ok(Self { path: path.to_owned(), before, document, edits: Vec::new() })
    }

    fn add_dependency(&mut self, target: &str, kind: &str, name: &str, entry: &Item) {
        let target: Key = target.parse().expect("a quoted key");
        let targets = table(self.document.as_table_mut(), &Key::new("target"), true);
        let target = table(targets, &target, true);
        table(target, &Key::new(kind), false).insert(name, entry.clone());
    }

    /// Turns on the feature of `getrandom` 0.2 that lets glassbox provide the bytes.
    fn add_random_bytes(&mut self, dependencies: &[Dependency]) {
        let is_on = |it: &Dependency| it.name == "getrandom" && it.features.iter().any(|feature| feature == "custom");
        if dependencies.iter().any(is_on) {
            return;
        }
        let entry = "{ package = \"getrandom\", version = \"0.2\", features = [\"custom\"] }";
        let entry = Item::Value(entry.parse().expect("a table"));
        self.add_dependency("'cfg(glassbox)'", "dependencies", "glassbox-random-bytes", &entry);
        self.edits.push(Edit::RandomBytes);
    }

    /// Adds `glassbox` to the known `cfg` names: rustc warns about unknown ones.
    fn add_lint(&mut self, path: &[&str]) {
        let (last, outer) = path.split_last().expect("a path");
        let mut lints: &mut dyn TableLike = self.document.as_table_mut();
        for name in outer {
            lints = table(lints, &Key::new(*name), true);
        }
        let lints = table(lints, &Key::new(*last), false);
        let old = lints.get("unexpected_cfgs");
        let check_cfg = old.and_then(|lint| lint.get("check-cfg")).and_then(Item::as_array).cloned();
        let mut check_cfg = check_cfg.unwrap_or_default();
        let is_known =
            |value: &Value| value.as_str().is_some_and(|text| text.replace(' ', "").starts_with("cfg(glassbox"));
        if check_cfg.iter().any(is_known) {
            return;
        }
        push(&mut check_cfg);
        if let Some(lint) = lints.get_mut("unexpected_cfgs").and_then(Item::as_table_like_mut) {
            lint.insert("check-cfg", Item::Value(check_cfg.into()));
        } else {
            let mut lint = InlineTable::new();
            let level = lints.get("unexpected_cfgs").and_then(Item::as_str).unwrap_or("warn");
            lint.insert("level", level.into());
            lint.insert("check-cfg", check_cfg.into());
            lints.insert("unexpected_cfgs", Item::Value(lint.into()));
        }
        self.edits.push(Edit::CfgName);
    }

    /// The new file; none if nothing changed.
    fn finish(self) -> Option<FileChange> {
        let text = self.document.to_string();
        // `toml_edit` writes `\n`; a file with `\r\n` keeps it.
        let text = if self.before.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text };
        (!self.edits.is_empty()).then_some(FileChange { path: self.path, text, edits: self.edits, is_new: false })
    }
}

fn push(array: &mut Array) {
    let text: Value = format!("'{KNOWN}'").parse().expect("a literal text");
    let is_on_lines = array.iter().any(|value| {
        let prefix = value.decor().prefix().and_then(toml_edit::RawString::as_str);
        prefix.is_some_and(|prefix| prefix.contains('\n'))
    });
    let first = array.get(0).map(|first| first.decor().clone());
    array.push(text);
    // On its own line, if the others are.
    if let Some(last) = array.iter_mut().last().filter(|_| is_on_lines)
        && let Some(prefix) = first.as_ref().and_then(|decor| decor.prefix())
    {
        last.decor_mut().set_prefix(prefix.clone());
    }
}

/// The table of that name, created if it does not exist. An implicit table holds only other tables and has no header.
fn table<'a>(outer: &'a mut dyn TableLike, key: &Key, is_implicit: bool) -> &'a mut dyn TableLike {
    let entry = outer.entry_format(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(is_implicit);
        Item::Table(table)
    });
    entry.as_table_like_mut().expect("a table, because cargo accepts the manifest")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(before: &str) -> Manifest {
        let document = before.parse().expect("TOML");
        Manifest { path: PathBuf::new(), before: before.to_owned(), document, edits: Vec::new() }
    }

    fn lint(before: &str, path: &[&str]) -> String {
        let mut manifest = manifest(before);
        manifest.add_lint(path);
        manifest.document.to_string()
    }

    #[test]
    fn the_cfg_name_is_added_to_existing_entries() {
        let new = "[package] # mine\nname = \"a\"\n\n[lints.rust]\nunexpected_cfgs = { level = \"warn\", check-cfg = ['cfg(glassbox)'] }\n";
        assert_eq!(lint("[package] # mine\nname = \"a\"\n", &["lints", "rust"]), new);
        assert_eq!(lint(new, &["lints", "rust"]), new);
        assert_eq!(
            lint("[lints]\nrust.unexpected_cfgs = \"deny\"\n", &["lints", "rust"]),
            "[lints]\nrust.unexpected_cfgs = { level = \"deny\", check-cfg = ['cfg(glassbox)'] }\n"
        );
        assert_eq!(
            lint(
                "[workspace.lints.rust]\nunexpected_cfgs = { level = \"warn\", check-cfg = [\n  \"cfg(loom)\", # models\n] }\n",
                &["workspace", "lints", "rust"]
            ),
            "[workspace.lints.rust]\nunexpected_cfgs = { level = \"warn\", check-cfg = [\n  \"cfg(loom)\",\n  'cfg(glassbox)', # models\n] }\n"
        );
    }

    #[test]
    fn random_bytes_are_a_feature_under_another_name_for_the_machine_only() {
        let mut manifest = manifest("[package]\nname = \"a\"\n");
        manifest.add_random_bytes(&[]);
        let added = "\n[target.'cfg(glassbox)'.dependencies]\nglassbox-random-bytes = { package = \"getrandom\", version = \"0.2\", features = [\"custom\"] }\n";
        assert_eq!(manifest.document.to_string(), format!("[package]\nname = \"a\"\n{added}"));
        assert_eq!(manifest.edits.len(), 1);
    }

    #[test]
    fn an_existing_entry_is_copied_from_any_table() {
        let entry = |text: &str| existing_entry(&text.parse().expect("TOML")).map(|item| item.to_string());
        assert_eq!(entry("[dependencies]\nserde = \"1\"\n"), None);
        assert_eq!(entry("[dev-dependencies]\nglassbox = \"0.1\" # ours\n").as_deref(), Some("\"0.1\""));
        assert_eq!(
            entry("[target.'cfg(glassbox)'.dependencies.glassbox]\npath = \"../g\"\noptional = true\n").as_deref(),
            Some("{ path = \"../g\" }")
        );
    }
}
