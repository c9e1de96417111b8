//! What is known of the rest of functions, by the configuration in which it begins.
//!
//! A run goes through configurations: wherever a function is called or returns, all that the rest of the running function depends on (`route.rs`). Of
//! two configurations of one function this knows a set of states that get *from the first to the second*, without a
//! finding, if they get to the first at all. The second one is where the function returns: what it returns, and what all functions share then. A run that held
//! shows one way from each of its configurations to the return: the answers up to the next call, what that callee does, and the rest from the configuration after
//! it. The states that get there are those of all ways; those of a way give the same answers as the run, and are among the states of its two parts. If a part gets
//! more states, so do all ways that it is in. So what a run covers in the end are all states that are known to get from the call of the host to an end that the judge
//! accepts, whatever paths they take.
//!
//! A run that visits a tree of height 7 comes to one configuration after the left subtree, however that looks, if the visit returns nothing. What has been
//! found out about right subtrees then holds for all left ones, and what has been found out about a subtree, wherever the run comes from. Instead of one run for
//! each shape of the whole tree there is one for each way from one configuration to the next.
//!
//! These are the summaries of Godefroid (*Compositional dynamic test generation*, POPL 2007), in tables as Reps, Horwitz and Sagiv have them (*Precise
//! interprocedural dataflow analysis via graph reachability*, POPL 1995). Theirs say what a function does as a formula or as facts; ours are exact sets of states, and what a function does is
//! what a real run did, compared byte by byte. Loops need nothing of their own: the rest of a loop is the rest of a function.
//!
//! **Why that is right.** By induction over the order in which sets grow: each state in a set gives the answers of runs that held, one stage after the
//! other, and comes to their configurations. In one stage, the machine's argument (`track/concolic` there) holds from the configuration on in place of
//! the start: the function's slots, memory, blocks and globals are equal, term by term, and all questions of the stage are in its list, even if
//! an earlier stage has asked them. The slots of its callers are not compared, but no function can reach them, and how deep the calls are is part of a configuration. At the
//! end, the judge asks about nothing that the last configuration does not have. A composed run could take more steps than any real one: so the steps of the longest way are added
//! up, and nothing but lookalikes is covered once they are more than half of the limit.
//!
//! A state can be covered by several runs now, so what a run covers is cut to what is left. If a run fails, its whole path must still be left: a path that
//! holds and fails is a bug of ours, which the search notices.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_space::{Diagram, OutOfMemory, Space};
use glassbox_vm::track::Decided;

use super::route::{Place, Route};
use crate::states::States;

/// Texts of configurations take no more memory than this. Then runs with new ones teach nothing.
const MOST_BYTES: usize = 256 << 20;

/// States that get from one configuration to another.
#[derive(Debug)]
pub(super) struct Continuations<S> {
    texts: BTreeMap<Vec<u8>, usize>,
    n_bytes: usize,
    numbers: BTreeMap<[Configuration; 2], usize>,
    known: Vec<Continuation<S>>,
}

/// A configuration by the numbers of its texts: the frame or the results, and what is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Configuration {
    own: usize,
    shared: usize,
}

impl Configuration {
    /// Before the host has called anything.
    const START: Self = Self { own: usize::MAX, shared: 0 };
    /// After the judge has asked.
    const JUDGED: Self = Self { own: usize::MAX, shared: 1 };
}

/// What is known of how to get from one configuration to another.
#[derive(Clone, Debug)]
struct Continuation<S> {
    /// States that get there.
    states: S,
    /// Steps of the longest way.
    most_steps: u64,
    ways: Vec<Way<S>>,
    /// Continuations that have this one as a part of a way.
    users: BTreeSet<usize>,
}

/// A way from one configuration to another: as a run went, or as others go in some parts.
#[derive(Clone, Debug, PartialEq)]
struct Way<S> {
    /// States that give the answers of the run, apart from those in the parts.
    guard: S,
    steps: u64,
    /// A call and what comes after it, if there is one.
    parts: Option<[usize; 2]>,
}

/// A call of the run that is being learnt from, which is gone through from the end to the beginning.
struct Call<S> {
    /// Where it returns.
    end: Configuration,
    /// The way from where we are to the end.
    way: Option<Way<S>>,
    /// The continuation of the configuration that comes next, if there is one.
    next: Option<usize>,
}

impl<S: Clone + PartialEq> Continuations<S> {
    pub(super) fn new() -> Self {
        Self { texts: BTreeMap::new(), n_bytes: 0, numbers: BTreeMap::new(), known: Vec::new() }
    }

    /// Learns from a run that held. Returns all states of which it is known now that they hold, at least those that take the path of the run; none if they could
    /// take too many steps, or there is no room. `alike` has the states that make some decisions as the run did.
    pub(super) fn learn<D: Diagram<Set = S>>(
        &mut self,
        states: &mut States<D>,
        route: &Route,
        mut alike: impl FnMut(&mut States<D>, &[Decided]) -> Result<S, OutOfMemory>,
    ) -> Result<Option<S>, OutOfMemory> {
        let Route { configurations, decisions, most_steps } = route;
        let (Some((of_judge, decisions)), Some(last)) = (decisions.split_last(), configurations.last()) else {
            return Ok(None);
        };
        if !self.has_room_for(configurations) {
            return Ok(None);
        }
        let mut changed = BTreeSet::new();
        let judging = Way { guard: alike(states, of_judge)?, steps: 0, parts: None };
        let end = self.returned(last);
        let judged = self.add(&states.space, [end, Configuration::JUDGED], judging, &mut changed)?;
        // The calls in progress, the innermost last.
        let mut calls: Vec<Call<S>> = Vec::new();
        for (place, decisions) in configurations.iter().zip(decisions).rev() {
            let before = Way { guard: alike(states, decisions)?, steps: place.steps, parts: None };
            if !place.is_call {
                if let Some(caller) = calls.last_mut() {
                    let ends = [self.running(place), caller.end];
                    let Some(way) = caller.way.take() else { return Ok(None) };
                    caller.next = Some(self.add(&states.space, ends, way, &mut changed)?);
                }
                calls.push(Call { end: self.returned(place), way: Some(before), next: None });
                continue;
            }
            let Some(Call { end, way: Some(way), .. }) = calls.pop() else { return Ok(None) };
            let called = [self.running(place), end];
            let called = self.add(&states.space, called, way, &mut changed)?;
            if let Some(caller) = calls.last_mut() {
                caller.way = caller.next.map(|next| Way { parts: Some([called, next]), ..before });
                continue;
            }
            // The call of the host.
            let whole = Way { parts: Some([called, judged]), ..before };
            let all = self.add(&states.space, [Configuration::START, Configuration::JUDGED], whole, &mut changed)?;
            self.spread(&states.space, changed, *most_steps)?;
            let all = &self.known[all];
            return Ok((all.most_steps <= *most_steps).then(|| all.states.clone()));
        }
        Ok(None)
    }

    /// Adds a way from one configuration to another. Notes the continuation as changed if it has more states now, or takes more steps.
    fn add<D: Diagram<Set = S>>(
        &mut self,
        space: &Space<D>,
        ends: [Configuration; 2],
        way: Way<S>,
        changed: &mut BTreeSet<usize>,
    ) -> Result<usize, OutOfMemory> {
        let number = *self.numbers.entry(ends).or_insert(self.known.len());
        if number == self.known.len() {
            let (ways, users) = (Vec::new(), BTreeSet::new());
            self.known.push(Continuation { states: space.empty(), most_steps: 0, ways, users });
        }
        if self.known[number].ways.contains(&way) {
            return Ok(number);
        }
        for part in way.parts.into_iter().flatten() {
            self.known[part].users.insert(number);
        }
        if self.go(space, number, &way)? {
            changed.insert(number);
        }
        self.known[number].ways.push(way);
        Ok(number)
    }

    /// Adds the states of a way. Returns whether there are new ones, or they take more steps.
    fn go<D: Diagram<Set = S>>(&mut self, space: &Space<D>, number: usize, way: &Way<S>) -> Result<bool, OutOfMemory> {
        let (mut states, mut steps) = (way.guard.clone(), way.steps);
        for part in way.parts.into_iter().flatten() {
            let part = &self.known[part];
            states = space.and(&states, &part.states)?;
            steps = steps.saturating_add(part.most_steps);
        }
        let known = &mut self.known[number];
        let states = space.or(&known.states, &states)?;
        let is_new = states != known.states || steps > known.most_steps;
        (known.states, known.most_steps) = (states, steps.max(known.most_steps));
        Ok(is_new)
    }

    /// Adds to all continuations what follows from those that have changed. Steps count up to a limit.
    fn spread<D: Diagram<Set = S>>(
        &mut self,
        space: &Space<D>,
        mut changed: BTreeSet<usize>,
        most_steps: u64,
    ) -> Result<(), OutOfMemory> {
        while let Some(number) = changed.pop_first() {
            for user in self.known[number].users.clone() {
                // There is nothing to know of what takes too long.
                if self.known[user].most_steps > most_steps {
                    continue;
                }
                let ways = std::mem::take(&mut self.known[user].ways);
                for way in ways.iter().filter(|way| way.parts.is_some_and(|parts| parts.contains(&number))) {
                    if self.go(space, user, way)? {
                        changed.insert(user);
                    }
                }
                self.known[user].ways = ways;
            }
        }
        Ok(())
    }

    /// The configuration of the function that is running at a place.
    fn running(&mut self, place: &Place) -> Configuration {
        Configuration { own: self.number(&place.frame), shared: self.number(&place.shared) }
    }

    /// The configuration in which a function has returned.
    fn returned(&mut self, place: &Place) -> Configuration {
        Configuration { own: self.number(&place.results), shared: self.number(&place.shared) }
    }

    /// Whether the texts of these places are known, or there is room for them.
    fn has_room_for(&self, places: &[Place]) -> bool {
        let texts = places.iter().flat_map(|place| [&place.frame, &place.results, &place.shared]);
        let n_new: usize = texts.filter(|text| !self.texts.contains_key(*text)).map(Vec::len).sum();
        self.n_bytes + n_new <= MOST_BYTES
    }

    fn number(&mut self, text: &[u8]) -> usize {
        if let Some(number) = self.texts.get(text) {
            return *number;
        }
        let number = self.texts.len();
        self.texts.insert(text.to_vec(), number);
        self.n_bytes += text.len();
        number
    }
}
