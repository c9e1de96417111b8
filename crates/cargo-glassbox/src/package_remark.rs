//! Remarks about packages whose checks are not in a report.

/// A package without a verdict, although the user may expect one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PackageRemark {
    /// It uses glassbox and has no checks.
    NoChecks { name: String },
    /// These do not use glassbox.
    NoDependency { names: Vec<String> },
    /// Its dependency on glassbox is for another target, or for build scripts only.
    DependencyIsOff { name: String },
    /// These use glassbox and are not among the packages that cargo chooses here.
    NotDefault { names: Vec<String> },
    /// It is a dependency with checks of its own.
    ChecksOfDependency { name: String },
}

impl PackageRemark {
    /// A sentence for the user, with what to do.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::NoChecks { name } => format!("package `{name}` uses glassbox and has no checks"),
            Self::NoDependency { names } => format!("not checked, because without glassbox: {}", listed(names)),
            Self::DependencyIsOff { name } => format!(
                "not checked: package `{name}`: its dependency on glassbox is off when glassbox builds for the machine; use \
                 `[target.'cfg(glassbox)'.dependencies]`"
            ),
            Self::NotDefault { names } => {
                format!(
                    "not checked, because not chosen by cargo here: {}; `--workspace` checks all packages",
                    listed(names)
                )
            }
            Self::ChecksOfDependency { name } => {
                format!("not run: the checks of `{name}`, a dependency; run `cargo glassbox` in its folder")
            }
        }
    }
}

fn listed(names: &[String]) -> String {
    const MOST: usize = 5;
    let first = names.iter().take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let packages = if names.len() == 1 { "package" } else { "packages" };
    let more = names.len().saturating_sub(MOST);
    if more > 0 { format!("{packages} {first} and {more} more") } else { format!("{packages} {first}") }
}
