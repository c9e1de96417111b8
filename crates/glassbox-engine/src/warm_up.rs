//! What std sets up once: streams, the number of the thread, and the seed of its hashers.
//!
//! `println!` allocates a buffer when it is first called, and `HashMap::new` chooses a seed and changes it with every map. To
//! the search both would look like hidden state of the code under check. So std is made to set them up before the first run.
//! The seed comes from addresses; it is chosen in a fresh machine with the usual layout, so that it is the same in every
//! layout. Other seeds are not tried, which a verdict states as an assumption if a run has used one.

use std::sync::Arc;

use glassbox_abi::names::WARM_UP_EXPORT_PREFIX;
use glassbox_vm::exec::InstantiateError;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use crate::guest::Guest;
use crate::seed::Seed;

/// Arguments of the guest's function.
const STREAMS: u32 = 0;
const SEED: u32 = 1;

/// Chooses a seed in a fresh machine. The default if the guest cannot.
fn choose(guest: &mut Guest, function: u32) -> Seed {
    let statics = guest.machine.statics();
    let bytes = |guest: &Guest| {
        let memory = guest.machine.memory().bytes();
        memory[statics.start as usize..statics.end as usize].to_vec()
    };
    let before = bytes(guest);
    let is_chosen = guest.invoke(function, &[SEED]).is_ok();
    let chosen = bytes(guest);
    let is_chosen = is_chosen && guest.invoke(function, &[SEED]).is_ok();
    let next = bytes(guest);
    if !is_chosen {
        return Seed::default();
    }
    let differs = |old: &[u8], new: &[u8]| -> Vec<(u32, u8)> {
        let pairs = (statics.start..).zip(old.iter().zip(new));
        pairs.filter(|(_, (old, new))| old != new).map(|(at, (_, new))| (at, *new)).collect()
    };
    // It is a number of 64 bits, of which the lowest byte changes first.
    let counter = differs(&chosen, &next).first().map_or(0..0, |(at, _)| at & !7..(at & !7) + 8);
    Seed { bytes: differs(&before, &next), counter }
}

/// The seed that machines for a check of this module have; the default if the guest cannot choose one.
pub(crate) fn seed_of(module: &Arc<Module>, check: &str) -> Seed {
    let function = module.exported_function(&format!("{WARM_UP_EXPORT_PREFIX}{check}"));
    let guest = Guest::new(module.clone()).ok();
    guest.zip(function).map(|(mut guest, function)| choose(&mut guest, function)).unwrap_or_default()
}

/// Chooses the layout of a fresh machine and makes std set up what it sets up once. Modules without the function, which are
/// made by hand, stay as they are.
pub(crate) fn warm_up(guest: &mut Guest, layout: Layout, check: &str) -> Result<(), InstantiateError> {
    let function = guest.machine.module().exported_function(&format!("{WARM_UP_EXPORT_PREFIX}{check}"));
    let Some(function) = function else {
        guest.machine.set_layout(layout);
        return Ok(());
    };
    let seed = if layout == Layout::Upward { choose(guest, function) } else { choose(&mut guest.fresh()?, function) };
    if layout != Layout::Upward {
        guest.machine.set_layout(layout);
    }
    // A guest that stops here stops again when it prints.
    let _ = guest.invoke(function, &[STREAMS]);
    guest.seed = seed;
    guest.reset_seed();
    guest.warm_until = guest.machine.heap().range().end;
    Ok(())
}
