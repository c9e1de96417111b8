//! Measures one subject at one bound: number and time of runs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use glassbox_engine::catalog;
use glassbox_engine::result::SearchEnd;
use glassbox_engine::search::{FirstFinding, Options, Strategy, check};
use glassbox_engine::states::states;
use glassbox_report::words;
use glassbox_space::{Bdd, BigUint};
use glassbox_states::{Timed, module, timed};
use glassbox_vm::module::Module;

use crate::rows::Row;

/// Measurements of all checks of a row together.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) row: &'static Row,
    pub(crate) bound: u32,
    pub(crate) strategy: Strategy,
    /// Valid states of the structure.
    pub(crate) states: BigUint,
    /// Pairs of a state and arguments that the runs cover.
    pub(crate) transitions: BigUint,
    pub(crate) runs: u64,
    /// The most diagram nodes that the remaining states had in one of the checks.
    pub(crate) peak_nodes: usize,
    /// Time in operations on sets.
    pub(crate) in_diagram: Duration,
    /// Time of everything else: running, judging, and the terms.
    pub(crate) running: Duration,
    /// `holds`, unless something else happened.
    pub(crate) verdict: String,
}

const HOLDS: &str = "holds";

impl Measured {
    /// Whether all checks hold.
    pub(crate) fn holds(&self) -> bool {
        self.verdict == HOLDS
    }

    /// Total time.
    pub(crate) fn total(&self) -> Duration {
        self.in_diagram + self.running
    }
}

/// A module, and the paths of its checks.
type Loaded = (Arc<Module>, Vec<String>);

/// Modules that have been built.
#[derive(Debug, Default)]
pub(crate) struct Modules {
    built: BTreeMap<&'static str, Loaded>,
}

impl Modules {
    fn get(&mut self, package: &'static str) -> Result<&Loaded, String> {
        if !self.built.contains_key(package) {
            let bytes = module(package, None)?;
            let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
            let checks = catalog::read(&bytes).map_err(|error| error.to_string())?;
            self.built.insert(package, (module, checks.into_iter().map(|check| check.path).collect()));
        }
        Ok(&self.built[package])
    }
}

/// Runs all checks of a row.
pub(crate) fn measure(
    row: &'static Row,
    bound: u32,
    strategy: Strategy,
    modules: &mut Modules,
) -> Result<Measured, String> {
    let (module, paths) = modules.get(row.package)?;
    let mut measured = Measured {
        row,
        bound,
        strategy,
        states: BigUint::ZERO,
        transitions: BigUint::ZERO,
        runs: 0,
        peak_nodes: 0,
        in_diagram: Duration::ZERO,
        running: Duration::ZERO,
        verdict: HOLDS.to_owned(),
    };
    for name in row.checks {
        let path = paths.iter().find(|path| path.rsplit("::").next() == Some(name));
        let path = path.ok_or_else(|| format!("{} has no check `{name}`", row.package))?;
        add(&mut measured, module, path)?;
    }
    Ok(measured)
}

fn add(measured: &mut Measured, module: &Arc<Module>, path: &str) -> Result<(), String> {
    let bounds = measured.row.all_bounds(measured.bound);
    let (done, total) = timed(|| {
        let states = states(module, path, &bounds, Timed::<Bdd>::default());
        let mut states = states.map_err(|error| error.to_string())?;
        let searched = check(&mut states, path, &Options::new(measured.strategy), &mut FirstFinding);
        Ok::<_, String>((states, searched.map_err(|error| error.to_string())?))
    });
    let (states, searched) = done?;
    let in_diagram = states.space.diagram().spent();
    measured.in_diagram += in_diagram;
    measured.running += total.saturating_sub(in_diagram);
    measured.states = states.count().map_err(|error| error.to_string())?;
    measured.transitions += searched.covered;
    measured.runs += searched.runs;
    measured.peak_nodes = measured.peak_nodes.max(searched.peak_nodes);
    match searched.end {
        SearchEnd::Covered => {}
        SearchEnd::Failed(failure) => {
            measured.verdict = format!("{path} fails: {}", words::finding(&failure.finding));
        }
        SearchEnd::Undecided(reasons) => {
            measured.verdict = format!("{path} is unknown: {}", words::reasons(&reasons));
        }
    }
    Ok(())
}
