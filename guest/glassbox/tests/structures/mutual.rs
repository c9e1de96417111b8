//! Two types that contain each other, with a mandatory box: the height of each bounds both.

use std::mem::MaybeUninit;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{States, drops_everything_once};

#[derive(Clone, Debug, PartialEq)]
enum Expr<T> {
    Literal(T),
    Block(Box<Stmt<T>>),
}

#[derive(Clone, Debug, PartialEq)]
struct Stmt<T> {
    expr: Box<Expr<T>>,
    next: Option<Box<Stmt<T>>>,
}

// SAFETY: a sample of each variant, overlaid by its field.
unsafe impl<T: Structure> Structure for Expr<T>
where
    Box<Stmt<T>>: Structure,
{
    fn possible(plan: &mut Plan) -> bool {
        T::possible(plan) || <Box<Stmt<T>> as Structure>::possible(plan)
    }

    fn sample(plan: &mut Plan) -> Self {
        if T::possible(plan) { Expr::Literal(T::sample(plan)) } else { Expr::Block(Structure::sample(plan)) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let mut variants = plan.variants(at);
        if T::possible(plan) {
            let sample = Expr::Literal(T::sample(plan));
            variants.add(plan, "Literal", sample);
        }
        if <Box<Stmt<T>> as Structure>::possible(plan) {
            let sample = Expr::Block(Structure::sample(plan));
            variants.add(plan, "Block", sample);
        }
        let tag = variants.done(plan);
        // SAFETY: the place of the field in each variant.
        unsafe {
            if let Some(sample @ Expr::Literal(literal)) = tag.sample("Literal") {
                let literal = tag.place(sample, literal);
                tag.when(plan, "Literal", |plan| plan.field("Literal.0", |plan| Structure::describe(literal, plan)));
            }
            if let Some(sample @ Expr::Block(block)) = tag.sample("Block") {
                let block = tag.place(sample, block);
                tag.when(plan, "Block", |plan| plan.field("Block.0", |plan| Structure::describe(block, plan)));
            }
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a valid value, maybe unaligned; the copy is only looked into.
        let copy = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid value, and its fields.
        unsafe {
            match &*copy.as_ptr() {
                Expr::Literal(literal) => Structure::visit(literal, visitor),
                Expr::Block(block) => Structure::visit(block, visitor),
            }
        }
    }
}

// SAFETY: every field is described once.
unsafe impl<T> Structure for Stmt<T>
where
    Box<Expr<T>>: Structure,
    Option<Box<Stmt<T>>>: Structure,
{
    fn possible(plan: &mut Plan) -> bool {
        <Box<Expr<T>> as Structure>::possible(plan) && <Option<Box<Stmt<T>>> as Structure>::possible(plan)
    }

    fn sample(plan: &mut Plan) -> Self {
        Stmt { expr: Structure::sample(plan), next: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("expr", |plan| Structure::describe(&raw mut (*at).expr, plan));
            plan.field("next", |plan| Structure::describe(&raw mut (*at).next, plan));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the fields of a valid value.
        unsafe {
            Structure::visit(&raw const (*this).expr, visitor);
            Structure::visit(&raw const (*this).next, visitor);
        }
    }
}

impl<T: Structure> Invariant for Expr<T> {
    type Summary = u32;

    fn check(&self, children: &Children) -> Result<u32, Broken> {
        Ok(match self {
            Expr::Literal(_) => 1,
            Expr::Block(block) => 1 + children.summary(block),
        })
    }
}

impl<T: Structure> Invariant for Stmt<T> {
    type Summary = u32;

    fn check(&self, children: &Children) -> Result<u32, Broken> {
        Ok(children.summary(&self.expr) + children.summary(&self.next).unwrap_or(0))
    }
}

/// Expressions with so many more links into expressions and statements.
fn exprs(expr_links: u32, stmt_links: u32) -> Vec<Expr<bool>> {
    let literals = [false, true].map(Expr::Literal).into_iter();
    let blocks = stmt_links.checked_sub(1).into_iter().flat_map(|left| stmts(expr_links, left));
    literals.chain(blocks.map(|stmt| Expr::Block(Box::new(stmt)))).collect()
}

fn stmts(expr_links: u32, stmt_links: u32) -> Vec<Stmt<bool>> {
    let Some(left) = expr_links.checked_sub(1) else { return Vec::new() };
    let nexts = stmt_links.checked_sub(1).into_iter().flat_map(|left| stmts(expr_links, left));
    let nexts: Vec<Option<Box<Stmt<bool>>>> =
        std::iter::once(None).chain(nexts.map(|stmt| Some(Box::new(stmt)))).collect();
    let all = exprs(left, stmt_links).into_iter().flat_map(|expr| {
        let stmt = move |next: &Option<_>| Stmt { expr: Box::new(expr.clone()), next: next.clone() };
        nexts.iter().map(stmt)
    });
    all.collect()
}

#[test]
fn mutual_recursion_ends_with_the_height_of_each_type() {
    for height in 1..=2 {
        let bounds = [("height", height)];
        let expect: Vec<String> = stmts(height, height).iter().map(|stmt| format!("{stmt:?}")).collect();
        States::of::<Stmt<bool>>(&bounds, |stmt| format!("{stmt:?}")).are(expect.clone()).valid_are(expect);
        drops_everything_once::<Stmt<bool>>(&bounds, |_| Vec::new());
    }
}

#[test]
#[should_panic(expected = "so `stmt` has no state: raise `height`, or make a link of the type optional")]
fn a_mandatory_box_without_height_has_no_state() {
    glassbox::native::Space::new(&[("height", 0)], |plan| plan.structure::<Stmt<bool>>("stmt"));
}
