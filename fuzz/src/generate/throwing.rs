//! Random modules that throw and catch, in both forms that WebAssembly's exceptions have had.
//!
//! rustc emits the older form, which few engines other than browsers know; so each program is encoded twice, and the older form in the
//! machine is compared with the newer one in the oracle. What a program does is in a global: it is changed at each step, so that a handler
//! too many or too few shows.

use wasm_encoder::{
    BlockType, Catch, CodeSection, ConstExpr, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
    GlobalType, Instruction, Module, RefType, TagKind, TagSection, TagType, TypeSection, ValType,
};

use crate::random::Random;

/// Form of exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `try`, `catch`, `rethrow`.
    Older,
    /// `try_table`, `throw_ref`.
    Newer,
}

/// The values that exceptions of each tag carry.
const TAGS: [&[ValType]; 3] = [&[ValType::I32], &[], &[ValType::I64, ValType::I32]];
/// Types: of functions, then of tags, then of blocks that handlers of a tag follow.
const TYPE_OF_TAG: u32 = 1;
const TYPE_OF_HANDLER: u32 = 4;
/// Locals: the argument, the result, something for a moment, and then exceptions that were caught.
const RESULT: u32 = 1;
const MOMENT: u32 = 2;
const FIRST_CAUGHT: u32 = 3;
const EXNREF: ValType = ValType::Ref(RefType::EXNREF);

/// A statement.
#[derive(Clone, Debug)]
enum Statement {
    /// Changes the global.
    Step(i32),
    /// One of two, by a bit of the argument.
    If(u32, Vec<Self>, Vec<Self>),
    Block(Vec<Self>),
    /// Leaves this one of the blocks around it, from the innermost.
    Leave(usize),
    Throw(usize),
    /// Calls a function with a lower number.
    Call(u32),
    /// Statements, and handlers: for a tag, or for all.
    Try(Vec<Self>, Vec<(Option<usize>, Vec<Self>)>),
    /// Throws again what this one of the handlers around it has caught, from the innermost.
    ThrowAgain(usize),
    Return,
    Trap,
}

/// A random program, in each form.
pub fn module(random: &mut Random, form: Form) -> Vec<u8> {
    let n_functions = random.range(2, 6) as u32;
    let mut code = CodeSection::new();
    let mut functions = FunctionSection::new();
    let mut exports = ExportSection::new();
    for function in 0..n_functions {
        let mut writer = Writer { random, function, budget: 40 };
        let body = writer.statements(0, 0, 0);
        code.function(&Encoder::function(form, &body));
        functions.function(0);
        exports.export(&format!("f{function}"), ExportKind::Func, function);
    }
    exports.export("log", ExportKind::Global, 0);
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    for values in TAGS {
        types.ty().function(values.iter().copied(), []);
    }
    if form == Form::Newer {
        for values in TAGS {
            types.ty().function([], [values, &[EXNREF][..]].concat());
        }
    }
    let mut tags = TagSection::new();
    for tag in 0..TAGS.len() as u32 {
        tags.tag(TagType { kind: TagKind::Exception, func_type_idx: TYPE_OF_TAG + tag });
    }
    let mut globals = GlobalSection::new();
    let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(ty, &ConstExpr::i32_const(1));
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&tags).section(&globals).section(&exports).section(&code);
    module.finish()
}

/// Writes a program.
struct Writer<'a> {
    random: &'a mut Random,
    function: u32,
    budget: u32,
}

impl Writer<'_> {
    /// Statements inside so many blocks that can be left, and so many handlers.
    fn statements(&mut self, n_blocks: usize, n_handlers: usize, depth: u32) -> Vec<Statement> {
        let n = self.random.range(1, 5);
        (0..n).map(|_| self.statement(n_blocks, n_handlers, depth)).collect()
    }

    fn statement(&mut self, n_blocks: usize, n_handlers: usize, depth: u32) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        let is_flat = self.budget == 0 || depth > 6;
        match self.random.below(20) {
            0..=2 => Statement::Throw(self.random.below(TAGS.len())),
            3 | 4 if n_handlers > 0 => Statement::ThrowAgain(self.random.below(n_handlers)),
            5 | 6 if n_blocks > 0 => Statement::Leave(self.random.below(n_blocks)),
            7 if self.random.chance(30) => Statement::Return,
            8 if self.random.chance(10) => Statement::Trap,
            9 | 10 if self.function > 0 => Statement::Call(self.random.below(self.function as usize) as u32),
            11..=13 if !is_flat => {
                let bit = self.random.below(8) as u32;
                let then = self.statements(n_blocks, n_handlers, depth + 1);
                Statement::If(bit, then, self.statements(n_blocks, n_handlers, depth + 1))
            }
            14 if !is_flat => Statement::Block(self.statements(n_blocks + 1, n_handlers, depth + 1)),
            15..=18 if !is_flat => {
                let body = self.statements(n_blocks, n_handlers, depth + 1);
                let mut handlers = Vec::new();
                for _ in 0..self.random.range(1, 4) {
                    let tag = self.random.below(TAGS.len());
                    handlers.push((Some(tag), self.statements(n_blocks, n_handlers + 1, depth + 1)));
                }
                if self.random.chance(40) {
                    handlers.push((None, self.statements(n_blocks, n_handlers + 1, depth + 1)));
                }
                Statement::Try(body, handlers)
            }
            _ => Statement::Step(self.random.below(1000) as i32),
        }
    }
}

/// A label of the code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Nobody goes there by name.
    Other,
    /// A block that can be left.
    Block,
    /// A handler, with the local that has the exception in the newer form.
    Handler(u32),
}

/// Encodes a function.
struct Encoder {
    form: Form,
    code: Vec<Instruction<'static>>,
    labels: Vec<Label>,
    /// Locals of the handlers around the statement, the outermost first.
    handlers: Vec<u32>,
    n_caught: u32,
}

impl Encoder {
    fn function(form: Form, body: &[Statement]) -> Function {
        let mut encoder = Self { form, code: Vec::new(), labels: Vec::new(), handlers: Vec::new(), n_caught: 0 };
        encoder.statements(body);
        let mut locals = vec![(2, ValType::I32)];
        if form == Form::Newer {
            locals.push((encoder.n_caught, EXNREF));
        }
        let mut function = Function::new(locals);
        encoder.code.extend([Instruction::LocalGet(RESULT), Instruction::End]);
        for instruction in &encoder.code {
            function.instruction(instruction);
        }
        function
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// The number of labels between here and the one that is meant: the n-th from the innermost.
    fn depth(&self, n: usize, is_meant: impl Fn(Label) -> bool) -> u32 {
        let mut found = self.labels.iter().rev().enumerate().filter(|(_, label)| is_meant(**label));
        found.nth(n).expect("the writer knows how many there are").0 as u32
    }

    /// Adds the number in the local to the global, so that its place in the order shows.
    fn log_moment(&mut self) {
        self.code.extend([
            Instruction::GlobalGet(0),
            Instruction::I32Const(31),
            Instruction::I32Mul,
            Instruction::LocalGet(MOMENT),
            Instruction::I32Add,
            Instruction::GlobalSet(0),
        ]);
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Step(number) => {
                self.code.extend([Instruction::I32Const(*number), Instruction::LocalSet(MOMENT)]);
                self.log_moment();
            }
            Statement::If(bit, then, otherwise) => {
                self.code.extend([Instruction::LocalGet(0), Instruction::I32Const(1 << bit), Instruction::I32And]);
                self.code.push(Instruction::If(BlockType::Empty));
                self.labels.push(Label::Other);
                self.statements(then);
                self.code.push(Instruction::Else);
                self.statements(otherwise);
                self.end();
            }
            Statement::Block(body) => {
                self.code.push(Instruction::Block(BlockType::Empty));
                self.labels.push(Label::Block);
                self.statements(body);
                self.end();
            }
            Statement::Leave(n) => {
                let depth = self.depth(*n, |label| label == Label::Block);
                self.code.push(Instruction::Br(depth));
            }
            Statement::Throw(tag) => {
                for value in TAGS[*tag] {
                    self.code.push(Instruction::LocalGet(0));
                    if *value == ValType::I64 {
                        self.code.push(Instruction::I64ExtendI32S);
                    }
                }
                self.code.push(Instruction::Throw(*tag as u32));
            }
            Statement::Call(function) => self.code.extend([
                Instruction::LocalGet(0),
                Instruction::I32Const(1),
                Instruction::I32ShrU,
                Instruction::Call(*function),
                Instruction::LocalGet(RESULT),
                Instruction::I32Add,
                Instruction::LocalSet(RESULT),
            ]),
            Statement::Try(body, handlers) if self.form == Form::Older => self.older(body, handlers),
            Statement::Try(body, handlers) => self.newer(body, handlers),
            Statement::ThrowAgain(n) if self.form == Form::Older => {
                let depth = self.depth(*n, |label| matches!(label, Label::Handler(_)));
                self.code.push(Instruction::Rethrow(depth));
            }
            Statement::ThrowAgain(n) => {
                let caught = self.handlers[self.handlers.len() - 1 - n];
                self.code.extend([Instruction::LocalGet(caught), Instruction::ThrowRef]);
            }
            Statement::Return => self.code.extend([Instruction::LocalGet(RESULT), Instruction::Return]),
            Statement::Trap => self.code.push(Instruction::Unreachable),
        }
    }

    fn end(&mut self) {
        self.labels.pop();
        self.code.push(Instruction::End);
    }

    /// Takes the values of an exception from the stack.
    fn log_values(&mut self, tag: Option<usize>) {
        for value in tag.map_or(&[][..], |tag| TAGS[tag]).iter().rev() {
            if *value == ValType::I64 {
                self.code.push(Instruction::I32WrapI64);
            }
            self.code.push(Instruction::LocalSet(MOMENT));
            self.log_moment();
        }
    }

    fn older(&mut self, body: &[Statement], handlers: &[(Option<usize>, Vec<Statement>)]) {
        self.code.push(Instruction::Try(BlockType::Empty));
        self.labels.push(Label::Other);
        self.statements(body);
        self.labels.pop();
        for (tag, handler) in handlers {
            self.code.push(tag.map_or(Instruction::CatchAll, |tag| Instruction::Catch(tag as u32)));
            self.labels.push(Label::Handler(0));
            self.log_values(*tag);
            self.statements(handler);
            self.labels.pop();
        }
        self.code.push(Instruction::End);
    }

    fn newer(&mut self, body: &[Statement], handlers: &[(Option<usize>, Vec<Statement>)]) {
        self.code.push(Instruction::Block(BlockType::Empty));
        self.labels.push(Label::Other);
        for (tag, _) in handlers.iter().rev() {
            let ty = tag.map_or(BlockType::Result(EXNREF), |tag| BlockType::FunctionType(TYPE_OF_HANDLER + tag as u32));
            self.code.push(Instruction::Block(ty));
            self.labels.push(Label::Other);
        }
        let catches: Vec<Catch> = (0..)
            .zip(handlers)
            .map(|(label, (tag, _))| match tag {
                Some(tag) => Catch::OneRef { tag: *tag as u32, label },
                None => Catch::AllRef { label },
            })
            .collect();
        self.code.push(Instruction::TryTable(BlockType::Empty, catches.into()));
        self.labels.push(Label::Other);
        self.statements(body);
        self.end();
        self.code.push(Instruction::Br(handlers.len() as u32));
        for (index, (tag, handler)) in handlers.iter().enumerate() {
            self.end();
            let caught = FIRST_CAUGHT + self.n_caught;
            self.n_caught += 1;
            self.code.push(Instruction::LocalSet(caught));
            self.log_values(*tag);
            self.handlers.push(caught);
            self.statements(handler);
            self.handlers.pop();
            self.code.push(Instruction::Br((handlers.len() - 1 - index) as u32));
        }
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both forms are valid, and some programs have handlers.
    #[test]
    fn both_forms_can_be_loaded() {
        let mut n_handlers = 0;
        for number in 0..200 {
            for form in [Form::Older, Form::Newer] {
                let bytes = module(&mut Random::new(1, number, 0), form);
                let module =
                    glassbox_vm::module::Module::load(&bytes).unwrap_or_else(|error| panic!("{number}: {error}"));
                n_handlers += usize::from(module.unwinds());
            }
        }
        assert_eq!(n_handlers, 400);
    }
}
