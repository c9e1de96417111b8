//! Writes all states of a check, one after the other, into the same memory.

use std::mem::MaybeUninit;
use std::ptr;

use super::replay::{Replay, ReplayError};
use crate::invariant::Invariant;
use crate::native::judge;
use crate::plan::{Byte, Plan, lay_out};
use crate::type_id::type_id_of;

/// Visits every state of a structure in order: `visit(state, choices, valid)`.
///
/// Variables that do not exist in a state have their first choice, so that no state comes twice. An alias may lead to
/// an absent node: do not follow one in an invalid state.
///
/// ```
/// use glassbox::native::enumerate;
/// use glassbox::{Broken, Children, Invariant, Structure, ensure};
///
/// #[derive(Structure)]
/// struct Range {
///     #[glassbox(values = 0..3)]
///     start: u8,
///     #[glassbox(values = 0..3)]
///     end: u8,
/// }
///
/// impl Invariant for Range {
///     type Summary = ();
///
///     fn check(&self, _: &Children) -> Result<(), Broken> {
///         ensure(self.start <= self.end, "the start is behind the end")
///     }
/// }
///
/// let (mut n_states, mut n_valid) = (0, 0);
/// enumerate::<Range>(&[], |_, _, valid| {
///     n_states += 1;
///     n_valid += u32::from(valid);
/// });
/// assert_eq!((n_states, n_valid), (9, 6));
/// ```
pub fn enumerate<T: Invariant>(bounds: &[(&str, u32)], mut visit: impl FnMut(&T, &[u32], bool)) {
    let space = Space::new(bounds, |plan| plan.structure::<T>("state"));
    let root = space.pointer::<T>(0);
    space.each(|choices| {
        space.write(choices);
        // SAFETY: a whole state has just been written, and nothing writes while the reference lives.
        let state = unsafe { &*root };
        visit(state, choices, judge(state).is_ok());
    });
}

/// The states of a check. Its memory holds one at a time.
pub struct Space {
    pub(super) plan: Plan,
}

impl Space {
    /// The space of the arguments that `describe` names, as the check attribute does: `plan.structure::<Tree>("tree")`.
    pub fn new(bounds: &[(&str, u32)], describe: impl Fn(&mut Plan)) -> Self {
        Self { plan: lay_out(bounds, &describe) }
    }

    /// The number of variables.
    pub fn n_variables(&self) -> usize {
        self.plan.variables.len()
    }

    /// Visits the choices of every state, in order.
    pub fn each(&self, mut visit: impl FnMut(&[u32])) {
        self.extend(&mut Vec::new(), &mut visit);
    }

    /// Writes a state. Bytes that no cell covers are undefined.
    ///
    /// # Panics
    ///
    /// If the choices are not those of a state.
    pub fn write(&self, choices: &[u32]) {
        self.test(choices).expect("choices of a state");
        self.clear();
        let conditions = &self.plan.conditions;
        for cell in self.plan.cells.iter().filter(|cell| conditions.hold(cell.condition, choices)) {
            let choice = cell.variable.map_or(0, |variable| choices[variable] as usize);
            let pattern = &self.plan.patterns[cell.patterns][choice * cell.len..][..cell.len];
            // SAFETY: cells lie in the plan's blocks, to which no reference is live: values are handed out as raw
            // pointers.
            unsafe { ptr::copy_nonoverlapping(pattern.as_ptr(), cell.at.cast(), cell.len) };
        }
        for count in self.plan.counts.iter().filter(|count| conditions.hold(count.condition, choices)) {
            let number = count.counted.iter().filter(|condition| conditions.hold(**condition, choices)).count();
            // SAFETY: as for cells.
            unsafe { write_number(count.at, count.len, number) };
        }
    }

    /// The address of an argument. Valid as long as the space, and until the next [`write`](Self::write).
    ///
    /// # Panics
    ///
    /// If the argument has another type, or there is none with this number.
    pub fn pointer<A>(&self, argument: usize) -> *mut A {
        let argument = &self.plan.arguments[argument];
        assert!(argument.type_id == type_id_of::<A>(), "the argument is not a `{}`", std::any::type_name::<A>());
        argument.at.cast()
    }

    /// The text form of a state.
    pub fn replay(&self, choices: &[u32]) -> Replay {
        Replay::new(self.plan.asked.iter().map(|(name, value)| (name.clone(), *value)), choices.to_vec())
    }

    /// The record that the host would get, with addresses cut to 32 bits.
    #[doc(hidden)]
    pub fn skeleton(&self) -> glassbox_abi::Skeleton {
        self.plan.skeleton()
    }

    /// Checks that these are the choices of a state: in range, and 0 where the variable does not exist.
    pub(super) fn test(&self, choices: &[u32]) -> Result<(), ReplayError> {
        let variables = &self.plan.variables;
        if choices.len() != variables.len() {
            return Err(ReplayError::Count { given: choices.len(), variables: variables.len() });
        }
        for (variable, choice) in variables.iter().zip(choices) {
            let path = || self.plan.paths.text(variable.path);
            if *choice >= variable.choices {
                return Err(ReplayError::Range { path: path(), choice: *choice, choices: variable.choices });
            }
            if *choice > 0 && !self.plan.conditions.hold(variable.condition, choices) {
                return Err(ReplayError::Absent { path: path(), choice: *choice });
            }
        }
        Ok(())
    }

    /// Makes all memory undefined.
    fn clear(&self) {
        for block in &self.plan.blocks {
            let undefined = vec![Byte::uninit(); block.layout.size()];
            // SAFETY: the block is the plan's, and no reference to it is live.
            unsafe {
                ptr::copy_nonoverlapping(undefined.as_ptr(), block.at.cast::<MaybeUninit<u8>>(), block.layout.size());
            }
        }
    }

    fn extend(&self, choices: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
        let Some(variable) = self.plan.variables.get(choices.len()) else { return visit(choices) };
        let n_choices = if self.plan.conditions.hold(variable.condition, choices) { variable.choices } else { 1 };
        for choice in 0..n_choices {
            choices.push(choice);
            self.extend(choices, visit);
            choices.pop();
        }
    }
}

impl Replay {
    /// The space that the state is in, with the state written, and the choices of the state. `describe` names the
    /// arguments of the check.
    #[doc(hidden)]
    pub fn space(&self, describe: impl Fn(&mut Plan)) -> Result<(Space, Vec<u32>), ReplayError> {
        let space = self.all(describe);
        let mut choices = self.choices.clone();
        choices.resize(choices.len().max(space.n_variables()), 0);
        space.test(&choices)?;
        space.write(&choices);
        Ok((space, choices))
    }

    /// As [`space`](Self::space), if this text is about the structures only and `others` about the other arguments.
    pub(super) fn space_with(
        &self,
        others: &Self,
        describe: impl Fn(&mut Plan),
    ) -> Result<(Space, Vec<u32>), ReplayError> {
        let space = self.all(describe);
        let (mut own, mut theirs) = (self.choices.iter(), others.choices.iter());
        let choice = |is_own: bool| if is_own { own.next() } else { theirs.next() };
        let is_own = space.plan.variables.iter().map(|variable| variable.node.is_some());
        let choices: Vec<u32> = is_own.map(choice).map(|choice| choice.copied().unwrap_or(0)).collect();
        let variables = space.n_variables();
        if own.len() + theirs.len() > 0 {
            return Err(ReplayError::Count { given: variables + own.len() + theirs.len(), variables });
        }
        space.test(&choices)?;
        space.write(&choices);
        Ok((space, choices))
    }

    /// All states within its bounds.
    fn all(&self, describe: impl Fn(&mut Plan)) -> Space {
        let bounds: Vec<(&str, u32)> = self.bounds.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        Space::new(&bounds, describe)
    }
}

/// Writes a number into a field of `len` bytes.
///
/// # Safety
///
/// `at` is the address of so many bytes, to which no reference is live.
unsafe fn write_number(at: *mut u8, len: usize, number: usize) {
    let bytes = u64::try_from(number).expect("a count fits 64 bits").to_ne_bytes();
    let start = if cfg!(target_endian = "little") { 0 } else { bytes.len() - len };
    // SAFETY: the caller's promise; no integer type that counts is longer than 64 bits, and the plan has made sure
    // that the number fits.
    unsafe { ptr::copy_nonoverlapping(bytes[start..][..len].as_ptr(), at, len) };
}

/// Reads a number from a field of `len` bytes.
///
/// # Safety
///
/// `at` is the address of so many initialised bytes, which nothing writes meanwhile.
pub(super) unsafe fn read_number(at: *const u8, len: usize) -> u64 {
    let mut bytes = [0; 8];
    let start = if cfg!(target_endian = "little") { 0 } else { bytes.len() - len };
    // SAFETY: the caller's promise.
    unsafe { ptr::copy_nonoverlapping(at, bytes[start..][..len].as_mut_ptr(), len) };
    u64::from_ne_bytes(bytes)
}
