//! Configurations: all that the rest of a call depends on, noted where functions are called and return.
//!
//! Runs on different states often come to the same situation: after a left subtree was visited, whatever it looks like, the same function goes
//! on in the same memory. Where two runs have the same configuration, they go on alike until that function returns, as far as they answer the questions that
//! are still to come alike. (Boonstoppel, Cadar and Engler, *`RWset`: attacking path explosion in constraint-based test generation*, TACAS 2008, compare the
//! places that will be read; here everything is compared that the function can reach.)
//!
//! A configuration is a text of bytes. It has
//!
//! - the running function, where it is, and its slots: after a call its arguments, after a return those below the frame of the function that has returned, and its
//!   results. Slots above them are scratch. The slots of its callers are left out: no function can reach them, and they are as they were when it returns;
//! - the number of calls in progress and the place of the frame on the stack, which limits calls;
//! - the globals, and which data and element segments were dropped;
//! - each word of memory that the run has written, unless it is in a block that was freed, or below the stack pointer;
//! - the blocks that the run has made.
//!
//! A value that depends on the state is there as its term, which has the same value in all runs that are on this path, and any other as its bits with what
//! the tracker knows of them. Bits that are undefined are left out: no run depends on them. Memory that the run has not written is what it was at the start,
//! term by term. What the host has noted, and which blocks of the start were freed, is for the host to compare.
//!
//! A run that throws, writes to a table or changes the size of memory is not noted.

use super::host::Host;
use super::machine::Machine;
use super::notes::{Configuration, NoteAt, Notes};
use crate::isa::Op;
use crate::memory::put;
use crate::track::{Tracked, Tracker, WrittenWords};

/// Where a function has returned to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Returned {
    /// To the instruction `pc` of a function whose frame begins at `outer`. Its own frame began at `base`.
    To { pc: u32, outer: usize, base: usize },
    /// To the host, from the body with number `defined`.
    Last { defined: u32 },
}

impl<T: Tracker> Machine<T> {
    /// Notes configurations of the next call of the host, until they are taken. The guest's memory is as the call finds it.
    pub fn note_configurations(&mut self, at: NoteAt) {
        let len = self.memory.bytes.len();
        let (noted, open) = (Vec::new(), Vec::new());
        self.notes = Some(Box::new(Notes { at, number: 0, len, noted, open, is_spoilt: false }));
        self.tracker.note_words(Some(WrittenWords::default()));
    }

    /// The configurations of the call that has ended, in order; none if it did something that they do not have. Ends the notes.
    pub fn take_configurations(&mut self) -> Option<Vec<Configuration>> {
        self.tracker.note_words(None);
        self.notes.take().filter(|notes| !notes.is_spoilt).map(|notes| notes.noted)
    }

    /// The function whose body has number `defined` is called. Its frame begins at `base`.
    #[cold]
    pub(super) fn note_call<H: Host<T>>(&mut self, host: &H, defined: u32, base: usize) {
        let Some(mut notes) = self.notes.take() else { return };
        let mut frame = vec![1];
        put(&mut frame, defined as usize);
        put(&mut frame, self.stack.frames.len());
        put(&mut frame, base);
        let n_params = usize::from(self.module.functions[defined as usize].n_params);
        self.describe_slots(base..base + n_params, &mut frame);
        self.note(&mut notes, host, Configuration { is_call: true, frame, ..Configuration::default() });
        self.notes = Some(notes);
    }

    /// A function has returned.
    #[cold]
    pub(super) fn note_return<H: Host<T>>(&mut self, host: &H, returned: Returned) {
        let Some(mut notes) = self.notes.take() else { return };
        let (mut frame, mut results) = (Vec::new(), Vec::new());
        let (base, n_results) = match returned {
            Returned::To { pc, outer, base } => {
                let n_results = self.n_results_before(pc);
                frame.push(0);
                put(&mut frame, pc as usize);
                put(&mut frame, self.stack.frames.len());
                put(&mut frame, outer);
                self.describe_slots(outer..base + n_results, &mut frame);
                (base, n_results)
            }
            Returned::Last { defined } => {
                (0, self.module.function_type(defined + self.module.n_imported_functions).results.len())
            }
        };
        self.describe_slots(base..base + n_results, &mut results);
        self.note(&mut notes, host, Configuration { frame, results, ..Configuration::default() });
        self.notes = Some(notes);
    }

    /// Adds a configuration with what all functions share, if it is wanted.
    fn note<H: Host<T>>(&mut self, notes: &mut Notes, host: &H, configuration: Configuration) {
        let (number, is_call) = (notes.number, configuration.is_call);
        notes.number += 1;
        let is_wanted = match &notes.at {
            NoteAt::Decisions => true,
            NoteAt::Numbers(numbers) => numbers.get(notes.noted.len()) == Some(&number),
        };
        if notes.is_spoilt || !is_wanted {
            return;
        }
        if notes.at == NoteAt::Decisions && !is_call {
            // Nothing was decided in a call that was noted last: it needs no configurations.
            let Some(call) = notes.open.pop() else {
                notes.is_spoilt = true;
                return;
            };
            if call + 1 == notes.noted.len() && !self.tracker.has_decided() {
                notes.noted.pop();
                self.tracker.join_stages();
                return;
            }
        }
        let mut shared = Vec::new();
        match host.noted().filter(|_| self.describe_shared(notes, &mut shared)) {
            Some(of_host) => {
                if is_call {
                    notes.open.push(notes.noted.len());
                }
                let (fuel, n_freed) = (self.fuel(), self.heap.n_changed());
                notes.noted.push(Configuration { number, shared, fuel, n_freed, noted: of_host, ..configuration });
            }
            None => notes.is_spoilt = true,
        }
        self.tracker.begin_stage(&|address| self.heap.is_freed_at(address));
    }

    /// Number of results of the call that returns to `pc`.
    fn n_results_before(&self, pc: u32) -> usize {
        let module = &self.module;
        match module.code[pc as usize - 1] {
            Op::Call { function, .. } => module.function_type(function).results.len(),
            Op::CallIndirect { ty, .. } => module.types[ty as usize].results.len(),
            other => unreachable!("{other:?} calls no function of the guest"),
        }
    }

    fn describe_slots(&self, slots: std::ops::Range<usize>, to: &mut Vec<u8>) {
        for (&value, &shadow) in self.stack.slots[slots.clone()].iter().zip(&self.stack.shadows[slots]) {
            self.tracker.describe(Tracked { value, shadow }, to);
        }
    }

    /// Adds what all functions share. False if that is more than a configuration has.
    fn describe_shared(&mut self, notes: &Notes, to: &mut Vec<u8>) -> bool {
        if self.tables_written
            || self.memory.bytes.len() != notes.len
            || !self.exceptions.is_empty()
            || self.stack.panic.is_some()
        {
            return false;
        }
        for (&value, &shadow) in self.globals.iter().zip(&self.global_shadows) {
            self.tracker.describe(Tracked { value, shadow }, to);
        }
        to.extend(self.dropped_data.iter().chain(&self.dropped_elements).map(|dropped| u8::from(*dropped)));
        self.heap.describe_new(to);
        let Some(mut words) = self.tracker.take_words() else { return false };
        words.keep(|address| !self.heap.is_freed_at(address) && self.tracker.may_matter(address));
        for address in words.in_order() {
            put(to, address as usize);
            self.tracker.describe_word(&self.memory, address, to);
        }
        self.tracker.keep_words(words);
        true
    }
}
