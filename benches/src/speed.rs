//! Speed of the same guests in wasmi and in the machine: without sanitizer, with sanitizer, and with terms but no
//! symbolic values.

use std::sync::Arc;
use std::time::Duration;

use glassbox_vm::exec::{Limits, Machine, NoHost, Runtime};
use glassbox_vm::module::Module;
use glassbox_vm::track::{Concolic, Concrete, Sanitizer, Tracker};

use crate::guest::{self, Allocator};

const GUESTS: [(&str, u32); 3] = [("sorting", 4_000), ("hashing", 8_000), ("btree", 8_000)];

/// Measures and prints a table.
pub(crate) fn measure(turns: u32) {
    let (std_module, host_module) = (guest::build(Allocator::Std), guest::build(Allocator::Host));
    let mut engines: Vec<(&str, Box<dyn Engine>)> = vec![
        ("wasmi", Box::new(Wasmi::new(&std_module))),
        ("machine", Box::new(Ours::new(&std_module, Concrete))),
        ("machine, host heap", Box::new(Ours::new(&host_module, Concrete))),
        ("sanitizer, host heap", Box::new(Ours::new(&host_module, Sanitizer::default()))),
        ("concolic, host heap", Box::new(Ours::new(&host_module, Concolic::default()))),
    ];
    println!("speed, best of {turns} turns, milliseconds");
    println!(
        "{:10} {:>10} {:>10} {:>10} {:>10} {:>10}  {:>14} {:>14} {:>14}",
        "guest",
        "wasmi",
        "machine",
        "host heap",
        "sanitizer",
        "concolic",
        "wasmi/machine",
        "sanitizer/off",
        "concolic/off"
    );
    for (name, n) in GUESTS {
        let mut best = vec![Duration::MAX; engines.len()];
        let mut results = vec![0; engines.len()];
        for _ in 0..turns {
            for (index, (_, engine)) in engines.iter_mut().enumerate() {
                let (result, time) = timed(|| engine.call(name, n));
                best[index] = best[index].min(time);
                results[index] = result;
            }
        }
        assert!(results.iter().all(|result| *result == results[0]), "{name}: {results:?}");
        let ms: Vec<f64> = best.iter().map(|time| time.as_secs_f64() * 1e3).collect();
        println!(
            "{name:10} {:10.2} {:10.2} {:10.2} {:10.2} {:10.2}  {:14.2} {:14.2} {:14.2}",
            ms[0],
            ms[1],
            ms[2],
            ms[3],
            ms[4],
            ms[0] / ms[1],
            ms[3] / ms[2],
            ms[4] / ms[2]
        );
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let start = std::time::Instant::now();
    let result = work();
    (result, start.elapsed())
}

trait Engine {
    fn call(&mut self, function: &str, n: u32) -> u64;
}

struct Wasmi {
    store: wasmi::Store<()>,
    instance: wasmi::Instance,
}

impl Wasmi {
    fn new(bytes: &[u8]) -> Self {
        let engine = wasmi::Engine::default();
        let module = wasmi::Module::new(&engine, bytes).expect("wasmi loads it");
        let mut store = wasmi::Store::new(&engine, ());
        let instance =
            wasmi::Linker::new(&engine).instantiate_and_start(&mut store, &module).expect("and instantiates it");
        Self { store, instance }
    }
}

impl Engine for Wasmi {
    fn call(&mut self, function: &str, n: u32) -> u64 {
        let function = self.instance.get_typed_func::<u32, u64>(&self.store, function).expect("it is exported");
        function.call(&mut self.store, n).expect("it returns")
    }
}

struct Ours<T: Tracker> {
    machine: Machine<T>,
    start: glassbox_vm::exec::Snapshot<T>,
}

impl<T: Tracker> Ours<T> {
    fn new(bytes: &[u8], tracker: T) -> Self {
        let module = Arc::new(Module::load(bytes).expect("the module loads"));
        let limits = Limits { memory_pages: 4096, ..Limits::default() };
        let mut machine =
            Machine::new(module, tracker, limits, &mut Runtime::<NoHost>::default()).expect("and instantiates");
        let start = machine.snapshot();
        Self { machine, start }
    }
}

impl<T: Tracker> Engine for Ours<T> {
    fn call(&mut self, function: &str, n: u32) -> u64 {
        self.machine.restore(&self.start);
        let function = self.machine.module().exported_function(function).expect("it is exported");
        self.machine.invoke(&mut Runtime::<NoHost>::default(), function, &[u64::from(n)]).expect("it returns")[0]
    }
}
