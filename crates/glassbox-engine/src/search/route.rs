//! Route of a run: what it decided between one configuration and the next.
//!
//! The machine notes configurations where functions are called and return: all that the rest of a function depends on, except for what the host knows
//! (`exec/configuration.rs` there). That is added here: which blocks and values of the structures are *gone*, which others are freed or dropped, and
//! where addresses come from, which a second run on the same state knows. Two runs with the same configuration go on alike until the function returns, as far as
//! they give the same answers, so what is known of one holds for the other: see `continuations.rs`.
//!
//! **Gone.** A run that drops a structure frees the blocks that its state has. If configurations said which, no two runs on different
//! states would ever meet. But a block that was freed and one that the state never had make no difference to what follows: an access to it, or freeing it
//! again, stops the run, and neither is left at the end. So a configuration has the union of both: a block is gone if the run has freed it, or if its
//! decisions up to now say that its state has no such block and the one above it is gone. (As long as that one is there, what it does not have is what its links say.
//! Runs that only look would otherwise differ in what they have seen.) The same goes for values that were dropped, or that the state never had.
//! The judge of what is left (`dropped.rs`) does not ask about what is gone. Where structures stay, runs that free or drop anything have no route.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Block, CellKind, Condition, Requirement};
use glassbox_space::Diagram;
use glassbox_vm::exec::Configuration;
use glassbox_vm::track::{Decided, Term, TermId, Terms};

use crate::states::States;

/// The route of a run: stages with decisions, and configurations between them.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// The configuration after each stage but the last, in which nothing runs but the judge.
    pub(super) configurations: Vec<Place>,
    /// Decisions of each stage.
    pub(super) decisions: Vec<Vec<Decided>>,
    /// The most steps that a run may take which ends well for sure.
    pub(super) most_steps: u64,
}

/// A configuration of a run where it calls a function, or where one returns, and the steps of the stage before.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Whether a function is called.
    pub(super) is_call: bool,
    /// The running function: the one that is called, or the one that goes on.
    pub(super) frame: Vec<u8>,
    /// What a function returns.
    pub(super) results: Vec<u8>,
    /// All that functions share.
    pub(super) shared: Vec<u8>,
    pub(super) steps: u64,
}

impl Place {
    /// Forgets what functions return and share.
    pub(super) fn forget(&mut self) {
        self.results.clear();
        self.shared.clear();
    }

    /// Adds what another run on the same state has noted.
    pub(super) fn add(&mut self, other: &Configuration) {
        for (text, more) in
            [(&mut self.frame, &other.frame), (&mut self.results, &other.results), (&mut self.shared, &other.shared)]
        {
            // With its length, so that nothing can be taken for a part of the other.
            text.extend((more.len() as u64).to_le_bytes());
            text.extend(more);
        }
    }
}

/// Blocks and values of the structures that are gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Gone {
    /// For each block of the record.
    blocks: Vec<bool>,
    tokens: BTreeSet<u32>,
    /// Blocks and values that the state never had, as far as its decisions say so.
    absent_blocks: BTreeSet<usize>,
    absent_tokens: BTreeSet<u32>,
    /// Choices that the decisions leave to variables of the record, as bits.
    left: BTreeMap<u32, u64>,
}

impl Gone {
    /// Whether a block of the record is gone. None is if nothing was noted.
    pub(super) fn has_block(&self, block: usize) -> bool {
        self.blocks.get(block).is_some_and(|is_gone| *is_gone)
    }

    /// Whether the value with this number is gone.
    pub(super) fn has_token(&self, token: u32) -> bool {
        self.tokens.contains(&token)
    }
}

/// Blocks and values of the structures, and the variables that say which of them a state has.
#[derive(Debug)]
pub(super) struct RouteIndex {
    /// Numbers of blocks by address.
    blocks: BTreeMap<u32, usize>,
    /// For each value the conditions under which a state has it: one for each place that it can be in.
    tokens: BTreeMap<u32, Vec<Condition>>,
    /// Variables of the record, with their numbers of choices, by those of the space.
    variables: BTreeMap<u32, (u32, u32)>,
    /// For each block the one above it, those below it, and the values in it.
    above: Vec<Option<usize>>,
    below: Vec<Vec<usize>>,
    inside: Vec<Vec<u32>>,
    /// For each value the blocks that it can be in.
    holders: BTreeMap<u32, Vec<usize>>,
    /// For each variable of the record the blocks and values that depend on it; empty if what a state does not have is not gone.
    dependent: BTreeMap<u32, (Vec<usize>, Vec<u32>)>,
}

impl RouteIndex {
    /// `is_left_judged` says whether runs leave nothing of the structures, so that what a state does not have counts as gone.
    pub(super) fn new<D: Diagram>(states: &States<D>, is_left_judged: bool) -> Self {
        let record = states.skeleton.record();
        let blocks = record.blocks.iter().enumerate().map(|(number, block)| (block.address, number)).collect();
        let mut tokens = BTreeMap::<u32, Vec<Condition>>::new();
        let (mut inside, mut holders) = (vec![Vec::new(); record.blocks.len()], BTreeMap::<u32, Vec<usize>>::new());
        for (token, address, condition) in tokens_of(states) {
            tokens.entry(token).or_default().push(condition);
            let holder = holder(record, address);
            if let Some(block) = holder {
                inside[block].push(token);
            }
            holders.entry(token).or_default().extend(holder);
        }
        let above: Vec<Option<usize>> = record.blocks.iter().map(|block| above(record, block)).collect();
        let mut below = vec![Vec::new(); record.blocks.len()];
        for (number, above) in above.iter().enumerate() {
            if let Some(above) = above {
                below[*above].push(number);
            }
        }
        let variables = (0..)
            .zip(&record.variables)
            .filter(|(_, variable)| variable.choices <= u64::BITS)
            .map(|(number, variable)| (states.skeleton.variable(number).index(), (number, variable.choices)));
        let mut dependent = BTreeMap::<u32, (Vec<usize>, Vec<u32>)>::new();
        for (number, block) in record.blocks.iter().enumerate().filter(|_| is_left_judged) {
            for Requirement { variable, .. } in &block.condition {
                dependent.entry(*variable).or_default().0.push(number);
            }
        }
        for (token, conditions) in tokens.iter().filter(|_| is_left_judged) {
            for Requirement { variable, .. } in conditions.iter().flatten() {
                dependent.entry(*variable).or_default().1.push(*token);
            }
        }
        Self { blocks, tokens, variables: variables.collect(), above, below, inside, holders, dependent }
    }

    /// Adds what the host knows to the configurations of a run. Returns them with what is gone at the last one.
    pub(super) fn complete(&self, record: &Record, terms: &Terms, run: &NotedRun<'_>) -> (Vec<Place>, Gone) {
        let mut gone = Gone { blocks: vec![false; record.blocks.len()], ..Gone::default() };
        let mut others = Others::default();
        let (mut n_freed, mut n_dropped, mut fuel) = (0, 0, run.fuel);
        let mut places = Vec::with_capacity(run.noted.len());
        for (configuration, decisions) in run.noted.iter().zip(run.decisions) {
            for decided in decisions {
                self.note_decided(record, terms, decided, &mut gone);
            }
            for address in &run.freed[n_freed..configuration.n_freed] {
                match self.blocks.get(address) {
                    Some(&block) => self.note_gone(block, &mut gone),
                    None => _ = others.freed.insert(*address),
                }
            }
            for token in &run.dropped[n_dropped..configuration.noted] {
                // One that is dropped twice is not merely gone.
                if !self.tokens.contains_key(token) || !others.dropped.insert(*token) {
                    *others.again.entry(*token).or_default() += 1;
                }
                gone.tokens.insert(*token);
            }
            (n_freed, n_dropped) = (configuration.n_freed, configuration.noted);
            let Configuration { is_call, frame, results, .. } = configuration.clone();
            let (shared, steps) = (self.shared(configuration, &gone, &others), fuel - configuration.fuel);
            fuel = configuration.fuel;
            places.push(Place { is_call, frame, results, shared, steps });
        }
        (places, gone)
    }

    fn shared(&self, configuration: &Configuration, gone: &Gone, others: &Others) -> Vec<u8> {
        let mut text = Vec::with_capacity(configuration.shared.len() + gone.blocks.len() / 8 + 64);
        let number = |text: &mut Vec<u8>, number: usize| text.extend((number as u64).to_le_bytes());
        number(&mut text, configuration.shared.len());
        text.extend(&configuration.shared);
        for blocks in gone.blocks.chunks(8) {
            text.push(blocks.iter().fold(0, |bits, is_gone| bits << 1 | u8::from(*is_gone)));
        }
        let tokens = self.tokens.keys().map(|token| gone.tokens.contains(token));
        text.extend(tokens.map(u8::from));
        number(&mut text, others.freed.len());
        others.freed.iter().for_each(|address| text.extend(address.to_le_bytes()));
        number(&mut text, others.again.len());
        for (token, times) in &others.again {
            text.extend(token.to_le_bytes());
            text.extend(times.to_le_bytes());
        }
        text
    }

    /// Notes what a decision says about blocks and values that the state does not have.
    fn note_decided(&self, record: &Record, terms: &Terms, decided: &Decided, gone: &mut Gone) {
        let Some((number, choices)) =
            only_variable(terms, decided.term).and_then(|variable| self.variables.get(&variable).copied())
        else {
            return;
        };
        let answers_alike = |choice: &u32| {
            let word = terms.evaluate(decided.term, &|_| *choice);
            word.is_some_and(|word| terms.answer(decided.question, word) == decided.answer)
        };
        let alike = (0..choices).filter(answers_alike).fold(0, |bits, choice| bits | 1 << choice);
        let left = gone.left.entry(number).or_insert(u64::MAX);
        if *left & alike == *left {
            return;
        }
        *left &= alike;
        let Some((blocks, tokens)) = self.dependent.get(&number) else { return };
        for &block in blocks {
            let is_new = cannot_hold(&record.blocks[block].condition, &gone.left) && gone.absent_blocks.insert(block);
            if is_new && self.above[block].is_some_and(|above| gone.blocks[above]) {
                self.note_gone(block, gone);
            }
        }
        for token in tokens {
            if self.tokens[token].iter().all(|condition| cannot_hold(condition, &gone.left)) {
                gone.absent_tokens.insert(*token);
                self.note_token(*token, gone);
            }
        }
    }

    /// Notes that a block is gone, and with it what is not below it.
    fn note_gone(&self, block: usize, gone: &mut Gone) {
        let mut todo = vec![block];
        while let Some(block) = todo.pop() {
            if std::mem::replace(&mut gone.blocks[block], true) {
                continue;
            }
            todo.extend(self.below[block].iter().filter(|below| gone.absent_blocks.contains(below)));
            self.inside[block].iter().for_each(|token| self.note_token(*token, gone));
        }
    }

    /// Notes that a value is gone, if the state never had it and all places are gone that it could be in.
    fn note_token(&self, token: u32, gone: &mut Gone) {
        let is_gone = |holders: &Vec<usize>| holders.iter().all(|block| gone.blocks[*block]);
        if gone.absent_tokens.contains(&token) && self.holders.get(&token).is_some_and(is_gone) {
            gone.tokens.insert(token);
        }
    }
}

/// The block that holds an address.
fn holder(record: &Record, address: u32) -> Option<usize> {
    record
        .blocks
        .iter()
        .position(|block| block.len > 0 && (block.address..block.address + block.len).contains(&address))
}

/// The block above one: that of the node whose buffer it is, or that links to the node in it.
fn above(record: &Record, block: &Block) -> Option<usize> {
    let node = &record.nodes[block.node? as usize];
    let is_inside = |address: u32| (block.address..block.address + block.len).contains(&address);
    if is_inside(node.address) {
        holder(record, record.nodes[node.parent? as usize].address)
    } else {
        holder(record, node.address)
    }
}

/// A run that has ended, as far as it was noted.
pub(super) struct NotedRun<'a> {
    /// Steps left at the start.
    pub(super) fuel: u64,
    pub(super) noted: &'a [Configuration],
    /// Its decisions before each configuration.
    pub(super) decisions: &'a [Vec<Decided>],
    /// Addresses of the blocks that it has freed, in order.
    pub(super) freed: &'a [u32],
    /// Numbers of the values that it has dropped, in order.
    pub(super) dropped: &'a [u32],
}

/// What a run has freed and dropped besides what is merely gone.
#[derive(Debug, Default)]
struct Others {
    /// Blocks that are none of the record.
    freed: BTreeSet<u32>,
    /// Values of the structures.
    dropped: BTreeSet<u32>,
    /// Values that are none of the structures, or were dropped before, and how often.
    again: BTreeMap<u32, u32>,
}

/// Whether a condition holds in no state, if its variables have only these choices left.
fn cannot_hold(condition: &Condition, left: &BTreeMap<u32, u64>) -> bool {
    condition.iter().any(|Requirement { variable, choices }| {
        left.get(variable).is_some_and(|left| choices.iter().all(|choice| left >> choice & 1 == 0))
    })
}

/// The variable that a term depends on, if it is one alone.
fn only_variable(terms: &Terms, term: TermId) -> Option<u32> {
    /// Larger terms are not about whether a link is null.
    const MOST_TERMS: usize = 8;
    let (mut todo, mut only) = (vec![term], None);
    let mut n_terms = 0;
    while let Some(term) = todo.pop() {
        n_terms += 1;
        if n_terms > MOST_TERMS {
            return None;
        }
        if let Term::Variable { variable, .. } = terms.term(term) {
            if only.is_some_and(|only| only != variable) {
                return None;
            }
            only = Some(variable);
        }
        let (operands, n) = terms.operands(term);
        todo.extend(&operands[..n]);
    }
    only
}

/// The values of the structures, each place with its address and the condition under which a state has it. A value in a vector has a cell in each
/// buffer, and one without a size has no number.
pub(super) fn tokens_of<D: Diagram>(states: &States<D>) -> Vec<(u32, u32, Condition)> {
    let record = states.skeleton.record();
    let cells = record.cells.iter().filter(|cell| cell.kind == CellKind::Token && cell.node.is_some() && cell.len == 4);
    let token = |pattern: u32| {
        let bytes = states.guest.machine.memory().get(pattern, 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    cells.filter_map(|cell| Some((token(*cell.patterns.first()?)?, cell.address, cell.condition.clone()))).collect()
}
