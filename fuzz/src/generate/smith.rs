//! Random modules by `wasm-smith`.

use arbitrary::{Arbitrary, Unstructured};
use wasm_smith::{Config, MemoryOffsetChoices, Module};

use glassbox_vm::module::ExportKind;

use crate::module_limits::{Avoid, MAX_ELEMENTS, MAX_PAGES};
use crate::random::Random;

const PAGE: u64 = 65_536;

/// A module with all features of the machine and no others. It counts down its own fuel at loops and calls and traps
/// when there is none left, so that no engine has to.
pub fn supported(random: &mut Random, avoid: Avoid) -> Vec<u8> {
    let fuel = random.pick(&[30, 300, 1000, 5000]);
    loop {
        let exceptions_enabled = !avoid.exceptions && random.chance(50);
        let config = Config { canonicalize_nans: avoid.open_nans, exceptions_enabled, ..supported_config(random) };
        let len = random.range(500, 20_000);
        let Some(mut module) = module(config, &random.bytes(len)) else { continue };
        module.ensure_termination(fuel).expect("all functions were generated");
        let bytes = module.to_bytes();
        if !avoid.open_nans || !changes_width(&bytes) {
            return bytes;
        }
    }
}

/// Whether a module has `f32.demote_f64` or `f64.promote_f32`: these compute NaNs, and `wasm-smith` does not make them
/// canonical.
fn changes_width(bytes: &[u8]) -> bool {
    let Ok(module) = glassbox_vm::module::Module::load(bytes) else { return false };
    let exports = module.exports().iter().filter(|export| export.kind == ExportKind::Function);
    let mut code = exports.map(|export| module.disassemble(export.index));
    code.any(|code| code.contains("f32.demote_f64") || code.contains("f64.promote_f32"))
}

/// A module that may use any proposal, most of which the machine must reject. It may run forever.
pub fn anything(random: &mut Random) -> Vec<u8> {
    loop {
        let choices = random.bytes(500);
        let config = Config::arbitrary(&mut Unstructured::new(&choices)).expect("choices never run out");
        let config = Config {
            min_funcs: 1,
            max_funcs: config.max_funcs.clamp(1, 10),
            max_memory32_bytes: u64::from(MAX_PAGES) * PAGE,
            max_table_elements: u64::from(MAX_ELEMENTS),
            export_everything: random.chance(50),
            generate_custom_sections: random.chance(50),
            custom_page_sizes_enabled: random.chance(20),
            wide_arithmetic_enabled: random.chance(20),
            ..config
        };
        let len = random.range(100, 5000);
        if let Some(module) = module(config, &random.bytes(len)) {
            return module.to_bytes();
        }
    }
}

/// Generates a module from random bytes. None if there are too few bytes for the configuration's minimum.
fn module(config: Config, bytes: &[u8]) -> Option<Module> {
    Module::new(config, &mut Unstructured::new(bytes)).ok()
}

fn supported_config(random: &mut Random) -> Config {
    Config {
        // Features of the machine.
        bulk_memory_enabled: true,
        multi_value_enabled: true,
        reference_types_enabled: true,
        saturating_float_to_int_enabled: true,
        sign_extension_ops_enabled: true,
        // Features that it does not have.
        simd_enabled: false,
        relaxed_simd_enabled: false,
        threads_enabled: false,
        shared_everything_threads_enabled: false,
        acquire_release_atomics_enabled: false,
        gc_enabled: false,
        multibyte_array_access_enabled: false,
        custom_descriptors_enabled: false,
        tail_call_enabled: false,
        memory64_enabled: false,
        extended_const_enabled: false,
        custom_page_sizes_enabled: false,
        wide_arithmetic_enabled: false,
        compact_imports_enabled: false,
        max_memories: 1,
        // Comparable modules: everything is observable, and nothing is left to the engine.
        max_imports: 0,
        export_everything: true,
        memory_max_size_required: true,
        table_max_size_required: true,
        max_memory32_bytes: u64::from(MAX_PAGES) * PAGE,
        max_table_elements: u64::from(MAX_ELEMENTS),
        // Random sizes.
        min_funcs: random.range(1, 6),
        max_funcs: random.range(6, 16),
        max_instructions: random.range(10, 500),
        max_nesting_depth: random.range(2, 20),
        max_globals: random.range(0, 12),
        min_memories: random.below(2) as u32,
        min_tables: random.below(2) as u32,
        max_tables: random.range(1, 3),
        min_types: random.range(1, 5),
        max_types: random.range(5, 20),
        max_type_size: random.range(5, 30) as u32,
        max_data_segments: random.range(0, 6),
        max_element_segments: random.range(0, 6),
        max_elements: random.range(0, 30),
        disallow_traps: random.chance(40),
        allow_floats: random.chance(70),
        allow_start_export: random.chance(30),
        // Numbers may be encoded with more bytes than they need.
        min_uleb_size: random.pick(&[1, 1, 1, 2, 5]),
        memory_offset_choices: random.pick(&[
            MemoryOffsetChoices(90, 9, 1),
            MemoryOffsetChoices(100, 0, 0),
            MemoryOffsetChoices(30, 40, 30),
        ]),
        ..Config::default()
    }
}
