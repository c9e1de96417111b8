//! Results that are kept between runs: they change no verdict, whatever is edited, and whatever the store says.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::decide::{Decider, Request};
use glassbox_engine::explore::Matching;
use glassbox_engine::kept::{Kept, Store};
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, Outcome, Verdict};
use glassbox_states::{Builder, module_in, mutants, repository};
use glassbox_vm::digest::Digest;
use glassbox_vm::module::Module;

use super::common::{Entries, usual};

/// The checks that are decided: some of each package, because others take the same way.
const SOME: [&str; 6] = ["push_front", "pop_front", "reverse", "is_empty", "vec", "same_value_twice"];

/// The outcomes of some checks and explorations of a module, and what was used to decide them.
fn decided(bytes: &[u8], bounds: &Bounds, kept: Option<Kept>) -> (Vec<Outcome>, Option<Arc<Kept>>) {
    decided_as(bytes, bytes, bounds, kept)
}

/// The same, if the store is told that the module has these bytes.
fn decided_as(bytes: &[u8], told: &[u8], bounds: &Bounds, kept: Option<Kept>) -> (Vec<Outcome>, Option<Arc<Kept>>) {
    let module = Arc::new(Module::load(bytes).expect("the module loads"));
    let kept = kept.map(|mut kept| {
        kept.add(&module, told).expect("it can be read");
        Arc::new(kept)
    });
    let decider = kept.clone().map_or_else(Decider::default, Decider::keeping);
    let options = usual();
    let decide = |subject| {
        let matching = Matching::Exactly;
        let request = Request { module: &module, subject: &subject, bounds, options: &options, matching, build: &[] };
        decider.decide(&request, &mut Unobserved).expect("it can be decided")
    };
    let subjects = catalog::read(bytes).expect("it can be read").into_iter();
    let some = subjects.filter(|subject| SOME.contains(&subject.path.rsplit("::").next().unwrap_or_default()));
    (some.map(decide).collect(), kept)
}

fn kept(entries: &Entries) -> Kept {
    Kept::new(Box::new(entries.clone()), b"tests")
}

fn assert_equal(now: &[Outcome], expected: &[Outcome], what: &str) {
    assert_eq!(now.len(), expected.len(), "{what}");
    for (now, expected) in now.iter().zip(expected) {
        assert_eq!(now.verdict(), expected.verdict(), "{what}: {}", now.path());
        assert_eq!(now.assumptions(), expected.assumptions(), "{what}: {}", now.path());
        assert_eq!(now.bounds(), expected.bounds(), "{what}: {}", now.path());
        assert_eq!(now.coverage(), expected.coverage(), "{what}: {}", now.path());
    }
}

fn n_kept(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.statistics().is_kept).count()
}

/// A copy of a subject that can be edited. (A feature would give all functions other names.)
struct Copied {
    folder: PathBuf,
    source: String,
}

impl Copied {
    fn new(package: &str) -> Self {
        let builder = Builder::new(0).expect("there is a folder");
        let (folder, from) =
            (builder.folder().join("edited").join(package), repository().join("subjects").join(package));
        fs::create_dir_all(folder.join("src")).expect("the folder can be made");
        fs::copy(from.join("src/checks.rs"), folder.join("src/checks.rs")).expect("it can be copied");
        let glassbox = repository().join("guest/glassbox");
        let features = mutants().expect("there are bugs").remove(package).unwrap_or_default();
        let features = features.join(" = []\n") + " = []\n";
        let manifest = format!(
            "[package]\nname = {package:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
             glassbox = {{ path = {glassbox:?} }}\n[features]\n{features}"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("it can be written");
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).expect("it can be copied");
        let source = fs::read_to_string(from.join("src/lib.rs")).expect("it can be read");
        Self { folder, source }
    }

    fn module(&self, package: &str, edit: impl Fn(&str) -> String) -> Vec<u8> {
        fs::write(self.folder.join("src/lib.rs"), edit(&self.source)).expect("it can be written");
        module_in(&self.folder, package).expect("it builds")
    }
}

/// Planted bugs, decided with what is kept of the right code: the verdicts are those without a store, and most of the checks
/// that do not reach the bug are not run again.
#[test]
fn an_edited_function_is_noticed() {
    let (package, bounds) = ("singly-linked-list", Bounds::from([("height", 2)]));
    let copied = Copied::new(package);
    let right = copied.module(package, str::to_owned);
    let entries = Entries::default();
    let (expected, _) = decided(&right, &bounds, None);
    assert_equal(&decided(&right, &bounds, Some(kept(&entries))).0, &expected, package);
    let (again, used) = decided(&right, &bounds, Some(kept(&entries)));
    assert_equal(&again, &expected, package);
    assert_eq!(n_kept(&again), again.len(), "nothing has changed");
    assert!(used.expect("there is a store").n_found() >= again.len());
    let shifted = copied.module(package, |source| source.replace("    /// Takes the first item.", "\n\n    /// One."));
    assert_ne!(shifted, right, "lines have changed");
    let (again, _) = decided(&shifted, &bounds, Some(kept(&entries)));
    assert_eq!(n_kept(&again), again.len(), "only lines have changed");
    let (mut n_found, mut n_all) = (0, 0);
    let bugs = &mutants().expect("there are bugs")[package];
    for bug in bugs.iter().filter(|bug| bug.contains("front") || bug.contains("reverse")) {
        let edited = copied.module(package, |source| source.replace(&format!("cfg!(feature = {bug:?})"), "true"));
        let (expected, _) = decided(&edited, &bounds, None);
        assert!(expected.iter().any(|outcome| *outcome.verdict() != Verdict::Holds), "{bug} is planted");
        let (now, _) = decided(&edited, &bounds, Some(kept(&entries)));
        assert_equal(&now, &expected, bug);
        n_found += n_kept(&now);
        n_all += now.len();
    }
    assert!(n_found * 2 > n_all, "{n_found} of {n_all} are kept");
}

/// If the keys did not notice an edit, the first test would: here the store is told the wrong bytes.
#[test]
fn keys_must_depend_on_the_code() {
    let bounds = Bounds::from([("height", 2)]);
    let right = glassbox_states::module("singly-linked-list", None).expect("it builds");
    let entries = Entries::default();
    decided(&right, &bounds, Some(kept(&entries)));
    let edited = glassbox_states::module("singly-linked-list", Some("bug-reverse-stops-early")).expect("it builds");
    let (now, _) = decided_as(&edited, &right, &bounds, Some(kept(&entries)));
    assert!(now.iter().all(|outcome| *outcome.verdict() == Verdict::Holds), "a wrong key gives wrong verdicts");
    let (now, _) = decided(&edited, &bounds, Some(kept(&entries)));
    assert!(now.iter().any(|outcome| matches!(outcome.verdict(), Verdict::Fails(_))));
}

/// Explorations are kept, too; and other bounds, or another program, are other keys.
#[test]
fn all_inputs_are_in_the_keys() {
    let module = glassbox_states::module("explorations", None).expect("it builds");
    let [few, more] = [2, 3].map(|operations| Bounds::from([("operations", operations)]));
    let entries = Entries::default();
    let (expected, _) = decided(&module, &few, None);
    decided(&module, &few, Some(kept(&entries)));
    let (again, _) = decided(&module, &few, Some(kept(&entries)));
    assert_equal(&again, &expected, "explorations");
    let n_holding = |outcomes: &[Outcome]| outcomes.iter().filter(|it| *it.verdict() == Verdict::Holds).count();
    assert!(n_kept(&again) > 0);
    assert!(again.iter().all(|outcome| *outcome.verdict() == Verdict::Holds || !outcome.statistics().is_kept));
    assert_eq!(n_kept(&decided(&module, &more, Some(kept(&entries))).0), 0, "other bounds");
    let other_program = Kept::new(Box::new(entries), b"another version");
    let (other, _) = decided(&module, &few, Some(other_program));
    assert_eq!((n_kept(&other), n_holding(&other)), (0, n_holding(&expected)));
}

/// A store that says anything: entries with other bytes, of other keys, cut off, empty.
#[test]
fn damaged_entries_are_not_trusted() {
    #[derive(Debug)]
    struct Damaged {
        entries: Vec<(Digest, Vec<u8>)>,
        round: usize,
    }
    impl Store for Damaged {
        fn get(&self, key: &Digest) -> Option<Vec<u8>> {
            let index = self.entries.iter().position(|(known, _)| known == key)?;
            let mut entry = self.entries[index].1.clone();
            let at = self.round * 7919 % entry.len();
            match self.round % 8 {
                0 => entry[at] ^= 1,
                1 => entry[at] = b'9',
                2 => entry.truncate(at),
                3 => entry = self.entries[(index + 1) % self.entries.len()].1.clone(),
                4 => drop(entry.remove(at)),
                5 => entry.insert(at, b'0'),
                6 => entry.extend(b"\n"),
                _ => entry.swap(at, at / 2),
            }
            Some(entry)
        }

        fn put(&self, _: &Digest, _: &[u8]) {}
    }
    let bounds = Bounds::from([("height", 1)]);
    let module = glassbox_states::module("singly-linked-list", None).expect("it builds");
    let entries = Entries::default();
    let (expected, _) = decided(&module, &bounds, Some(kept(&entries)));
    let entries: Vec<(Digest, Vec<u8>)> = entries.0.lock().unwrap().clone().into_iter().collect();
    for round in 0..8 {
        let store = Damaged { entries: entries.clone(), round };
        let n_unchanged = entries.iter().filter(|(key, entry)| store.get(key).as_ref() == Some(entry)).count();
        let (now, used) = decided(&module, &bounds, Some(Kept::new(Box::new(store), b"tests")));
        assert_equal(&now, &expected, "damaged");
        let n_found = used.expect("there is a store").n_found();
        assert!(n_found <= n_unchanged, "round {round}: {n_found} entries were trusted");
    }
}

/// A sample is made again; an entry that is well-formed and wrong shows.
#[test]
fn a_sample_finds_wrong_entries() {
    let bounds = Bounds::from([("height", 2)]);
    let module = glassbox_states::module("singly-linked-list", None).expect("it builds");
    let entries = Entries::default();
    decided(&module, &bounds, Some(kept(&entries)));
    let sampled = || Some(kept(&entries).sample(100));
    let (_, used) = decided(&module, &bounds, sampled());
    let used = used.expect("there is a store");
    assert!(used.n_compared() > 0 && used.differing().is_empty());
    // Somebody who can write to the store has changed a count.
    for entry in entries.0.lock().unwrap().values_mut() {
        let text = String::from_utf8(entry.clone()).expect("entries are text");
        let front = &text[..text.len() - 65];
        let changed = front.replace("height=2;3 ", "height=2;4 ");
        let end = Digest::of(changed.as_bytes());
        *entry = format!("{changed}{end}\n").into_bytes();
    }
    let (_, used) = decided(&module, &bounds, sampled());
    assert!(!used.expect("there is a store").differing().is_empty());
}
