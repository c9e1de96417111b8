//! Decides a request: the only way to a verdict.
//!
//! A check holds if every pair of a valid state and arguments is covered, nothing fails, audits agree, and no operation
//! reaches a state outside the checked ones. All of these gates are here; a search by itself gives no verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use glassbox_abi::skeleton::CellKind;
use glassbox_abi::{Skeleton as Record, names};
use glassbox_space::{Bdd, BigUint};
use glassbox_vm::module::Module;

use crate::catalog::{Subject, SubjectKind};
use crate::disturbed::{Disturb, Disturbed};
use crate::drops::{self, DropRuns, Dropped, Drops};
use crate::explore::{ExploreOptions, Explored, MOST_FAILURES, MOST_LIES, Matching, explore_with};
use crate::ids::short_type_name;
use crate::imports;
use crate::kept::{Kept, Origin, is_root_of_exploration, is_root_of_search};
use crate::observer::{Event, Observer, Phase, SharedObserver};
use crate::planned;
use crate::reachable::{AfterDisturbances, Effort, Found, MOST_AFTER, Reachable, ReachedStates, StructureKey, inquire};
use crate::result::{
    Assumption, Bounds, CheckCoverage, Coverage, DecideError, Evidence, ExplorationCoverage, Failure, Finding,
    NotReached, Outcome, OutsideCause, Outsider, Parts, Reached, Reason, SearchEnd, StatesError, Statistics, StoppedAt,
    Verdict, Way,
};
use crate::rules::Rule;
use crate::search::{Deepened, Keeping, Options, Portion, Searched, Step, Task, deepen_with};
use crate::states::record;
use crate::statics::{Cache, Statics, drop_call};
use crate::user_function::states_undecided;

/// A check or an exploration to decide.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The module that it is in.
    pub module: &'a Arc<Module>,
    /// The check or exploration.
    pub subject: &'a Subject,
    /// Bounds that override those in its attribute.
    pub bounds: &'a Bounds,
    /// How to search the states of a check.
    pub options: &'a Options,
    /// Equality of states in an exploration.
    pub matching: Matching,
    /// Build settings that the verdict depends on.
    pub build: &'a [Assumption],
}

/// Decides a check or an exploration.
pub fn decide(request: &Request<'_>, observer: &mut dyn Observer) -> Result<Outcome, DecideError> {
    Decider::default().decide(request, observer)
}

/// Decides several checks and caches their shared result: the states that operations reach.
#[derive(Debug, Default)]
pub struct Decider {
    /// Reached states by package, structure and effort.
    reached: Mutex<BTreeMap<(String, StructureKey, Effort), Reachable>>,
    /// Statics that checks read and change.
    statics: Cache,
    /// Results of dropping structures.
    dropped: drops::Cache,
    /// What operations show on what panics and lies have left, by package, structure and effort.
    aftermath: Mutex<BTreeMap<(String, StructureKey, Effort), AfterDisturbances>>,
    /// What earlier runs of the program found out.
    kept: Option<Arc<Kept>>,
    /// How far searches got that were stopped.
    unfinished: Option<Arc<Kept>>,
    /// What is done here, and what shards found out.
    portion: Portion,
    shards: Option<Arc<Kept>>,
}

/// Gate before a check passes: whether operations reach states outside the checked ones.
#[derive(Clone, Debug)]
enum Gate {
    /// They do not, as far as glassbox knows.
    Open(Reached),
    /// They do, or glassbox cannot tell.
    Shut(Reason),
    /// They reach a bug.
    Fails(Box<Failure>),
}

impl Decider {
    /// Uses what is kept from earlier runs, and keeps what is new.
    pub fn keeping(kept: Arc<Kept>) -> Self {
        Self { kept: Some(kept), ..Self::default() }
    }

    /// Goes on with searches that were stopped, and saves those that take long.
    #[must_use]
    pub fn going_on(mut self, unfinished: Arc<Kept>) -> Self {
        self.unfinished = Some(unfinished);
        self
    }

    /// Does one of several shards, whose results are kept in a store, or puts their results together. A shard decides nothing unless it
    /// finds a bug.
    #[must_use]
    pub fn sharing(mut self, portion: Portion, shards: Arc<Kept>) -> Self {
        (self.portion, self.shards) = (portion, Some(shards));
        self
    }

    /// What is kept.
    fn kept(&self, request: &Request<'_>) -> Option<&Kept> {
        usable(self.kept.as_ref(), request)
    }

    /// Decides a check or an exploration.
    pub fn decide(&self, request: &Request<'_>, observer: &mut dyn Observer) -> Result<Outcome, DecideError> {
        let observer = SharedObserver::new(observer);
        observer.tell(&Event::Started { path: &request.subject.path });
        let outcome = match &request.subject.kind {
            SubjectKind::Check { .. } => self.check(request, &observer)?,
            SubjectKind::Exploration { .. } => self.explore(request, &observer)?,
        };
        observer.tell(&Event::Finished { outcome: &outcome });
        Ok(outcome)
    }

    fn check(&self, request: &Request<'_>, observer: &SharedObserver<'_>) -> Result<Outcome, DecideError> {
        let Request { module, subject, options, .. } = *request;
        let bounds = &with_capacities(request);
        let request = &Request { bounds, ..*request };
        let task = Task { module, path: &subject.path, bounds, diagram: &Bdd::default };
        let inputs = search_inputs(request);
        let is_root = |export: &str| is_root_of_search(export, &subject.path);
        let unfinished =
            usable(self.unfinished.as_ref(), request).and_then(|kept| kept.parts(module, &inputs, is_root));
        let shards = usable(self.shards.as_ref(), request).and_then(|kept| kept.parts(module, &inputs, is_root));
        let (unfinished, shards) = (unfinished.as_ref(), shards.as_ref());
        let keeping = Keeping { portion: self.portion, unfinished, shards, machines: None };
        let search = || deepen_with(&task, options, keeping, observer);
        let (deepened, origin) = match self.kept(request).filter(|_| !matches!(self.portion, Portion::Shard(_))) {
            Some(kept) => kept.part(module, &inputs, is_root, search)?,
            None => (search()?, Origin::Made),
        };
        if origin == Origin::Found {
            for Step { bounds, searched } in &deepened.steps {
                observer.tell(&Event::Deepened { bounds, runs: searched.runs, is_covered: true });
            }
        }
        let mut assumptions = always(request);
        assumptions.push(Assumption::LayoutsOfMemory);
        let left = deepened.steps.iter().find_map(|step| step.searched.left.clone());
        let may_leave = left.is_some();
        assumptions.extend(left.map(Assumption::MayLeave));
        let (verdict, reached) = match &deepened.end {
            SearchEnd::Failed(failure) => {
                (Verdict::Fails(self.with_way(failure.clone(), &deepened, request, observer)), Reached::NotAsked)
            }
            SearchEnd::Undecided(reasons) => (Verdict::Unknown(reasons.clone()), Reached::NotAsked),
            SearchEnd::Covered => match self.statics(request, &deepened, &mut assumptions, observer) {
                Err(reason) => (Verdict::Unknown(vec![reason]), Reached::NotAsked),
                Ok(()) => match self.dropped(request, &deepened, &mut assumptions, observer) {
                    Err(verdict) => (verdict, Reached::NotAsked),
                    Ok(()) => match self.disturbed(request, &deepened, &mut assumptions, observer) {
                        Err(verdict) => (verdict, Reached::NotAsked),
                        Ok(()) => match self.gate(request, effort(&deepened), may_leave, observer) {
                            Gate::Fails(failure) => (Verdict::Fails(failure), Reached::NotAsked),
                            Gate::Shut(reason) => (Verdict::Unknown(vec![reason]), Reached::NotAsked),
                            // The only way for a check to hold.
                            Gate::Open(reached) => (Verdict::Holds, reached),
                        },
                    },
                },
            },
        };
        match &reached {
            Reached::NotTried(why) => assumptions.push(Assumption::ReachesNoOtherStates(why.clone())),
            Reached::Contained { states, all_up_to, is_complete, unjudged, left_by } => {
                if !is_complete {
                    let (states, all_up_to) = (*states, all_up_to.clone());
                    assumptions.push(Assumption::ReachesNoOtherStatesBeyond { states, all_up_to });
                }
                if !left_by.is_empty() {
                    assumptions.push(Assumption::LeftByOthers(left_by.clone()));
                }
                if *unjudged > 0 {
                    assumptions.push(Assumption::LargeStatesUnjudged { states: *unjudged });
                }
            }
            Reached::NotAsked => {}
        }
        assumptions.extend(observer.phases(0).during(Phase::Planning, || of_description(request, &deepened))?);
        Ok(check_outcome(request, (deepened, origin), reached, assumptions, verdict))
    }

    /// Whether the check does not depend on what earlier calls left in statics.
    fn statics(
        &self,
        request: &Request<'_>,
        deepened: &Deepened,
        assumptions: &mut Vec<Assumption>,
        observer: &SharedObserver<'_>,
    ) -> Result<(), Reason> {
        let Some(last) = deepened.steps.last().filter(|_| request.options.rules.has(Rule::Statics)) else {
            return Ok(());
        };
        let Request { module, subject, bounds, options, .. } = *request;
        let statics = Statics { module, bounds, options, observer, cache: &self.statics };
        let Searched { traffic, hidden, .. } = &last.searched;
        let judge = || statics.judge(&subject.path, traffic, hidden.as_ref());
        let checks = observer.phases(0).during(Phase::TryingStatics, judge)?;
        assume_of_statics(checks, traffic.uses_seed, assumptions);
        Ok(())
    }

    /// Whether the structures of a check can be dropped, in every valid state that is small enough.
    fn dropped(
        &self,
        request: &Request<'_>,
        deepened: &Deepened,
        assumptions: &mut Vec<Assumption>,
        observer: &SharedObserver<'_>,
    ) -> Result<(), Verdict> {
        let Some(last) = deepened.steps.last().filter(|_| request.options.rules.has(Rule::Drops)) else {
            return Ok(());
        };
        let Request { module, subject, options, .. } = *request;
        let drops = Drops {
            module,
            subject,
            bounds: &last.bounds,
            options,
            observer,
            cache: &self.dropped,
            kept: self.kept(request),
        };
        let DropRuns { dropped, traffic, hidden, disturbed } = drops.judge();
        match dropped {
            Dropped::Nothing => return Ok(()),
            Dropped::All => {}
            Dropped::Never => {
                assumptions.push(Assumption::NeverDropped);
                return Ok(());
            }
            Dropped::UpTo(bounds) => assumptions.push(Assumption::DroppedUpTo(bounds)),
            Dropped::Fails(failure) => return Err(Verdict::Fails(failure)),
            Dropped::Undecided(reasons) => return Err(Verdict::Unknown(reasons)),
        }
        if !options.rules.has(Rule::StaticsOfDrops) {
            return Ok(());
        }
        let statics = Statics { module, bounds: request.bounds, options, observer, cache: &self.statics };
        let judge = || {
            let call = drop_call(&subject.path);
            let mut checks = statics.judge(&call, &traffic, hidden.as_ref())?;
            checks.extend(statics.judge_disturbed(&call, &traffic, &disturbed)?);
            Ok(checks)
        };
        let judged = observer.phases(0).during(Phase::TryingStatics, judge);
        let checks = judged.map_err(|reason| Verdict::Unknown(vec![reason]))?;
        assume_of_statics(checks, traffic.uses_seed || disturbed.uses_seed, assumptions);
        Ok(())
    }

    /// Whether the check holds where something around it goes wrong, if the module has places at which something can.
    fn disturbed(
        &self,
        request: &Request<'_>,
        deepened: &Deepened,
        assumptions: &mut Vec<Assumption>,
        observer: &SharedObserver<'_>,
    ) -> Result<(), Verdict> {
        let Request { module, subject, bounds, options, .. } = *request;
        if planned::kinds(module).next().is_none() {
            return Ok(());
        }
        let Some(last) = deepened.steps.last().filter(|_| options.rules.has(Rule::Disturbances)) else {
            return Ok(());
        };
        let disturb = Disturb {
            module,
            subject,
            bounds: &last.bounds,
            options,
            observer,
            usual: &last.searched.traffic,
            statics: &Statics { module, bounds, options, observer, cache: &self.statics },
            kept: self.kept(request),
        };
        match disturb.judge() {
            Disturbed::Holds { traffic, incomplete } => {
                assume_of_statics(incomplete, traffic.uses_seed, assumptions);
                assumptions.extend(disturb.statics.are_several().then_some(Assumption::OthersLeaveNoMore));
            }
            Disturbed::Fails(failure) => return Err(Verdict::Fails(failure)),
            Disturbed::Undecided(reasons) => return Err(Verdict::Unknown(reasons)),
        }
        if planned::kinds(module).all(|kind| kind == planned::Kind::Allocations) {
            return Ok(());
        }
        let after = || self.after_disturbances(request, effort(deepened), observer);
        let up_to = match observer.phases(0).during(Phase::Disturbing, after) {
            Ok(Some(AfterDisturbances { up_to, found })) => {
                let is_own = |by: &Option<String>| by.as_ref().is_none_or(|by| *by == subject.path);
                match found.into_iter().find(|(by, _)| is_own(by)) {
                    Some((_, Found::Fails(failure))) => return Err(Verdict::Fails(failure)),
                    Some((_, Found::Outside(outsider))) => {
                        return Err(Verdict::Unknown(vec![Reason::Outside(outsider)]));
                    }
                    None => up_to,
                }
            }
            Ok(None) if !observer.goes_on() => {
                let reason = Reason::Stopped { at: StoppedAt::Reaching, cause: observer.cause() };
                return Err(Verdict::Unknown(vec![reason]));
            }
            Ok(None) => None,
            Err(error) => return Err(Verdict::Unknown(vec![reach_failed(error, observer)])),
        };
        assumptions.push(Assumption::FewOperationsAfter { operations: MOST_AFTER, up_to });
        Ok(())
    }

    /// What operations show on what panics and lies have left, found once for each structure. None if the check does not have exactly one
    /// structure, or the search was stopped.
    fn after_disturbances(
        &self,
        request: &Request<'_>,
        effort: Effort,
        observer: &SharedObserver<'_>,
    ) -> Result<Option<AfterDisturbances>, StatesError> {
        let Request { module, subject, bounds, .. } = *request;
        let Some(inquiry) = inquire(module, &subject.path, bounds)? else { return Ok(None) };
        let key = (subject.package.clone(), inquiry.key().clone(), effort);
        once(&self.aftermath, key, || inquiry.after_disturbances(effort, &|| observer.goes_on()))
    }

    /// Compares the states that operations reach with the checked ones, once for each structure. If the check may leave
    /// these, and does, its own operation leads to others as well.
    fn gate(&self, request: &Request<'_>, effort: Effort, may_leave: bool, observer: &SharedObserver<'_>) -> Gate {
        let Request { subject, options, .. } = *request;
        if !options.rules.has(Rule::ReachedStates) {
            return Gate::Open(Reached::NotAsked);
        }
        let reachable = || self.reachable(request, effort, observer);
        let reachable = match observer.phases(0).during(Phase::Reaching, reachable) {
            Ok(Some(reachable)) => reachable,
            Ok(None) => return without_inquiry(subject),
            Err(error) => return Gate::Shut(reach_failed(error, observer)),
        };
        match reachable {
            Reachable::Stopped => Gate::Shut(Reason::Stopped { at: StoppedAt::Reaching, cause: observer.cause() }),
            Reachable::NotTried(why) => Gate::Open(Reached::NotTried(why)),
            Reachable::Reached(reached) => gate_of(reached, &subject.path, may_leave),
        }
    }

    /// The states that operations reach, found once for each structure. None if the check does not have exactly one.
    fn reachable(
        &self,
        request: &Request<'_>,
        effort: Effort,
        observer: &SharedObserver<'_>,
    ) -> Result<Option<Reachable>, StatesError> {
        let Request { module, subject, bounds, .. } = *request;
        let Some(inquiry) = inquire(module, &subject.path, bounds)? else { return Ok(None) };
        let key = (subject.package.clone(), inquiry.key().clone(), effort);
        let answer = || inquiry.answer(effort, &|| observer.goes_on());
        let reachable = once(&self.reached, key, || {
            let reachable = match self.kept(request) {
                Some(kept) => {
                    let inputs = format!("{} {effort:?} {:?} {:?}", subject.package, inquiry.inputs(), module.limits());
                    kept.part(module, &inputs, |export| inquiry.is_root(export), answer)?.0
                }
                None => answer()?,
            };
            if let Reachable::Reached(ReachedStates { states, is_complete, .. }) = &reachable {
                observer.tell(&Event::Reached { states: *states, is_complete: *is_complete });
            }
            Ok::<_, StatesError>(Some(reachable).filter(|reachable| *reachable != Reachable::Stopped))
        })?;
        Ok(Some(reachable.unwrap_or(Reachable::Stopped)))
    }

    /// A failure of a check, and whether operations lead to one of its failures.
    fn with_way(
        &self,
        mut failure: Box<Failure>,
        deepened: &Deepened,
        request: &Request<'_>,
        observer: &SharedObserver<'_>,
    ) -> Box<Failure> {
        let is_judged = is_judged_where_reached(&failure.finding);
        if let (Evidence::State(state), true, Some(last)) = (&mut failure.evidence, is_judged, deepened.steps.last()) {
            // An error is about the valid states, and the check has failed already.
            let reachable = || self.reachable(request, Effort::BesideFailure, observer);
            let reachable = observer.phases(0).during(Phase::Reaching, reachable);
            if let Ok(Some(Reachable::Reached(reached))) = reachable {
                state.way = way(reached, &request.subject.path, &last.bounds);
            }
        }
        failure
    }

    fn explore(&self, request: &Request<'_>, observer: &SharedObserver<'_>) -> Result<Outcome, DecideError> {
        let Request { module, subject, bounds, matching, .. } = *request;
        let options = ExploreOptions { matching, rules: request.options.rules.clone(), ..ExploreOptions::default() };
        let inputs = format!("{matching:?} {}", search_inputs(request));
        let is_root = |export: &str| is_root_of_exploration(export, &subject.path);
        let unfinished =
            usable(self.unfinished.as_ref(), request).and_then(|kept| kept.parts(module, &inputs, is_root));
        let shards = usable(self.shards.as_ref(), request).and_then(|kept| kept.parts(module, &inputs, is_root));
        let (unfinished, shards) = (unfinished.as_ref(), shards.as_ref());
        let keeping = Keeping { portion: self.portion, unfinished, shards, machines: None };
        let explore = || explore_with(module, subject, bounds, &options, keeping, observer);
        let (explored, origin) = match self.kept(request).filter(|_| !matches!(self.portion, Portion::Shard(_))) {
            Some(kept) => kept.part(module, &inputs, is_root, explore)?,
            None => (explore()?, Origin::Made),
        };
        let mut assumptions = always(request);
        assumptions.extend(of_exploration(&explored));
        assumptions.extend(subject.is_pinned().then_some(Assumption::NotMoved));
        let Explored { end, bounds, states, transitions, operations, is_complete, levels, is_continued, .. } = explored;
        let verdict = match end {
            SearchEnd::Covered if !subject.unseen().is_empty() => {
                Verdict::Unknown(vec![Reason::UnseenItems(subject.unseen().to_vec())])
            }
            // The only way for an exploration to hold.
            SearchEnd::Covered => Verdict::Holds,
            SearchEnd::Failed(failure) => Verdict::Fails(failure),
            SearchEnd::Undecided(reasons) => Verdict::Unknown(reasons),
        };
        let coverage = Coverage::Exploration(ExplorationCoverage {
            states: BigUint::from(states),
            transitions: BigUint::from(transitions),
            operations,
            is_complete,
            levels,
        });
        let (path, statistics) = (
            subject.path.clone(),
            Statistics { is_kept: origin == Origin::Found, is_continued, ..Statistics::default() },
        );
        Ok(Outcome::new(Parts { path, bounds, coverage, assumptions, verdict, statistics }))
    }
}

/// An answer that is shared by all checks of a structure. One that is not found is not shared.
fn once<K: Ord, A: Clone, E>(
    known: &Mutex<BTreeMap<K, A>>,
    key: K,
    find: impl FnOnce() -> Result<Option<A>, E>,
) -> Result<Option<A>, E> {
    if let Some(answer) = known.lock().ok().and_then(|known| known.get(&key).cloned()) {
        return Ok(Some(answer));
    }
    let answer = find()?;
    if let (Ok(mut known), Some(answer)) = (known.lock(), &answer) {
        known.insert(key, answer.clone());
    }
    Ok(answer)
}

/// A store; none if a rule is left out, because that is not part of the keys.
fn usable<'a>(kept: Option<&'a Arc<Kept>>, request: &Request<'_>) -> Option<&'a Kept> {
    kept.map(Arc::as_ref).filter(|_| request.options.rules.are_all() && !request.options.drops)
}

/// The inputs of a search, except code. The number of jobs changes no result; nor does where in the source a check is.
fn search_inputs(request: &Request<'_>) -> String {
    let Request { module, subject, bounds, options, .. } = *request;
    let Options { strategy, fuel, start, audit, rules: _, jobs: _, drops: _, disturbance: _ } = options;
    let Subject { kind, package, path, bounds: own, location: _, doc: _, with: _ } = subject;
    let limits = module.limits();
    format!("{package} {path} {kind:?} {own} {bounds} {strategy:?} {fuel} {start:?} {audit:?} {limits:?}")
}

/// Whether a bug of this kind is noticed in states that operations reach. What a check returns is not looked at there, effects are
/// not compared, and blocks lie in one layout.
fn is_judged_where_reached(finding: &Finding) -> bool {
    !matches!(finding, Finding::ReturnedFalse | Finding::Contents(_) | Finding::InOtherLayout { .. })
}

/// Whether one of the states that were reached makes a check fail, which fails within these bounds.
fn way(reached: ReachedStates, path: &str, bounds: &Bounds) -> Way {
    let ReachedStates { states, all_up_to, found, .. } = reached;
    let are_all = all_up_to.is_some_and(|all| {
        bounds.sizes().all(|(name, size)| all.sizes().any(|(known, up_to)| known == name && up_to >= size))
    });
    let own = found.into_iter().find(|(by, _)| by.as_deref() == Some(path));
    match own {
        Some((_, Found::Fails(failure))) => match failure.evidence {
            Evidence::History(history) => Way::Calls(history.calls),
            Evidence::State(_) => Way::NotTried,
        },
        None if are_all => Way::NotSeen { states },
        // It is not known what the operation does in a state that is not checked.
        Some((_, Found::Outside(_))) | None => Way::NotTried,
    }
}

/// The bounds of a request. Without the rule that vectors have every capacity, they have one.
fn with_capacities(request: &Request<'_>) -> Bounds {
    let mut bounds = request.bounds.clone();
    if !request.options.rules.has(Rule::Capacities) {
        bounds.set("capacity", 1);
    }
    bounds
}

/// The effort to reach states that fits a search.
fn effort(deepened: &Deepened) -> Effort {
    Effort::beside(deepened.steps.iter().map(|step| step.searched.runs).sum())
}

/// The gate of a check, from what was found in the states that all checks of its structure reach.
fn gate_of(reached: ReachedStates, path: &str, may_leave: bool) -> Gate {
    let ReachedStates { states, all_up_to, is_complete, unjudged, found } = reached;
    let mut left_by = Vec::new();
    let mut own: Vec<Found> = Vec::new();
    for (by, found) in found {
        match by {
            Some(other) if other != path => left_by.push(other),
            Some(_) if may_leave && is_left(&found) => {}
            _ => own.push(found),
        }
    }
    // A bug says more than a state that is not among the checked ones.
    own.sort_by_key(|found| matches!(found, Found::Outside(_)));
    match own.into_iter().next() {
        Some(Found::Fails(failure)) => Gate::Fails(failure),
        Some(Found::Outside(outsider)) => Gate::Shut(Reason::Outside(outsider)),
        None => Gate::Open(Reached::Contained { states, all_up_to, is_complete, unjudged, left_by }),
    }
}

/// Whether a check has left the states that are checked.
fn is_left(found: &Found) -> bool {
    matches!(found, Found::Outside(Outsider { cause: OutsideCause::NoSuchState { .. }, .. }))
}

/// The gate of a check that has no structure, or several.
fn without_inquiry(subject: &Subject) -> Gate {
    // Checks borrow structures and take all else by value.
    let has_structures = subject.arguments().iter().any(|argument| argument.ty.starts_with('&'));
    Gate::Open(if has_structures { Reached::NotTried(NotReached::SeveralStructures) } else { Reached::NotAsked })
}

fn reach_failed(error: StatesError, observer: &SharedObserver<'_>) -> Reason {
    if error.is_interrupted() {
        return Reason::Stopped { at: StoppedAt::Reaching, cause: observer.cause() };
    }
    if error.is_out_of_memory() { Reason::OutOfMemory } else { Reason::ReachFailed(Box::new(error)) }
}

fn check_outcome(
    request: &Request<'_>,
    (deepened, origin): (Deepened, Origin),
    reached: Reached,
    assumptions: Vec<Assumption>,
    verdict: Verdict,
) -> Outcome {
    let holds_up_to = deepened.holds_up_to().cloned();
    let last = deepened.steps.into_iter().next_back();
    let (bounds, coverage, statistics) = match last {
        Some(Step { bounds, searched }) => {
            let coverage = CheckCoverage {
                transitions: searched.transitions,
                covered: searched.covered,
                runs: searched.runs,
                audited: searched.audited,
                holds_up_to,
                reached,
            };
            let Searched { repeated, peak_nodes, is_continued, .. } = searched;
            let is_kept = origin == Origin::Found;
            (bounds, coverage, Statistics { repeated_runs: repeated, peak_nodes, is_kept, is_continued })
        }
        None => (Bounds::none(), CheckCoverage::default(), Statistics::default()),
    };
    let coverage = Coverage::Check(coverage);
    Outcome::new(Parts { path: request.subject.path.clone(), bounds, coverage, assumptions, verdict, statistics })
}

// --- Assumptions ---

/// Assumptions about what calls leave in statics, each once: a check, its disturbed runs and its drop may have them.
fn assume_of_statics(mut checks: Vec<String>, uses_seed: bool, assumptions: &mut Vec<Assumption>) {
    assumptions.retain_mut(|assumption| match assumption {
        Assumption::StaticsOfOtherChecks { checks: known } => {
            checks.append(known);
            false
        }
        other => !(uses_seed && *other == Assumption::OneSeed),
    });
    checks.sort_unstable();
    checks.dedup();
    let of_checks = (!checks.is_empty()).then_some(Assumption::StaticsOfOtherChecks { checks });
    assumptions.extend(of_checks.into_iter().chain(uses_seed.then_some(Assumption::OneSeed)));
}

/// Assumptions that hold for every verdict, and those of the build.
fn always(request: &Request<'_>) -> Vec<Assumption> {
    let is_exploration = request.subject.is_exploration();
    let callbacks_panic = request.module.unwinds();
    let allocations_fail = imports::are_used(request.module, names::ALLOCATION_FAILS);
    let traits_lie = imports::are_used(request.module, names::ANSWER);
    let (most_failures, most_lies) = if is_exploration { (MOST_FAILURES, MOST_LIES) } else { (1, 1) };
    let lies = traits_lie.then_some(Assumption::FewLies(most_lies));
    let always = [
        Assumption::Wasm32,
        Assumption::SingleThread,
        if callbacks_panic { Assumption::OnePanic } else { Assumption::PanicAborts },
        if allocations_fail { Assumption::FewFailedAllocations(most_failures) } else { Assumption::AllocationsSucceed },
        Assumption::AliasingUnchecked,
        Assumption::InnerBoundsUnchecked,
        Assumption::FixedPlaces,
    ];
    always.into_iter().chain(lies).chain(request.build.iter().cloned()).collect()
}

fn of_exploration(explored: &Explored) -> Vec<Assumption> {
    let elements = explored.bounds.get(glassbox_abi::names::ELEMENTS);
    let mut assumptions: Vec<Assumption> = elements.map(Assumption::Elements).into_iter().collect();
    if explored.layouts > 1 {
        assumptions.push(Assumption::OrdersOfBlocks);
    }
    // A failure may come before the first element.
    if elements.is_some() && !explored.has_elements && explored.end == SearchEnd::Covered {
        assumptions.push(Assumption::ElementsBoundNothing);
    }
    if explored.has_one_seed {
        assumptions.push(Assumption::OneSeed);
    }
    assumptions.extend(explored.hashes.map(Assumption::FewHashes));
    if explored.n_meant_panics > 0 {
        assumptions.push(Assumption::MeantPanics);
    }
    assumptions.extend(explored.others.map(Assumption::OtherSubjects));
    if !explored.never.is_empty() {
        assumptions.push(Assumption::NeverPossible(explored.never.clone()));
    }
    assumptions
}

/// Assumptions that follow from the description of the states, at the bounds of the verdict.
fn of_description(request: &Request<'_>, deepened: &Deepened) -> Result<Vec<Assumption>, StatesError> {
    let Some(last) = deepened.steps.last() else { return Ok(Vec::new()) };
    let record = match record(request.module, &request.subject.path, &last.bounds) {
        // Nothing is known about these states, and nothing assumed.
        Err(error) if states_undecided(request.module, &error).is_some() => return Ok(Vec::new()),
        known => known?,
    };
    let mut assumptions = Vec::new();
    if record.arguments.iter().any(|argument| argument.root.is_some()) {
        assumptions.push(Assumption::NotMoved);
    }
    if arguments_with_nodes(&record).len() > 1 {
        assumptions.push(Assumption::SeparateStructures);
    }
    assumptions.extend(fixed_fields(&record).into_iter().map(|field| Assumption::OneValue { field }));
    Ok(assumptions)
}

/// Names of the arguments that are structures or own nodes.
fn arguments_with_nodes(record: &Record) -> BTreeSet<&str> {
    let roots = record.nodes.iter().filter(|node| node.parent.is_none());
    roots.map(|root| root.path.split(['.', '[']).next().unwrap_or_default()).collect()
}

/// Type and name of each field with one value.
fn fixed_fields(record: &Record) -> Vec<String> {
    let fixed = record.cells.iter().filter(|cell| matches!(cell.kind, CellKind::Fixed | CellKind::Skipped));
    let name = |cell: &glassbox_abi::skeleton::Cell| {
        let node = &record.nodes[cell.node? as usize];
        let field = cell.path.strip_prefix(&node.path)?.trim_start_matches('.');
        Some(format!("{}.{field}", short_type_name(&record.types[node.node_type as usize].name)))
    };
    let mut fields: Vec<String> = fixed.filter_map(name).collect();
    fields.sort();
    fields.dedup();
    fields
}
