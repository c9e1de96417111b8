//! The guest as the engine uses it: a machine with terms, and the state of its host functions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_abi::skeleton::{ItemKind, Returned, ShownKind, Size, link_flags};
use glassbox_vm::exec::{
    Guest as Caller, Host, InstantiateError, Machine, Record, Refusal, RunKind, Runtime, Stop, Stopped,
};
use glassbox_vm::memory::GuestAddr;
use glassbox_vm::module::{Import, Module};
use glassbox_vm::track::{Concolic, Decision, Shadow, Term, TermId, Terms, Tracked, Tracker, Word};

use crate::ids::{ByteSpan, CellShape};
use crate::imports;
use crate::kept_lists::KeptLists;
use crate::planned::Places;
use crate::result::Bounds;
use crate::seed::Seed;

/// A machine and the state of its host functions.
#[derive(Debug)]
pub struct Guest {
    /// The machine.
    pub machine: Machine<Concolic>,
    host: Runtime<HostState>,
    /// The seed of std's hashers.
    pub(crate) seed: Seed,
    /// Whether maps in the states have hashers with that seed.
    pub(crate) has_seed_in_states: bool,
    /// End of the blocks of the heap that std allocated for itself.
    pub(crate) warm_until: u32,
    module: Arc<Module>,
}

impl Guest {
    /// Instantiates a module.
    pub fn new(module: Arc<Module>) -> Result<Self, InstantiateError> {
        let mut host = Runtime { inner: HostState::default() };
        let machine = Machine::new(module.clone(), Concolic::default(), module.limits(), &mut host)?;
        Ok(Self { machine, host, seed: Seed::default(), has_seed_in_states: false, warm_until: 0, module })
    }

    /// Notes whether the guest made hashers of std while it described the states.
    pub(crate) fn note_seed(&mut self) {
        let memory = self.machine.memory().bytes();
        self.has_seed_in_states = self.seed.bytes.iter().any(|(at, byte)| memory[*at as usize] != *byte);
    }

    /// Makes the next hasher of std the first one with the chosen seed. So a map that an operation makes hashes as the maps in
    /// the states do, which the guest made while it described them.
    pub(crate) fn reset_seed(&mut self) {
        for (at, byte) in &self.seed.bytes {
            if let Some(place) = self.machine.memory_mut().get_mut(*at, 1) {
                place.fill(*byte);
            }
        }
    }

    /// Another machine with the same module.
    pub(crate) fn fresh(&self) -> Result<Self, InstantiateError> {
        Self::new(self.module.clone())
    }

    /// The state of the host functions.
    pub fn host(&mut self) -> &mut HostState {
        &mut self.host.inner
    }

    /// Calls a function whose result the host acts on: whether it is not zero is a decision. A function without a
    /// result gives true.
    pub fn ask(&mut self, function: u32, args: &[u32]) -> Result<bool, Stopped> {
        let results = self.invoke(function, args)?;
        let Some(&result) = results.first() else { return Ok(true) };
        // Code without branches may have computed the result from undefined bits; this reports them.
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
    /// Its value in the state of the run.
    pub word: Word,
}

/// State of the host functions: their answers, and the records that the guest sent.
#[derive(Debug, Default)]
pub struct HostState {
    /// Values of bounds that the guest can ask for.
    pub bounds: Bounds,
    /// The record that the guest sent.
    pub plan: Option<Vec<u8>>,
    /// Lists that the plan has written.
    pub(crate) kept_lists: KeptLists<Shadow>,
    /// Message of the last check that returned an error.
    pub broken: Option<String>,
    /// The summaries of the tree children of the node being checked, by address.
    pub summaries: BTreeMap<u32, Vec<Piece>>,
    /// Whether the guest asked for the summary of a node that is not a tree child of the node being checked.
    pub asked_for_stranger: bool,
    /// Links, items and parents that the last visit of a node reported.
    pub visited: Vec<Visited>,
    /// Cells and blocks that the last visit of a node reported.
    pub memory: NodeMemory,
    /// Places, with their lengths, of the visited node whose cells are compared as a whole.
    pub whole: Arc<BTreeSet<CellShape>>,
    /// Bytes that the run has written, for visits that look at nothing else.
    pub touched: BTreeSet<u32>,
    /// Fields of the last node shown.
    pub shown: Vec<Shown>,
    /// Result of the operation, if it has an effect.
    pub returned: Option<(Returned, Tracked<Shadow>)>,
    /// Tokens that were dropped.
    pub dropped: Vec<u32>,
    /// Places at which something goes wrong.
    pub(crate) places: Places,
}

/// The memory of a node: its cells, and the blocks that it owns.
#[derive(Clone, Debug, Default)]
pub struct NodeMemory {
    /// The cells. One that lies inside another follows it.
    pub parts: Vec<Part>,
    /// The vectors.
    pub vectors: Vec<VectorPart>,
    /// Blocks that it owns besides its own.
    pub buffers: Vec<Buffer>,
    /// Links with bytes that no plan would have written.
    pub(crate) odd_links: Vec<ByteSpan>,
    /// Bytes on which the parts depend that are reported now.
    scopes: Vec<ByteSpan>,
}

/// A cell of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its bytes.
    pub(crate) span: ByteSpan,
    /// Its place in the node.
    pub place: u32,
    /// Bytes that decide whether it is there.
    pub(crate) scopes: Vec<ByteSpan>,
}

/// A vector in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorPart {
    /// Where it is.
    pub at: u32,
    /// Its place in the node.
    pub place: u32,
    /// Number of elements, and of those that it has room for.
    pub size: Size,
}

/// A buffer that a node owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Where it begins.
    pub address: GuestAddr,
    /// Its size in bytes.
    pub size: u32,
    /// Its alignment.
    pub align: u32,
}

/// A link, item or parent that a visit of a node reports.
#[derive(Clone, Copy, Debug)]
pub enum Visited {
    /// A tree link.
    Link {
        /// Address of the child.
        target: GuestAddr,
        /// Index of the `check` for the child's type.
        check: u32,
        /// Whether it is part of a `sorted` list.
        in_order: bool,
        /// Whether the child has no block of its own.
        in_place: bool,
    },
    /// A key or value.
    Item {
        /// Key or value.
        kind: ItemKind,
        /// Its number.
        value: Tracked<Shadow>,
        /// Its place in the node.
        place: u32,
    },
    /// A link to the node above.
    Parent {
        /// Address of the node above; 0 for null.
        target: GuestAddr,
        /// Index of the `check` for the type of the node above.
        check: u32,
    },
}

/// A field of a node, as text for pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its path, relative to the node.
    pub path: String,
    /// Kind of field.
    pub kind: ShownKind,
    /// Its value as text, unless it is a link.
    pub text: String,
    /// Target, if it is a link.
    pub target: Option<ShownTarget>,
}

/// Target of a shown link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownTarget {
    /// The address; 0 for null.
    pub address: GuestAddr,
    /// Index of the `check` for the target's type.
    pub check: u32,
}

impl Shown {
    /// Whether it is a link that is not null.
    pub(crate) fn leads_somewhere(&self) -> bool {
        self.target.is_some_and(|target| target.address != GuestAddr(0))
    }

    /// Decodes a call of [`names::SHOWN`].
    pub(crate) fn read<T: Tracker>(guest: &mut Caller<'_, T>) -> Result<Self, Stop> {
        let path = guest.text(0, 1)?;
        let kind = known_kind(&ShownKind::ALL, guest.decide_u32(2)?, Record::Field)?;
        Ok(if matches!(kind, ShownKind::Tree | ShownKind::Alias) {
            let target = ShownTarget { address: GuestAddr(guest.decide_u32(3)?), check: guest.decide_u32(4)? };
            Self { path, kind, text: String::new(), target: Some(target) }
        } else {
            Self { path, kind, text: guest.text(3, 4)?, target: None }
        })
    }
}

impl Host<Concolic> for HostState {
    fn function(&mut self, import: &Import) -> Option<u32> {
        imports::number(import)
    }

    /// The number of values that were dropped.
    fn noted(&self) -> Option<usize> {
        self.returned.is_none().then_some(self.dropped.len())
    }

    fn call(&mut self, function: u32, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let name = imports::name(function);
        let answered = self.places.answer(name, guest).or_else(|| self.kept_lists.answer(name, guest));
        if let Some(answered) = answered {
            return answered;
        }
        match name {
            names::BOUND => self.bound(guest),
            names::PLAN => self.plan(guest),
            names::BROKEN => self.broken(guest),
            names::SUMMARY => self.summary(guest),
            names::SUMMARY_OR => self.summary_or(guest),
            names::LINK => self.link(guest),
            names::ITEM => self.item(guest),
            names::PARENT => pair(guest).map(|(target, check)| {
                self.visited.push(Visited::Parent { target: GuestAddr(target), check });
            }),
            names::RETURNED => self.returned(guest),
            names::BUFFER => {
                let ((address, size), align) = (pair(guest)?, guest.decide_u32(2)?);
                self.memory.buffers.push(Buffer { address: GuestAddr(address), size, align });
                Ok(())
            }
            names::PART => {
                let ((at, len), place) = (pair(guest)?, guest.decide_u32(2)?);
                let scopes = self.memory.scopes.clone();
                self.memory.parts.push(Part { span: ByteSpan { at, len }, place, scopes });
                guest.set_result(0, self.whole.contains(&CellShape { place, len }).into());
                Ok(())
            }
            names::VECTOR => {
                let ((at, len), capacity, place) = (pair(guest)?, guest.decide_u32(2)?, guest.decide_u32(3)?);
                self.memory.vectors.push(VectorPart { at, place, size: Size { len, capacity } });
                Ok(())
            }
            names::SCOPE => pair(guest).map(|(at, len)| self.memory.scopes.push(ByteSpan { at, len })),
            names::SCOPE_END => {
                self.memory.scopes.pop();
                Ok(())
            }
            names::ODD_LINK => pair(guest).map(|(at, len)| self.memory.odd_links.push(ByteSpan { at, len })),
            names::TOUCHED => {
                let (at, len) = pair(guest)?;
                let is_touched = self.touched.range(at..at.saturating_add(len)).next().is_some();
                guest.set_result(0, is_touched.into());
                Ok(())
            }
            names::SHOWN => Shown::read(guest).map(|shown| self.shown.push(shown)),
            // The skeleton's record has the types already.
            names::NODE_TYPE => Ok(()),
            names::DROPPED => guest.decide_u32(0).map(|token| self.dropped.push(token)),
            // Numbers of values and keys may be printed.
            names::WANTS_WORDS => {
                guest.set_result(0, 1);
                Ok(())
            }
            name => Err(imports::not_offered(name, RunKind::Check)),
        }
    }
}

/// The kind with the number that the guest sent.
fn known_kind<K: Copy>(all: &[K], kind: u32, record: Record) -> Result<K, Refusal> {
    all.get(kind as usize).copied().ok_or(Refusal::UnknownRecord { record, kind })
}

fn pair(guest: &mut Caller<'_, Concolic>) -> Result<(u32, u32), Stop> {
    Ok((guest.decide_u32(0)?, guest.decide_u32(1)?))
}

/// The one address that a link has in all states in which it is not null; none if it has several.
fn only_target(terms: &Terms, link: Shadow) -> Option<u32> {
    let Term::Variable { values, .. } = terms.term(link.term) else { return None };
    let mut targets = terms.values(values).iter().filter(|word| **word != Word::default());
    let target = targets.next()?;
    let is_known = |word: &Word| *word == Word::defined(word.bits());
    let is_only = is_known(target) && targets.all(|other| other == target);
    u32::try_from(target.bits()).ok().filter(|_| is_only)
}

impl HostState {
    /// Clears what the last run reported.
    pub(crate) fn begin_run(&mut self) {
        self.returned = None;
        self.touched.clear();
        self.dropped.clear();
    }

    fn bound(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let name = guest.text(0, 1)?;
        let bound = self.bounds.get(&name);
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
        let flags = guest.decide_u32(2)?;
        let (in_order, in_place) = (flags & link_flags::IN_ORDER != 0, flags & link_flags::IN_PLACE != 0);
        self.visited.push(Visited::Link { target: GuestAddr(target), check, in_order, in_place });
        Ok(())
    }

    /// Records an item without deciding its number: rules that need the number decide it.
    fn item(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let kind = known_kind(&ItemKind::ALL, guest.decide_u32(0)?, Record::Item)?;
        let (value, place) = (guest.arg(1), guest.decide_u32(2)?);
        self.visited.push(Visited::Item { kind, value, place });
        Ok(())
    }

    fn returned(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let kind = known_kind(&Returned::ALL, guest.decide_u32(0)?, Record::Result)?;
        self.returned = Some((kind, guest.arg(1)));
        Ok(())
    }

    fn summary(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let (child, out) = pair(guest)?;
        self.write_summary(guest, child, out)
    }

    /// If the link is null in some states and leads to one and the same child in all others, both summaries are known
    /// and the choice between them is a term: nothing is decided. The summary is right in all those states, whether or not
    /// this one has the child: what a run did not write is what it was.
    fn summary_or(&mut self, guest: &mut Caller<'_, Concolic>) -> Result<(), Stop> {
        let (child, out) = (guest.arg(0), guest.decide_u32(1)?);
        // Once it is decided, the choice would only make terms larger.
        let is_open = child.shadow.term.is_some() && !guest.tracker.has_decided_truth(child);
        let target = only_target(guest.tracker.terms(), child.shadow).filter(|_| is_open);
        let Some(pieces) = target.and_then(|target| self.summaries.get(&target)) else {
            guest.tracker.decide(Decision::Branch, child)?;
            return if child.value == 0 { Ok(()) } else { self.summary(guest) };
        };
        for piece in pieces {
            let none = guest.read(out + piece.at, piece.len)?;
            let none_word = Word::new(none.value, none.shadow.undefined);
            let terms = guest.tracker.terms_mut();
            let mut term_of = |term: TermId, word| if term.is_some() { term } else { terms.constant(word) };
            let (some, none) = (term_of(piece.term, piece.word), term_of(none.shadow.term, none_word));
            let word = if child.value == 0 { none_word } else { piece.word };
            let term = if some == none { some } else { terms.select(child.shadow.term, some, none) };
            guest.plant(out + piece.at, piece.len, term, word)?;
        }
        Ok(())
    }

    fn write_summary(&mut self, guest: &mut Caller<'_, Concolic>, child: u32, out: u32) -> Result<(), Stop> {
        let Some(pieces) = self.summaries.get(&child) else {
            self.asked_for_stranger = true;
            return Err(Refusal::NotATreeChild { node: GuestAddr(child) }.into());
        };
        for piece in pieces {
            guest.plant(out + piece.at, piece.len, piece.term, piece.word)?;
        }
        Ok(())
    }
}
