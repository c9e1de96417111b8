//! Limits of runs: `--limit steps=100000000`.

use glassbox_engine::limits::{OPERATION_FUEL, RUN_FUEL};
use glassbox_vm::module::Limits;

use crate::values::parse_mebibytes;

/// Pages of WebAssembly (64 KiB) in a MiB.
const PAGES_PER_MIB: u32 = 16;

/// The most memory that a module can address, in MiB.
const MOST_MIB: u32 = 4096;

/// Values on the machine's stack for each call.
const SLOTS_PER_CALL: usize = 16;

/// A limit on the command line or in `glassbox.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Steps of a run.
    Steps(u64),
    /// Nested calls.
    Calls(u32),
    /// Memory in MiB.
    Memory(u32),
    /// Stack in MiB.
    Stack(u32),
}

impl Limit {
    /// The names of all limits.
    pub const NAMES: [&str; 4] = ["steps", "calls", "memory", "stack"];

    /// Parses `steps=100000000`, `calls=100000`, `memory=256MiB` or `stack=16MiB`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("write a name, `=` and a number: `steps=100000000`")?;
        match name {
            "steps" => number(value).map(Self::Steps),
            "calls" => number(value).map(Self::Calls),
            "memory" => mebibytes(value).map(Self::Memory),
            "stack" => mebibytes(value).map(Self::Stack),
            _ => Err(format!("there is no limit `{name}`: write `steps`, `calls`, `memory` or `stack`")),
        }
    }

    /// The value of the limit with this name if it is not given, as text.
    pub fn usual(name: &str) -> String {
        let usual = Limits::default();
        match name {
            "steps" => format!("{RUN_FUEL} in checks, {OPERATION_FUEL} in explorations"),
            "calls" => usual.call_depth.to_string(),
            "memory" => format!("{}MiB", usual.memory_pages / PAGES_PER_MIB),
            _ => "as the compiler has it".to_owned(),
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps(_) => "steps",
            Self::Calls(_) => "calls",
            Self::Memory(_) => "memory",
            Self::Stack(_) => "stack",
        }
    }
}

fn number<T: std::str::FromStr + PartialEq + From<u8>>(text: &str) -> Result<T, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number: &T| is_number && *number != T::from(0));
    number.ok_or_else(|| format!("`{text}` is no number from 1 on, or too large"))
}

fn mebibytes(text: &str) -> Result<u32, String> {
    match parse_mebibytes(text).ok_or("write a number and a unit: `256MiB` or `1GiB`")? {
        0 => Err(format!("`{text}` is no size from 1MiB on")),
        mebibytes => {
            let mebibytes = u32::try_from(mebibytes).ok().filter(|mebibytes| *mebibytes <= MOST_MIB);
            mebibytes.ok_or_else(|| "a module has at most 4GiB".to_owned())
        }
    }
}

/// Limits of runs, each the usual one if it is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunLimits {
    steps: Option<u64>,
    calls: Option<u32>,
    memory: Option<u32>,
    stack: Option<u32>,
}

impl RunLimits {
    /// These limits; the usual ones for all others.
    pub fn new(limits: &[Limit]) -> Self {
        let mut all = Self::default();
        for limit in limits {
            match *limit {
                Limit::Steps(steps) => all.steps = Some(steps),
                Limit::Calls(calls) => all.calls = Some(calls),
                Limit::Memory(mebibytes) => all.memory = Some(mebibytes),
                Limit::Stack(mebibytes) => all.stack = Some(mebibytes),
            }
        }
        all
    }

    /// These limits, with those of `other` where both have one.
    #[must_use]
    pub fn overridden_by(self, other: Self) -> Self {
        Self {
            steps: other.steps.or(self.steps),
            calls: other.calls.or(self.calls),
            memory: other.memory.or(self.memory),
            stack: other.stack.or(self.stack),
        }
    }

    /// The size of the stack in MiB, if it is not the usual one. The linker lays it out.
    pub fn stack(self) -> Option<u32> {
        self.stack
    }

    /// The limits of the machine. The stack is a part of its memory.
    pub fn of_machine(self) -> Limits {
        let usual = Limits::default();
        let memory = self.memory.map_or(usual.memory_pages, |mebibytes| mebibytes.saturating_mul(PAGES_PER_MIB));
        let stack = self.stack.map_or(0, |mebibytes| mebibytes.saturating_mul(PAGES_PER_MIB));
        let call_depth = self.calls.map_or(usual.call_depth, |calls| calls as usize);
        Limits {
            memory_pages: memory.saturating_add(stack).min(MOST_MIB * PAGES_PER_MIB),
            stack_slots: usual.stack_slots.max(call_depth.saturating_mul(SLOTS_PER_CALL)),
            call_depth,
            steps: self.steps,
            ..usual
        }
    }

    /// The flags with which another command has the same limits.
    pub fn flags(self) -> impl Iterator<Item = String> {
        let Self { steps, calls, memory, stack } = self;
        let steps = steps.map(|steps| format!("--limit=steps={steps}"));
        let calls = calls.map(|calls| format!("--limit=calls={calls}"));
        let memory = memory.map(|mebibytes| format!("--limit=memory={mebibytes}MiB"));
        let stack = stack.map(|mebibytes| format!("--limit=stack={mebibytes}MiB"));
        [steps, calls, memory, stack].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_names_and_units() {
        for (text, limit) in [
            ("steps=100000000", Limit::Steps(100_000_000)),
            ("calls=50000", Limit::Calls(50_000)),
            ("memory=256MiB", Limit::Memory(256)),
            ("memory=1GiB", Limit::Memory(1024)),
            ("memory=4GB", Limit::Memory(4096)),
            ("stack=16M", Limit::Stack(16)),
            ("stack=16MiB", Limit::Stack(16)),
        ] {
            assert_eq!(Limit::parse(text), Ok(limit), "{text}");
        }
        for text in [
            "steps",
            "steps=",
            "steps=0",
            "steps=-1",
            "steps=1e6",
            "memory=64",
            "memory=0M",
            "memory=MiB",
            "memory=8GiB",
            "time=5",
            "calls=4294967296",
        ] {
            assert!(Limit::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_stack_is_a_part_of_the_memory() {
        let limits = RunLimits::new(&[Limit::Stack(16), Limit::Memory(100), Limit::Calls(100_000)]);
        let machine = limits.of_machine();
        assert_eq!(machine.memory_pages, 116 * PAGES_PER_MIB);
        assert_eq!((machine.call_depth, machine.stack_slots), (100_000, 1_600_000));
        assert_eq!(
            limits.flags().collect::<Vec<_>>(),
            ["--limit=calls=100000", "--limit=memory=100MiB", "--limit=stack=16MiB"]
        );
        assert_eq!(RunLimits::default().of_machine(), Limits::default());
    }
}
