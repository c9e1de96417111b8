//! Compares the change and the result of an operation with its declared effect.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::{Cell, Condition, Effect, EffectKind, Returned};
use glassbox_space::{Diagram, OutOfMemory, VariableId};
use glassbox_vm::track::{Decision, Shadow, Term, TermId, Tracked, Word};

use super::contents::{Change, Entry, Number};
use super::{Judge, Judged, fail};
use crate::collection::Question;
use crate::result::{ContentsProblem, Finding};

/// The expected result of an effect.
struct Expected {
    /// Whether it found, added, replaced or removed an entry.
    happened: bool,
    /// Which entry it removed or replaced.
    entry: Option<Entry>,
}

fn wrong<T>(problem: ContentsProblem) -> Judged<T> {
    fail(Finding::Contents(problem))
}

impl<D: Diagram> Judge<'_, D> {
    /// Compares a change with the effect. The machine must be at the start of the run: arguments are read there.
    pub(super) fn check_effect(
        &mut self,
        effect: &Effect,
        change: &Change,
        returned: Option<(Returned, Number)>,
    ) -> Judged<()> {
        let arguments: Vec<Number> = effect.arguments.iter().map(|argument| self.argument(*argument)).collect();
        let has_keys = self.states.collection.items.has_keys;
        let key = has_keys.then(|| arguments.first().copied().zip(effect.arguments.first().copied())).flatten();
        let value = arguments.get(usize::from(key.is_some())).copied();
        // A full collection may refuse; then it must say so, and nothing may have changed.
        let refused = !has_keys && self.says_no(returned);
        let expected = match effect.kind {
            EffectKind::Nothing => self.nothing(change, false)?,
            EffectKind::Finds => {
                let there = self.is_there(key)?;
                self.nothing(change, there)?
            }
            EffectKind::Adds if refused => self.nothing(change, false)?,
            EffectKind::Adds => self.adds(change, key, value)?,
            EffectKind::Replaces => self.replaces(change, key, value)?,
            EffectKind::Removes => self.removes(change, key)?,
        };
        let (number, argument) = (key.map(|(key, _)| key), key.map(|(_, argument)| argument));
        self.check_returned(effect.kind, &expected, number, argument, returned)
    }

    /// An argument as it was before the run.
    fn argument(&mut self, argument: u32) -> Number {
        let record = self.states.skeleton.record();
        let address = record.arguments[argument as usize].address;
        let is_it = |cell: &&Cell| cell.node.is_none() && cell.address == address;
        let len = record.cells.iter().find(is_it).map_or(4, |cell| cell.len.min(4));
        self.states.guest.machine.read(address, len)
    }

    fn says_no(&mut self, returned: Option<(Returned, Number)>) -> bool {
        matches!(returned, Some((Returned::Bool, value)) if self.decide_value(value) == Some(0))
    }

    // --- Changes ---

    #[expect(clippy::unused_self, reason = "one of several")]
    fn nothing(&self, change: &Change, happened: bool) -> Judged<Expected> {
        match (change.gone.is_empty(), change.added.is_empty()) {
            (true, true) => Ok(Expected { happened, entry: None }),
            (false, _) => wrong(ContentsProblem::EntryMissing),
            (true, false) => wrong(ContentsProblem::EntryExtra),
        }
    }

    fn adds(&mut self, change: &Change, key: Option<(Number, u32)>, value: Option<Number>) -> Judged<Expected> {
        match (change.gone.as_slice(), change.added.as_slice()) {
            ([], [entry]) => {
                self.require_entry(entry, key.map(|(key, _)| key), value)?;
                // Where all keys are in order, which has been judged, none can be there twice.
                if key.is_some() && !self.states.collection.items.all_sorted && self.is_there(key)? {
                    return wrong(ContentsProblem::KeyTwice);
                }
                Ok(Expected { happened: true, entry: None })
            }
            ([], []) if key.is_some() && self.is_there(key)? => Ok(Expected { happened: false, entry: None }),
            ([], []) => wrong(ContentsProblem::NothingAdded),
            ([], _) => wrong(ContentsProblem::SeveralAdded),
            _ => wrong(ContentsProblem::EntryMissing),
        }
    }

    fn replaces(&mut self, change: &Change, key: Option<(Number, u32)>, value: Option<Number>) -> Judged<Expected> {
        let number = key.map(|(key, _)| key);
        match (change.gone.as_slice(), change.added.as_slice()) {
            ([old], [new]) => {
                self.require_entry(old, number, None)?;
                self.require_entry(new, number, value)?;
                Ok(Expected { happened: true, entry: Some(*old) })
            }
            ([], []) => {
                let kept = change.kept.clone();
                let is_it = |entry: &Entry| self.require_entry(entry, number, value).is_ok();
                if let Some(entry) = kept.into_iter().find(is_it) {
                    return Ok(Expected { happened: true, entry: Some(entry) });
                }
                // It may have had this value before.
                let (Some((number, argument)), Some(value)) = (key, value) else {
                    return wrong(ContentsProblem::NotReplaced);
                };
                if self.states.collection.items.has_tokens || !self.is_there(key)? {
                    return wrong(ContentsProblem::NotReplaced);
                }
                let old = self.value_of(argument)?;
                if !self.same(old, value) {
                    return wrong(ContentsProblem::NotReplaced);
                }
                let entry = Entry { key: Some(number), value: Some(old), place: 0 };
                Ok(Expected { happened: true, entry: Some(entry) })
            }
            _ => self.adds(change, key, value).map(|_| Expected { happened: false, entry: None }),
        }
    }

    fn removes(&mut self, change: &Change, key: Option<(Number, u32)>) -> Judged<Expected> {
        match (change.gone.as_slice(), change.added.as_slice()) {
            ([entry], []) => {
                self.require_entry(entry, key.map(|(key, _)| key), None)?;
                Ok(Expected { happened: true, entry: Some(*entry) })
            }
            ([], []) => {
                let there = if key.is_some() { self.is_there(key)? } else { self.decide_question(Question::IsAny)? };
                if there {
                    wrong(ContentsProblem::NothingRemoved)
                } else {
                    Ok(Expected { happened: false, entry: None })
                }
            }
            (_, []) => wrong(ContentsProblem::SeveralRemoved),
            _ => wrong(ContentsProblem::EntryNew),
        }
    }

    /// Checks that the entry has this key and this value, as far as they are given.
    fn require_entry(&mut self, entry: &Entry, key: Option<Number>, value: Option<Number>) -> Judged<()> {
        let fits = |judge: &mut Self, wanted: Option<Number>, found: Option<Number>| match (wanted, found) {
            (None, _) => true,
            (Some(wanted), Some(found)) => judge.same(wanted, found),
            (Some(_), None) => false,
        };
        if !fits(self, key, entry.key) {
            return wrong(ContentsProblem::OtherKey);
        }
        if !fits(self, value, entry.value) {
            return wrong(ContentsProblem::OtherValue);
        }
        Ok(())
    }

    // --- Results ---

    fn check_returned(
        &mut self,
        kind: EffectKind,
        expected: &Expected,
        key: Option<Number>,
        argument: Option<u32>,
        returned: Option<(Returned, Number)>,
    ) -> Judged<()> {
        let Some((what, number)) = returned else { return Ok(()) };
        let is_right = match what {
            Returned::Nothing => true,
            _ if kind == EffectKind::Nothing => true,
            Returned::Bool => self.decide_value(number).is_some_and(|value| (value != 0) == expected.happened),
            Returned::Absent => !expected.happened,
            Returned::Present => expected.happened,
            Returned::Key => {
                let expected_key = expected.entry.and_then(|entry| entry.key).or(key);
                expected.happened && expected_key.is_some_and(|expected| self.same(expected, number))
            }
            Returned::Value if kind == EffectKind::Finds => {
                expected.happened && self.is_value_of(number, key.zip(argument))?
            }
            Returned::Value => {
                let value = expected.entry.and_then(|entry| entry.value);
                expected.happened && value.is_some_and(|value| self.same(value, number))
            }
        };
        if is_right { Ok(()) } else { wrong(ContentsProblem::WrongResult) }
    }

    /// Whether a returned value is that of the entry with this key, of which the argument is known.
    fn is_value_of(&mut self, token: Number, key: Option<(Number, u32)>) -> Judged<bool> {
        if let (false, Some((_, argument))) = (self.states.collection.items.has_tokens, key) {
            let value = self.value_of(argument)?;
            return Ok(self.same(value, token));
        }
        let key = key.map(|(key, _)| key);
        let Some(token) = self.decide_value(token) else { return Ok(false) };
        let found = self.entry_with(token)?.and_then(|entry| entry.key);
        Ok(key.zip(found).is_some_and(|(key, found)| self.same(key, found)))
    }

    // --- The contents before ---

    /// Whether the key of an argument was there before the run: a decision.
    fn is_there(&mut self, key: Option<(Number, u32)>) -> Judged<bool> {
        match key {
            Some((_, argument)) => self.decide_question(Question::IsThere(argument)),
            None => wrong(ContentsProblem::NoKeys),
        }
    }

    fn decide_question(&mut self, question: Question) -> Judged<bool> {
        let (term, variable) = self.question(question)?;
        let answer = self.states.space.choice(variable, self.state) == Some(1);
        self.decide(term, answer.into(), Decision::Branch);
        Ok(answer)
    }

    /// The answer in every state, as a variable that is 1 for yes.
    fn question(&mut self, question: Question) -> Result<(TermId, VariableId), OutOfMemory> {
        if let Some(&known) = self.states.collection.items.questions.get(&question) {
            return Ok(known);
        }
        let yes = match question {
            Question::IsThere(argument) => self.states_with(argument, None)?,
            Question::ValueOf(argument) => return self.value_question(argument),
            Question::IsAny => {
                let items = &self.states.collection.items;
                let conditions: Vec<Condition> =
                    items.of_nodes(self.states.skeleton.record()).map(|(cell, _)| cell.condition.clone()).collect();
                self.any_of(conditions)?
            }
        };
        let space = &mut self.states.space;
        let variable = space.derive(vec![space.complement(&yes)?, yes])?;
        let words = [Word::defined(0), Word::defined(1)];
        let term = self.states.guest.machine.tracker_mut().terms_mut().variable(variable.index(), &words);
        self.states.collection.items.questions.insert(question, (term, variable));
        Ok((term, variable))
    }

    fn any_of(&mut self, conditions: Vec<Condition>) -> Result<D::Set, OutOfMemory> {
        let mut any = self.states.space.empty();
        for condition in conditions {
            let guard = self.states.skeleton.guard(&self.states.space, &condition)?;
            any = self.states.space.or(&any, &guard)?;
        }
        Ok(any)
    }

    /// The value of the entry with the key of an argument, before the run.
    fn value_of(&mut self, argument: u32) -> Judged<Number> {
        let (term, variable) = self.question(Question::ValueOf(argument))?;
        let choice = self.states.space.choice(variable, self.state).unwrap_or(0);
        let Term::Variable { values, .. } = self.states.guest.machine.tracker().terms().term(term) else {
            unreachable!("the question is a variable");
        };
        let word = self.states.guest.machine.tracker().terms().values(values)[choice as usize];
        Ok(Tracked { value: word.bits(), shadow: Shadow { undefined: 0, term } })
    }

    /// For each value the states in which the entry with the key of an argument has it; the last one stands for none.
    fn value_question(&mut self, argument: u32) -> Result<(TermId, VariableId), OutOfMemory> {
        let record = self.states.skeleton.record().clone();
        let values = self.states.collection.items.values_of_nodes(&record);
        let numbers: BTreeSet<u64> = values.flat_map(|(_, numbers)| numbers.iter().copied()).collect();
        let mut guards = Vec::new();
        let mut rest = self.states.space.full();
        for &number in &numbers {
            let with = self.states_with(argument, Some(number))?;
            rest = self.states.space.minus(&rest, &with)?;
            guards.push(with);
        }
        guards.push(rest);
        let mut words: Vec<Word> = numbers.iter().map(|number| Word::defined(*number)).collect();
        // No item has as many bits.
        words.push(Word::defined(u64::MAX));
        let variable = self.states.space.derive(guards)?;
        let term = self.states.guest.machine.tracker_mut().terms_mut().variable(variable.index(), &words);
        self.states.collection.items.questions.insert(Question::ValueOf(argument), (term, variable));
        Ok((term, variable))
    }

    /// The states whose structure has the key of an argument; with this value, if one is given.
    fn states_with(&mut self, argument: u32, value: Option<u64>) -> Result<D::Set, OutOfMemory> {
        let record = self.states.skeleton.record().clone();
        let items = &self.states.collection.items;
        let Some((own, own_numbers)) = items.of_argument(&record, argument) else {
            return Ok(self.states.space.empty());
        };
        let (own, own_numbers) = (own.clone(), own_numbers.to_vec());
        let keys: Vec<(Cell, Vec<u64>)> =
            items.keys_of_nodes(&record).map(|(cell, numbers)| (cell.clone(), numbers.to_vec())).collect();
        let mut with = self.states.space.empty();
        for number in own_numbers.iter().copied().collect::<BTreeSet<u64>>() {
            let mut there = self.states.space.empty();
            for (cell, numbers) in keys.iter().filter(|(_, numbers)| numbers.contains(&number)) {
                let exists = self.states.skeleton.guard(&self.states.space, &cell.condition)?;
                let is_number = self.chosen(cell, numbers, number)?;
                let mut is_it = self.states.space.and(&exists, &is_number)?;
                if let Some(value) = value {
                    let has_value = self.has_value(cell, value)?;
                    is_it = self.states.space.and(&is_it, &has_value)?;
                }
                there = self.states.space.or(&there, &is_it)?;
            }
            let asked = self.chosen(&own, &own_numbers, number)?;
            with = self.states.space.or(&with, &self.states.space.and(&asked, &there)?)?;
        }
        Ok(with)
    }

    /// The states in which the value beside a key is this number. The judge is asked only about nodes with one key and one
    /// value.
    fn has_value(&mut self, key: &Cell, number: u64) -> Result<D::Set, OutOfMemory> {
        let record = self.states.skeleton.record().clone();
        let values = self.states.collection.items.values_of_nodes(&record).filter(|(cell, _)| cell.node == key.node);
        let values: Vec<(Cell, Vec<u64>)> = values.map(|(cell, numbers)| (cell.clone(), numbers.to_vec())).collect();
        let mut with = self.states.space.empty();
        for (cell, numbers) in &values {
            let exists = self.states.skeleton.guard(&self.states.space, &cell.condition)?;
            let is_number = self.chosen(cell, numbers, number)?;
            with = self.states.space.or(&with, &self.states.space.and(&exists, &is_number)?)?;
        }
        Ok(with)
    }

    /// The states in which a cell has this number.
    fn chosen(&self, cell: &Cell, numbers: &[u64], number: u64) -> Result<D::Set, OutOfMemory> {
        let Some(variable) = cell.variable else { return Ok(self.states.space.full()) };
        let variable = self.states.skeleton.variable(variable);
        let choices = (0..).zip(numbers).filter(|(_, it)| **it == number);
        self.states.space.union(choices.map(|(choice, _)| self.states.space.guard(variable, choice)).collect())
    }
}
