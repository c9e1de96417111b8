//! Leaves out one rule of the checker after the other: a comparison must notice.
//!
//! If it did not, either the rule would be needless or the comparison blind. Rules of the local judge are tried on code that is
//! wrong on purpose: subjects first, then bugs, one after the other, until leaving out each rule has been noticed. Within a
//! subject bounds grow, so that the least bound at which a rule is needed is known. Rules of the full judge are tried on damaged
//! states, and rules about verdicts and explorations on what gets a wrong verdict without them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Mutex;

use glassbox_engine::oracle::Damaged;
use glassbox_engine::result::Bounds;
use glassbox_engine::rules::{Rule, RuleScope, Rules};
use glassbox_engine::search::{Options, Strategy};
use glassbox_states::{
    Builder, CASES, Case, Compared, EXPLORATIONS, GATES, Gate, Json, Oracle, Question, Random, RoundTrips, Size,
    attempt, in_parallel, structures, verdict,
};

use crate::report::bounds_text;
use crate::rows::questions;
use crate::units::Unit;

/// The first that noticed that a rule was left out.
struct Noticed {
    /// Index of the unit in the order.
    index: usize,
    /// Subject, check and bounds.
    by: String,
    /// The disagreement.
    how: String,
}

/// The rules that are needed, and errors that occurred with all rules.
pub(crate) struct Broken {
    noticed: BTreeMap<Rule, Noticed>,
    errors: Vec<String>,
}

/// Leaves out one rule after the other.
pub(crate) fn run(units: &[Unit]) -> Broken {
    let units: Vec<(usize, &Unit)> =
        units.iter().filter(|unit| unit.bug.is_some() || unit.case.is_wrong).enumerate().collect();
    let noticed = Mutex::new(BTreeMap::new());
    let name = |(_, unit): &(usize, &Unit)| unit.to_string();
    let results = in_parallel(&units, name, |&(index, unit), builder| look(index, unit, builder, &noticed));
    let errors =
        results.into_iter().zip(&units).filter_map(|(result, (_, unit))| Some(format!("{unit}: {}", result.err()?)));
    let mut broken = Broken { errors: errors.collect(), noticed: noticed.into_inner().expect("nobody panics with it") };
    let error = Builder::new(0).and_then(|builder| broken.other_rules(&builder)).err();
    broken.errors.extend(error);
    broken
}

type Found = Mutex<BTreeMap<Rule, Noticed>>;

/// Rules of this part of the checker.
fn rules_of(scope: RuleScope) -> impl Iterator<Item = Rule> {
    Rule::ALL.iter().copied().filter(move |rule| rule.scope() == scope)
}

/// Rules that no unit before this one needs, so that the result does not depend on the speed of workers.
fn open_rules(index: usize, found: &Found) -> BTreeSet<Rule> {
    let found = found.lock().expect("nobody panics with it");
    rules_of(RuleScope::Judge).filter(|rule| found.get(rule).is_none_or(|noticed| noticed.index > index)).collect()
}

fn look(index: usize, unit: &Unit, builder: &Builder, found: &Found) -> Result<(), String> {
    if open_rules(index, found).is_empty() {
        return Ok(());
    }
    let module = builder.module(unit.case.package, unit.bug.as_deref())?;
    let size = if unit.bug.is_some() { Size::Quick } else { Size::Full };
    let questions = questions(unit, &module, size)?;
    let highest = questions.iter().map(|question| largest(&question.bounds)).max().unwrap_or(1);
    for level in 1..=highest {
        for question in questions.iter().filter(|question| level <= largest(&question.bounds)) {
            let question = up_to(question, level);
            let open = open_rules(index, found);
            if open.is_empty() {
                return Ok(());
            }
            let oracle = question.oracle()?;
            // What is judged wrongly with all rules says nothing about any of them; nor does what no rule decides, as a loop that takes many steps.
            let Compared { disagreements, unfound, first, .. } =
                question.compare(&Options::new(Strategy::Paths), &oracle)?;
            if unfound > 0 && unfound == disagreements {
                continue;
            }
            if let Some(first) = first {
                let path = &question.path;
                return Err(format!("{path}: {disagreements} transitions are judged wrongly with all rules; {first}"));
            }
            for rule in open {
                if let Some(how) = is_missed(rule, &question, &oracle) {
                    let by = format!("{unit}: {}, {}", question.path, bounds_text(&question.bounds));
                    insert_if_first(found, rule, Noticed { index, by, how });
                }
            }
        }
    }
    Ok(())
}

fn insert_if_first(found: &Found, rule: Rule, noticed: Noticed) {
    let mut found = found.lock().expect("nobody panics with it");
    if found.get(&rule).is_none_or(|before| before.index > noticed.index) {
        found.insert(rule, noticed);
    }
}

fn largest(bounds: &Bounds) -> u32 {
    bounds.iter().map(|(_, value)| value).max().unwrap_or(1)
}

fn up_to(question: &Question, level: u32) -> Question {
    let bounds = question.bounds.iter().map(|(name, value)| (name, level.min(value)));
    Question { bounds: bounds.collect(), ..question.clone() }
}

/// The disagreement without the rule, if any. If another rule covers it, that one is left out, too, and more must be judged
/// wrongly than without that one alone.
fn is_missed(rule: Rule, question: &Question, oracle: &Oracle) -> Option<String> {
    let compare = |rules: Rules| {
        let options = Options { rules, ..Options::new(Strategy::Paths) };
        attempt(|| question.compare(&options, oracle))
    };
    let anyway = match rule.covered_by() {
        Some(other) => compare(Rules::without(other)).ok()?.disagreements,
        None => 0,
    };
    match compare(Rules::without(rule).and_without(rule.covered_by())) {
        Ok(compared) if compared.disagreements <= anyway => None,
        Ok(compared) => {
            Some(format!("{} of {} transitions are judged wrongly", compared.disagreements, compared.transitions))
        }
        Err(error) => Some(format!("no answer: {error}")),
    }
}

/// Damages of one structure.
const DAMAGES: u64 = 400;

/// Subjects whose states are damaged: with keys, values and vectors.
fn damaged_cases() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| {
        ["red-black-tree", "stack", "binary-heap", "doubly-linked-list", "scribbled-tree", "union-find"]
            .contains(&case.package)
    })
}

/// Damages that the full judge misses with these rules, and the subject whose state was damaged.
fn missed_damage(builder: &Builder, rules: &Rules) -> Result<Option<(String, RoundTrips)>, String> {
    for case in damaged_cases() {
        for mut structure in structures(case, builder, rules)? {
            let mut counts = RoundTrips::default();
            structure.damage_some(DAMAGES, &mut Random::new(1), &mut counts)?;
            if counts.of(Damaged::Missed) > 0 {
                return Ok(Some((format!("{}: {}", case.package, structure.path), counts)));
            }
        }
    }
    Ok(None)
}

impl Broken {
    /// Leaves out the rules of the full judge, and those about verdicts.
    fn other_rules(&mut self, builder: &Builder) -> Result<(), String> {
        if let Some((by, _)) = missed_damage(builder, &Rules::default())? {
            return Err(format!("{by}: damage is missed with all rules"));
        }
        for rule in rules_of(RuleScope::Oracle) {
            if let Some((by, counts)) = missed_damage(builder, &Rules::without(rule))? {
                let how = format!("{} of {} damages are missed", counts.of(Damaged::Missed), counts.n_damages());
                self.noticed.insert(rule, Noticed { index: 0, by, how });
            }
        }
        for Gate { rule, package, path, with, without } in GATES.into_iter().chain(EXPLORATIONS) {
            let module = builder.module(package, None)?;
            let all = verdict(&module, path, Rules::default())?;
            if all != with {
                return Err(format!("{path}: {all:?} instead of {with:?} with all rules"));
            }
            if verdict(&module, path, Rules::without(rule))? == without {
                let how = format!("{without:?} instead of {with:?}");
                self.noticed.entry(rule).or_insert(Noticed { index: 0, by: format!("{package}: {path}"), how });
            }
        }
        Ok(())
    }

    /// Whether leaving out each rule was noticed.
    pub(crate) fn is_well(&self) -> bool {
        self.unnoticed().next().is_none() && self.errors.is_empty()
    }

    fn unnoticed(&self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(|rule| !self.noticed.contains_key(rule))
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (rule, Noticed { by, how, .. }) in &self.noticed {
            let _ = writeln!(text, "{:11} {:26} {by}: {how}", format!("{:?}", rule.scope()), format!("{rule:?}"));
        }
        self.unnoticed().for_each(|rule| writeln!(text, "{rule:?} NOBODY NOTICED").expect("a text takes everything"));
        self.errors.iter().for_each(|error| writeln!(text, "ERROR: {error}").expect("a text takes everything"));
        let _ = write!(text, "broken: {} of {} rules are missed when left out", self.noticed.len(), Rule::ALL.len());
        text
    }

    pub(crate) fn json(&self) -> Json {
        Json::Object(vec![
            (
                "noticed",
                Json::list(&self.noticed, |(rule, noticed)| {
                    Json::Object(vec![
                        ("rule", Json::text(format!("{rule:?}"))),
                        ("scope", Json::text(format!("{:?}", rule.scope()))),
                        ("by", Json::text(&noticed.by)),
                        ("how", Json::text(&noticed.how)),
                    ])
                }),
            ),
            ("unnoticed", Json::list(self.unnoticed(), |rule| Json::text(format!("{rule:?}")))),
            ("rules", Json::number(Rule::ALL.len())),
            ("errors", Json::list(&self.errors, Json::text)),
            ("ok", Json::Bool(self.is_well())),
        ])
    }
}
