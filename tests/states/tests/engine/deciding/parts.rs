//! Searches and explorations in parts: those that go on in another process, and shards. The outcome is that of one process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use glassbox_engine::decide::Decider;
use glassbox_engine::kept::{Kept, Store};
use glassbox_engine::observer::{Event, Observer, Unobserved};
use glassbox_engine::result::{Bounds, Outcome, Reason, StopCause, Verdict};
use glassbox_engine::search::{Options, Portion, Shard, Strategy};
use glassbox_vm::digest::Digest;

use super::common::{Entries, Package, usual};

/// Sizes of a subject.
type Sizes = &'static [(&'static str, u32)];

/// Checks that hold, fail, are undecided, leave their states, and read or change statics; and explorations.
const SUBJECTS: [(&str, &str, Sizes); 12] = [
    ("red-black-tree", "red_black_tree::checks::remove", &[("height", 3)]),
    ("binary-heap", "binary_heap::checks::extract_min", &[("len", 4)]),
    ("singly-linked-list", "singly_linked_list::checks::push_front", &[("height", 3)]),
    ("scribbled-tree", "scribbled_tree::scribble", &[("height", 2)]),
    ("scribbled-tree", "scribbled_tree::mirror", &[("height", 3)]),
    ("ring-buffer", "ring_buffer::checks::push_back", &[]),
    ("hidden-counter", "hidden_counter::toggle_but_every_third_time", &[]),
    ("hidden-counter", "hidden_counter::toggle_by_table", &[]),
    ("hidden-counter", "hidden_counter::toggle_and_count", &[]),
    ("oddities", "oddities::has_even_length", &[]),
    ("oddities", "oddities::drop_first", &[]),
    ("outsiders", "outsiders::wrong_rank::insert", &[]),
];

/// Stops after some runs; saves after every so many.
#[derive(Debug)]
struct Watcher {
    runs: u64,
    stops_after: u64,
    saves_every: u64,
}

impl Watcher {
    fn new(stops_after: u64, saves_every: u64) -> Self {
        Self { runs: 0, stops_after, saves_every }
    }
}

impl Observer for Watcher {
    fn on_event(&mut self, event: &Event<'_>) {
        self.runs += u64::from(matches!(event, Event::RunFinished { .. } | Event::StateExplored { .. }));
    }

    fn stop(&mut self) -> Option<StopCause> {
        (self.runs >= self.stops_after).then_some(StopCause::Interrupted)
    }

    fn saves(&mut self) -> u64 {
        self.runs / self.saves_every
    }
}

/// Entries that are lost once the process is killed.
#[derive(Debug)]
struct UntilKilled(Entries, Arc<std::sync::atomic::AtomicU64>);

impl Store for UntilKilled {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        self.0.get(key)
    }

    fn put(&self, key: &Digest, entry: &[u8]) {
        use std::sync::atomic::Ordering::Relaxed;
        if self.1.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok() {
            self.0.put(key, entry);
        }
    }
}

/// A store for parts of a package, whose code is read once.
fn store(package: &Package, store: impl Store + 'static) -> Arc<Kept> {
    let base = package.kept.get_or_init(|| {
        let mut kept = Kept::new(Box::new(Entries::default()), b"tests");
        kept.add(&package.module, &package.bytes).expect("it can be read");
        kept
    });
    Arc::new(base.beside(Box::new(store)))
}

fn decided(
    package: &Package,
    path: &str,
    bounds: &Bounds,
    options: &Options,
    decider: &Decider,
    observer: &mut dyn Observer,
) -> Outcome {
    let request = package.request(package.subject(path), bounds, options);
    decider.decide(&request, observer).expect("it can be decided")
}

#[track_caller]
fn assert_same(now: &Outcome, expected: &Outcome, what: &str) {
    assert_eq!(now.verdict(), expected.verdict(), "{what}");
    assert_eq!(now.assumptions(), expected.assumptions(), "{what}");
    assert_eq!(now.bounds(), expected.bounds(), "{what}");
    assert_eq!(now.coverage(), expected.coverage(), "{what}");
}

fn is_stopped(outcome: &Outcome) -> bool {
    let Verdict::Unknown(reasons) = outcome.verdict() else { return false };
    reasons.iter().any(|reason| matches!(reason, Reason::Stopped { .. }))
}

/// Whatever it is, and whenever it is stopped: later processes go on, and the last one says what one process says.
#[test]
fn what_was_stopped_goes_on() {
    for (name, path, bounds) in SUBJECTS {
        let (package, bounds) = (Package::new(name), bounds.iter().copied().collect());
        let (jobs, strategy) = if path.len() % 2 == 0 { (1, Strategy::Paths) } else { (2, Strategy::Tree) };
        let options = Options { jobs, ..Options::new(strategy) };
        let decide = |decider: &Decider, observer: &mut dyn Observer| {
            decided(&package, path, &bounds, &options, decider, observer)
        };
        let expected = decide(&Decider::default(), &mut Unobserved);
        let every = 7;
        let entries = Entries::default();
        let mut n_continued = 0;
        let outcome = (1..200).find_map(|attempt| {
            // A search that cannot be saved begins again, so it must be let go on.
            let most = if attempt < 30 { every } else { u64::MAX };
            let decider = Decider::default().going_on(store(&package, entries.clone()));
            let outcome = decide(&decider, &mut Watcher::new(most, u64::MAX));
            n_continued += u64::from(outcome.statistics().is_continued);
            (!is_stopped(&outcome)).then_some(outcome)
        });
        let what = format!("{path}, {jobs} jobs, {strategy:?}, every {every} runs, continued {n_continued} times");
        assert_same(&outcome.expect("it ends"), &expected, &what);
        assert!(entries.0.lock().unwrap().is_empty(), "{what}: what is over is forgotten");
        if path.ends_with("checks::remove") {
            assert!(n_continued > 2, "{what}");
        }
    }
}

/// A process that is killed leaves what it saved before: fifty points in a check of which every state is run.
#[test]
fn what_was_killed_goes_on() {
    let (package, path) = (Package::new("red-black-tree"), "red_black_tree::checks::remove");
    let bounds = Bounds::from([("height", 2)]);
    let jobs = 2;
    let options = Options { jobs, ..Options::new(Strategy::Off) };
    let mut whole = Watcher::new(u64::MAX, u64::MAX);
    let expected = decided(&package, path, &bounds, &options, &Decider::default(), &mut whole);
    let mut n_continued = 0;
    for point in (0..50).map(|point| whole.runs * point / 50) {
        let (entries, left) = (Entries::default(), Arc::new((point / 2 + 1).into()));
        let killed = Decider::default().going_on(store(&package, UntilKilled(entries.clone(), left)));
        decided(&package, path, &bounds, &options, &killed, &mut Watcher::new(point, 2));
        let later = Decider::default().going_on(store(&package, entries.clone()));
        let outcome = decided(&package, path, &bounds, &options, &later, &mut Unobserved);
        assert_same(&outcome, &expected, &format!("killed after {point} runs, {jobs} jobs"));
        n_continued += usize::from(outcome.statistics().is_continued);
    }
    assert!(n_continued > 20, "{n_continued} of 50 went on");
}

/// Explorations that take longer than all others together.
const SLOW: [&str; 12] = [
    "heap_5",
    "heap_6",
    "heap_7",
    "tree_6",
    "tree_7",
    "tree_8",
    "tree_9",
    "vec",
    "vec_deque",
    "hash_map",
    "hash_map_of_keys",
    "btree_map",
];

/// The paths of every third of the other explorations, from this one on.
fn explorations(package: &Package, first: usize) -> Vec<String> {
    let paths = package.subjects.iter().map(|subject| subject.path.clone());
    let is_quick = |path: &String| !SLOW.contains(&path.rsplit("::").next().unwrap_or_default());
    paths.filter(is_quick).skip(first).step_by(3).collect()
}

/// Whenever an exploration is stopped or killed, another process goes on, and the last one says what one process says.
#[test]
fn explorations_go_on() {
    let (package, bounds, options) = (Package::new("explorations"), Bounds::none(), usual());
    let mut n_continued = 0;
    for path in explorations(&package, 0) {
        let decide = |decider: &Decider, observer: &mut dyn Observer| {
            decided(&package, &path, &bounds, &options, decider, observer)
        };
        let mut whole = Watcher::new(u64::MAX, u64::MAX);
        let expected = decide(&Decider::default(), &mut whole);
        let every = (whole.runs / 5).max(2);
        // Saved when it is stopped, or before it is killed.
        for (saves_every, kept) in [(u64::MAX, u64::MAX), (every / 3 + 1, 2)] {
            let entries = Entries::default();
            let outcome = (1..100).find_map(|attempt| {
                let most = if attempt < 20 { every } else { u64::MAX };
                let saves = UntilKilled(entries.clone(), Arc::new(kept.into()));
                let decider = Decider::default().going_on(store(&package, saves));
                let outcome = decide(&decider, &mut Watcher::new(most, saves_every));
                n_continued += u64::from(outcome.statistics().is_continued);
                (!is_stopped(&outcome)).then_some(outcome)
            });
            let what = format!("{path}, every {every} states, {kept} saves");
            assert_same(&outcome.expect("it ends"), &expected, &what);
        }
    }
    assert!(n_continued > 40, "{n_continued}");
}

#[test]
fn shards_of_explorations_together_say_what_one_process_says() {
    let (package, bounds, options) = (Package::new("explorations"), Bounds::none(), usual());
    let mut n_shared = 0;
    for path in explorations(&package, 1) {
        for (of, bounds) in [(2, bounds.clone()), (3, [("operations", 3)].into())] {
            let bounds = &bounds;
            let expected = decided(&package, &path, bounds, &options, &Decider::default(), &mut Unobserved);
            let shards = shards(&package, &path, bounds, &options, of);
            for (outcome, _) in &shards {
                assert_ne!(*outcome.verdict(), Verdict::Holds, "a shard decides nothing");
            }
            let is_shared = shards.iter().all(|(_, entries)| !entries.0.lock().unwrap().is_empty());
            let parts = shards.iter().map(|(_, entries)| entries);
            let merged = |parts: Vec<&Entries>| merged(&package, (&path, bounds), &options, of, parts);
            assert_same(&merged(parts.clone().collect()), &expected, &format!("{path} in {of} shards"));
            if is_shared {
                // The last shard, with the work of the first.
                let forged = forged(&shards[of - 1].1, &shards[0].1);
                let parts = parts.take(of - 1).chain([&forged]).collect();
                assert_same(&merged(parts), &expected, &format!("{path} in {of} shards, one of them twice"));
                n_shared += 1;
            }
        }
    }
    assert!(n_shared >= 2, "{n_shared}");
}

/// The outcomes of all shards, and their entries.
fn shards(package: &Package, path: &str, bounds: &Bounds, options: &Options, of: usize) -> Vec<(Outcome, Entries)> {
    let shard = |index| {
        let entries = Entries::default();
        let portion = Portion::Shard(Shard { index, of });
        let decider = Decider::default().sharing(portion, store(package, entries.clone()));
        (decided(package, path, bounds, options, &decider, &mut Unobserved), entries)
    };
    (0..of).map(shard).collect()
}

fn merged<'a>(
    package: &Package,
    (path, bounds): (&str, &Bounds),
    options: &Options,
    of: usize,
    parts: impl IntoIterator<Item = &'a Entries>,
) -> Outcome {
    let all = Entries::default();
    for part in parts {
        all.0.lock().unwrap().extend(part.0.lock().unwrap().clone());
    }
    let decider = Decider::default().sharing(Portion::Merged { of }, store(package, all));
    decided(package, path, bounds, options, &decider, &mut Unobserved)
}

#[test]
fn shards_together_say_what_one_process_says() {
    for (index, (name, path, bounds)) in SUBJECTS.into_iter().enumerate() {
        let (package, bounds): (_, Bounds) = (Package::new(name), bounds.iter().copied().collect());
        let strategy = if index % 3 == 1 { Strategy::Tree } else { Strategy::Paths };
        let (of, options) = (2 + index % 3, Options { jobs: 1 + index % 2, ..Options::new(strategy) });
        let expected = decided(&package, path, &bounds, &options, &Decider::default(), &mut Unobserved);
        let shards = shards(&package, path, &bounds, &options, of);
        for (outcome, _) in &shards {
            assert_ne!(*outcome.verdict(), Verdict::Holds, "a shard decides nothing");
        }
        let merged = merged(&package, (path, &bounds), &options, of, shards.iter().map(|(_, entries)| entries));
        assert_same(&merged, &expected, &format!("{path} in {of} shards, {options:?}"));
    }
}

/// Entries with the contents of others, under their own keys.
fn forged(keys: &Entries, contents: &Entries) -> Entries {
    let (keys, contents) = (keys.0.lock().unwrap(), contents.0.lock().unwrap());
    // The entries of one shard have the same bounds as those of another, in the order of their sizes.
    let by_size = |entries: &BTreeMap<Digest, Vec<u8>>| {
        let mut entries: Vec<(Digest, String)> =
            entries.iter().map(|(key, entry)| (*key, String::from_utf8(entry.clone()).unwrap())).collect();
        entries.sort_by_key(|(_, entry)| entry.lines().nth(2).unwrap().split(' ').next().unwrap().len());
        entries
    };
    let pairs = by_size(&keys).into_iter().zip(by_size(&contents));
    let sign = |((key, _), (other, entry)): ((Digest, String), (Digest, String))| {
        let text = entry[..entry.len() - 65].replace(&other.to_string(), &key.to_string());
        let end = Digest::of(text.as_bytes());
        (key, format!("{text}{end}\n").into_bytes())
    };
    Entries(Arc::new(Mutex::new(pairs.map(sign).collect())))
}

/// A shard that is missing, or that has the work of another, with everything signed as it should be.
#[test]
fn shards_that_are_not_the_whole_are_noticed() {
    let (package, path) = (Package::new("red-black-tree"), "red_black_tree::checks::remove");
    let (bounds, options) = (Bounds::from([("height", 2)]), usual());
    let shards = shards(&package, path, &bounds, &options, 2);
    let [(_, first), (_, second)] = &shards[..] else { panic!("there are two") };
    let merged = |parts: [&Entries; 2]| merged(&package, (path, &bounds), &options, 2, parts);
    assert_eq!(*merged([first, second]).verdict(), Verdict::Holds);
    for parts in [[first, &forged(second, first)], [&forged(first, second), second]] {
        let Verdict::Unknown(reasons) = merged(parts).verdict().clone() else { panic!("it holds") };
        assert!(matches!(reasons[..], [Reason::ShardsDoNotAddUp { .. }]), "{reasons:?}");
    }
    // What is not there is searched here.
    assert_eq!(*merged([first, first]).verdict(), Verdict::Holds);
}
