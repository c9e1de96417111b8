//! The tools, their versions, and the text of their adapters.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::harness::Harness;
use crate::operations::{for_exhaustive, for_proptest, for_quickcheck, for_stateright};

/// A tool that looks for bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tool {
    /// This repository
    Glassbox,
    /// proptest with proptest-state-machine
    Proptest,
    /// quickcheck
    Quickcheck,
    /// bolero with its random engine
    Bolero,
    /// exhaustive, with more and more choices
    Exhaustive,
    /// stateright, breadth first
    Stateright,
    /// Miri on the tests of the crate
    Miri,
}

/// Limit that a random tool has by default.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DefaultLimit {
    Cases(u64),
    Seconds(f64),
}

/// Dependencies of the native programs.
pub(crate) const DEPENDENCIES: &str = r#"proptest = "=1.12.0"
proptest-state-machine = "=0.9.0"
quickcheck = "=1.1.0"
bolero = "=0.13.4"
exhaustive = "=0.2.2"
stateright = "=0.31.0"
"#;

impl Tool {
    /// All tools, in the order of the table.
    pub(crate) const ALL: [Self; 7] = [
        Self::Glassbox,
        Self::Proptest,
        Self::Quickcheck,
        Self::Bolero,
        Self::Exhaustive,
        Self::Stateright,
        Self::Miri,
    ];

    /// The tools that are libraries, and run as native programs.
    pub(crate) const NATIVE: [Self; 5] =
        [Self::Proptest, Self::Quickcheck, Self::Bolero, Self::Exhaustive, Self::Stateright];

    /// Version, as the table names it.
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Glassbox => env!("CARGO_PKG_VERSION"),
            Self::Proptest => "1.12.0 with proptest-state-machine 0.9.0",
            Self::Quickcheck => "1.1.0",
            Self::Bolero => "0.13.4",
            Self::Exhaustive => "0.2.2",
            Self::Stateright => "0.31.0",
            Self::Miri => "nightly",
        }
    }

    /// When the tool stops if nothing else is said. None if it tries everything.
    pub(crate) fn default_limit(self) -> Option<DefaultLimit> {
        match self {
            Self::Proptest => Some(DefaultLimit::Cases(256)),
            Self::Quickcheck => Some(DefaultLimit::Cases(100)),
            Self::Bolero => Some(DefaultLimit::Seconds(1.0)),
            _ => None,
        }
    }

    /// The source of its adapter. None if it needs none.
    pub(crate) fn adapter(self, harness: &Harness) -> Option<String> {
        let operations = &harness.operations;
        let (template, generated) = match self {
            Self::Proptest => (include_str!("../adapters/proptest.rs.txt"), for_proptest(operations)),
            Self::Quickcheck => (include_str!("../adapters/quickcheck.rs.txt"), for_quickcheck(operations)),
            Self::Bolero => (include_str!("../adapters/bolero.rs.txt"), String::new()),
            Self::Exhaustive => (include_str!("../adapters/exhaustive.rs.txt"), for_exhaustive(operations)),
            Self::Stateright => (include_str!("../adapters/stateright.rs.txt"), for_stateright(operations)),
            Self::Glassbox | Self::Miri => return None,
        };
        let template = template.replace("N_OPERATIONS", &operations.len().to_string());
        Some(template.replace("OPERATIONS", &generated).replace("MODULE", &harness.module))
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Glassbox => "glassbox",
            Self::Proptest => "proptest",
            Self::Quickcheck => "quickcheck",
            Self::Bolero => "bolero",
            Self::Exhaustive => "exhaustive",
            Self::Stateright => "stateright",
            Self::Miri => "miri",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_has_no_placeholder_left() {
        let source = "#[glassbox::explore] mod m { pub fn new() -> u8 { 0 } pub fn a(n: &mut u8) {} }";
        let harness = Harness::read(source, None).expect("it is an exploration");
        for tool in Tool::NATIVE {
            let adapter = tool.adapter(&harness).expect("it has an adapter");
            assert!(!adapter.contains("OPERATIONS") && !adapter.contains("MODULE"), "{adapter}");
            assert!(syn::parse_file(&adapter).is_ok(), "{adapter}");
        }
    }

    #[test]
    fn versions_are_those_of_the_dependencies() {
        for tool in Tool::NATIVE {
            let version = tool.version().split(' ').next().unwrap_or_default();
            assert!(DEPENDENCIES.contains(&format!("{tool} = \"={version}\"")), "{tool} {version}");
        }
    }
}
