//! The host of an exploration: it makes the guest's choices, hands out tokens and records their drops.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::meant_panic::{MeantPanic, RequiredPanic};
use glassbox_abi::{TooLong, names};
use glassbox_vm::exec::{Guest as Caller, Host, Refusal, RunKind, Stop};
use glassbox_vm::module::Import;
use glassbox_vm::track::Provenance;

use super::disturbances::{Disturbances, End, Place};
use super::equalities::Equalities;
use crate::guest::Shown;
use crate::ids::TypeKey;
use crate::imports;
use crate::result::{Argument, Bounds};
use crate::rules::{Rule, Rules};

/// Number of hash classes: `Key` has a place in a table for each.
const HASH_CLASSES: u32 = 4;

/// A choice that was made, and the number of possibilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) choice: u32,
    pub(super) of: u32,
    /// Whether the operation itself does not ask for it: the hash class of a key, what a value equals, or what is done with a result.
    pub(super) is_from_outside: bool,
}

/// State of the host functions: their answers, and the records that the guest sent.
#[derive(Debug, Default)]
pub(super) struct ExplorationHost {
    /// Choices to make first; later ones take the first possibility.
    pub(super) script: Vec<u32>,
    /// Choices that were made.
    pub(super) chosen: Vec<Chosen>,
    /// Whether the operation is impossible in this state.
    pub(super) gave_up: bool,
    /// What goes wrong around this run.
    pub(super) disturbances: Disturbances,
    /// Panics that are meant in this run.
    pub(super) meant: Vec<MeantPanic>,
    /// The panic with which this run must end.
    pub(super) required: Option<RequiredPanic>,
    /// Number of runs that have ended with a panic that is meant.
    pub(super) n_meant_panics: u64,
    /// Tokens that were handed out and are not dropped.
    pub(super) tokens: Arc<BTreeSet<u32>>,
    /// The number of the next token.
    pub(super) next_token: u32,
    /// Keys in the subject, and those that were handed to this operation.
    pub(super) keys: Arc<BTreeSet<u32>>,
    /// Hash classes of keys that were hashed.
    pub(super) classes: Arc<BTreeMap<u32, u32>>,
    /// Number of hashes that were tried, if some run has hashed a key.
    pub(super) hashes: Option<u32>,
    /// Numbers that keys hash, by hash class and hasher. They are the same in all runs: a hasher is a function of its bytes.
    hash_numbers: BTreeMap<Hasher, u32>,
    /// The most operations of other subjects, if some run has made one.
    pub(super) others: Option<u32>,
    /// What is known of the equality of values.
    pub(super) equalities: Arc<Equalities>,
    /// Whether keys in gaps have other numbers than in the default layout.
    pub(super) has_other_names: bool,
    /// Whether to record texts of arguments.
    pub(super) wants_text: bool,
    /// The rules in force.
    pub(super) rules: Rules,
    /// Bounds, for checks that are run as operations.
    pub(super) bounds: Bounds,
    /// Texts of arguments, with the number of choices made before each.
    pub(super) argument_texts: Vec<(String, usize)>,
    /// The statement that uses the result, with `{}` where the call goes.
    pub(super) usage: Option<String>,
    /// The fields of a node.
    pub(super) shown: Vec<Shown>,
    /// Types of nodes that links lead to, by the guest's number.
    pub(super) node_types: BTreeMap<TypeKey, NodeType>,
}

/// A type of nodes.
#[derive(Clone, Debug)]
pub(crate) struct NodeType {
    /// Table index of the function that shows one.
    pub(crate) show: u32,
    pub(crate) size: u32,
    pub(crate) name: String,
}

impl Host<Provenance> for ExplorationHost {
    fn function(&mut self, import: &Import) -> Option<u32> {
        imports::number(import)
    }

    fn call(&mut self, function: u32, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        match imports::name(function) {
            names::CHOOSE => self.choose(guest, false),
            names::CHOOSE_USE => self.choose(guest, true),
            names::SAY_USE => guest.text(0, 1).map(|text| self.usage = Some(text).filter(|text| !text.is_empty())),
            names::TOO_LONG => Err(too_long(guest.decide_u32(0)?).into()),
            names::EQUAL => self.equal(guest),
            names::KNOWN_HASH => {
                let known = self.hash_numbers.get(&hasher(guest)?).copied();
                guest.set_result(0, known.map_or(0, |number| u64::from(number) + 1));
                Ok(())
            }
            names::HASH_FOUND => {
                let (hasher, number) = (hasher(guest)?, guest.decide_u32(3)?);
                self.hash_numbers.insert(hasher, number);
                Ok(())
            }
            names::OTHER => {
                self.others = Some(guest.decide_u32(0)?);
                Ok(())
            }
            names::GIVE_UP => {
                self.gave_up = true;
                Err(Stop::AssumptionFailed)
            }
            names::MAY_PANIC => guest.text(0, 1).map(|text| self.meant.extend(MeantPanic::read(&text))),
            names::GUARDED => guest.decide_u32(0).map(|has_numbers| self.disturbances.begin(has_numbers != 0)),
            names::PANIC_POINT => self.disturb(guest, Place::PanicPoint, 2),
            names::ANSWER => guest.decide_u32(0).and_then(|of| self.disturb(guest, Place::Answer, of)),
            names::ALLOCATION_FAILS => self.disturb(guest, Place::Allocation, 2),
            names::FORGETS => self.disturb(guest, Place::Result, 2),
            names::FORGIVES_PANICS => {
                let message = guest.text(0, 1)?;
                let is_required = self.required.as_ref().is_some_and(|required| required.is(&message));
                if is_required {
                    self.disturbances.end = End::RequiredPanic;
                }
                guest.set_result(0, (is_required || self.disturbances.forgive_panics()).into());
                Ok(())
            }
            names::PANICKED => {
                if self.disturbances.end == End::Other {
                    self.disturbances.end = End::Panic;
                }
                Ok(())
            }
            names::MUST_PANIC => {
                let (is_unchanged, message) = (guest.decide_u32(0)? != 0, guest.text(1, 2)?);
                self.required = Some(RequiredPanic::new(&message, is_unchanged));
                Ok(())
            }
            // A lie may be the reason why it returns, or an allocation that fails. A later panic is another one.
            names::HAS_RETURNED if self.required.is_some() && !self.disturbances.are_any() => {
                Err(Refusal::NoPanic.into())
            }
            names::HAS_RETURNED => {
                self.required = None;
                Ok(())
            }
            names::CLONE => self.clone_of(guest),
            names::TOKEN => {
                Arc::make_mut(&mut self.tokens).insert(self.next_token);
                guest.set_tracked_result(0, Provenance::token(self.next_token));
                self.next_token += 1;
                Ok(())
            }
            names::KEY => self.key(guest),
            names::HASH => self.hash(guest),
            names::WANTS_WORDS => {
                guest.set_result(0, u64::from(self.wants_text));
                Ok(())
            }
            // Nothing is planned here, so no list was kept.
            names::KEPT => guest.decide_u32(0).map(|_| guest.set_result(0, 0)),
            names::SAY => guest.text(0, 1).map(|text| self.argument_texts.push((text, self.chosen.len()))),
            names::DROPPED => self.dropped(guest),
            names::BOUND => {
                let bound = self.bounds.get(&guest.text(0, 1)?);
                guest.set_result(0, u64::from(bound.unwrap_or(u32::MAX)));
                Ok(())
            }
            names::SHOWN => Shown::read(guest).map(|shown| self.shown.push(shown)),
            names::NODE_TYPE => self.node_type(guest),
            name => Err(imports::not_offered(name, RunKind::Exploration)),
        }
    }
}

impl ExplorationHost {
    /// Whether the run made all choices of its script, and no others.
    pub(super) fn made_all_choices(&self) -> bool {
        self.chosen.iter().map(|chosen| chosen.choice).eq(self.script.iter().copied())
    }

    /// Gives the operation up if it has ended with a panic that is meant, or without memory.
    pub(super) fn give_up_if_meant(&mut self, stop: &Stop) {
        self.gave_up |= self.disturbances.explains(stop);
        let Stop::Panic(panic) = stop else { return };
        if self.required.as_ref().is_some_and(|required| required.is(&panic.message)) {
            self.disturbances.end = End::RequiredPanic;
        }
        if self.disturbances.end == End::RequiredPanic || self.meant.iter().any(|meant| meant.is(&panic.message)) {
            self.gave_up = true;
            self.n_meant_panics += 1;
        }
    }

    /// The recorded arguments, and the choices made after them.
    pub(super) fn take_arguments(&mut self) -> (Vec<Argument>, Vec<u32>) {
        let choices = |chosen: &[Chosen]| {
            let own = chosen.iter().filter(|chosen| !chosen.is_from_outside);
            own.map(|chosen| chosen.choice).collect::<Vec<u32>>()
        };
        let mut arguments = Vec::new();
        let mut n_before = 0;
        for (text, n_made) in std::mem::take(&mut self.argument_texts) {
            let n_made = n_made.min(self.chosen.len());
            arguments.push(Argument { text, choices: choices(&self.chosen[n_before..n_made]) });
            n_before = n_made;
        }
        (arguments, choices(&self.chosen[n_before..]))
    }

    /// A key of the subject, or one in a gap: with k keys there are 2k + 1 possibilities.
    fn key(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let keys: Vec<u32> = self.keys.iter().copied().collect();
        let n_keys = u32::try_from(keys.len()).map_err(|_| Refusal::TooManyKeys)?;
        let choice = self.chosen_of(2 * n_keys + 1, false)?;
        let at = (choice / 2) as usize;
        let key = if choice % 2 == 1 {
            keys[at]
        } else {
            between(at.checked_sub(1).map(|at| keys[at]), keys.get(at).copied(), self.has_other_names)?
        };
        Arc::make_mut(&mut self.keys).insert(key);
        guest.set_tracked_result(0, Provenance::key(key));
        Ok(())
    }

    /// Tells the guest what happens at a place: 0 if all is well, or another number below `of`.
    fn disturb(&mut self, guest: &mut Caller<'_, Provenance>, place: Place, of: u32) -> Result<(), Stop> {
        let mut choice = 0;
        if let Some((number, true)) = self.disturbances.note_place(place) {
            choice = self.chosen_of(of, true)?;
            if choice != 0 {
                self.disturbances.note(place, number, choice);
            }
        }
        guest.set_result(0, choice.into());
        Ok(())
    }

    /// A value that is equal to another one.
    fn clone_of(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let token = guest.decide_u32(0)?;
        let new = self.next_token;
        Arc::make_mut(&mut self.tokens).insert(new);
        self.next_token += 1;
        if token != 0 {
            Arc::make_mut(&mut self.equalities).learn(token, new, true);
        }
        guest.set_tracked_result(0, Provenance::token(new));
        Ok(())
    }

    /// Whether two values are equal.
    fn equal(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let (a, b) = (guest.decide_u32(0)?, guest.decide_u32(1)?);
        let is_equal = if let Some(known) = self.equalities.known(a, b) {
            known
        } else {
            let is_equal = self.chosen_of(if self.rules.has(Rule::EqualValues) { 2 } else { 1 }, true)? == 1;
            Arc::make_mut(&mut self.equalities).learn(a, b, is_equal);
            is_equal
        };
        guest.set_result(0, u64::from(is_equal));
        Ok(())
    }

    /// The hash class of a key. If it has none yet, any.
    fn hash(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let key = guest.decide_u32(0)?;
        let class = match self.classes.get(&key) {
            Some(class) => *class,
            None => self.chosen_of(if self.rules.has(Rule::SeveralHashes) { HASH_CLASSES } else { 1 }, true)?,
        };
        Arc::make_mut(&mut self.classes).insert(key, class);
        self.hashes = Some(HASH_CLASSES);
        guest.set_result(0, u64::from(class));
        Ok(())
    }

    fn node_type(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let (check, show, size) = (guest.decide_u32(0)?, guest.decide_u32(1)?, guest.decide_u32(2)?);
        self.node_types.insert(TypeKey(check), NodeType { show, size, name: guest.text(3, 4)? });
        Ok(())
    }

    fn choose(&mut self, guest: &mut Caller<'_, Provenance>, is_from_outside: bool) -> Result<(), Stop> {
        let of = guest.decide_u32(0)?;
        let choice = self.chosen_of(of, is_from_outside)?;
        guest.set_result(0, u64::from(choice));
        Ok(())
    }

    pub(super) fn chosen_of(&mut self, of: u32, is_from_outside: bool) -> Result<u32, Stop> {
        let choice = self.script.get(self.chosen.len()).copied().unwrap_or(0);
        if choice >= of {
            return Err(Refusal::ChoiceOutOfRange { choice, of }.into());
        }
        self.chosen.push(Chosen { choice, of, is_from_outside });
        Ok(choice)
    }

    fn dropped(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let token = guest.decide_u32(0)?;
        let tokens = Arc::make_mut(&mut self.tokens);
        if token == 0 {
            // It has no number, so any token will do.
            tokens.pop_first().ok_or(Refusal::DoubleDrop { token: None })?;
            return Ok(());
        }
        if tokens.remove(&token) {
            return Ok(());
        }
        Err(Refusal::DoubleDrop { token: Some(token) }.into())
    }
}

/// The refusal of a result that takes too long to run.
fn too_long(kind: u32) -> Refusal {
    let what = match TooLong::from_number(kind) {
        Some(TooLong::Iterator) => {
            "the result is an iterator with more than 1000 items; read as many as needed in the function itself"
        }
        Some(TooLong::Future) => {
            "the result is a future that is not ready after 16 polls; poll it in the function itself"
        }
        None => "the result takes too long to run",
    };
    Refusal::NotSupported { what }
}

/// A hash class, and the bytes of a hasher.
type Hasher = (u32, Vec<u8>);

/// The first three arguments of the functions about numbers of hashes.
fn hasher(guest: &mut Caller<'_, Provenance>) -> Result<Hasher, Stop> {
    let (class, at, len) = (guest.decide_u32(0)?, guest.decide_u32(1)?, guest.decide_u32(2)?);
    // Padding may be undefined; it is only compared.
    let bytes = guest.memory.get(at, len).unwrap_or_default().to_vec();
    Ok((class, bytes))
}

/// A number between two keys.
fn between(before: Option<u32>, after: Option<u32>, is_low: bool) -> Result<u32, Refusal> {
    let (before, after) = (before.map_or(0, |key| u64::from(key) + 1), after.map_or(1 << 32, u64::from));
    let middle = if is_low { before + (after - before) / 3 } else { u64::midpoint(before, after) };
    let middle = u32::try_from(middle);
    let middle = middle.ok().filter(|_| before < after);
    middle.ok_or(Refusal::NoRoomBetweenKeys)
}

/// Sets the choices to try next: the last one that has another possibility takes it, and those behind it start again. Returns whether there is
/// another one.
pub(super) fn next_script(chosen: &[Chosen], script: &mut Vec<u32>) -> bool {
    let Some(last) = chosen.iter().rposition(|chosen| chosen.choice + 1 < chosen.of) else { return false };
    script.clear();
    script.extend(chosen[..=last].iter().map(|chosen| chosen.choice));
    script[last] += 1;
    true
}

#[cfg(test)]
mod tests {
    use glassbox_abi::result::{MOST_ITEMS, MOST_POLLS};

    use super::*;

    #[test]
    fn choices_belong_to_the_argument_that_is_named_next() {
        let chosen = [1, 2, 3].map(|choice| Chosen { choice, of: 5, is_from_outside: false }).to_vec();
        let argument_texts = vec![("a".to_owned(), 0), ("b".to_owned(), 2)];
        let mut host = ExplorationHost { chosen, argument_texts, ..ExplorationHost::default() };
        let argument = |text: &str, choices: &[u32]| Argument { text: text.to_owned(), choices: choices.to_vec() };
        assert_eq!(host.take_arguments(), (vec![argument("a", &[]), argument("b", &[1, 2])], vec![3]));
    }

    #[test]
    fn refusals_name_the_limits() {
        for (kind, most) in [(TooLong::Iterator, MOST_ITEMS), (TooLong::Future, MOST_POLLS)] {
            let text = too_long(kind as u32).to_string();
            assert!(text.contains(&format!(" {most} ")), "{text}");
        }
    }

    #[test]
    fn scripts_count_through_all_choices() {
        let chosen = |choices: &[(u32, u32)]| -> Vec<Chosen> {
            choices.iter().map(|&(choice, of)| Chosen { choice, of, is_from_outside: false }).collect()
        };
        let next = |choices: &[(u32, u32)]| {
            let mut script = vec![7; 3];
            next_script(&chosen(choices), &mut script).then_some(script)
        };
        assert_eq!(next(&[]), None);
        assert_eq!(next(&[(0, 2), (2, 3)]), Some(vec![1]));
        assert_eq!(next(&[(0, 2), (1, 3)]), Some(vec![0, 2]));
        assert_eq!(next(&[(1, 2), (2, 3)]), None);
    }
}
