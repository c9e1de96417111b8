//! Conditions: the choices under which a part exists.

use std::rc::Rc;

/// A requirement on one variable: it has one of the choices.
#[derive(Clone, PartialEq)]
pub(crate) struct Requirement {
    pub(crate) variable: usize,
    /// Ascending.
    pub(crate) choices: Rc<[u32]>,
}

/// A conjunction of requirements.
pub(crate) type Condition = Vec<Requirement>;

/// Whether these choices, one for each variable, meet the condition.
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) fn holds(condition: &[Requirement], choices: &[u32]) -> bool {
    condition.iter().all(|requirement| requirement.choices.contains(&choices[requirement.variable]))
}

/// Whether no state can meet both, because they require different choices of one variable.
pub(crate) fn exclude(a: &[Requirement], b: &[Requirement]) -> bool {
    a.iter().any(|a| {
        let same = b.iter().filter(|b| b.variable == a.variable);
        same.into_iter().any(|b| !a.choices.iter().any(|choice| b.choices.contains(choice)))
    })
}
