//! The shape of a module: layout, functions and globals.

use wasm_encoder::ValType;

use super::layout::Layout;
use crate::random::Random;

/// The global that holds the stack pointer, if there is a stack.
pub(super) const STACK_POINTER: u32 = 0;
/// The global with the address of the first cell.
pub(super) const BASE: u32 = 1;

/// A function's parameters and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) params: Vec<ValType>,
    pub(super) results: Vec<ValType>,
}

/// Layout, functions and globals of a module.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) layout: Layout,
    pub(super) entry: Signature,
    pub(super) helpers: Vec<Signature>,
    pub(super) globals: Vec<ValType>,
}

impl Shape {
    pub(super) fn new(random: &mut Random) -> Self {
        let layout = Layout::new(random);
        let mut helpers: Vec<Signature> = Vec::new();
        for _ in 0..random.below(3) {
            let alike = helpers.first().filter(|_| random.chance(70)).cloned();
            helpers.push(alike.unwrap_or_else(|| some_signature(random)));
        }
        let mut results =
            vec![random.pick(&[ValType::I32, ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64])];
        if random.chance(5) {
            results.push(ValType::I32);
        }
        let mut globals = vec![ValType::I32, ValType::I32];
        globals.extend((0..random.below(4)).map(|_| some_type(random)));
        Self { layout, entry: Signature { params: Vec::new(), results }, helpers, globals }
    }

    /// Index of a helper, or of the entry if there is no helper.
    pub(super) fn helper_index(&self, helper: usize) -> u32 {
        if self.helpers.is_empty() { 0 } else { helper as u32 + 1 }
    }

    pub(super) fn passive_index(&self) -> u32 {
        self.layout.segments.len() as u32
    }

    /// All functions, the entry first. A function and its type have the same index.
    pub(super) fn functions(&self) -> impl Iterator<Item = &Signature> {
        std::iter::once(&self.entry).chain(&self.helpers)
    }

    pub(super) fn type_index(&self, signature: &Signature) -> u32 {
        self.functions().position(|function| function == signature).expect("the signature of a function") as u32
    }
}

pub(super) fn some_type(random: &mut Random) -> ValType {
    random.pick(&[ValType::I32, ValType::I32, ValType::I64, ValType::F32, ValType::F64])
}

pub(super) fn some_signature(random: &mut Random) -> Signature {
    let params = (0..random.range(0, 3)).map(|_| some_type(random)).collect();
    Signature { params, results: vec![random.pick(&[ValType::I32, ValType::I32, ValType::I64, ValType::F64])] }
}
