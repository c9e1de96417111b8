//! Writer of functions: the scope, and the simplest expressions.
//!
//! Expressions and statements are text. Expressions have parentheses where needed in any context, and a type that the
//! compiler need not infer.

use std::fmt::Write as _;

use super::scalar::Scalar;
use super::shape::{Shape, Variable};
use crate::random::Random;

/// Writes the source of a function.
pub(super) struct Writer<'a> {
    pub(super) random: &'a mut Random,
    pub(super) shape: &'a Shape,
    /// Readable places: fields, parameters, locals in scope.
    pub(super) scope: Vec<Variable>,
    /// Source of tables and helpers, which are before the function.
    pub(super) items: String,
    pub(super) body: String,
    pub(super) indent: usize,
    /// Number of statements left.
    pub(super) budget: usize,
    /// Number of open loops.
    pub(super) loops: usize,
    /// Result type of the function.
    pub(super) result: Scalar,
    /// Whether the code is in a helper, which has no access to the struct.
    in_helper: bool,
    n_names: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(random: &'a mut Random, shape: &'a Shape, result: Scalar) -> Self {
        let scope = shape.variables.clone();
        let (items, body) = (String::new(), String::new());
        Self { random, shape, scope, items, body, indent: 1, budget: 0, loops: 0, result, in_helper: false, n_names: 0 }
    }

    /// A unique name. Items of all programs are in one module, so the name has the number of the program.
    pub(super) fn name(&mut self, kind: &str) -> String {
        self.n_names += 1;
        format!("{kind}{}_{}", self.shape.number, self.n_names)
    }

    pub(super) fn line(&mut self, line: &str) {
        writeln!(self.body, "{:width$}{line}", "", width = self.indent * 4).expect("a string takes it");
    }

    /// Writes statements in braces. Their declarations are out of scope afterwards.
    pub(super) fn block(&mut self, head: &str, statements: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        let scope = self.scope.len();
        statements(self);
        self.scope.truncate(scope);
        self.indent -= 1;
        self.line("}");
    }

    /// Adds a variable to the scope.
    pub(super) fn declare(&mut self, text: &str, ty: Scalar, mutable: bool) {
        self.scope.push(Variable { text: text.to_owned(), ty, values: Vec::new(), mutable });
    }

    /// Whether the struct has fields with a structure, and the code has access to them.
    pub(super) fn has_special(&self) -> bool {
        !self.in_helper && !self.shape.specials.is_empty()
    }

    // --- The simplest expressions ---

    pub(super) fn literal(&mut self, ty: Scalar) -> String {
        let bits = if self.random.chance(50) { self.known_bits(ty) } else { None };
        let bits = bits.unwrap_or_else(|| ty.some_bits(self.random));
        ty.literal(bits)
    }

    /// A possible value of a place with a compatible type.
    fn known_bits(&mut self, ty: Scalar) -> Option<u64> {
        let alike = self.scope.iter().filter(|variable| variable.ty.is_float() == ty.is_float());
        let alike = alike.filter(|variable| !ty.is_float() || variable.ty == ty);
        let values: Vec<u64> = alike.flat_map(|variable| variable.values.clone()).collect();
        (!values.is_empty()).then(|| self.random.pick(&values))
    }

    /// A random place in scope, of any type.
    pub(super) fn any_variable(&mut self) -> Option<Variable> {
        (!self.scope.is_empty()).then(|| self.random.pick(&self.scope))
    }

    /// A random place in scope whose value varies, of any type.
    pub(super) fn varying(&mut self) -> Option<Variable> {
        let varying: Vec<&Variable> = self.scope.iter().filter(|variable| !variable.values.is_empty()).collect();
        (!varying.is_empty()).then(|| self.random.pick(&varying).clone())
    }

    /// A random place in scope that may be assigned.
    pub(super) fn mutable(&mut self) -> Option<Variable> {
        let mutable: Vec<&Variable> = self.scope.iter().filter(|variable| variable.mutable).collect();
        (!mutable.is_empty()).then(|| self.random.pick(&mutable).clone())
    }

    /// A random place in scope, converted to this type if it has another.
    pub(super) fn source(&mut self, ty: Scalar) -> String {
        let same: Vec<&Variable> = self.scope.iter().filter(|variable| variable.ty == ty).collect();
        if !same.is_empty() && self.random.chance(60) {
            return self.random.pick(&same).text.clone();
        }
        match self.any_variable() {
            Some(variable) => ty.cast(variable.text, variable.ty),
            None => self.literal(ty),
        }
    }

    // --- Items ---

    pub(super) fn item(&mut self, item: &str) {
        writeln!(self.items, "{item}").expect("a string takes it");
    }

    /// Adds a table of constants, and returns its name and length. Some are mutable, and so not constant.
    pub(super) fn table(&mut self, ty: Scalar) -> (String, usize) {
        let name = self.name("T");
        let n = self.random.range(2, 9);
        let elements: Vec<String> = (0..n).map(|_| self.plain_literal(ty)).collect();
        let keyword = self.random.pick(&["static", "static", "const", "static mut"]);
        let (ty, elements) = (ty.name(), elements.join(", "));
        self.item(&format!("{keyword} {name}: [{ty}; {n}] = [{elements}];"));
        (name, n)
    }

    fn plain_literal(&mut self, ty: Scalar) -> String {
        let bits = ty.some_bits(self.random);
        ty.literal(bits)
    }

    /// Adds a function of two numbers without access to anything else, and returns its name.
    pub(super) fn helper(&mut self, params: [Scalar; 2], result: Scalar) -> String {
        let name = self.name("h");
        let around = (std::mem::take(&mut self.scope), std::mem::replace(&mut self.in_helper, true));
        self.declare("x", params[0], false);
        self.declare("y", params[1], false);
        let expression = self.expression(result, 2);
        (self.scope, self.in_helper) = around;
        let inline = self.random.pick(&["#[inline(never)]", "#[inline(never)]", "#[inline]"]);
        let (x, y, result) = (params[0].name(), params[1].name(), result.name());
        self.item(&format!("{inline}\nunsafe fn {name}(x: {x}, y: {y}) -> {result} {{\n    {expression}\n}}"));
        name
    }
}
