//! Packages of random structures, their verdicts, and what is not as it should be.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::decide::Decider;
use glassbox_engine::result::{Bounds, Verdict};
use glassbox_states::{Builder, Named, Random, SaidByMiri, Shard, module_in, repository, resumed};
use glassbox_vm::module::Module;
use serde::{Deserialize, Serialize};

use super::generate::{Fault, Structure};
use crate::decided::{Said, natively, outcome};
use crate::in_miri::is_memory_error;
use crate::native_program::{built, drive, driver};
use crate::package::{in_miri, manifest};

/// Structures in one package: they are built together.
const PER_PACKAGE: usize = 20;

/// The size of a campaign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StructureCampaign {
    pub(crate) structures: usize,
    /// Faults of each structure.
    pub(crate) faults: usize,
    pub(crate) seed: u64,
    /// Whether Miri runs them too, in some of their states.
    pub(crate) in_miri: bool,
}

/// A module of a package: a structure, with a fault or without.
#[derive(Debug)]
struct Variant {
    module: String,
    structure: usize,
    fault: Option<Fault>,
}

/// What the campaign found in a package, or in all of them.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Found {
    package: String,
    /// Right structures that pass in all ways, and the others in words.
    right: u64,
    wrong_alarms: Vec<String>,
    /// Faults that the check of their operation and the exploration both find.
    caught: u64,
    /// Those that one of them says it cannot judge.
    unknown: Vec<String>,
    wrong_passes: Vec<String>,
    /// Faults that a native run shows.
    natively: u64,
    /// Right structures that Miri finds nothing in.
    clean_in_miri: u64,
    /// Faults with a memory error that Miri rejects too.
    rejected_by_miri: u64,
    /// Where Miri says something else.
    other_in_miri: Vec<String>,
}

impl Named for Found {
    fn name(&self) -> &str {
        &self.package
    }
}

impl Found {
    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.caught += other.caught;
        self.natively += other.natively;
        self.wrong_alarms.extend(other.wrong_alarms);
        self.unknown.extend(other.unknown);
        self.wrong_passes.extend(other.wrong_passes);
        self.clean_in_miri += other.clean_in_miri;
        self.rejected_by_miri += other.rejected_by_miri;
        self.other_in_miri.extend(other.other_in_miri);
    }
}

/// Runs a campaign, or a part of it. Whether every right structure passes and no fault does, and Miri agrees.
pub(crate) fn run(campaign: StructureCampaign, part: Shard, out: Option<&Path>) -> Result<bool, String> {
    let numbers = part.of((0..campaign.structures.div_ceil(PER_PACKAGE) as u64).collect());
    let work = |number: &u64, builder: &Builder| Batch::new(*number, campaign).decided(builder);
    let mut found = Found::default();
    for part in resumed(&numbers, |number| campaign.package(*number), out, work)? {
        found.add(part);
    }
    let lists = [
        ("unknown", &found.unknown),
        ("false alarm", &found.wrong_alarms),
        ("wrong PASS", &found.wrong_passes),
        ("other in Miri", &found.other_in_miri),
    ];
    for (kind, lines) in lists {
        for line in lines {
            println!("{kind}: {line}");
        }
    }
    let Found { right, wrong_alarms, caught, unknown, wrong_passes, natively, .. } = &found;
    println!(
        "{} structures, {} faults: {right} right ones pass, {caught} faults are found by check and exploration ({natively} of all natively), {} \
         unknown, {} false alarms, {} wrong PASSes",
        right + wrong_alarms.len() as u64,
        caught + unknown.len() as u64 + wrong_passes.len() as u64,
        unknown.len(),
        wrong_alarms.len(),
        wrong_passes.len()
    );
    if campaign.in_miri {
        println!(
            "Miri: {} right structures are clean, {} faults with a memory error are rejected, {} others",
            found.clean_in_miri,
            found.rejected_by_miri,
            found.other_in_miri.len()
        );
    }
    Ok(wrong_alarms.is_empty() && wrong_passes.is_empty() && found.other_in_miri.is_empty() && *caught > 0)
}

impl StructureCampaign {
    /// The name of a package, which says what is in it.
    fn package(self, number: u64) -> String {
        let Self { structures, faults, seed, in_miri } = self;
        // The last package may have fewer structures.
        let n_structures = PER_PACKAGE.min(structures - usize::try_from(number).unwrap_or(0) * PER_PACKAGE);
        let miri = if in_miri { ", in Miri" } else { "" };
        format!("seed {seed}, package {number}, {n_structures} structures with {faults} faults{miri}")
    }
}

/// The structures of one package.
struct Batch {
    campaign: StructureCampaign,
    number: u64,
    structures: Vec<Structure>,
    variants: Vec<Variant>,
}

impl Batch {
    fn new(number: u64, campaign: StructureCampaign) -> Self {
        let mut random = Random::new(campaign.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let before = usize::try_from(number).unwrap_or(0) * PER_PACKAGE;
        let n_structures = PER_PACKAGE.min(campaign.structures - before);
        let structures: Vec<Structure> = (0..n_structures).map(|_| Structure::random(&mut random)).collect();
        let mut variants = Vec::new();
        for (at, structure) in structures.iter().enumerate() {
            variants.push(Variant { module: format!("s{at}_right"), structure: at, fault: None });
            for (number, fault) in structure.faults(&mut random, campaign.faults).into_iter().enumerate() {
                variants.push(Variant { module: format!("s{at}_fault{number}"), structure: at, fault: Some(fault) });
            }
        }
        Self { campaign, number, structures, variants }
    }

    /// Writes the package.
    fn write(&self, folder: &Path) -> Result<(), String> {
        let write = |file: &str, text: &str| {
            let path = folder.join(file);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        let _ = fs::remove_dir_all(folder.join("src"));
        fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
        let (mut modules, mut arms) = (String::from("#![allow(warnings)]\n"), String::new());
        for Variant { module, structure, fault } in &self.variants {
            let source = self.structures[*structure].source(*fault);
            let drive = drive(&format!("structures::{module}"), &source, 1, 3)?;
            write(&format!("src/{module}.rs"), &source)?;
            let _ = writeln!(modules, "pub mod {module};");
            let _ = writeln!(arms, "        (\"{module}\", None) => {drive},");
            let _ = writeln!(arms, "        (\"{module}\", Some(\"--states\")) => structures::{module}::states(),");
            let on_states = "for state in arguments { on_state(check, &state) }";
            let _ = writeln!(
                arms,
                "        (\"{module}\", Some(check)) => {{ let check = (check != \"--all\").then_some(check); use structures::{module}::on_state; {on_states} }},"
            );
        }
        // The program is small, because Miri compiles it in every run; the library it compiles once.
        write("src/lib.rs", &modules)?;
        write("src/natively.rs", &driver())?;
        let main = format!(
            "#![allow(warnings)]\nmod natively;\nfn main() {{\n    let mut arguments = std::env::args().skip(1);\n    \
             let (module, what) = (arguments.next().unwrap(), arguments.next());\n    \
             match (module.as_str(), what.as_deref()) {{\n{arms}        _ => panic!(),\n    }}\n}}\n"
        );
        write("src/main.rs", &main)?;
        write("Cargo.toml", &manifest("structures", "")?)?;
        let lock = folder.join("Cargo.lock");
        fs::copy(repository().join("Cargo.lock"), &lock).map_err(|error| format!("{}: {error}", lock.display()))?;
        Ok(())
    }

    fn decided(&self, builder: &Builder) -> Result<Found, String> {
        let folder = builder.folder().join("structures");
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        self.write(&folder)?;
        let bytes = module_in(&folder, "structures")?;
        let program = built(&folder, &builder.folder().join("structures-natively"))?;
        let in_miri_target = builder.folder().join("structures-in-miri");
        let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
        let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
        let mut found = Found { package: self.campaign.package(self.number), ..Found::default() };
        for variant in &self.variants {
            let structure = &self.structures[variant.structure];
            let wanted = variant.fault.map(|fault| structure.check(fault));
            // What is known about the statics and the states of one variant says nothing about another.
            let engine = Decider::default();
            let mut said: Vec<(String, Said)> = Vec::new();
            let mut memory_error = None;
            for subject in &subjects {
                let Some((_, rest)) = subject.path.split_once("::") else { continue };
                let Some((of, name)) = rest.split_once("::") else { continue };
                let is_wanted = subject.is_exploration() || wanted.as_deref().is_none_or(|wanted| wanted == name);
                if of != variant.module || !is_wanted {
                    continue;
                }
                let outcome = outcome(&engine, &module, subject, &Bounds::none());
                if let Ok(outcome) = &outcome
                    && let Verdict::Fails(failure) = outcome.verdict()
                    && is_memory_error(failure.finding.code())
                    && failure.state().is_some()
                {
                    let (structure, _) = failure.replay.split_once(';').unwrap_or((&failure.replay, ""));
                    memory_error = Some([variant.module.clone(), name.to_owned(), structure.to_owned()]);
                }
                let outcome = outcome.map(|outcome| crate::decided::said(outcome.verdict(), &subject.path));
                said.push((name.to_owned(), outcome.unwrap_or_else(Said::Unknown)));
            }
            let natively = natively(&program, &[&variant.module])?;
            let title = || format!("package {}, {} ({})", self.number, variant.module, structure.name());
            let Some(fault) = variant.fault else {
                let is_fine =
                    said.len() > 1 && said.iter().all(|(_, said)| *said == Said::Passes) && natively.is_none();
                if is_fine {
                    found.right += 1;
                    if self.campaign.in_miri {
                        let mut arguments = vec![variant.module.clone(), "--all".to_owned()];
                        arguments.extend(states(&program, &variant.module)?);
                        match in_miri(&folder, &in_miri_target, &arguments)? {
                            SaidByMiri::Clean => found.clean_in_miri += 1,
                            other => found.other_in_miri.push(format!("{}: {other:?}", title())),
                        }
                    }
                } else {
                    found.wrong_alarms.push(format!("{}: {said:?}, natively {natively:?}", title()));
                }
                continue;
            };
            found.natively += u64::from(natively.is_some());
            let title = format!("{}: {}", title(), structure.fault_name(fault));
            if let Some(arguments) = memory_error
                && self.campaign.in_miri
            {
                match in_miri(&folder, &in_miri_target, &arguments)? {
                    SaidByMiri::Rejects(_) => found.rejected_by_miri += 1,
                    other => found.other_in_miri.push(format!("{title}: {said:?}, {arguments:?}: {other:?}")),
                }
            }
            if said.len() != 2 || said.iter().any(|(_, said)| *said == Said::Passes) {
                found.wrong_passes.push(format!("{title}: {said:?}, natively {natively:?}"));
            } else if said.iter().any(|(_, said)| matches!(said, Said::Unknown(_))) {
                found.unknown.push(format!("{title}: {said:?}, natively {natively:?}"));
            } else {
                found.caught += 1;
            }
        }
        Ok(found)
    }
}

/// Some valid states of a right structure, as the native program prints them.
fn states(program: &Path, module: &str) -> Result<Vec<String>, String> {
    let output = Command::new(program).args([module, "--states"]).output().map_err(|error| error.to_string())?;
    let states: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    if states.is_empty() { Err(format!("{module} has no states")) } else { Ok(states) }
}
