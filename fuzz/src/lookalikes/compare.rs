//! Compares the lookalikes of every run with the paths of all assignments.

use std::sync::Arc;

use glassbox_engine::lookalikes::{Lookalikes, Prune};
use glassbox_space::{Diagram, PartitionLimits, Space, State, VariableId};
use glassbox_vm::exec::{Limits, Machine, NoHost, Snapshot};
use glassbox_vm::module::Module;
use glassbox_vm::track::{Decided, Decision, Shadow, Symbolic, TermId, Tracked, Tracker, Word};

use super::fault::{Fault, Faulty};
use super::oracle::Paths;
use super::program::{Argument, Condition, Pattern, Program, arena};

/// Fuel of a run; as for the oracle, more than any program needs.
const FUEL: u64 = super::oracle::FUEL;

/// Counts of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Runs, one per assignment.
    pub runs: u64,
    /// Different paths.
    pub classes: u64,
    /// Decisions of all runs.
    pub decisions: u64,
    /// Terms made.
    pub terms: u64,
    /// Guards that fix values because a partition exceeded the limits, which one of the comparisons sets very low.
    pub fallbacks: u64,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.runs += other.runs;
        self.classes += other.classes;
        self.decisions += other.decisions;
        self.terms += other.terms;
        self.fallbacks += other.fallbacks;
    }
}

/// Runs every assignment with terms. The error describes the first difference between lookalikes and paths.
pub fn compare<D: Diagram>(
    program: &Program,
    module: &Arc<Module>,
    paths: &Paths,
    diagram: D,
    fault: Option<Fault>,
) -> Result<Compared, String> {
    let mut space = Space::new(diagram);
    let runs = Runner::new(program, module, &mut space, fault)?.run_all()?;
    let mut compared = Compared {
        runs: runs.logs.len() as u64,
        classes: paths.n_classes as u64,
        decisions: runs.logs.iter().map(|log| log.len() as u64).sum(),
        terms: runs.tracker_terms() as u64,
        fallbacks: 0,
    };
    let no_limits = PartitionLimits { entries: usize::MAX, products: usize::MAX };
    let exact = Claims::new(&runs, &mut space, Prune::Paths, no_limits)?;
    exact.equal(paths).map_err(|error| format!("paths: {error}"))?;
    if exact.fallbacks > 0 {
        return Err("paths: guards fix values although there are no limits".to_owned());
    }
    let values = Claims::new(&runs, &mut space, Prune::Values, no_limits)?;
    values.part_of(paths).map_err(|error| format!("values: {error}"))?;
    let tight = PartitionLimits { entries: 3, products: 12 };
    let pinned = Claims::new(&runs, &mut space, Prune::Paths, tight)?;
    pinned.part_of(paths).map_err(|error| format!("paths, limits reached: {error}"))?;
    compared.fallbacks = pinned.fallbacks;
    Ok(compared)
}

// --- Runs ---

/// Decisions of all runs.
struct Runs {
    machine: Machine<Faulty>,
    states: Vec<State>,
    logs: Vec<Vec<Decided>>,
}

impl Runs {
    fn tracker_terms(&self) -> usize {
        self.machine.tracker().terms().count()
    }
}

/// Runs a program on its assignments.
struct Runner<'a> {
    program: &'a Program,
    machine: Machine<Faulty>,
    start: Snapshot<Faulty>,
    arena: u32,
    /// The terms of cells, arguments and blocks.
    cells: Vec<TermId>,
    arguments: Vec<TermId>,
    blocks: Vec<TermId>,
}

impl<'a> Runner<'a> {
    fn new<D: Diagram>(
        program: &'a Program,
        module: &Arc<Module>,
        space: &mut Space<D>,
        fault: Option<Fault>,
    ) -> Result<Self, String> {
        let limits = Limits { stack_slots: 1 << 14, call_depth: 1 << 8, ..Limits::default() };
        let machine = Machine::with_fuel(module.clone(), Faulty::new(fault), limits, FUEL, &mut NoHost);
        let mut machine = machine.map_err(|error| error.to_string())?;
        let arena = arena(&mut machine)?;
        machine.seal();
        let start = machine.snapshot();
        let mut variables = Variables::new(program, space)?;
        let tracker = machine.tracker_mut();
        let mut term = |pattern: &Pattern| variables.term(space, tracker, pattern);
        let cells = program.cells.iter().map(|cell| term(&cell.pattern)).collect::<Result<_, _>>()?;
        let argument = |argument: &Argument| match argument {
            Argument::Plain(_) => Ok(TermId::NONE),
            Argument::Cell(pattern) => term(pattern),
        };
        let arguments = program.arguments.iter().map(argument).collect::<Result<_, _>>()?;
        let block = |block: &super::program::Block| variables.presence(space, tracker, &block.present);
        let blocks = program.blocks.iter().map(block).collect::<Result<_, _>>()?;
        Ok(Self { program, machine, start, arena, cells, arguments, blocks })
    }

    fn run_all(mut self) -> Result<Runs, String> {
        let assignments = self.program.assignments();
        // A data segment is constant memory only if no run writes to it. The tracker learns of a write during the run,
        // so all assignments are run twice.
        for assignment in &assignments {
            self.run(assignment)?;
        }
        let logs = assignments.iter().map(|assignment| self.run(assignment)).collect::<Result<_, _>>()?;
        let states = assignments.into_iter().map(State::from).collect();
        Ok(Runs { machine: self.machine, states, logs })
    }

    /// The decisions of one run.
    fn run(&mut self, assignment: &[u32]) -> Result<Vec<Decided>, String> {
        self.machine.restore(&self.start);
        self.machine.tracker_mut().concolic().begin_run();
        self.plant(assignment);
        let args: Vec<Tracked<Shadow>> = (self.program.arguments.iter().zip(&self.arguments))
            .map(|(argument, &term)| {
                let word = word(argument.word(assignment));
                Tracked { value: word.bits(), shadow: Shadow { undefined: word.undefined(), term } }
            })
            .collect();
        let entry = self.machine.module().exported_function(&self.program.entry).ok_or("no such function")?;
        self.machine.set_fuel(FUEL);
        if let Ok(results) = self.machine.invoke_tracked(&mut NoHost, entry, &args) {
            for result in results {
                // An undefined result is no error here: the run is over.
                let _ = self.machine.tracker_mut().decide(Decision::Host, result);
            }
        }
        Ok(self.machine.tracker_mut().concolic().decisions().collect())
    }

    /// Writes the cells of the assignment, with their terms.
    fn plant(&mut self, assignment: &[u32]) {
        for (cell, &term) in self.program.cells.iter().zip(&self.cells) {
            let word = word(cell.pattern.word(assignment));
            self.machine.plant(cell.address.resolve(self.arena), cell.pattern.len, term, word);
        }
        if self.machine.tracker().has(Fault::PresenceIsNoDecision) {
            return;
        }
        for (block, &term) in self.program.blocks.iter().zip(&self.blocks) {
            let start = block.address.resolve(self.arena);
            let present = block.present.holds(assignment);
            let tracker = self.machine.tracker_mut().concolic();
            tracker.close_block(start..start + block.len);
            tracker.guard_block(start..start + block.len, term, present);
        }
    }
}

fn word(word: super::program::Word) -> Word {
    Word::new(word.bits, word.undefined)
}

// --- Variables ---

/// Variables of the space: base variables for the program's variables, derived ones for absent values and blocks.
struct Variables {
    base: Vec<VariableId>,
}

impl Variables {
    fn new<D: Diagram>(program: &Program, space: &mut Space<D>) -> Result<Self, String> {
        let base = program.choices.iter().map(|&n| space.add_variable(n)).collect::<Result<_, _>>();
        Ok(Self { base: base.map_err(|error| error.to_string())? })
    }

    fn holds<D: Diagram>(&self, space: &Space<D>, condition: &Condition) -> Result<D::Set, String> {
        let choices = condition.choices.iter();
        let guards = choices.map(|&choice| space.guard(self.base[condition.variable], choice)).collect();
        space.diagram().union(guards).map_err(|error| error.to_string())
    }

    /// The term of a pattern. If the pattern may be absent, its variable has one more choice for that.
    fn term<D: Diagram>(
        &mut self,
        space: &mut Space<D>,
        tracker: &mut Faulty,
        pattern: &Pattern,
    ) -> Result<TermId, String> {
        let mut values: Vec<Word> = pattern.values.iter().map(|&value| word(value)).collect();
        let mut variable = self.base[pattern.variable];
        if let Some(condition) = pattern.present.as_ref().filter(|_| !tracker.has(Fault::AbsenceForgotten)) {
            let present = self.holds(space, condition)?;
            let with = |choice| space.diagram().and(&space.guard(variable, choice), &present);
            let mut guards = (0..values.len() as u32).map(with).collect::<Result<Vec<_>, _>>().map_err(text)?;
            guards.push(space.diagram().complement(&present).map_err(text)?);
            variable = space.derive(guards).map_err(text)?;
            values.push(Word::undefined_bytes(pattern.len));
        }
        Ok(tracker.concolic().terms_mut().variable(variable.index(), &values))
    }

    /// The term of a condition: a variable with the choices 'absent' and 'present'.
    fn presence<D: Diagram>(
        &mut self,
        space: &mut Space<D>,
        tracker: &mut Faulty,
        condition: &Condition,
    ) -> Result<TermId, String> {
        let present = self.holds(space, condition)?;
        let absent = space.diagram().complement(&present).map_err(text)?;
        let variable = space.derive(vec![absent, present]).map_err(text)?;
        Ok(tracker.concolic().terms_mut().variable(variable.index(), &[Word::defined(0), Word::defined(1)]))
    }
}

fn text(error: glassbox_space::OutOfMemory) -> String {
    error.to_string()
}

// --- Claims ---

/// For each assignment its computed lookalikes, as a flag for each assignment.
struct Claims {
    sets: Vec<Vec<bool>>,
    states: Vec<State>,
    fallbacks: u64,
}

impl Claims {
    fn new<D: Diagram>(
        runs: &Runs,
        space: &mut Space<D>,
        prune: Prune,
        limits: PartitionLimits,
    ) -> Result<Self, String> {
        let mut lookalikes = Lookalikes::new(prune, limits);
        let mut sets = Vec::new();
        for (state, log) in runs.states.iter().zip(&runs.logs) {
            let terms = runs.machine.tracker().terms();
            let set = lookalikes.of(space, terms, log.iter().copied(), state).map_err(text)?;
            sets.push(runs.states.iter().map(|other| space.diagram().contains(&set, other)).collect());
        }
        Ok(Self { sets, states: runs.states.clone(), fallbacks: lookalikes.statistics().fallbacks })
    }

    /// Checks that every set consists of exactly the assignments with the same path.
    fn equal(&self, paths: &Paths) -> Result<(), String> {
        for (index, set) in self.sets.iter().enumerate() {
            for (other, &claimed) in set.iter().enumerate() {
                if claimed != same(paths, index, other) {
                    return Err(self.disagreement(paths, index, other, claimed));
                }
            }
        }
        Ok(())
    }

    /// Checks that every set has its own assignment and only assignments with the same path, and that sets that have an
    /// assignment in common are equal.
    fn part_of(&self, paths: &Paths) -> Result<(), String> {
        for (index, set) in self.sets.iter().enumerate() {
            if !set[index] {
                return Err(format!("{:?} is not its own lookalike", self.states[index]));
            }
            for (other, _) in set.iter().enumerate().filter(|(_, claimed)| **claimed) {
                if !same(paths, index, other) {
                    return Err(self.disagreement(paths, index, other, true));
                }
                if self.sets[other] != *set {
                    return Err(format!(
                        "the lookalikes of {:?} and {:?} are neither the same nor disjoint",
                        self.states[index], self.states[other]
                    ));
                }
            }
        }
        Ok(())
    }

    fn disagreement(&self, paths: &Paths, index: usize, other: usize, claimed: bool) -> String {
        let verb = if claimed { "is claimed to take" } else { "is not claimed to take, but takes," };
        format!(
            "{:?} {verb} the path of {:?}\n  {:?}\n  {:?}",
            self.states[other], self.states[index], paths.runs[other], paths.runs[index]
        )
    }
}

fn same(paths: &Paths, a: usize, b: usize) -> bool {
    paths.runs[a].class == paths.runs[b].class
}
