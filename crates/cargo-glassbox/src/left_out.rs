//! Checks that are in the source and in no module, and why: a report that does not name them would seem complete.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use cargo_metadata::{Package, Target, TargetKind};
use cargo_platform::{Cfg, CfgExpr, Ident};
use glassbox_source::read::{MarkedItem, MarkedItems, TypeOperations};

use crate::args::build_options::TargetChoice;
use crate::workspace::Uses;

/// Checks that were not built, for the same reason.
#[derive(Clone, Debug)]
pub(crate) struct LeftOut {
    /// Their paths and places.
    pub(crate) checks: Vec<MarkedItem>,
    pub(crate) why: Why,
}

/// Reason why a check was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It is in this test target, and glassbox is not a dev-dependency.
    TestTarget(String),
    /// It is under `#[cfg(test)]`, and glassbox is not a dev-dependency.
    OnlyForTests,
    /// It is in an example, a benchmark or a binary.
    NeverBuilt(&'static str),
    /// It is in a crate of procedural macros.
    RunsOnHost,
    /// Cargo.toml has `test = false` for its target.
    TestIsOff,
    /// Its target needs features that are off, or is left out for another reason of Cargo.toml.
    RequiredFeatures(Vec<String>),
    /// These `cfg` conditions do not hold.
    Conditions {
        conditions: Vec<String>,
        /// Features with which they would hold; empty if features are not enough.
        features: Vec<String>,
    },
    /// No `mod` declares its file.
    NoModule,
    /// None of these.
    Other,
}

/// Where and how a package was built.
#[derive(Debug)]
pub(crate) struct Built<'a> {
    pub(crate) package: &'a Package,
    pub(crate) uses: Uses,
    pub(crate) targets: &'a TargetChoice,
    /// `cfg` values of the machine.
    pub(crate) cfgs: &'a [Cfg],
    /// Flags of cargo that choose features.
    pub(crate) feature_flags: &'a [String],
    /// Files and lines of the checks that were built.
    pub(crate) places: BTreeSet<(PathBuf, usize)>,
    /// Paths of the checks that were built and whose files are not known, because a flag of the user renames them.
    pub(crate) paths: BTreeSet<String>,
}

impl Built<'_> {
    /// The checks of the chosen targets that were not built.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        let mut items = marked_items(self.package);
        let mut all = Vec::new();
        for target in self.package.targets.iter().filter(|target| is_chosen(self.targets, target)) {
            let marked = items.read_crate(&target.name, target.src_path.as_std_path());
            all.extend(marked.into_iter().map(|item| (self.why(target, &item), item)));
        }
        if let (TargetChoice::All, Some(folder)) = (self.targets, self.package.manifest_path.parent()) {
            let rest = items.read_rest(&folder.join("src").into_std_path_buf(), usize::MAX);
            let tests = items.read_rest(&folder.join("tests").into_std_path_buf(), 1);
            all.extend(rest.into_iter().chain(tests).map(|item| (Why::NoModule, item)));
        }
        let mut seen = self.places.clone();
        let mut groups: Vec<LeftOut> = Vec::new();
        for (why, item) in all {
            if !seen.insert((real(&item.file), item.line)) || self.paths.contains(&item.path) {
                continue;
            }
            match groups.iter_mut().find(|group| group.why == why) {
                Some(group) => group.checks.push(item),
                None => groups.push(LeftOut { checks: vec![item], why }),
            }
        }
        groups
    }

    fn why(&self, target: &Target, item: &MarkedItem) -> Why {
        if target.is_kind(TargetKind::ProcMacro) {
            return Why::RunsOnHost;
        }
        let never = [(TargetKind::Example, "an example"), (TargetKind::Bench, "a benchmark")];
        if let Some((_, name)) = never.into_iter().find(|(kind, _)| target.is_kind(kind.clone())) {
            return Why::NeverBuilt(name);
        }
        if target.is_kind(TargetKind::Bin) && !self.uses.in_tests {
            return Why::NeverBuilt("a binary");
        }
        let is_true = |condition: &String, as_test| self.holds(condition, as_test, &[]);
        let needs_test = !is_library(target) || item.conditions.iter().any(|it| !is_true(it, false));
        let is_for_tests = needs_test && item.conditions.iter().all(|it| is_true(it, true));
        if is_for_tests && !self.uses.in_tests {
            return if is_library(target) { Why::OnlyForTests } else { Why::TestTarget(target.name.clone()) };
        }
        if is_for_tests && !target.test {
            return Why::TestIsOff;
        }
        let as_test = self.uses.in_tests || !is_library(target);
        let false_ones = item.conditions.iter().filter(|it| !is_true(it, false) && (!as_test || !is_true(it, true)));
        let conditions: Vec<String> = false_ones.cloned().collect();
        if conditions.is_empty() {
            let features = target.required_features.clone();
            return if features.is_empty() { Why::Other } else { Why::RequiredFeatures(features) };
        }
        let mut features: Vec<String> = conditions.iter().flat_map(|it| features_in(it)).map(str::to_owned).collect();
        features.dedup();
        if !conditions.iter().all(|it| self.holds(it, as_test, &features)) {
            features.clear();
        }
        Why::Conditions { conditions, features }
    }

    /// Whether a condition holds when the package is built for the machine with these features, as a test or not.
    fn holds(&self, condition: &str, as_test: bool, features: &[String]) -> bool {
        let test = as_test.then(|| Cfg::Name(Ident { name: "test".into(), raw: false }));
        let name = Ident { name: "feature".into(), raw: false };
        let features = features.iter().cloned().chain(self.features());
        let features = features.map(|feature| Cfg::KeyPair(name.clone(), feature));
        let cfgs: Vec<Cfg> = self.cfgs.iter().cloned().chain(test).chain(features).collect();
        CfgExpr::from_str(condition).is_ok_and(|it| it.matches(&cfgs))
    }

    /// The features of the package that are on.
    fn features(&self) -> BTreeSet<String> {
        let has = |flag: &str| self.feature_flags.iter().any(|it| it == flag);
        let all = self.package.features.keys().filter(|_| has("--all-features")).cloned();
        let default = (!has("--no-default-features")).then(|| "default".to_owned());
        let lists = self.feature_flags.iter().filter_map(|flag| flag.strip_prefix("--features="));
        let named =
            lists.flat_map(|list| list.split([',', ' '])).map(|it| it.rsplit('/').next().unwrap_or(it).to_owned());
        let mut waiting: Vec<String> = all.chain(default).chain(named).collect();
        let mut on = BTreeSet::new();
        while let Some(feature) = waiting.pop() {
            waiting.extend(
                self.package.features.get(&feature).into_iter().flatten().filter(|it| !on.contains(*it)).cloned(),
            );
            on.insert(feature);
        }
        on
    }
}

/// A reader for the source of a package.
fn marked_items(package: &Package) -> MarkedItems {
    let names = package.dependencies.iter().filter(|it| it.name == "glassbox");
    MarkedItems::new(names.map(|it| it.rename.as_ref().unwrap_or(&it.name).replace('-', "_")).collect())
}

/// The public operations of the types that the source of a package checks, in all its targets.
pub(crate) fn operations(package: &Package) -> BTreeMap<String, TypeOperations> {
    let mut items = marked_items(package);
    for target in package.targets.iter().filter(|target| !target.is_kind(TargetKind::CustomBuild)) {
        items.read_crate(&target.name, target.src_path.as_std_path());
    }
    items.operations()
}

impl LeftOut {
    /// Those checks whose paths `is_meant` accepts.
    pub(crate) fn restricted(&self, is_meant: impl Fn(&str) -> bool) -> Option<Self> {
        let checks: Vec<MarkedItem> = self.checks.iter().filter(|item| is_meant(&item.path)).cloned().collect();
        (!checks.is_empty()).then(|| Self { checks, why: self.why.clone() })
    }

    /// A sentence for the user, with what to do.
    pub(crate) fn text(&self) -> String {
        const MOST: usize = 3;
        let named = self.checks.iter().take(MOST).map(|it| format!("`{}` ({}:{})", it.path, short(&it.file), it.line));
        let named = named.collect::<Vec<_>>().join(", ");
        let more = self.checks.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("not built, so not run: {named}{more}: {}", self.why.text())
    }
}

impl Why {
    fn text(&self) -> String {
        match self {
            Self::TestTarget(name) => {
                format!(
                    "`tests/` is built if glassbox is a dev-dependency; add `--test {name}`, or `[dev-dependencies] glassbox`"
                )
            }
            Self::OnlyForTests => {
                "`#[cfg(test)]` is built if glassbox is a dev-dependency; write `#[cfg(glassbox)]` or \
                                   `#[cfg(any(test, glassbox))]`"
                    .into()
            }
            Self::NeverBuilt(place) => format!("the code is in {place}; move it to the library or to `tests/`"),
            Self::RunsOnHost => "a crate of procedural macros runs on the host; move the code to a library".into(),
            Self::TestIsOff => "Cargo.toml has `test = false` for this target; remove it".into(),
            Self::RequiredFeatures(features) => {
                format!("the target requires features; add `--features {}`", features.join(","))
            }
            Self::Conditions { conditions, features } => {
                let all = conditions.iter().map(|it| format!("`#[cfg({it})]`")).collect::<Vec<_>>().join(" and ");
                let is = if conditions.len() == 1 { "is" } else { "are" };
                match &features[..] {
                    [] => format!("{all} {is} false when glassbox builds for the machine; change the condition"),
                    features => format!("{all} {is} false; add `--features {}`", features.join(",")),
                }
            }
            Self::NoModule => "no `mod` declares the file; declare it".into(),
            Self::Other => {
                "a macro or a setting that glassbox does not know leaves the code out; move it to a module that is \
                            always compiled"
                    .into()
            }
        }
    }
}

/// Whether the user has chosen a target.
pub(crate) fn is_chosen(targets: &TargetChoice, target: &Target) -> bool {
    match targets {
        TargetChoice::All => !target.is_kind(TargetKind::CustomBuild),
        TargetChoice::Library => is_library(target),
        TargetChoice::Tests(names) => target.is_kind(TargetKind::Test) && names.contains(&target.name),
    }
}

/// The features that a condition names.
fn features_in(condition: &str) -> impl Iterator<Item = &str> {
    condition.split("feature = \"").skip(1).filter_map(|rest| rest.split('"').next())
}

fn is_library(target: &Target) -> bool {
    let others = [TargetKind::Bin, TargetKind::Example, TargetKind::Test, TargetKind::Bench, TargetKind::CustomBuild];
    !others.into_iter().any(|kind| target.is_kind(kind))
}

/// The path of a file from the current folder.
fn short(file: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    file.strip_prefix(&here).unwrap_or(file).display().to_string()
}

/// The path of a file without links.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
