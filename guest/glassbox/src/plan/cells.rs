//! Cells: places in memory, their patterns, and the variables that select one.

use std::fmt::Display;

use glassbox_abi::skeleton::{CellKind, Role};

use super::description::{Cell, Label, Variable};
use super::domain::Domain;
use super::{Plan, Scope};
use crate::label;

/// A choice that has been described: its variable (none if there is only one possibility) and the number of choices.
#[derive(Clone)]
pub struct Choice {
    pub(super) variable: Option<usize>,
    choices: u32,
}

impl Plan {
    /// Describes a cell that always has this value.
    pub fn one<T>(&mut self, at: *mut T, value: T) {
        self.vary(at.cast(), Domain::of([value]));
    }

    /// Describes a value that others lie in: the bytes that no cell covers which is described later are those of `value`.
    pub(crate) fn around<T>(&mut self, at: *mut T, value: T) {
        self.fixed(at, value, CellKind::Variant);
    }

    /// Describes an element that is not in use. If it is dropped nevertheless, it always has this value. If not, nobody
    /// may read it: in the machine it is undefined, natively it has this value.
    pub fn unused<T>(&mut self, at: *mut T, value: T) {
        let kind = if std::mem::needs_drop::<T>() { CellKind::Data } else { CellKind::Unused };
        self.fixed(at, value, kind);
    }

    /// Describes a cell that always has this value, with its kind for the host.
    pub(crate) fn fixed<T>(&mut self, at: *mut T, value: T, kind: CellKind) {
        self.vary(at.cast(), Domain::of([value]).kind(kind));
    }

    /// Describes a cell that has one of these values.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn choice<T>(&mut self, at: *mut T, values: Vec<T>) -> Choice {
        self.is_no_order_of_values();
        let labels = Label::of_all(&values);
        let kind = if values.len() == 1 { CellKind::Fixed } else { CellKind::Data };
        self.vary(at.cast(), Domain::of(values).labels(labels).kind(kind).owning())
    }

    /// Describes a length that has one of these values.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn lengths<T>(&mut self, at: *mut T, values: Vec<T>) -> Choice {
        let labels = Label::of_all(&values);
        self.vary(at.cast(), Domain::of(values).labels(labels).role(Role::Length).kind(CellKind::Length))
    }

    /// Describes a cell that has one of these values, with a text for each.
    pub fn labelled<T>(&mut self, at: *mut T, values: Vec<T>, labels: Vec<String>) -> Choice {
        self.is_no_order_of_values();
        let labels = labels.into_iter().map(Label::from).collect();
        self.vary(at.cast(), Domain::of(values).labels(labels).owning())
    }

    /// As [`labelled`](Self::labelled), for values that a visitor reports as numbers.
    pub(crate) fn numbers<T>(&mut self, at: *mut T, values: Vec<T>, labels: Vec<String>) -> Choice {
        self.is_no_order_of_values();
        let labels = labels.into_iter().map(Label::from).collect();
        self.vary(at.cast(), Domain::of(values).labels(labels).integers())
    }

    /// Refuses values other than keys in a `sorted` list: only keys are known to be in order.
    fn is_no_order_of_values(&self) {
        if self.is_sorted() {
            self.refuse(
                "`sorted` orders keys of type `glassbox::Key` and nodes with such keys: write the order of other values in the \
                 invariant",
            );
        }
    }

    /// `#[glassbox(skip = expr)]`: describes a cell that always has this value, which every report mentions.
    pub fn skip<T>(&mut self, at: *mut T, value: T) {
        let text = label::primitive(&value);
        self.skip_as(at, value, if text.is_empty() { std::any::type_name::<T>() } else { &text });
    }

    /// As [`skip`](Self::skip), with the value as the user wrote it.
    pub fn skip_as<T>(&mut self, at: *mut T, value: T, text: impl Display) {
        self.skipped.push(format!("{} = {text}", self.path()));
        self.fixed(at, value, CellKind::Skipped);
    }

    /// Limits all that `f` describes to states in which the choice is one of `values`.
    pub fn when(&mut self, choice: &Choice, values: impl IntoIterator<Item = u32>, f: impl FnOnce(&mut Self)) {
        let Some(variable) = choice.variable else {
            // There is one possibility only.
            if values.into_iter().any(|value| value < choice.choices) {
                f(self);
            }
            return;
        };
        let outer = self.scope.condition;
        if let Some(condition) = self.conditions.and(outer, variable, choice.choices, values) {
            self.scope.condition = condition;
            f(self);
            self.scope.condition = outer;
        }
    }

    /// Adds a variable if there is a choice, and the cell that it decides.
    pub(crate) fn vary(&mut self, at: *mut u8, mut domain: Domain) -> Choice {
        assert!(domain.choices > 0, "`{}` has an empty domain, so there is no state at all", self.path());
        let variable = (domain.choices > 1).then(|| self.variable(&mut domain));
        let choice = Choice { variable, choices: domain.choices };
        self.cell_of(&choice, at, domain);
        choice
    }

    /// Adds a cell that a choice decides, which was described before.
    pub(super) fn cell_of(&mut self, choice: &Choice, at: *mut u8, domain: Domain) {
        debug_assert_eq!(choice.choices, domain.choices, "there is a pattern for each choice");
        if domain.size > 0 {
            self.cell(at, choice.variable, domain);
        }
    }

    /// Adds a variable. It takes the labels.
    fn variable(&mut self, domain: &mut Domain) -> usize {
        self.variables.push(Variable {
            path: self.scope.path,
            choices: domain.choices,
            condition: self.scope.condition,
            node: self.scope.node,
            labels: std::mem::take(&mut domain.labels),
            role: domain.role,
        });
        self.variables.len() - 1
    }

    /// Adds one cell, or one in each buffer that the element can lie in.
    fn cell(&mut self, at: *mut u8, variable: Option<usize>, domain: Domain) {
        let is_value = matches!(domain.kind, CellKind::Data | CellKind::Fixed) && domain.role == Role::Value;
        let is_number = self.numbers && is_value;
        if is_number && !domain.is_integer {
            self.refuse("`item` is for integers of at most 32 bits, `glassbox::Key` and `glassbox::Val`");
        }
        self.patterns.push(domain.bytes);
        let patterns = self.patterns.len() - 1;
        let kind = if is_number { CellKind::Item } else { domain.kind };
        let drop = domain.drop.filter(|_| matches!(domain.kind, CellKind::Owning | CellKind::Skipped));
        self.each_place(at, |plan, at, condition| {
            let Scope { path, node, place, .. } = plan.scope;
            plan.cells.push(Cell {
                path,
                at,
                len: domain.size,
                variable,
                patterns,
                condition,
                node,
                kind,
                place,
                drop,
            });
        });
    }
}
