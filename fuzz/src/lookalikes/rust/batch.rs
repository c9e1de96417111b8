//! Batches of programs: functions that rustc compiles together.

use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, NoHost};
use glassbox_vm::module::Module;
use glassbox_vm::track::Concrete;

use super::compile::{self, Options};
use super::function::Function;
use crate::lookalikes::program::{Program, arena};
use crate::random::Random;

/// Largest number of programs in a batch. Program number `n` is in batch `n / BATCH`.
pub const BATCH: u64 = 250;

/// Source before all functions.
const HEAD: &str = "#![no_std]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
#[repr(C, align(16))]
pub struct Arena([u8; 4096]);
static mut ARENA: Arena = Arena([0; 4096]);
#[unsafe(no_mangle)]
pub extern \"C\" fn arena() -> *mut Arena {
    &raw mut ARENA
}
";

/// The first `n` programs of a batch. The seed and their numbers determine the functions; the seed and the batch
/// determine the compiler options.
pub fn programs(seed: u64, batch: u64, n: u64) -> Result<Vec<Program>, String> {
    let options = Options::any(&mut Random::new(seed, batch, 3));
    let numbers = batch * BATCH..batch * BATCH + n.min(BATCH);
    let drafts: Vec<Function> = numbers.map(|number| Function::new(seed, number)).collect();
    let source = drafts.iter().fold(HEAD.to_owned(), |source, draft| source + &draft.source);
    let bytes = compile::compile(&source, options)?;
    let arena = arena_of(&bytes)?;
    let module = Arc::new(bytes);
    Ok(drafts.into_iter().map(|draft| draft.program(&module, arena, options)).collect())
}

/// Address of a module's arena.
fn arena_of(bytes: &[u8]) -> Result<u32, String> {
    let module = Module::load(bytes).map_err(|error| format!("rustc's module does not load: {error}"))?;
    let machine = Machine::new(Arc::new(module), Concrete, Limits::default(), &mut NoHost);
    arena(&mut machine.map_err(|error| format!("rustc's module cannot be instantiated: {error}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookalikes::oracle::paths_in;

    #[test]
    fn a_batch_compiles_and_runs_and_is_always_the_same() {
        let n = 24;
        let batch = programs(1, 0, n).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(batch.len() as u64, n);
        let module = Arc::new(Module::load(&batch[0].module).unwrap());
        let mut n_classes = 0;
        for program in &batch {
            let paths = paths_in(program, &module).unwrap_or_else(|error| panic!("{program}\n{error}"));
            n_classes += paths.n_classes as u64;
        }
        assert!(n_classes > 3 * n, "{n_classes} paths");
        let again = programs(1, 0, n).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(batch[0].module, again[0].module);
        assert_eq!(batch[5].to_string(), again[5].to_string());
    }
}
