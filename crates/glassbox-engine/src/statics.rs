//! Statics across all checks of a module: whether a check depends on what other calls left there.
//!
//! Every run starts with the statics that the program starts with. In a real program other calls come first: of this check,
//! of other checks of the module, of constructors. So bytes that a check reads before it writes them, and that some call
//! changes, are hidden state, in whichever states it happens. That structures are dropped is a call, too. Two kinds are harmless, and are found by trying:
//!
//! - **Few memories.** A table that is made when it is first needed. Calls leave one of a few combinations of bytes; the search
//!   is repeated from each of them, and the combinations that those runs leave, until there is no new one. That is every
//!   memory that a sequence of calls can lead to, so a check that holds from all of them does not depend on earlier calls.
//!   (Pairs of a memory and a state are tried that no sequence leads to. So a failure that is found this way is none: the
//!   verdict is unknown.)
//! - **Bytes that flow only into themselves.** A counter of calls. They are made unknown, and no run may depend on them:
//!   `track/concolic/unknown.rs` of the machine has the argument.
//!
//! Only checks matter whose changes the check can read, and those whose changes these can read, and so on. All of them are
//! searched completely, also those that the user has not selected, so a verdict does not depend on the selection, nor on the
//! order in which checks are decided. Most checks read no static that can be written to, and nothing of this is done.
//!
//! Checks that fail or are undecided may have runs that were not tried. Their paths are part of the verdict's
//! assumptions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use glassbox_abi::names::{CHECK_EXPORT_PREFIX, DROP_EXPORT_PREFIX, NEW_EXPORT_PREFIX, WARM_UP_EXPORT_PREFIX};
use glassbox_space::Bdd;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::{Export, ExportKind, Module};

use crate::drops::{DropRuns, Dropped, Dropping};
use crate::explore::{Disturbing, Explorer, Function};
use crate::guest::Guest;
use crate::hidden::{Start, Traffic};
use crate::observer::{Muted, SharedObserver};
use crate::result::{Bounds, HiddenState, Reason, Role, SearchEnd, StoppedAt};
use crate::rules::Rule;
use crate::search::{Keeping, Options, Task, deepen_with};
use crate::warm_up::warm_up;

/// The most memories that are tried.
const MOST_MEMORIES: usize = 4;

/// The most times that more bytes are made unknown.
const MOST_ROUNDS: usize = 6;

/// Searches that are done.
pub(crate) type Cache = Mutex<BTreeMap<Key, Arc<Known>>>;

/// A search: its module, its call, its bounds and its start.
type Key = (usize, String, Bounds, Start);

/// The name of the call that drops the structures of a check. Checks are named by their paths, and constructors by their exports.
pub(crate) fn drop_call(path: &str) -> String {
    format!("{DROP_EXPORT_PREFIX}{path}")
}

/// The path of the check that a call belongs to.
fn check_of(call: &str) -> &str {
    call.strip_prefix(DROP_EXPORT_PREFIX).unwrap_or(call)
}

/// What is known about a call: of a check, of a constructor, or of a drop.
#[derive(Debug)]
pub(crate) struct Known {
    traffic: Traffic,
    /// Whether all calls were tried, and none fails.
    is_complete: bool,
}

/// The checks of a module.
pub(crate) struct Statics<'a, 'o> {
    pub(crate) module: &'a Arc<Module>,
    pub(crate) bounds: &'a Bounds,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a SharedObserver<'o>,
    pub(crate) cache: &'a Cache,
}

/// Result of looking at the calls from all memories, with some bytes unknown.
enum Closed {
    /// The check does not depend on earlier calls, if these checks leave no other bytes than those that are known.
    Independent(Vec<String>),
    /// These bytes should be unknown, too.
    Unknown(BTreeSet<u32>),
    /// It depends on these bytes.
    Hidden(BTreeSet<u32>),
}

impl Statics<'_, '_> {
    /// Whether a check or a drop, whose search ended with `traffic`, holds whatever calls came before. Returns the checks of which it is
    /// not known what they change, or the reason why the verdict is unknown.
    pub(crate) fn judge(
        &self,
        call: &str,
        traffic: &Traffic,
        hidden: Option<&HiddenState>,
    ) -> Result<Vec<String>, Reason> {
        if traffic.changes_registers() {
            return Err(named(hidden, call, &BTreeSet::new()));
        }
        self.keep(call, &Start::default(), Known { traffic: traffic.clone(), is_complete: true });
        if self.reads_constants_alone(traffic) {
            return Ok(Vec::new());
        }
        if self.options.rules.has(Rule::StaticsOfInvariants) {
            self.keeps_what_invariants_read(traffic)?;
        }
        let mut unknown = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let bytes = match self.close(call, &unknown)? {
                Closed::Independent(checks) => return Ok(checks),
                Closed::Hidden(bytes) => return Err(self.hidden(call, hidden, &bytes)),
                Closed::Unknown(bytes) => bytes,
            };
            if bytes.is_subset(&unknown) {
                return Err(self.hidden(call, hidden, &bytes));
            }
            unknown.extend(bytes);
        }
        Err(self.hidden(call, hidden, &unknown))
    }

    /// Whether no call changes what invariants read. A node that a call does not touch is not judged after it, and all memories that calls
    /// lead to are tried with the states that are valid there: a structure that was made before may be none of them.
    fn keeps_what_invariants_read(&self, traffic: &Traffic) -> Result<(), Reason> {
        let read = traffic.read_by_invariants();
        if read.is_empty() {
            return Ok(());
        }
        let mut known: BTreeMap<String, Arc<Known>> = self.constructors().into_iter().collect();
        for call in self.calls() {
            known.insert(call.clone(), self.known(&call, &Start::default())?);
        }
        for (call, known) in known {
            let changed: BTreeSet<u32> = known.traffic.changed().filter(|at| read.contains(at)).collect();
            if !changed.is_empty() {
                return Err(named(None, &call, &changed));
            }
        }
        Ok(())
    }

    /// Whether runs in which something goes wrong neither leave more in statics than others do, nor read what calls leave there. If they
    /// do, nothing is known: the memories of [`judge`](Self::judge) are those of runs in which nothing goes wrong. Returns the checks of
    /// which it is not known what they change.
    pub(crate) fn judge_disturbed(
        &self,
        call: &str,
        usual: &Traffic,
        disturbed: &Traffic,
    ) -> Result<Vec<String>, Reason> {
        if !disturbed.leaves_no_more_than(usual) {
            let bytes = disturbed.changed().filter(|at| usual.changed().all(|known| known != *at));
            return Err(named(None, call, &bytes.collect()));
        }
        // Also where the usual runs read the same: that those do not depend on what calls leave says nothing about these.
        if self.reads_constants_alone(disturbed) {
            return Ok(Vec::new());
        }
        let mut known: BTreeMap<String, Arc<Known>> = BTreeMap::new();
        for call in self.calls() {
            known.insert(call.clone(), self.known(&call, &Start::default())?);
        }
        known.extend(self.constructors());
        let changed: BTreeSet<u32> = known.values().flat_map(|known| known.traffic.changed()).collect();
        let read: BTreeSet<u32> = disturbed.read().intersection(&changed).copied().collect();
        let is_heap_changed = || known.values().any(|known| known.traffic.changes_heap);
        if !read.is_empty() || disturbed.reads_heap && is_heap_changed() {
            return Err(self.hidden(call, None, &read));
        }
        Ok(incomplete(call, &known))
    }

    /// Whether no call can have changed what runs read: nothing, or data that a run must not write, and stops if it does.
    fn reads_constants_alone(&self, traffic: &Traffic) -> bool {
        let constants: Vec<_> = self.module.read_only().collect();
        traffic.read().iter().all(|at| constants.iter().any(|range| range.contains(at)))
    }

    /// Tries all memories that calls lead to, if `unknown` may have any value.
    fn close(&self, own: &str, unknown: &BTreeSet<u32>) -> Result<Closed, Reason> {
        let from = |bytes: &BTreeMap<u32, u8>| Start { bytes: bytes.clone(), unknown: unknown.clone() };
        let mut known: BTreeMap<String, Arc<Known>> = BTreeMap::new();
        for call in self.calls() {
            // What does not read unknown bytes does the same as if they were known.
            let usual = self.known(&call, &Start::default())?;
            let reads_unknown = !usual.traffic.read().is_disjoint(unknown);
            known.insert(call.clone(), if reads_unknown { self.known(&call, &from(&BTreeMap::new()))? } else { usual });
        }
        known.extend(self.constructors());
        let others = known.iter().filter(|(call, _)| *call != own);
        let heap_changes = others.into_iter().any(|(_, other)| other.traffic.changes_heap);
        if heap_changes && known.get(own).is_some_and(|own| own.traffic.reads_heap) {
            return Ok(Closed::Hidden(BTreeSet::new()));
        }
        let (relevant, bytes) = relevant(own, &known, unknown);
        if relevant.is_empty() {
            return Ok(Closed::Independent(incomplete(own, &known)));
        }
        let mut memories = vec![BTreeMap::new()];
        let mut next = 0;
        while let Some(memory) = memories.get(next).cloned() {
            for call in &relevant {
                let mut calls = known[call].clone();
                if next > 0 && calls.traffic.read().iter().any(|at| memory.contains_key(at)) {
                    calls = self.known(call, &from(&memory))?;
                    if !calls.is_complete {
                        return Ok(Closed::Hidden(memory.into_keys().collect()));
                    }
                }
                if call == own && !calls.is_complete || calls.traffic.depends_on_unknown {
                    return Ok(Closed::Hidden(unknown.clone()));
                }
                let more = calls.traffic.varying().into_iter().filter(|at| bytes.contains(at));
                let spread = calls.traffic.spread.iter().copied().filter(|at| !unknown.contains(at));
                let more: BTreeSet<u32> = more.chain(spread).collect();
                if !more.is_empty() {
                    return Ok(Closed::Unknown(more));
                }
                for left in calls.traffic.left() {
                    let mut after = memory.clone();
                    after.extend(left.iter().filter(|(at, _)| bytes.contains(at)));
                    if !memories.contains(&after) {
                        memories.push(after);
                    }
                }
            }
            next += 1;
            if memories.len() > MOST_MEMORIES {
                return Ok(several_values(&memories));
            }
        }
        Ok(Closed::Independent(incomplete(own, &known)))
    }

    /// What calls do from a start.
    fn known(&self, call: &str, start: &Start) -> Result<Arc<Known>, Reason> {
        if let Some(known) = self.cached(call, start) {
            return Ok(known);
        }
        let known = match call.strip_prefix(DROP_EXPORT_PREFIX) {
            Some(path) => self.dropping(path, start),
            None => self.searching(call, start),
        };
        if !self.observer.goes_on() {
            return Err(Reason::Stopped { at: StoppedAt::Statics, cause: self.observer.cause() });
        }
        Ok(self.keep(call, start, known))
    }

    fn searching(&self, path: &str, start: &Start) -> Known {
        let task = Task { module: self.module, path, bounds: self.bounds, diagram: &Bdd::default };
        let options = Options { start: start.clone(), audit: None, ..self.options.clone() };
        let mut muted = Muted::new(self.observer);
        let deepened = deepen_with(&task, &options, Keeping::default(), &SharedObserver::new(&mut muted));
        // What cannot be searched at all has no runs.
        let Ok(deepened) = deepened else { return Known { traffic: Traffic::default(), is_complete: false } };
        let is_complete = deepened.end == SearchEnd::Covered;
        let mut traffic = Traffic::default();
        for step in deepened.steps {
            traffic.join(step.searched.traffic);
        }
        Known { traffic, is_complete }
    }

    fn dropping(&self, path: &str, start: &Start) -> Known {
        let Self { module, bounds, options, .. } = *self;
        let mut muted = Muted::new(self.observer);
        let dropping = Dropping { module, path, bounds, options, observer: &SharedObserver::new(&mut muted) };
        if dropping.answer() != Some(1) {
            return Known { traffic: Traffic::default(), is_complete: true };
        }
        let DropRuns { dropped, traffic, .. } = dropping.in_all_states(start);
        // The verdict says up to which size structures are dropped.
        Known { traffic, is_complete: matches!(dropped, Dropped::All | Dropped::UpTo(_)) }
    }

    fn key(&self, call: &str, start: &Start) -> Key {
        (Arc::as_ptr(self.module) as usize, call.to_owned(), self.bounds.clone(), start.clone())
    }

    fn cached(&self, call: &str, start: &Start) -> Option<Arc<Known>> {
        self.cache.lock().ok()?.get(&self.key(call, start)).cloned()
    }

    fn keep(&self, call: &str, start: &Start, known: Known) -> Arc<Known> {
        let known = Arc::new(known);
        if let Ok(mut cache) = self.cache.lock() {
            cache.insert(self.key(call, start), known.clone());
        }
        known
    }

    /// Whether the module has more than one check.
    pub(crate) fn are_several(&self) -> bool {
        let calls = self.calls();
        let checks: BTreeSet<&str> = calls.iter().map(|call| check_of(call)).collect();
        checks.len() > 1
    }

    /// All checks of the module, and the drops of their structures.
    fn calls(&self) -> BTreeSet<String> {
        let functions = self.module.exports().iter().filter(|export| export.kind == ExportKind::Function);
        let call = |export: &Export| match export.name.strip_prefix(CHECK_EXPORT_PREFIX) {
            Some(path) => Some(path.to_owned()),
            None => export.name.starts_with(DROP_EXPORT_PREFIX).then(|| export.name.clone()),
        };
        functions.filter_map(call).collect()
    }

    /// What constructors of structures change, each run twice: what the second call changes again is different every time.
    fn constructors(&self) -> Vec<(String, Arc<Known>)> {
        let functions = self.module.exports().iter().filter(|export| export.kind == ExportKind::Function);
        let new = functions.filter_map(|export| Some((export.name.strip_prefix(NEW_EXPORT_PREFIX)?, export.index)));
        let mut new: Vec<(&str, u32)> = new.collect();
        new.sort_unstable();
        let changes = new.into_iter().filter_map(|(path, index)| {
            let name = format!("{NEW_EXPORT_PREFIX}{path}");
            let known = self.cached(&name, &Start::default()).or_else(|| {
                let traffic = construct_twice(self.module, path, index)?;
                Some(self.keep(&name, &Start::default(), Known { traffic, is_complete: true }))
            });
            known.map(|known| (name, known))
        });
        changes.collect()
    }

    /// The reason: the bytes, and a check that changes them.
    fn hidden(&self, own: &str, hidden: Option<&HiddenState>, bytes: &BTreeSet<u32>) -> Reason {
        let writers = self.calls().into_iter().filter(|call| {
            let known = self.known(call, &Start::default());
            known.is_ok_and(|known| known.traffic.changed().any(|at| bytes.contains(&at)))
        });
        let writers: Vec<String> = writers.collect();
        let writer =
            if writers.iter().any(|call| call == own) { own } else { writers.first().map_or(own, |call| call) };
        named(hidden, writer, bytes)
    }
}

/// The checks whose calls a check can notice, itself included, and the bytes by which it can; none if it reads nothing that
/// any call changes.
fn relevant(
    own: &str,
    known: &BTreeMap<String, Arc<Known>>,
    unknown: &BTreeSet<u32>,
) -> (BTreeSet<String>, BTreeSet<u32>) {
    let changed: BTreeSet<u32> = known.values().flat_map(|known| known.traffic.changed()).collect();
    let reads = |path: &str| -> BTreeSet<u32> {
        let read = known.get(path).map(|known| known.traffic.read().clone()).unwrap_or_default();
        read.into_iter().filter(|at| changed.contains(at) && !unknown.contains(at)).collect()
    };
    let mut bytes = reads(own);
    let reads_unknown = known.get(own).is_some_and(|known| !known.traffic.read().is_disjoint(unknown));
    if bytes.is_empty() && !reads_unknown {
        return (BTreeSet::new(), bytes);
    }
    let mut relevant = BTreeSet::from([own.to_owned()]);
    loop {
        let n_relevant = relevant.len();
        for (path, known) in known {
            if known.traffic.changed().any(|at| bytes.contains(&at)) && relevant.insert(path.clone()) {
                bytes.extend(reads(path));
            }
        }
        if relevant.len() == n_relevant {
            return (relevant, bytes);
        }
    }
}

/// Checks of which not all calls were tried.
fn incomplete(own: &str, known: &BTreeMap<String, Arc<Known>>) -> Vec<String> {
    let others = known.iter().filter(|(call, known)| *call != own && !known.is_complete);
    let checks: BTreeSet<&str> = others.map(|(call, _)| check_of(call)).collect();
    checks.into_iter().map(str::to_owned).collect()
}

/// Bytes with more than one value beside the first one: they count something.
fn several_values(memories: &[BTreeMap<u32, u8>]) -> Closed {
    let mut values: BTreeMap<u32, BTreeSet<u8>> = BTreeMap::new();
    for (at, byte) in memories.iter().flatten() {
        values.entry(*at).or_default().insert(*byte);
    }
    let several: BTreeSet<u32> = values.iter().filter(|(_, values)| values.len() > 1).map(|(at, _)| *at).collect();
    if several.is_empty() { Closed::Hidden(values.into_keys().collect()) } else { Closed::Unknown(several) }
}

/// The reason: what the search of the check itself found, or the first bytes and the check that changes them.
fn named(hidden: Option<&HiddenState>, writer: &str, bytes: &BTreeSet<u32>) -> Reason {
    if let Some(hidden) = hidden {
        return Reason::HiddenState(hidden.clone());
    }
    let first = bytes.first().copied().unwrap_or(0);
    let mut end = first;
    while bytes.contains(&end) {
        end += 1;
    }
    let function = check_of(writer).to_owned();
    Reason::HiddenState(HiddenState { range: first..end, trace: Vec::new(), function: Some(function) })
}

/// What a constructor changes in statics, if it is called twice in a row. None if it cannot be called.
fn construct_twice(module: &Arc<Module>, check: &str, new: u32) -> Option<Traffic> {
    let mut guest = Guest::new(module.clone()).ok()?;
    warm_up(&mut guest, Layout::Upward, check).ok()?;
    let mut explorer = Explorer::new(module, Layout::Upward, None).ok()?;
    explorer.set_disturbing(Disturbing::Off);
    let function = |index| Function { name: "".into(), index, role: Role::Constructor };
    let warm = module.exported_function(&format!("{WARM_UP_EXPORT_PREFIX}{check}"))?;
    let start = explorer.image(None);
    explorer.call(&start, &function(warm), &[]).ok()?;
    let (start, before) = (explorer.image_after(), statics(&explorer));
    explorer.call(&start, &function(new), &[]).ok()?;
    let (once, left) = (explorer.image_after(), statics(&explorer));
    explorer.call(&once, &function(new), &[]).ok()?;
    let again = statics(&explorer);
    let differs = |old: &BTreeMap<u32, u8>, new: &BTreeMap<u32, u8>| -> BTreeMap<u32, u8> {
        let differs = new.iter().filter(|(at, byte)| old.get(*at) != Some(*byte) && !guest.seed.contains(**at));
        differs.map(|(at, byte)| (*at, *byte)).collect()
    };
    Some(Traffic::of_constructor(differs(&before, &left), differs(&left, &again).into_keys().collect()))
}

fn statics(explorer: &Explorer) -> BTreeMap<u32, u8> {
    let range = explorer.machine().statics();
    let bytes = &explorer.machine().memory().bytes()[range.start as usize..range.end as usize];
    range.zip(bytes.iter().copied()).collect()
}
