//! The shape of a module: types, functions and globals that its function bodies may use.

use wasm_encoder::ValType;

use crate::module_limits::Avoid;
use crate::random::Random;

/// Types of values in these modules.
pub(super) const TYPES: [ValType; 4] = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];

/// The global that holds the fuel.
pub(super) const FUEL: u32 = 0;
/// Globals that make computed values observable.
pub(super) const SHOWN_I32: u32 = 1;
pub(super) const SHOWN_I64: u32 = 2;

/// A function's parameters and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) params: Vec<ValType>,
    pub(super) results: Vec<ValType>,
}

/// Types, functions and globals of a module.
#[derive(Debug)]
pub(super) struct Shape {
    /// All function types, including those of blocks.
    pub(super) types: Vec<Signature>,
    /// Functions that can be called, imported ones first.
    pub(super) functions: Vec<Signature>,
    pub(super) n_imports: usize,
    /// Types of the globals: the fuel, two that make computed values observable, and others.
    pub(super) globals: Vec<ValType>,
    pub(super) table_size: u32,
    /// Value types that this module uses.
    pub(super) value_types: Vec<ValType>,
    pub(super) avoid: Avoid,
}

/// Number of data segments; the last one is passive.
pub(super) const DATA_SEGMENTS: u32 = 2;

impl Shape {
    pub(super) fn new(random: &mut Random, avoid: Avoid, imports: &[Import]) -> Self {
        let value_types = match random.below(4) {
            0 => vec![ValType::I32],
            1 => vec![ValType::I32, ValType::I64],
            _ => TYPES.to_vec(),
        };
        let functions: Vec<Signature> = imports.iter().map(|import| import.signature.clone()).collect();
        let n_imports = functions.len();
        let globals = vec![ValType::I32, ValType::I32, ValType::I64];
        let mut shape = Self { types: Vec::new(), functions, n_imports, globals, table_size: 0, value_types, avoid };
        for _ in 0..random.range(1, 5) {
            let params = shape.some_types(random, 4);
            let results = shape.some_types(random, if avoid.many_results { 3 } else { 5 });
            shape.functions.push(Signature { params, results });
        }
        let n_globals = random.below(4);
        shape.globals.extend(shape.some_types(random, n_globals));
        // Some elements stay empty.
        shape.table_size = shape.functions.len() as u32 + random.below(3) as u32;
        shape
    }

    pub(super) fn some_types(&self, random: &mut Random, most: usize) -> Vec<ValType> {
        (0..random.range(0, most)).map(|_| random.pick(&self.value_types)).collect()
    }

    /// Index of a type; adds it if it is new.
    pub(super) fn type_index(&mut self, signature: Signature) -> u32 {
        let known = self.types.iter().position(|known| *known == signature);
        known.unwrap_or_else(|| {
            self.types.push(signature);
            self.types.len() - 1
        }) as u32
    }
}

/// A function of the host.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) module: &'static str,
    pub(super) name: &'static str,
    pub(super) signature: Signature,
}

impl Import {
    pub(super) fn choose(random: &mut Random) -> Self {
        // Names, and numbers of parameters and results, as in `glassbox-abi`.
        let (module, name, params, results) = random.pick(&[
            ("glassbox", "gb_alloc", 2, 1),
            ("glassbox", "gb_alloc", 2, 1),
            ("glassbox", "gb_dealloc", 3, 0),
            ("glassbox", "gb_panic", 6, 0),
            ("glassbox", "other", 1, 1),
            ("env", "gb_alloc", 2, 1),
        ]);
        let mut some = |n| -> Vec<ValType> {
            let wrong = random.chance(5);
            let n = if wrong { random.below(4) } else { n };
            (0..n).map(|_| if wrong { random.pick(&TYPES) } else { ValType::I32 }).collect()
        };
        Self { module, name, signature: Signature { params: some(params), results: some(results) } }
    }
}
