//! What a module sees of a host function that says nothing. Scripts cannot show it: their functions always
//! give all results.

use std::sync::Arc;

use glassbox_vm::exec::{Guest, Host, Limits, Machine, Stop};
use glassbox_vm::module::{Import, Module};
use glassbox_vm::track::Concrete;
use wast::Wat;
use wast::parser::{ParseBuffer, parse};

/// Has every function, and gives only the results in the list.
struct Gives(&'static [(usize, u64)]);

impl Host<Concrete> for Gives {
    fn function(&mut self, _: &Import) -> Option<u32> {
        Some(0)
    }

    fn call(&mut self, _: u32, guest: &mut Guest<'_, Concrete>) -> Result<(), Stop> {
        self.0.iter().for_each(|&(index, value)| guest.set_result(index, value));
        Ok(())
    }
}

#[track_caller]
fn check(results: &'static [(usize, u64)], expected: [u64; 2]) {
    let text = r#"(module (func (export "run") (import "" "f") (param i32 i32 i32) (result i32 i32)))"#;
    let buffer = ParseBuffer::new(text).unwrap();
    let bytes = parse::<Wat<'_>>(&buffer).unwrap().encode().unwrap();
    let module = Arc::new(Module::load(&bytes).unwrap());
    let function = module.exported_function("run").unwrap();
    let mut host = Gives(results);
    let mut machine = Machine::new(module, Concrete, Limits::default(), &mut host).unwrap();
    assert_eq!(machine.invoke(&mut host, function, &[5, 6, 7]).unwrap(), expected);
}

/// Arguments and results lie in the same slots.
#[test]
fn results_that_the_host_does_not_set_are_zero() {
    check(&[], [0, 0]);
    check(&[(1, 9)], [0, 9]);
    check(&[(1, 9), (0, 8)], [8, 9]);
}
