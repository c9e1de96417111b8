//! Statements.

use super::scalar::Scalar;
use super::shape::{Special, Variable};
use super::writer::Writer;

/// Largest depth of nested blocks.
const DEEP: usize = 4;

impl Writer<'_> {
    /// Writes up to `n` statements, within the budget.
    pub(super) fn statements(&mut self, n: usize) {
        for _ in 0..n {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        let nested = self.indent <= DEEP;
        match self.random.below(100) {
            0..=12 => self.declaration(),
            28..=52 if nested => self.branch(),
            53..=58 if nested => self.switch(),
            59..=66 if nested && self.loops < 2 => self.repeat(),
            67..=73 => self.leave(),
            74..=76 => self.panic(),
            77..=80 => self.swap(),
            81..=97 if self.has_special() => self.change_special(),
            98 => self.move_all(),
            _ => self.assignment(),
        }
    }

    fn declaration(&mut self) {
        let ty = Scalar::any(self.random);
        let name = self.name("x");
        let value = self.expression(ty, 2);
        self.line(&format!("let mut {name}: {} = {value};", ty.name()));
        self.declare(&name, ty, true);
    }

    fn assignment(&mut self) {
        let Some(Variable { text, ty, .. }) = self.mutable() else { return self.declaration() };
        let value = self.expression(ty, 2);
        if ty.is_integer() && self.random.chance(30) {
            let operator = self.random.pick(&["+=", "-=", "^=", "&=", "|="]);
            return self.line(&format!("{text} {operator} {value};"));
        }
        self.line(&format!("{text} = {value};"));
    }

    // --- Branches ---

    fn branch(&mut self) {
        let condition = self.condition(2);
        let n = self.random.range(1, 3);
        self.block(&format!("if {condition}"), |writer| writer.statements(n));
        if self.random.chance(50) {
            self.block("else", |writer| writer.statements(n));
        }
    }

    /// Many arms with statements: a jump table.
    fn switch(&mut self) {
        let ty = Scalar::integer(self.random);
        let value = self.expression(ty, 1);
        let n_arms = self.random.range(3, 6);
        self.block(&format!("match {value}"), |writer| {
            for arm in 0..n_arms {
                writer.block(&format!("{arm} =>"), |writer| writer.statements(1));
            }
            writer.block("_ =>", |writer| writer.statements(1));
        });
    }

    fn repeat(&mut self) {
        let name = self.name("i");
        let bound = match self.random.below(3) {
            0 => self.random.range(1, 4).to_string(),
            1 => format!("({} & 3)", self.expression(Scalar::U32, 1)),
            _ => format!("({} % 4)", self.expression(Scalar::U32, 1)),
        };
        self.loops += 1;
        self.block(&format!("for {name} in 0..{bound}"), |writer| {
            writer.declare(&name, Scalar::U32, false);
            if !bound.starts_with('(') {
                // Without this, the type of the counter would be i32.
                writer.line(&format!("let {name}: u32 = {name};"));
            }
            writer.statements(2);
            if writer.random.chance(25) {
                let condition = writer.condition(1);
                let keyword = writer.random.pick(&["break", "continue"]);
                writer.line(&format!("if {condition} {{ {keyword}; }}"));
            }
        });
        self.loops -= 1;
    }

    fn leave(&mut self) {
        let condition = self.condition(1);
        let result = self.result_expression();
        self.line(&format!("if {condition} {{ return {result}; }}"));
    }

    /// A path on which the guest panics.
    fn panic(&mut self) {
        let (a, b) = (self.condition(1), self.condition(0));
        let line = match self.random.below(3) {
            0 => format!("assert!({a} || {b});"),
            1 => format!("if {a} && {b} {{ panic!(); }}"),
            _ => {
                let value = self.expression(Scalar::I32, 1);
                format!("if {a} {{ let _ = ({value}).checked_add(1).unwrap(); }}")
            }
        };
        self.line(&line);
    }

    /// The result of the function: mostly a value with few possibilities, because the host decides by it.
    pub(super) fn result_expression(&mut self) -> String {
        let ty = self.result;
        match self.random.below(10) {
            0..=4 => ty.cast(self.condition(2), Scalar::Bool),
            5..=6 => ty.cast(format!("({} & 3)", self.expression(Scalar::U8, 2)), Scalar::U8),
            7 => self.literal(ty),
            _ => self.expression(ty, 2),
        }
    }

    /// A condition on several fields, which need not become a branch.
    pub(super) fn law(&mut self) -> String {
        let laws = [self.condition(2), self.condition(2), self.condition(1)];
        let operator = self.random.pick(&["&&", "&", "||"]);
        self.result.cast(format!("({})", laws.join(&format!(" {operator} "))), Scalar::Bool)
    }

    // --- Moves ---

    fn swap(&mut self) {
        let Some(a) = self.mutable() else { return self.declaration() };
        let alike: Vec<&Variable> =
            self.scope.iter().filter(|b| b.mutable && b.ty == a.ty && b.text != a.text).collect();
        if alike.is_empty() {
            return self.assignment();
        }
        let b = self.random.pick(&alike).text.clone();
        let a = a.text;
        // Both may be elements of one array, so they cannot be borrowed at once.
        self.line(&format!("core::ptr::swap(&raw mut {a}, &raw mut {b});"));
    }

    /// Moves the whole struct, including padding.
    fn move_all(&mut self) {
        let name = self.name("t");
        self.line(&format!("let {name} = *s;"));
        self.assignment();
        let condition = self.condition(1);
        self.line(&format!("if {condition} {{ *s = {name}; }}"));
    }

    // --- Special fields ---

    fn change_special(&mut self) {
        let special = &self.shape.specials[self.random.below(self.shape.specials.len())];
        match special {
            Special::Enum { field, ty, variants } => {
                let variant = self.random.pick(variants);
                let payload: Vec<String> = variant.payload.iter().map(|&of| self.expression(of, 1)).collect();
                let payload = if payload.is_empty() { String::new() } else { format!("({})", payload.join(", ")) };
                self.line(&format!("{field} = {ty}::{}{payload};", variant.name));
            }
            Special::Array { field, of, n, length } => self.change_array(field, *of, *n, length),
            Special::Full { field, of, n } => self.change_full(field, *of, *n),
            Special::List { field, node, option } => self.change_list(field, node, *option),
            Special::Maybe { flag, field, of } => {
                let value = self.expression(*of, 1);
                self.line(&format!("{field} = core::mem::MaybeUninit::new({value});"));
                if self.random.chance(70) {
                    self.line(&format!("{flag} = true;"));
                }
            }
            Special::Twins { first, second } => self.change_twins(first, second),
        }
    }

    /// Copies a value to a local, because the value itself would borrow a place that is about to change.
    fn bind(&mut self, ty: Scalar) -> String {
        let value = self.expression(ty, 1);
        let name = self.name("v");
        self.line(&format!("let {name}: {} = {value};", ty.name()));
        name
    }

    fn change_array(&mut self, field: &str, of: Scalar, n: u32, length: &str) {
        let value = self.bind(of);
        match self.random.below(6) {
            0..=1 => {
                let head = format!("if ({length} as usize) < {n}");
                self.block(&head, |writer| {
                    writer.line(&format!("{field}[{length} as usize] = {value};"));
                    writer.line(&format!("{length} += 1;"));
                });
            }
            2 => self.line(&format!("if {length} > 0 {{ {length} -= 1; }}")),
            // Makes room at the front, like an insertion.
            3..=4 => {
                let head = format!("if {length} > 0 && ({length} as usize) < {n}");
                self.block(&head, |writer| {
                    writer.line(&format!("let p = (&raw mut {field}) as *mut {};", of.name()));
                    writer.line(&format!("core::ptr::copy(p, p.add(1), {length} as usize);"));
                    writer.line(&format!("*p = {value}; {length} += 1;"));
                });
            }
            _ => self.line(&format!("{field}[..{length} as usize].fill({value});")),
        }
    }

    fn change_full(&mut self, field: &str, of: Scalar, n: u32) {
        let small = self.bind(Scalar::U32);
        match self.random.below(8) {
            0..=1 => self.bubble_sort(field, n),
            2 => self.line(&format!("{field}.reverse();")),
            3 => self.line(&format!("{field}.swap(0, ({small} as usize) % {n});")),
            4 => self.line(&format!("{field}.copy_within(..({small} as usize) % {n}, 1);")),
            5 => {
                let name = self.name("c");
                self.line(&format!("let mut {name} = [{}; {n}];", of.literal(1)));
                let len = self.name("n");
                self.line(&format!("let {len} = ({small} as usize) % {};", n + 1));
                self.line(&format!("{name}[..{len}].copy_from_slice(&{field}[..{len}]);"));
                self.declare(&format!("{name}[{}]", n - 1), of, true);
            }
            6 => self.line(&format!("{field}.sort_unstable();")),
            _ => {
                let value = self.bind(of);
                self.line(&format!("{field}[({small} as usize) % {n}] = {value};"));
            }
        }
    }

    fn bubble_sort(&mut self, field: &str, n: u32) {
        self.block(&format!("for i in 0..{n}"), |writer| {
            writer.block(&format!("for j in 0..{n} - 1 - i"), |writer| {
                writer.line(&format!("if {field}[j] > {field}[j + 1] {{ {field}.swap(j, j + 1); }}"));
            });
        });
    }

    fn change_list(&mut self, field: &str, node: &str, option: bool) {
        let value = self.expression(Scalar::I32, 1);
        let line = match (self.random.below(2), option) {
            (0, true) => format!("if let Some(node) = {field} {{ {field} = node.next; }}"),
            (0, false) => format!("if !{field}.is_null() {{ {field} = (*{field}).next; }}"),
            (_, true) => {
                format!("if let Some(node) = {field} {{ (*(node as *const {node} as *mut {node})).value = {value}; }}")
            }
            (_, false) => format!("if !{field}.is_null() {{ (*({field} as *mut {node})).value = {value}; }}"),
        };
        self.line(&line);
    }

    fn change_twins(&mut self, first: &str, second: &str) {
        match self.random.below(4) {
            0 => self.line(&format!("core::mem::swap(&mut {first}, &mut {second});")),
            1 => self.line(&format!("{first} = {second};")),
            2 => {
                let condition = self.condition(1);
                self.line(&format!("if {condition} {{ {second} = core::mem::replace(&mut {first}, {second}); }}"));
            }
            _ => {
                // Byte by byte, like C code.
                self.block(&format!("for i in 0..core::mem::size_of_val(&{first})"), |writer| {
                    let (to, from) =
                        (format!("(&raw mut {first}) as *mut u8"), format!("(&raw const {second}) as *const u8"));
                    writer.line(&format!("*({to}).add(i) = *({from}).add(i);"));
                });
            }
        }
    }
}
