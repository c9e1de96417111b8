//! Cost of an instruction on a symbolic value: one that depends on the state.

use std::sync::Arc;
use std::time::Duration;

use glassbox_vm::exec::{Limits, Machine, NoHost, Runtime, Snapshot};
use glassbox_vm::module::Module;
use glassbox_vm::track::{Concolic, Concrete, Shadow, Tracked, Tracker, Word};

use crate::guest::{self, Allocator};
use crate::speed::timed;

const ROUNDS: u64 = 2_000;
const SEED: u64 = 7;

/// Measures and prints the times of a concrete run, of a run with new terms, and of a run with terms of an earlier run.
pub(crate) fn measure(turns: u32) {
    let module = Arc::new(Module::load(&guest::build(Allocator::Host)).expect("the module loads"));
    let mut best = [Duration::MAX; 4];
    let mut n_symbolic = 0;
    let mut n_terms = 0;
    for _ in 0..turns {
        // A new machine for each turn, so that its first run has to make all terms.
        let mut plain = Guest::new(&module, Concrete);
        let mut concolic = Guest::new(&module, Concolic::default());
        let seed = concolic.machine.tracker_mut().terms_mut().variable(0, &[Word::defined(SEED), Word::defined(8)]);
        let symbolic = Shadow { term: seed, ..Shadow::default() };
        let mut times = [plain.run(()), concolic.run(Shadow::default()), concolic.run(symbolic), Duration::ZERO];
        concolic.machine.tracker_mut().begin_run();
        times[3] = concolic.run(symbolic);
        for (best, time) in best.iter_mut().zip(times) {
            *best = (*best).min(time);
        }
        n_symbolic = concolic.machine.tracker().n_symbolic();
        n_terms = concolic.machine.tracker().terms().count();
    }
    let ns = best.map(|time| time.as_secs_f64() * 1e9);
    println!("\nsymbolic instructions, best of {turns} turns ({n_symbolic} of them, {n_terms} terms)");
    println!("  concrete run {:.2} ms, with terms but no symbolic values {:.2} ms", ns[0] / 1e6, ns[1] / 1e6);
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let each = |run: usize| (ns[run] - ns[1]) / n_symbolic as f64;
    println!("  symbolic {:.2} ms, {:.0} ns each if the terms are new", ns[2] / 1e6, each(2));
    println!("  symbolic {:.2} ms, {:.0} ns each if the terms are from an earlier run", ns[3] / 1e6, each(3));
}

struct Guest<T: Tracker> {
    machine: Machine<T>,
    start: Snapshot<T>,
    function: u32,
}

impl<T: Tracker> Guest<T> {
    fn new(module: &Arc<Module>, tracker: T) -> Self {
        let host = &mut Runtime::<NoHost>::default();
        let mut machine = Machine::new(module.clone(), tracker, Limits::default(), host).expect("it instantiates");
        let function = machine.module().exported_function("mixing").expect("it is exported");
        let start = machine.snapshot();
        Self { machine, start, function }
    }

    /// Runs the function with a seed that has this shadow.
    fn run(&mut self, shadow: T::Shadow) -> Duration {
        self.machine.restore(&self.start);
        let args = [Tracked { value: SEED, shadow }, Tracked { value: ROUNDS, shadow: T::Shadow::default() }];
        let host = &mut Runtime::<NoHost>::default();
        let (result, time) = timed(|| self.machine.invoke_tracked(host, self.function, &args));
        assert_ne!(result.expect("it returns")[0].value, 0, "the result depends on every round");
        time
    }
}
