//! Two ways to lay a state out, which must agree: where it differs from another one, and from scratch.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_vm::track::{NamedByte, Origin};

use super::Oracle;
use super::rejection::Rejection;
use crate::laid::{Instance, Read};
use crate::limits::RUN_FUEL;

/// The live blocks by their first bytes, and the statics.
type Image = BTreeMap<u32, Vec<(NamedByte, Option<Vec<u32>>)>>;

impl Oracle {
    /// What is wrong if a state is laid out where it differs from one that was given before: other memory than if it is laid out
    /// from scratch, or a run on it that is said to keep other numbers.
    pub fn difference_of_laying(&mut self, choices: &[u32]) -> Result<Option<&'static str>, Rejection> {
        self.with_runner(|_, runner| {
            let (instance, function) = (&mut runner.instance, runner.function);
            instance.lay_differences(choices);
            let first = image(instance);
            // How the run ends does not matter.
            let _ = instance.call(function, RUN_FUEL);
            let kept = instance.kept_numbers_since_laid();
            // The run must be undone where nothing differs.
            instance.lay_differences(choices);
            let again = image(instance);
            instance.lay(&Read { choices: choices.to_vec(), resized: Vec::new() });
            let whole = image(instance);
            let _ = instance.call(function, RUN_FUEL);
            let is_same_kept = instance.kept_numbers().collect::<BTreeSet<_>>() == kept;
            Ok(match (first == whole, again == whole, is_same_kept) {
                (false, ..) => Some("other memory"),
                (_, false, _) => Some("other memory after a run"),
                (.., false) => Some("other numbers are kept"),
                _ => None,
            })
        })
    }
}

fn image(instance: &Instance) -> Image {
    let machine = &instance.machine;
    let byte = |at: u32| {
        let byte: NamedByte = machine.named_byte(at);
        // Names of several blocks have numbers of their own in each run.
        let is_mixed = byte.origin == Origin::Mixed;
        let blocks = is_mixed.then(|| machine.tracker().blocks_in(at)).flatten();
        (if is_mixed { NamedByte { of: 0, ..byte } } else { byte }, blocks)
    };
    let ranges = machine.heap().live().map(|block| block.address..block.address + block.size);
    let ranges = ranges.chain([machine.statics()]);
    ranges.map(|range| (range.start, range.map(byte).collect())).collect()
}
