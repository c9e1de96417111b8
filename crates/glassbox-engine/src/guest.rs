//! The guest as the engine uses it: a machine with terms, and the host that answers it.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_abi::skeleton::{ItemKind, Returned};
use glassbox_vm::exec::{Guest as Caller, Host, InstantiateError, Limits, Machine, Runtime, Stop, Stopped};
use glassbox_vm::module::{Import, Module};
use glassbox_vm::track::{Concolic, Decision, Shadow, TermId, Tracked, Tracker as _, Word};

/// A machine, and what its host functions know.
#[derive(Debug)]
pub struct Guest {
    /// The machine.
    pub machine: Machine<Concolic>,
    host: Runtime<Desk>,
}

impl Guest {
    /// Instantiates a module.
    pub fn new(module: Arc<Module>, limits: Limits) -> Result<Self, InstantiateError> {
        let mut host = Runtime { inner: Desk::default() };
        let machine = Machine::new(module, Concolic::default(), limits, &mut host)?;
        Ok(Self { machine, host })
    }

    /// What the host functions know and have been told.
    pub fn desk(&mut self) -> &mut Desk {
        &mut self.host.inner
    }

    /// Calls a function that gives a number on which the host will act: whether it is not zero is a decision. A function
    /// without a result gives true.
    pub fn ask(&mut self, function: u32, args: &[u32]) -> Result<bool, Stopped> {
        let results = self.invoke(function, args)?;
        let Some(&result) = results.first() else { return Ok(true) };
        // Code without branches may have made it from undefined bits; then this is where that shows.
        let decided = self.machine.tracker_mut().decide(Decision::Branch, result);
        decided.map_err(|stop| Stopped { stop, trace: Vec::new() })?;
        Ok(result.value != 0)
    }

    /// Calls a function.
    pub fn invoke(&mut self, function: u32, args: &[u32]) -> Result<Vec<Tracked<Shadow>>, Stopped> {
        let plain = |&value: &u32| Tracked { value: u64::from(value), shadow: Shadow::default() };
        let args: Vec<_> = args.iter().map(plain).collect();
        self.machine.invoke_tracked(&mut self.host, function, &args)
    }
}

/// A piece of memory that depends on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first byte: an address, or an offset in a summary.
    pub at: u32,
    /// Number of bytes, at most 8.
    pub len: u32,
    /// Its term; none if it is the same in all states.
    pub term: TermId,
    /// What it is in the state of the run.
    pub word: Word,
}

/// What the host functions know and have been told.
#[derive(Debug, Default)]
pub struct Desk {
    /// Answers to questions for bounds.
    pub bounds: BTreeMap<String, u32>,
    /// The record that the guest sent.
    pub plan: Option<Vec<u8>>,
    /// What the last check said was broken.
    pub broken: Option<String>,
    /// The summaries of the tree children of the node being checked, by address.
    pub summaries: BTreeMap<u32, Vec<Piece>>,
    /// A child was asked for that is no tree child of the node being checked.
    pub asked_for_stranger: bool,
    /// What the last visit of a node named.
    pub seen: Vec<Seen>,
    /// Buffers that the last visit named: address and size.
    pub buffers: Vec<(u32, u32)>,
    /// What the operation returned, if it has an effect.
    pub returned: Option<(Returned, Tracked<Shadow>)>,
    /// Tokens that were dropped.
    pub dropped: Vec<u32>,
}

/// What a visit of a node names.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// A tree link.
    Link {
        /// Where it leads.
        target: u32,
        /// Which `check` the type there has.
        check: u32,
        /// It has its place in a `sorted` list.
        in_order: bool,
    },
    /// A key or value.
    Item {
        /// Which.
        kind: ItemKind,
        /// Its number.
        value: Tracked<Shadow>,
    },
    /// A link to the node above.
    Parent {
        /// Where it leads; 0 if nowhere.
        target: u32,
        /// Which `check` the type has that it can lead to.
        check: u32,
    },
}

/// The functions; their place is their number. All parameters are i32.
const FUNCTIONS: [(&str, usize, usize); 10] = [
    (names::BOUND, 2, 1),
    (names::PLAN, 2, 0),
    (names::BROKEN, 2, 0),
    (names::SUMMARY, 2, 0),
    (names::LINK, 3, 0),
    (names::ITEM, 2, 0),
    (names::PARENT, 2, 0),
    (names::RETURNED, 2, 0),
    (names::BUFFER, 2, 0),
    (names::DROPPED, 1, 0),
];

impl Host<Concolic> for Desk {
    fn function(&mut self, import: &Import) -> Option<u32> {
        let ours =
            |(_, (name, ..)): &(u32, &(&str, usize, usize))| import.module == names::HOST && import.name == *name;
        let (index, (_, params, results)) = (0..).zip(&FUNCTIONS).find(ours)?;
        import.is_i32_function(*params, *results).then_some(index)
    }

    fn call(&mut self, function: u32, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        match FUNCTIONS[function as usize].0 {
            names::BOUND => self.bound(guest),
            names::PLAN => self.plan(guest),
            names::BROKEN => self.broken(guest),
            names::SUMMARY => self.summary(guest),
            names::LINK => self.link(guest),
            names::ITEM => self.item(guest),
            names::PARENT => pair(guest).map(|(target, check)| self.seen.push(Seen::Parent { target, check })),
            names::RETURNED => self.returned(guest),
            names::BUFFER => pair(guest).map(|buffer| self.buffers.push(buffer)),
            _ => guest.decide_u32(0).map(|token| self.dropped.push(token)),
        }
    }
}

fn pair(guest: &mut Caller<'_, Concolic>) -> Result<(u32, u32), Stop> {
    Ok((guest.decide_u32(0)?, guest.decide_u32(1)?))
}

impl Desk {
    /// Forgets what the last run said and did.
    pub(crate) fn begin_run(&mut self) {
        self.returned = None;
        self.buffers.clear();
        self.dropped.clear();
    }

    fn bound(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let name = guest.text(0, 1)?;
        let bound = self.bounds.get(&name).copied();
        guest.set_result(0, u64::from(bound.unwrap_or(u32::MAX)));
        Ok(())
    }

    fn plan(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        self.plan = Some(guest.bytes(0, 1)?);
        Ok(())
    }

    fn broken(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        self.broken = Some(guest.text(0, 1)?);
        Ok(())
    }

    fn link(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let (target, check) = pair(guest)?;
        let in_order = guest.decide_u32(2)? != 0;
        self.seen.push(Seen::Link { target, check, in_order });
        Ok(())
    }

    /// The number itself is not decided: whoever needs to know asks.
    fn item(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let kind = ItemKind::ALL.get(guest.decide_u32(0)? as usize).copied();
        let kind = kind.ok_or_else(|| Stop::Host("there is no such kind of items".to_owned()))?;
        self.seen.push(Seen::Item { kind, value: guest.arg(1) });
        Ok(())
    }

    fn returned(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let kind = Returned::ALL.get(guest.decide_u32(0)? as usize).copied();
        let kind = kind.ok_or_else(|| Stop::Host("there is no such kind of results".to_owned()))?;
        self.returned = Some((kind, guest.arg(1)));
        Ok(())
    }

    fn summary(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let (child, out) = pair(guest)?;
        let Some(pieces) = self.summaries.get(&child) else {
            self.asked_for_stranger = true;
            return Err(Stop::Host("a check asked for the summary of a node that is no tree child of it".to_owned()));
        };
        for piece in pieces {
            guest.plant(out + piece.at, piece.len, piece.term, piece.word)?;
        }
        Ok(())
    }
}
