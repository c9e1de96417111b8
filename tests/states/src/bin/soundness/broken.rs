//! Leaves out one rule of the judge: the comparison with the oracle must notice.
//!
//! If it did not, either the rule would be needless or the comparison blind. Rules are tried on code that is wrong on
//! purpose: subjects first, then bugs, one after the other, until leaving out each rule has been noticed. Within a
//! subject bounds grow, so that the least bound at which a rule is needed is known.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Mutex;

use glassbox_engine::judge::{Rule, Rules};
use glassbox_engine::result::Bounds;
use glassbox_engine::search::{Options, Strategy};
use glassbox_states::{Builder, Json, Oracle, Question, Size};

use crate::report::{bounds_json, bounds_text};
use crate::rows::questions;
use crate::units::Unit;
use crate::workers::{attempt, in_parallel};

/// The first unit that noticed that a rule was left out.
struct Noticed {
    /// Index of the unit in the order.
    index: usize,
    unit: String,
    question: Question,
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
    Broken { errors: errors.collect(), noticed: noticed.into_inner().expect("nobody panics with it") }
}

type Found = Mutex<BTreeMap<Rule, Noticed>>;

/// Rules that no unit before this one needs, so that the result does not depend on the speed of workers.
fn open_rules(index: usize, found: &Found) -> BTreeSet<Rule> {
    let found = found.lock().expect("nobody panics with it");
    Rule::ALL.into_iter().filter(|rule| found.get(rule).is_none_or(|noticed| noticed.index > index)).collect()
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
            let mut oracle = None;
            for rule in open_rules(index, found) {
                let oracle = match &oracle {
                    Some(oracle) => oracle,
                    None => &*oracle.insert(question.oracle()?),
                };
                if let Some(how) = is_missed(rule, &question, oracle) {
                    let question = question.clone();
                    insert_if_first(found, rule, Noticed { index, unit: unit.to_string(), question, how });
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

/// The disagreement without the rule, if any.
fn is_missed(rule: Rule, question: &Question, oracle: &Oracle) -> Option<String> {
    let options = Options { rules: Rules::without(rule), ..Options::new(Strategy::Paths) };
    match attempt(|| question.compare(&options, oracle)) {
        Ok(compared) if compared.disagreements == 0 => None,
        Ok(compared) => {
            Some(format!("{} of {} transitions are judged wrongly", compared.disagreements, compared.transitions))
        }
        Err(error) => Some(format!("no answer: {error}")),
    }
}

impl Broken {
    /// Whether leaving out each rule was noticed.
    pub(crate) fn is_well(&self) -> bool {
        self.unnoticed().next().is_none() && self.errors.is_empty()
    }

    fn unnoticed(&self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(|rule| !self.noticed.contains_key(rule))
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (rule, Noticed { unit, question, how, .. }) in &self.noticed {
            let bounds = bounds_text(&question.bounds);
            let _ = writeln!(text, "{:26} {unit}: {}, {bounds}: {how}", format!("{rule:?}"), question.path);
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
                        ("by", Json::text(&noticed.unit)),
                        ("check", Json::text(&noticed.question.path)),
                        ("bounds", bounds_json(&noticed.question.bounds)),
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
