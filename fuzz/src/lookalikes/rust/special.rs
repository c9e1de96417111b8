//! Expressions on fields with a structure: enums, arrays, lists, places that may be uninitialized.

use super::scalar::Scalar;
use super::shape::{Special, Variant};
use super::writer::Writer;

/// A pattern for a variant, a condition on its payload, and the names of the payload.
struct Arm {
    head: String,
    guard: String,
    payload: Vec<(String, Scalar)>,
}

impl Writer<'_> {
    /// An expression of this type that depends on such a field, which must exist.
    pub(super) fn special(&mut self, ty: Scalar, depth: usize) -> String {
        let special = &self.shape.specials[self.random.below(self.shape.specials.len())];
        match special {
            Special::Enum { field, ty: of, variants } if variants.iter().all(|variant| variant.payload.is_empty()) => {
                self.of_plain_enum(ty, depth, field, of, variants)
            }
            Special::Enum { field, ty: of, variants } => self.of_enum(ty, depth, field, of, variants),
            Special::Array { field, of, n, length } => self.of_array(ty, depth, field, *of, *n, Some(length)),
            Special::Full { field, of, n } => self.of_array(ty, depth, field, *of, *n, None),
            Special::List { field, option, .. } => self.of_list(ty, field, *option),
            Special::Maybe { flag, field, of } => self.of_maybe(ty, flag, field, *of),
            Special::Twins { first, second } => {
                let condition = self.random.pick(&[format!("({first} == {second})"), format!("({first} != {second})")]);
                ty.cast(condition, Scalar::Bool)
            }
        }
    }

    // --- Enums ---

    fn of_plain_enum(&mut self, ty: Scalar, depth: usize, field: &str, of: &str, variants: &[Variant]) -> String {
        let variant = self.random.pick(variants).name;
        match self.random.below(10) {
            0..=1 => {
                let operator = self.random.pick(&["==", "!=", "<", ">="]);
                ty.cast(format!("({field} {operator} {of}::{variant})"), Scalar::Bool)
            }
            2 => ty.cast(format!("({field} as u32)"), Scalar::U32),
            _ => {
                // All arms constant: a table of data.
                let constant = self.random.chance(60);
                let mut arms = Vec::new();
                for variant in &variants[..self.random.range(1, variants.len())] {
                    let arm = if constant { self.literal(ty) } else { self.expression(ty, depth - 1) };
                    arms.push(format!("{of}::{} => {arm}", variant.name));
                }
                let rest = self.literal(ty);
                format!("(match {field} {{ {}, _ => {rest} }})", arms.join(", "))
            }
        }
    }

    fn of_enum(&mut self, ty: Scalar, depth: usize, field: &str, of: &str, variants: &[Variant]) -> String {
        let full: Vec<&Variant> = variants.iter().filter(|variant| !variant.payload.is_empty()).collect();
        let variant = self.random.pick(&full);
        match self.random.below(10) {
            0..=2 => {
                let Arm { head, guard, .. } = self.arm(of, variant);
                ty.cast(format!("matches!({field}, {head} if {guard})"), Scalar::Bool)
            }
            3..=4 => {
                let arm = self.arm(of, variant);
                let (then, rest) = (self.with_payload(ty, depth, &arm), self.literal(ty));
                format!("(if let {} = {field} {{ {then} }} else {{ {rest} }})", arm.head)
            }
            _ => {
                let mut arms = Vec::new();
                for variant in variants {
                    let arm = self.arm(of, variant);
                    if self.random.chance(40) {
                        let value = self.with_payload(ty, depth, &arm);
                        arms.push(format!("{} if {} => {value}", arm.head, arm.guard));
                    }
                    let value = self.with_payload(ty, depth, &arm);
                    arms.push(format!("{} => {value}", arm.head));
                }
                format!("(match {field} {{ {} }})", arms.join(", "))
            }
        }
    }

    fn arm(&mut self, of: &str, variant: &Variant) -> Arm {
        let payload: Vec<(String, Scalar)> = variant.payload.iter().map(|&ty| (self.name("p"), ty)).collect();
        let Some((first, ty)) = payload.first() else {
            return Arm { head: format!("{of}::{}", variant.name), guard: "true".to_owned(), payload };
        };
        let operator = if *ty == Scalar::Bool { "!=" } else { self.random.pick(&["<", ">", "==", ">="]) };
        let guard = format!("{first} {operator} {}", self.literal(*ty));
        let names: Vec<&str> = payload.iter().map(|(name, _)| &name[..]).collect();
        Arm { head: format!("{of}::{}({})", variant.name, names.join(", ")), guard, payload }
    }

    /// An expression with the payload in scope.
    fn with_payload(&mut self, ty: Scalar, depth: usize, arm: &Arm) -> String {
        let scope = self.scope.len();
        for (name, of) in &arm.payload {
            self.declare(name, *of, false);
        }
        let expression = match arm.payload.first() {
            Some((name, of)) if self.random.chance(50) => ty.cast(name.clone(), *of),
            _ => self.expression(ty, depth - 1),
        };
        self.scope.truncate(scope);
        expression
    }

    // --- Arrays ---

    /// An expression on an array. `length` is the number of elements that are present, if not all are.
    fn of_array(
        &mut self,
        ty: Scalar,
        depth: usize,
        field: &str,
        of: Scalar,
        n: u32,
        length: Option<&String>,
    ) -> String {
        let all = match length {
            Some(length) if self.random.chance(90) => format!("{field}[..{length} as usize]"),
            // All elements, present or not.
            _ => format!("{field}[..]"),
        };
        let (name, literal, value) = (of.name(), self.literal(of), self.literal(of));
        match self.random.below(16) {
            0..=2 => {
                let method = self.random.pick(&["wrapping_add", "wrapping_mul", "max", "min"]);
                ty.cast(format!("{all}.iter().fold({literal}, |a, &e| a.{method}(e))"), of)
            }
            3 => ty.cast(format!("{all}.iter().copied().max().map_or({literal}, |e| e)"), of),
            4 => ty.cast(format!("{all}.iter().position(|&e| e == {literal}).map_or(9, |i| i as u32)"), Scalar::U32),
            5 => ty.cast(format!("{all}.iter().any(|&e| e > {literal})"), Scalar::Bool),
            6 => ty.cast(format!("{all}.iter().all(|&e| e <= {literal})"), Scalar::Bool),
            7 => ty.cast(format!("{all}.contains(&{literal})"), Scalar::Bool),
            8 => ty.cast(format!("{all}.windows(2).all(|w| w[0] <= w[1])"), Scalar::Bool),
            9 => ty.cast(format!("({all}.iter().filter(|e| **e == {literal}).count() as u32)"), Scalar::U32),
            10..=12 => {
                let index = self.expression(Scalar::U32, depth - 1);
                ty.cast(format!("{all}.get({index} as usize).copied().unwrap_or({value})"), of)
            }
            13 => {
                // Elements behind the length may be absent.
                let index = self.random.below(n as usize);
                ty.cast(format!("{field}[{index}]"), of)
            }
            14 => {
                let index = self.expression(Scalar::U32, depth - 1);
                ty.cast(format!("{all}[{index} as usize]"), of)
            }
            _ => {
                let sum = "{ let mut t = 0; let mut i = 0; ";
                let text = format!(
                    "{sum}while i < {all}.len() {{ if {all}[i] != {literal} {{ t = (t as {name}) ^ {all}[i]; }} i += 1; }} t as {name} }}"
                );
                ty.cast(format!("({text})"), of)
            }
        }
    }

    // --- Lists ---

    fn of_list(&mut self, ty: Scalar, field: &str, option: bool) -> String {
        let literal = self.literal(Scalar::I32);
        let kind = self.random.below(10);
        let text = match (kind, option) {
            (0..=1, true) => format!("{field}.map_or({literal}, |node| node.value)"),
            (0..=1, false) => format!("(if {field}.is_null() {{ {literal} }} else {{ (*{field}).value }})"),
            (2, true) => format!("({field}.is_some_and(|node| node.value > {literal}) as i32)"),
            (2, false) => format!("((!{field}.is_null() && (*{field}).kind > 3) as i32)"),
            (3, true) => format!("({field}.unwrap().value)"),
            (3, false) => format!("(*{field}).value"),
            (_, true) => format!(
                "{{ let mut p = {field}; let mut t = 0i32; while let Some(node) = p {{ \
                 if node.kind != 5 {{ t = t.wrapping_add(node.value); }} p = node.next; }} t }}"
            ),
            (_, false) => format!(
                "{{ let mut p = {field}; let mut t = 0i32; while !p.is_null() && t < 100 {{ \
                 t ^= (*p).value; p = (*p).next; }} t }}"
            ),
        };
        ty.cast(format!("({text})"), Scalar::I32)
    }

    // --- Places that may be uninitialized ---

    fn of_maybe(&mut self, ty: Scalar, flag: &str, field: &str, of: Scalar) -> String {
        let literal = self.literal(of);
        let value = format!("{field}.assume_init()");
        match self.random.below(10) {
            0..=3 => ty.cast(format!("(if {flag} {{ {value} }} else {{ {literal} }})"), of),
            4..=5 => ty.cast(format!("({flag} && {value} != {literal})"), Scalar::Bool),
            6..=7 => {
                // Reads it first and uses it if the flag is set, without a branch.
                let name = of.name();
                ty.cast(format!("{{ let t: {name} = {value}; if {flag} {{ t }} else {{ {literal} }} }}"), of)
            }
            _ => ty.cast(value, of),
        }
    }
}
