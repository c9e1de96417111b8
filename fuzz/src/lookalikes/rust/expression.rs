//! Expressions of a given type.

use super::scalar::Scalar;
use super::writer::Writer;

impl Writer<'_> {
    /// A random expression of this type with at most this depth.
    pub(super) fn expression(&mut self, ty: Scalar, depth: usize) -> String {
        if depth == 0 {
            return if self.random.chance(80) { self.source(ty) } else { self.literal(ty) };
        }
        match ty {
            _ if self.has_special() && self.random.chance(12) => self.special(ty, depth),
            Scalar::Bool => self.condition(depth),
            Scalar::F32 | Scalar::F64 => self.float(ty, depth),
            _ => self.integer(ty, depth),
        }
    }

    fn two(&mut self, ty: Scalar, depth: usize) -> (String, String) {
        (self.expression(ty, depth - 1), self.expression(ty, depth - 1))
    }

    // --- Integers ---

    fn integer(&mut self, ty: Scalar, depth: usize) -> String {
        let name = ty.name();
        match self.random.below(100) {
            0..=24 => self.source(ty),
            25..=28 => self.literal(ty),
            29..=47 => self.arithmetic(ty, depth),
            48..=52 => self.shift(ty, depth),
            53..=57 => self.division(ty, depth),
            58..=63 => self.bits(ty, depth),
            64..=68 => self.either(ty, depth),
            69..=74 => self.match_integer(ty, depth),
            75..=78 => {
                let from = Scalar::any(self.random);
                let expression = self.expression(from, depth - 1);
                ty.cast(expression, from)
            }
            79..=81 => format!("({} as {name})", self.condition(depth)),
            82..=87 => self.lookup(ty, depth),
            88..=90 => {
                let (a, b) = self.two(ty, depth);
                let method = self.random.pick(&["min", "max"]);
                format!("({a}).{method}({b})")
            }
            91..=94 => self.call(ty, depth),
            _ => {
                // Used twice, computed once.
                let (a, b) = self.two(ty, depth);
                let method = self.random.pick(&["wrapping_mul", "wrapping_add", "wrapping_sub"]);
                format!("{{ let t: {name} = {a}; let u: {name} = {b}; (t ^ u).{method}(t) }}")
            }
        }
    }

    fn arithmetic(&mut self, ty: Scalar, depth: usize) -> String {
        let (a, b) = self.two(ty, depth);
        match self.random.below(12) {
            0..=3 => {
                // With overflow checks this is a branch and a panic.
                let operator = self.random.pick(&["+", "-", "*", "+"]);
                format!("({a} {operator} {b})")
            }
            4..=6 => {
                let operator = self.random.pick(&["&", "|", "^"]);
                format!("({a} {operator} {b})")
            }
            7 => {
                let method = self.random.pick(&["checked_add", "checked_sub", "checked_mul"]);
                let literal = self.literal(ty);
                format!("({a}).{method}({b}).unwrap_or({literal})")
            }
            8 => {
                let method = self.random.pick(&["saturating_add", "saturating_sub"]);
                format!("({a}).{method}({b})")
            }
            9 => ty.cast(format!("({a}).overflowing_add({b}).1"), Scalar::Bool),
            _ => {
                let method = self.random.pick(&["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                format!("({a}).{method}({b})")
            }
        }
    }

    fn shift(&mut self, ty: Scalar, depth: usize) -> String {
        let a = self.expression(ty, depth - 1);
        let by = self.expression(Scalar::U32, depth - 1);
        match self.random.below(3) {
            0 => {
                let operator = self.random.pick(&["<<", ">>"]);
                format!("({a} {operator} ({by} & {}))", ty.len() * 8 - 1)
            }
            1 => format!("({a}).wrapping_shr({by})"),
            _ => {
                let method = self.random.pick(&["rotate_left", "rotate_right"]);
                format!("({a}).{method}({by})")
            }
        }
    }

    fn division(&mut self, ty: Scalar, depth: usize) -> String {
        let (a, b) = self.two(ty, depth);
        match self.random.below(4) {
            0 => {
                let operator = self.random.pick(&["/", "%"]);
                format!("({a} {operator} {b})")
            }
            1 => {
                let operator = self.random.pick(&["/", "%"]);
                let divisor = ty.literal(self.random.range(2, 9) as u64);
                format!("({a} {operator} {divisor})")
            }
            2 => format!("({a}).checked_div({b}).unwrap_or({})", ty.literal(3)),
            _ => format!("({a}).checked_rem({b}).unwrap_or({})", ty.literal(1)),
        }
    }

    fn bits(&mut self, ty: Scalar, depth: usize) -> String {
        let a = self.expression(ty, depth - 1);
        let name = ty.name();
        match self.random.below(6) {
            0 => format!("(!{a})"),
            1 => {
                let method = self.random.pick(&["leading_zeros", "trailing_zeros", "count_ones"]);
                format!("(({a}).{method}() as {name})")
            }
            2 => {
                let method = self.random.pick(&["swap_bytes", "reverse_bits"]);
                format!("({a}).{method}()")
            }
            3 if ty.is_signed() => {
                let method = self.random.pick(&["wrapping_abs", "signum", "wrapping_neg"]);
                format!("({a}).{method}()")
            }
            // The lowest bit that is set.
            4 => format!("{{ let t: {name} = {a}; t & t.wrapping_neg() }}"),
            _ => format!("({a} & {})", ty.literal(self.random.pick(&[1, 3, 7, 15]))),
        }
    }

    pub(super) fn either(&mut self, ty: Scalar, depth: usize) -> String {
        let condition = self.condition(depth - 1);
        let (a, b) = self.two(ty, depth);
        format!("(if {condition} {{ {a} }} else {{ {b} }})")
    }

    /// Few arms become a jump table, and constant ones a table of data.
    fn match_integer(&mut self, ty: Scalar, depth: usize) -> String {
        let of = Scalar::integer(self.random);
        let value = self.expression(of, depth - 1);
        let constant = self.random.chance(60);
        let mut arms = Vec::new();
        let mut next = self.random.below(3);
        for _ in 0..self.random.range(2, 8) {
            let last = next + self.random.pick(&[0, 0, 0, 1, 2]);
            let arm = if constant { self.literal(ty) } else { self.expression(ty, depth - 1) };
            arms.push(format!("{next}..={last} => {arm}"));
            next = last + self.random.pick(&[1, 1, 1, 2]);
        }
        let rest = self.literal(ty);
        format!("(match {value} {{ {}, _ => {rest} }})", arms.join(", "))
    }

    /// Loads from a table of constants, with or without a bounds check.
    fn lookup(&mut self, ty: Scalar, depth: usize) -> String {
        let (table, n) = self.table(ty);
        let index = self.expression(Scalar::U32, depth - 1);
        match self.random.below(10) {
            0..=4 => format!("{table}[({index} as usize) % {n}]"),
            5..=6 => format!("{table}[({index} & {}) as usize]", n.next_power_of_two() / 2 - 1),
            7..=8 => {
                let literal = self.literal(ty);
                format!("(if ({index} as usize) < {n} {{ {table}[{index} as usize] }} else {{ {literal} }})")
            }
            _ => format!("{table}[{index} as usize]"),
        }
    }

    /// Calls a helper, maybe through a table of functions.
    fn call(&mut self, ty: Scalar, depth: usize) -> String {
        let params = [Scalar::any(self.random), Scalar::any(self.random)];
        let helper = self.helper(params, ty);
        let a = self.expression(params[0], depth - 1);
        let b = self.expression(params[1], depth - 1);
        if self.random.chance(50) {
            return format!("{helper}({a}, {b})");
        }
        let other = self.helper(params, ty);
        let table = self.name("F");
        let (x, y, result) = (params[0].name(), params[1].name(), ty.name());
        self.item(&format!("static {table}: [unsafe fn({x}, {y}) -> {result}; 2] = [{helper}, {other}];"));
        let index = self.expression(Scalar::U32, depth - 1);
        format!("{table}[({index} & 1) as usize]({a}, {b})")
    }

    // --- Floats ---

    fn float(&mut self, ty: Scalar, depth: usize) -> String {
        let name = ty.name();
        match self.random.below(100) {
            0..=24 => self.source(ty),
            25..=29 => self.literal(ty),
            30..=49 => {
                let (a, b) = self.two(ty, depth);
                let operator = self.random.pick(&["+", "-", "*", "/"]);
                format!("({a} {operator} {b})")
            }
            50..=64 => {
                let from = Scalar::any(self.random);
                let expression = self.expression(from, depth - 1);
                ty.cast(expression, from)
            }
            65..=72 => self.either(ty, depth),
            73..=80 => {
                let (a, b) = self.two(ty, depth);
                let method = self.random.pick(&["min", "max", "copysign"]);
                format!("({a}).{method}({b})")
            }
            81..=88 => {
                let a = self.expression(ty, depth - 1);
                let method = self.random.pick(&["abs", "signum", "recip"]);
                format!("({a}).{method}()")
            }
            89..=93 => {
                let bits = self.expression(if ty == Scalar::F32 { Scalar::U32 } else { Scalar::U64 }, depth - 1);
                format!("{name}::from_bits({bits})")
            }
            _ => {
                let a = self.expression(ty, depth - 1);
                format!("(-{a})")
            }
        }
    }

    // --- Conditions ---

    /// A `bool`.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        match self.random.below(100) {
            0..=39 => self.compare_variable(),
            40..=54 => {
                let ty = Scalar::any(self.random);
                let a = self.expression(ty, depth.saturating_sub(1));
                let b = if self.random.chance(50) {
                    self.literal(ty)
                } else {
                    self.expression(ty, depth.saturating_sub(1))
                };
                let operator = self.comparison(ty);
                format!("({a} {operator} {b})")
            }
            55..=74 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                let operator = self.random.pick(&["&&", "&&", "||", "||", "&", "|", "^", "=="]);
                format!("({a} {operator} {b})")
            }
            75..=78 => format!("(!{})", self.condition(depth.saturating_sub(1))),
            79..=84 => self.pattern(),
            85..=87 => {
                let value = self.source(Scalar::U8);
                let method = self.random.pick(&["is_ascii_digit", "is_ascii_alphabetic", "is_ascii_uppercase"]);
                format!("({value}).{method}()")
            }
            88..=90 => {
                let value = self.source(Scalar::U32);
                let bit = self.random.below(8);
                format!("({value} & (1 << {bit}) != 0)")
            }
            _ if self.has_special() => self.special(Scalar::Bool, depth.max(1)),
            _ => self.compare_variable(),
        }
    }

    fn comparison(&mut self, ty: Scalar) -> &'static str {
        if ty == Scalar::Bool {
            return self.random.pick(&["==", "!="]);
        }
        self.random.pick(&["==", "!=", "<", "<=", ">", ">="])
    }

    /// Comparison of a varying value with one of its possible values.
    fn compare_variable(&mut self) -> String {
        let Some(variable) = self.varying() else {
            let source = self.source(Scalar::I32);
            return format!("({source} > 2)");
        };
        let value = variable.ty.literal(self.random.pick(&variable.values));
        let operator = if self.random.chance(30) { "==" } else { self.comparison(variable.ty) };
        format!("({} {operator} {value})", variable.text)
    }

    fn pattern(&mut self) -> String {
        let ty = Scalar::integer(self.random);
        let value = self.source(ty);
        let (low, len, other) = (self.random.below(5), self.random.below(4), self.random.below(12));
        format!("matches!({value}, {low}..={} | {other})", low + len)
    }
}
