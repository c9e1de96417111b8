//! Comparison of a run with a lock: what the run proves less, and whether it proves more.

use std::collections::BTreeMap;

use glassbox_abi::names;
use glassbox_engine::result::is_size;
use glassbox_report::document::VerdictWord;

use super::assumption::LockedAssumption;
use super::model::{CheckName, Lock, NAME, Operations, Proof, Reach};
use super::proof::Ended;

/// Something that the lock has, and the run does not prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Less {
    /// The check, or the operation.
    pub check: CheckName,
    kind: LessKind,
}

/// How a run proves less of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LessKind {
    /// The check is not in the build.
    Gone,
    /// It does not hold.
    Verdict(VerdictWord),
    /// A bound is smaller, or is missing.
    Bound { name: String, locked: Reach, now: Option<Reach> },
    /// A bound that is a setting is another one.
    Setting { name: String, locked: Reach, now: Option<Reach> },
    /// It assumes something new.
    Assumption(LockedAssumption),
    /// A function of an exploration is missing.
    Function(String),
    /// A public operation of a checked type has no check.
    Operation { was_checked: bool },
}

/// Result of comparing a run with a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// What the run proves less, in the order of the lock.
    pub less: Vec<Less>,
    /// Checks that hold, and are not in the lock.
    n_new: usize,
    /// Checks that prove more, and nothing less.
    n_more: usize,
    /// Checks of the lock that were not chosen.
    n_not_chosen: usize,
    /// Checks of the lock.
    n_locked: usize,
    /// Operations that have a check, and have none in the lock.
    n_operations: usize,
    /// Whether the lock is of a version without operations, and there are some.
    lacks_operations: bool,
}

/// Compares results with a lock. `is_chosen` says whether a check that is not among the results should be.
pub fn compare(
    lock: &Lock,
    results: &BTreeMap<CheckName, Ended>,
    is_chosen: impl Fn(&CheckName) -> bool,
) -> Comparison {
    let is_new =
        |(name, ended): &(&CheckName, &Ended)| matches!(ended, Ended::Holds(_)) && !lock.checks.contains_key(*name);
    let n_new = results.iter().filter(is_new).count();
    let mut comparison = Comparison { n_new, n_locked: lock.checks.len(), ..Comparison::default() };
    for (name, locked) in &lock.checks {
        let kinds = match results.get(name) {
            Some(Ended::Holds(now)) => {
                let kinds = less(locked, now);
                comparison.n_more += usize::from(kinds.is_empty() && now != locked);
                kinds
            }
            Some(Ended::Not { verdict, .. }) => vec![LessKind::Verdict(*verdict)],
            None if is_chosen(name) => vec![LessKind::Gone],
            None => {
                comparison.n_not_chosen += 1;
                Vec::new()
            }
        };
        comparison.less.extend(kinds.into_iter().map(|kind| Less { check: name.clone(), kind }));
    }
    comparison
}

/// What `now` proves less than `locked`.
fn less(locked: &Proof, now: &Proof) -> Vec<LessKind> {
    let mut kinds = Vec::new();
    for (name, &reach) in &locked.bounds {
        let (name, own, locked) = (name.clone(), now.bounds.get(name).copied(), reach);
        // A larger capacity is another one, not more.
        let is_larger = is_size(&name) || [names::OPERATIONS, names::ELEMENTS].contains(&&*name);
        if is_larger && own.is_none_or(|own| own < locked) {
            kinds.push(LessKind::Bound { name, locked, now: own });
        } else if !is_larger && own != Some(locked) {
            kinds.push(LessKind::Setting { name, locked, now: own });
        }
    }
    let is_new = |own: &&LockedAssumption| !locked.assumptions.iter().any(|it| own.follows_from(it));
    kinds.extend(now.assumptions.iter().filter(is_new).cloned().map(LessKind::Assumption));
    kinds.extend(locked.functions.difference(&now.functions).cloned().map(LessKind::Function));
    kinds
}

impl Comparison {
    /// Compares the operations of the checked types with those of the lock: one without a check is less, unless the lock has it as
    /// such. What is gone is not less: its check is, if it had one.
    pub fn add_operations(&mut self, lock: &Lock, now: &BTreeMap<CheckName, Operations>) {
        let Some(types) = &lock.types else {
            self.lacks_operations = !now.is_empty();
            return;
        };
        let none = Operations::default();
        for (name, own) in now {
            let locked = types.get(name).unwrap_or(&none);
            self.n_operations += own.checked.difference(&locked.checked).count();
            for operation in own.unchecked.difference(&locked.unchecked) {
                let check = CheckName { path: format!("{}::{operation}", name.path), ..name.clone() };
                let kind = LessKind::Operation { was_checked: locked.checked.contains(operation) };
                self.less.push(Less { check, kind });
            }
        }
    }
}

impl Less {
    /// The difference, to be read behind the path of the check.
    pub fn text(&self) -> String {
        match &self.kind {
            LessKind::Gone => format!("is in {NAME}, and not in this build"),
            LessKind::Verdict(verdict) => format!("holds in {NAME}, and {}", word(*verdict)),
            LessKind::Bound { name, locked, now: Some(now) } => {
                format!("holds for {name} <= {now}, and in {NAME} for {}", up_to(name, *locked))
            }
            LessKind::Setting { name, locked, now: Some(now) } => {
                format!("holds for {name} = {now}, and in {NAME} for {name} = {locked}")
            }
            LessKind::Bound { name, now: None, .. } | LessKind::Setting { name, now: None, .. } => {
                format!("has no bound `{name}`, and has one in {NAME}")
            }
            LessKind::Assumption(assumption) => format!("assumes `{assumption}`, and does not in {NAME}"),
            LessKind::Operation { was_checked: false } => format!("has no check, and is not in {NAME}"),
            LessKind::Operation { was_checked: true } => format!("has no check, and has one in {NAME}"),
            LessKind::Function(function) => format!("does not try `{function}`, and does in {NAME}"),
        }
    }
}

fn up_to(name: &str, reach: Reach) -> String {
    match reach {
        Reach::UpTo(value) => format!("{name} <= {value}"),
        Reach::Any => format!("any number of {name}"),
    }
}

fn word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Holds => "holds",
        VerdictWord::Fails => "fails",
        VerdictWord::Unknown => "is undecided",
        VerdictWord::NotRun => "was not run",
        VerdictWord::Error => "cannot be run",
    }
}

impl Comparison {
    /// Sentences about what is not less.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let Self { n_new, n_more, n_not_chosen, n_locked, .. } = *self;
        if n_not_chosen > 0 {
            let were = if n_not_chosen == 1 { "was" } else { "were" };
            notes.push(format!("{n_not_chosen} of {n_locked} checks in {NAME} {were} not compared: not chosen"));
        }
        let new = (n_new > 0).then(|| count(n_new, "check is new", "checks are new"));
        let more = (n_more > 0).then(|| count(n_more, "check proves more", "checks prove more"));
        let n_operations = self.n_operations;
        let checked = (n_operations > 0)
            .then(|| count(n_operations, "operation more has a check", "operations more have a check"));
        let parts: Vec<String> = new.into_iter().chain(more).chain(checked).collect();
        if !parts.is_empty() {
            notes.push(format!(
                "this run proves more than {NAME}: {}; `cargo glassbox --workspace --write-lock` writes it",
                parts.join(", ")
            ));
        }
        if self.lacks_operations {
            notes.push(format!(
                "{NAME} does not list operations, because an older command wrote it; `cargo glassbox --workspace --write-lock` adds them"
            ));
        }
        notes
    }
}

fn count(n: usize, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str) -> CheckName {
        CheckName { package: "p".to_owned(), path: path.to_owned() }
    }

    fn proof(bounds: &[(&str, Reach)], assumptions: &[&str], functions: &[&str]) -> Proof {
        Proof {
            bounds: bounds.iter().map(|(name, reach)| ((*name).to_owned(), *reach)).collect(),
            assumptions: assumptions.iter().map(|text| LockedAssumption::parse(text).unwrap()).collect(),
            functions: functions.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    /// Compares two proofs of one check.
    fn compared(locked: &Proof, now: &Proof) -> Comparison {
        let lock = Lock { checks: [(name("a"), locked.clone())].into(), types: None };
        compare(&lock, &[(name("a"), Ended::Holds(now.clone()))].into(), |_| true)
    }

    #[track_caller]
    fn assert_less(locked: &Proof, now: &Proof, words: &str) {
        let found = compared(locked, now);
        assert_eq!(found.less.len(), 1, "{found:?}");
        assert!(found.less[0].text().contains(words), "{}", found.less[0].text());
        assert!(found.notes().is_empty(), "{found:?}");
    }

    #[track_caller]
    fn assert_more(locked: &Proof, now: &Proof) {
        let found = compared(locked, now);
        assert!(found.less.is_empty() && found.n_more == 1, "{found:?}");
        assert_eq!(found.notes().len(), 1);
    }

    #[test]
    fn the_same_is_neither_less_nor_more() {
        let all = proof(&[("height", Reach::UpTo(3)), ("capacity", Reach::UpTo(0))], &["not-moved"], &["push"]);
        let found = compared(&all, &all);
        assert!(found.less.is_empty() && found.notes().is_empty(), "{found:?}");
    }

    #[test]
    fn smaller_bounds_are_less() {
        let bounds = |bounds: &[(&str, Reach)]| proof(bounds, &[], &[]);
        let three = bounds(&[("height", Reach::UpTo(3)), ("len", Reach::UpTo(2))]);
        let smaller = bounds(&[("height", Reach::UpTo(2)), ("len", Reach::UpTo(2))]);
        assert_less(&three, &smaller, "holds for height <= 2, and in glassbox.lock for height <= 3");
        assert_more(&smaller, &three);
        // One larger bound does not make up for a smaller one.
        assert_less(&three, &bounds(&[("height", Reach::UpTo(9)), ("len", Reach::UpTo(1))]), "len <= 1");
        assert_less(&three, &bounds(&[("height", Reach::UpTo(3))]), "has no bound `len`");
        let any = bounds(&[("operations", Reach::Any)]);
        assert_less(&any, &bounds(&[("operations", Reach::UpTo(u32::MAX))]), "any number of operations");
        assert_more(&bounds(&[("operations", Reach::UpTo(u32::MAX))]), &any);
    }

    #[test]
    fn settings_are_the_same_or_not() {
        let capacity = |value| proof(&[("capacity", Reach::UpTo(value))], &[], &[]);
        assert_less(&capacity(0), &capacity(1), "capacity = 1, and in glassbox.lock for capacity = 0");
        assert_less(&capacity(1), &capacity(0), "capacity = 0");
    }

    #[test]
    fn new_assumptions_are_less() {
        let of = |assumptions: &[&str]| proof(&[], assumptions, &[]);
        assert_less(&of(&["not-moved"]), &of(&["not-moved", "may-leave"]), "assumes `may-leave`");
        assert_less(&of(&["one-value: a"]), &of(&["one-value: b"]), "assumes `one-value: b`");
        assert_less(&of(&["dropped-up-to: len=3"]), &of(&["dropped-up-to: len=2"]), "`dropped-up-to: len=2`");
        assert_more(&of(&["not-moved", "may-leave"]), &of(&["not-moved"]));
        assert_more(&of(&["dropped-up-to: len=2"]), &of(&["dropped-up-to: len=3"]));
        assert_more(&of(&["never-dropped"]), &of(&["dropped-up-to: len=3"]));
    }

    #[test]
    fn functions_must_stay() {
        let of = |functions: &[&str]| proof(&[], &[], functions);
        assert_less(&of(&["pop", "push"]), &of(&["push"]), "does not try `pop`");
        assert_more(&of(&["push"]), &of(&["pop", "push"]));
    }

    #[test]
    fn what_does_not_hold_is_less_than_nothing() {
        let lock = Lock { checks: [(name("a"), Proof::default())].into(), types: None };
        for verdict in [VerdictWord::Fails, VerdictWord::Unknown, VerdictWord::NotRun, VerdictWord::Error] {
            let ended = Ended::Not { verdict, is_unfinished: false };
            assert_eq!(compare(&lock, &[(name("a"), ended.clone())].into(), |_| true).less.len(), 1);
            // What is not in the lock may fail.
            assert_eq!(compare(&Lock::default(), &[(name("a"), ended)].into(), |_| true), Comparison::default());
        }
    }

    #[test]
    fn operations_without_a_check_are_less() {
        let of = |checked: &[&str], unchecked: &[&str]| {
            let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            BTreeMap::from([(name("a::T"), Operations { checked: set(checked), unchecked: set(unchecked) })])
        };
        let compared = |locked: Option<BTreeMap<CheckName, Operations>>, now| {
            let mut comparison = Comparison::default();
            comparison.add_operations(&Lock { types: locked, ..Lock::default() }, &now);
            let less: Vec<String> =
                comparison.less.iter().map(|less| format!("{} {}", less.check.path, less.text())).collect();
            (less, comparison.notes())
        };
        let nothing = (Vec::new(), Vec::new());
        let before = || Some(of(&["push"], &["peek"]));
        assert_eq!(compared(before(), of(&["push"], &["peek"])), nothing);
        assert_eq!(compared(before(), of(&["push"], &[])), nothing, "an operation that is gone is not less");
        assert_eq!(compared(before(), BTreeMap::new()), nothing);
        let (less, notes) = compared(before(), of(&["push"], &["peek", "pop"]));
        assert_eq!(
            (&less[..], &notes[..]),
            (&["a::T::pop has no check, and is not in glassbox.lock".to_owned()][..], &[][..])
        );
        let (less, _) = compared(before(), of(&[], &["peek", "push"]));
        assert_eq!(less, ["a::T::push has no check, and has one in glassbox.lock"]);
        let (less, notes) = compared(before(), of(&["peek", "push"], &[]));
        assert!(less.is_empty() && notes[0].contains("1 operation more has a check"), "{notes:?}");
        assert_eq!(compared(Some(BTreeMap::new()), of(&[], &["pop"])).0.len(), 1, "a new type");
        let (less, notes) = compared(None, of(&["push"], &["pop"]));
        assert!(less.is_empty() && notes[0].contains("does not list operations"), "{notes:?}");
    }

    #[test]
    fn a_check_is_gone_unless_it_was_not_chosen() {
        let lock = Lock { checks: [(name("a"), Proof::default()), (name("b"), Proof::default())].into(), types: None };
        let results = [(name("a"), Ended::Holds(Proof::default()))].into();
        let gone = compare(&lock, &results, |_| true);
        assert_eq!(gone.less.iter().map(|less| &*less.check.path).collect::<Vec<_>>(), ["b"]);
        let left = compare(&lock, &results, |_| false);
        assert!(left.less.is_empty());
        assert_eq!(left.notes(), ["1 of 2 checks in glassbox.lock was not compared: not chosen"]);
        // A check of another package is another check.
        let other = CheckName { package: "q".to_owned(), path: "a".to_owned() };
        let moved = compare(&lock, &[(other, Ended::Holds(Proof::default()))].into(), |_| true);
        assert_eq!((moved.less.len(), moved.n_new), (2, 1));
    }
}
