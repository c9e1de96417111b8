//! What functions of a module refer to, and a digest of everything that some exports can reach.
//!
//! Two modules give the same digest for an export only if what it can reach is the same in both, up to where things lie: indices
//! of functions, slots of the table and addresses of data move when something before them is edited. So a reference is not hashed
//! as the number that the code has, but as the order in which a search from the exports first meets what it refers to. Function
//! bodies and data are hashed with those numbers in place of the references. Digests that are equal mean that the two parts
//! are the same graph.
//!
//! References between functions follow from the instructions. Whether a constant is an address of data or a function
//! pointer, only the linker knows: its relocations say so (`--emit-relocs`), and each of them is compared with the number in its
//! place. A module without relocations, with one of an unknown kind, or with one that does not fit has no graph.
//!
//! **Places of panics.** Almost every function panics somewhere, and hands its place in the source to a function of std that
//! panics. If these places counted, a line more above a function would change its digest. So a constant right before a call of
//! one of std's functions that panic, followed by `unreachable`, is left out: whatever it is, a run that comes there panics. What a
//! digest stands for is therefore what code does until it panics, and whether it does, but not what a panic says about its place.
//!
//! A pointer to data leads to one object, and the machine rejects a run that reads beside it. So what code can read, it refers to.
//!
//! Names count, without what rustc adds to keep them apart, where the machine knows things by their names: functions that
//! need an operating system, and statics that are not constants.

use std::collections::BTreeMap;
use std::ops::Range;

use wasmparser::{
    BlockType, DataKind, ElementItems, ElementKind, ExternalKind, KnownCustom, Linking, Name, Operator, Parser,
    Payload, RelocationType, SymbolInfo, TypeRef,
};

use super::constant::Constant;
use super::error::LoadError;
use super::relocations::padded_leb;
use crate::backtrace::demangle;
use crate::digest::{Digest, Digester};

/// The beginnings of the names of std's functions that panic, and take a place in the source as their last argument.
const PANICKING: [&str; 9] = [
    "core::panicking::",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::result::unwrap_failed",
    "core::slice::index::slice_",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::str::slice_error_fail",
    "core::cell::panic_already_",
    "std::panicking::begin_panic",
];

/// Functions and data of a module, and what each refers to.
#[derive(Debug)]
pub struct CodeGraph {
    /// Functions, imported ones first, then data.
    nodes: Vec<Node>,
    /// Name and node of each exported function.
    exports: Vec<(String, usize)>,
    /// The function that runs first.
    start: Option<usize>,
}

/// A function or an object of data.
#[derive(Debug, Default)]
struct Node {
    /// Everything except references: names, types, bytes between references.
    pieces: Vec<Vec<u8>>,
    /// The reference after each piece, except the last one: a node, and a number that is added to its address.
    references: Vec<(usize, i64)>,
}

/// What can be referred to, in the file's numbers.
#[derive(Clone, Copy, Debug)]
enum Target {
    Function(u32),
    /// A symbol of the linker's table.
    Data(u32),
    /// A type, which is hashed by its contents; likewise a global.
    Type(u32),
    Global(u32),
}

/// Bytes of the file that are a reference.
#[derive(Clone, Debug)]
struct Site {
    /// Where in the file.
    at: Range<usize>,
    target: Target,
    addend: i64,
}

impl CodeGraph {
    /// Reads the graph of a valid module. None if its relocations are not there, or do not fit.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, LoadError> {
        let mut parts = Parts::default();
        for payload in Parser::new(0).parse_all(bytes) {
            parts.read(payload?)?;
        }
        Ok(parts.graph(bytes))
    }

    /// The digest of everything that the chosen exports can reach. All of them are hashed by name, so that the choice counts.
    pub fn digest(&self, is_chosen: impl Fn(&str) -> bool) -> Digest {
        let mut roots: Vec<&(String, usize)> = self.exports.iter().filter(|(name, _)| is_chosen(name)).collect();
        roots.sort();
        let mut order = Order { numbers: vec![None; self.nodes.len()], queue: Vec::new() };
        let mut digester = Digester::default();
        for (name, node) in roots {
            digester.add(name.as_bytes());
            digester.add_number(order.number(*node));
        }
        digester.add_number(self.start.map_or(u64::MAX, |start| order.number(start)));
        let mut next = 0;
        while let Some(&node) = order.queue.get(next) {
            next += 1;
            let Node { pieces, references } = &self.nodes[node];
            digester.add_number(pieces.len() as u64);
            for (index, piece) in pieces.iter().enumerate() {
                digester.add(piece);
                if let Some((target, addend)) = references.get(index) {
                    digester.add_number(order.number(*target));
                    digester.add_number(addend.cast_unsigned());
                }
            }
        }
        digester.finish()
    }
}

/// The order in which nodes are met.
struct Order {
    numbers: Vec<Option<u64>>,
    queue: Vec<usize>,
}

impl Order {
    fn number(&mut self, node: usize) -> u64 {
        *self.numbers[node].get_or_insert_with(|| {
            self.queue.push(node);
            self.queue.len() as u64 - 1
        })
    }
}

/// The parts of a module that the graph is made of.
#[derive(Default)]
struct Parts {
    types: Vec<String>,
    imports: Vec<Imported>,
    /// Type of each function, imported ones first.
    function_types: Vec<u32>,
    /// Type and initial value of each global, as text.
    globals: Vec<String>,
    bodies: Vec<Body>,
    exports: Vec<(String, u32)>,
    start: Option<u32>,
    /// Function of each slot of the table.
    slots: BTreeMap<u32, u32>,
    segments: Vec<Segment>,
    code_start: usize,
    data_start: usize,
    symbols: Vec<Option<Symbol>>,
    code_relocations: Option<Vec<Relocation>>,
    data_relocations: Vec<Relocation>,
    function_names: BTreeMap<u32, String>,
    read_only: Vec<u32>,
    /// Whether there is a kind of relocation or element that is not known.
    is_strange: bool,
}

struct Imported {
    module: String,
    name: String,
}

struct Body {
    range: Range<usize>,
    /// Functions, types and globals that the instructions name.
    sites: Vec<Site>,
    /// Constants right before calls that do not return, and the functions that are called.
    before_ends: Vec<(Range<usize>, u32)>,
    /// Whether it uses a second table.
    is_strange: bool,
}

struct Segment {
    /// Where its bytes are in the file.
    range: Range<usize>,
    address: Option<u32>,
}

enum Symbol {
    Function(u32),
    Data(Place),
    /// An address that the linker made: the end of the stack, the begin of the heap, or nothing.
    Address(String),
}

struct Place {
    name: String,
    segment: u32,
    offset: u32,
    size: u32,
}

struct Relocation {
    kind: RelocationType,
    offset: usize,
    symbol: u32,
    addend: i64,
}

impl Parts {
    fn read(&mut self, payload: Payload<'_>) -> Result<(), LoadError> {
        match payload {
            Payload::TypeSection(reader) => {
                for group in reader {
                    self.types.extend(group?.into_types().map(|ty| ty.composite_type.to_string()));
                }
            }
            Payload::ImportSection(reader) => {
                for import in reader.into_imports() {
                    let import = import?;
                    match import.ty {
                        TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                            self.function_types.push(ty);
                            let (module, name) = (import.module.to_owned(), import.name.to_owned());
                            self.imports.push(Imported { module, name });
                        }
                        TypeRef::Global(ty) => self.globals.push(format!("{ty:?} {} {}", import.module, import.name)),
                        TypeRef::Table(_) | TypeRef::Memory(_) | TypeRef::Tag(_) => {}
                    }
                }
            }
            Payload::FunctionSection(reader) => {
                for ty in reader {
                    self.function_types.push(ty?);
                }
            }
            Payload::GlobalSection(reader) => {
                for global in reader {
                    let global = global?;
                    self.globals.push(format!("{:?} {:?}", global.ty, Constant::read(&global.init_expr)?));
                }
            }
            Payload::ExportSection(reader) => {
                for export in reader {
                    let export = export?;
                    if let ExternalKind::Func | ExternalKind::FuncExact = export.kind {
                        self.exports.push((export.name.to_owned(), export.index));
                    }
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(reader) => {
                for element in reader {
                    self.read_element(element?)?;
                }
            }
            Payload::DataSection(reader) => {
                self.data_start = position(reader.range().start);
                for data in reader {
                    let data = data?;
                    let address = match data.kind {
                        DataKind::Active { offset_expr, .. } => match Constant::read(&offset_expr)? {
                            Constant::Value(start) => Some(start as u32),
                            Constant::Global(_) | Constant::Function(_) => None,
                        },
                        DataKind::Passive => None,
                    };
                    let end = position(data.range.end);
                    self.segments.push(Segment { range: end - data.data.len()..end, address });
                }
            }
            Payload::CodeSectionStart { unchecked_range, .. } => self.code_start = position(unchecked_range.start),
            Payload::CodeSectionEntry(body) => self.bodies.push(read_body(&body)?),
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Name(names) => self.read_names(names),
                KnownCustom::Linking(linking) => {
                    for subsection in linking.subsections().flatten() {
                        let Linking::SymbolTable(symbols) = subsection else { continue };
                        self.symbols = symbols.into_iter().map_while(Result::ok).map(symbol).collect();
                    }
                }
                KnownCustom::Reloc(reader) => {
                    let list = match section.name() {
                        "reloc.CODE" => self.code_relocations.get_or_insert_default(),
                        "reloc.DATA" => &mut self.data_relocations,
                        _ => return Ok(()),
                    };
                    for entry in reader.entries() {
                        let Ok(entry) = entry else {
                            self.is_strange = true;
                            break;
                        };
                        let offset = entry.offset as usize;
                        list.push(Relocation { kind: entry.ty, offset, symbol: entry.index, addend: entry.addend });
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn read_names(&mut self, names: wasmparser::NameSectionReader<'_>) {
        for subsection in names.into_iter().flatten() {
            match subsection {
                Name::Function(functions) => {
                    let names = functions.into_iter().flatten();
                    self.function_names = names.map(|naming| (naming.index, naming.name.to_owned())).collect();
                }
                Name::Data(segments) => {
                    let segments = segments.into_iter().flatten();
                    let read_only = segments.filter(|segment| segment.name.starts_with(".rodata"));
                    self.read_only = read_only.map(|segment| segment.index).collect();
                }
                _ => {}
            }
        }
    }

    fn read_element(&mut self, element: wasmparser::Element<'_>) -> Result<(), LoadError> {
        let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind else {
            self.is_strange = true;
            return Ok(());
        };
        let (Constant::Value(start), ElementItems::Functions(functions)) =
            (Constant::read(&offset_expr)?, element.items)
        else {
            self.is_strange = true;
            return Ok(());
        };
        for (slot, function) in (start as u32..).zip(functions) {
            self.slots.insert(slot, function?);
        }
        Ok(())
    }

    /// The graph, if all relocations fit.
    fn graph(self, bytes: &[u8]) -> Option<CodeGraph> {
        let code_relocations = self.code_relocations.as_ref().filter(|_| !self.is_strange)?;
        if self.bodies.iter().any(|body| body.is_strange) {
            return None;
        }
        let n_functions = self.function_types.len();
        // Two names for one static are one node.
        let mut data: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for symbol in self.symbols.iter().flatten() {
            if let Symbol::Data(place) = symbol {
                let size = data.entry((place.segment, place.offset)).or_default();
                *size = place.size.max(*size);
            }
        }
        let data_nodes: BTreeMap<(u32, u32), usize> = data.keys().copied().zip(n_functions..).collect();
        let mut addresses: BTreeMap<&str, usize> = BTreeMap::new();
        for symbol in self.symbols.iter().flatten() {
            if let Symbol::Address(name) = symbol {
                let next = n_functions + data.len() + addresses.len();
                addresses.entry(name).or_insert(next);
            }
        }
        let node_of = |target: Target| match target {
            Target::Function(index) => Some(index as usize).filter(|index| *index < n_functions),
            Target::Data(symbol) => match self.symbols.get(symbol as usize)?.as_ref()? {
                Symbol::Data(place) => data_nodes.get(&(place.segment, place.offset)).copied(),
                Symbol::Address(name) => addresses.get(name.as_str()).copied(),
                Symbol::Function(_) => None,
            },
            Target::Type(_) | Target::Global(_) => None,
        };
        let code_sites = self.sites(code_relocations, self.code_start, bytes)?;
        let data_sites = self.sites(&self.data_relocations, self.data_start, bytes)?;
        let mut nodes = Vec::new();
        for (index, import) in self.imports.iter().enumerate() {
            let ty = self.type_of(index)?;
            let text = format!("import {} {} {ty}", import.module, import.name);
            nodes.push(Node { pieces: vec![text.into_bytes()], references: Vec::new() });
        }
        for (index, body) in (self.imports.len()..).zip(&self.bodies) {
            let name =
                self.function_names.get(&u32::try_from(index).ok()?).map_or_else(String::new, |name| demangle(name));
            let mut node = Node::new(format!("function {name} {}", self.type_of(index)?));
            let mut sites: Vec<&Site> = body.sites.iter().chain(within(&code_sites, &body.range)).collect();
            sites.sort_by_key(|site| site.at.start);
            let mut from = body.range.start;
            for site in sites {
                // References do not overlap.
                let at = Some(&site.at).filter(|at| at.start >= from && at.end <= body.range.end)?;
                node.push(bytes.get(from..at.start)?);
                from = at.end;
                let is_place = |(place, function): &(Range<usize>, u32)| {
                    place.start <= at.start && at.end <= place.end && self.panics(*function)
                };
                if body.before_ends.iter().any(is_place) {
                    continue;
                }
                match site.target {
                    Target::Type(ty) => node.push(self.types.get(ty as usize)?.as_bytes()),
                    Target::Global(global) => node.push(self.globals.get(global as usize)?.as_bytes()),
                    target @ (Target::Function(_) | Target::Data(_)) => node.refer(node_of(target)?, site.addend),
                }
            }
            node.push(bytes.get(from..body.range.end)?);
            nodes.push(node);
        }
        for (&(segment, offset), &size) in &data {
            nodes.push(self.object(segment, offset, size, &data_sites, &node_of, bytes)?);
        }
        let mut names: Vec<(&str, usize)> = addresses.into_iter().collect();
        names.sort_by_key(|(_, node)| *node);
        nodes.extend(names.into_iter().map(|(name, _)| Node::new(format!("address {name}"))));
        let exports = self.exports.iter().map(|(name, index)| (name.clone(), *index as usize)).collect();
        Some(CodeGraph { nodes, exports, start: self.start.map(|start| start as usize) })
    }

    /// A static or a constant.
    fn object(
        &self,
        segment: u32,
        offset: u32,
        size: u32,
        sites: &[Site],
        node_of: &dyn Fn(Target) -> Option<usize>,
        bytes: &[u8],
    ) -> Option<Node> {
        let is_constant = self.read_only.contains(&segment);
        let name = if is_constant { String::new() } else { self.names_at(segment, offset) };
        let mut node = Node::new(format!("data {is_constant} {size} {name}"));
        // The linker leaves out a segment of zeros.
        let Some(segment) = self.segments.get(segment as usize) else { return Some(node) };
        let start = segment.range.start.checked_add(offset as usize)?;
        let range = start..start.checked_add(size as usize).filter(|end| *end <= segment.range.end)?;
        let mut from = range.start;
        for site in within(sites, &range) {
            node.push(bytes.get(from..site.at.start)?);
            node.refer(node_of(site.target)?, site.addend);
            from = site.at.end;
        }
        node.push(bytes.get(from..range.end)?);
        Some(node)
    }

    /// The names of the statics at a place.
    fn names_at(&self, segment: u32, offset: u32) -> String {
        let names = self.symbols.iter().flatten().filter_map(|symbol| match symbol {
            Symbol::Data(place) if (place.segment, place.offset) == (segment, offset) => Some(demangle(&place.name)),
            _ => None,
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names.join(" ")
    }

    /// Whether a function is one of std's that panic.
    fn panics(&self, function: u32) -> bool {
        let name = self.function_names.get(&function).map(|name| demangle(name));
        name.is_some_and(|name| PANICKING.iter().any(|front| name.starts_with(front)))
    }

    fn type_of(&self, function: usize) -> Option<&String> {
        self.types.get(*self.function_types.get(function)? as usize)
    }

    /// Addresses of data, and function pointers, with their places in the file. None if one of them does not fit.
    fn sites(&self, relocations: &[Relocation], section: usize, bytes: &[u8]) -> Option<Vec<Site>> {
        let mut sites = Vec::new();
        for relocation in relocations {
            let start = section.checked_add(relocation.offset)?;
            let (len, is_pointer) = match relocation.kind {
                RelocationType::MemoryAddrLeb | RelocationType::MemoryAddrSleb => (5, false),
                RelocationType::MemoryAddrI32 => (4, false),
                RelocationType::TableIndexSleb => (5, true),
                RelocationType::TableIndexI32 => (4, true),
                // These follow from the instructions.
                RelocationType::FunctionIndexLeb
                | RelocationType::TypeIndexLeb
                | RelocationType::GlobalIndexLeb
                | RelocationType::TableNumberLeb => continue,
                _ => return None,
            };
            let at = start..start.checked_add(len)?;
            let word = bytes.get(at.clone())?;
            let value = match len {
                4 => u32::from_le_bytes(word.try_into().ok()?),
                _ => padded_leb(word)?,
            };
            let symbol = self.symbols.get(relocation.symbol as usize)?.as_ref()?;
            let (target, addend) = match symbol {
                Symbol::Function(function) if is_pointer => {
                    // Function pointers that are never called have no slot.
                    let fits = self.slots.get(&value) == Some(function);
                    (Target::Function(*function), if fits { 0 } else { return None })
                }
                Symbol::Data(place) if !is_pointer => {
                    let address = self.segments.get(place.segment as usize).and_then(|segment| segment.address);
                    let expected = address.map(|start| {
                        i64::from(start).wrapping_add(place.offset.into()).wrapping_add(relocation.addend) as u32
                    });
                    if expected.is_some_and(|expected| expected != value) {
                        return None;
                    }
                    (Target::Data(relocation.symbol), relocation.addend)
                }
                Symbol::Address(_) if !is_pointer => (Target::Data(relocation.symbol), relocation.addend),
                Symbol::Function(_) | Symbol::Data(_) | Symbol::Address(_) => return None,
            };
            sites.push(Site { at, target, addend });
        }
        sites.sort_by_key(|site| site.at.start);
        Some(sites)
    }
}

impl Node {
    fn new(text: String) -> Self {
        Self { pieces: vec![text.into_bytes()], references: Vec::new() }
    }

    /// Bytes after the last reference.
    fn push(&mut self, bytes: &[u8]) {
        if self.pieces.len() == self.references.len() {
            self.pieces.push(Vec::new());
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.extend((bytes.len() as u64).to_le_bytes());
            piece.extend(bytes);
        }
    }

    fn refer(&mut self, node: usize, addend: i64) {
        if self.pieces.len() == self.references.len() {
            self.pieces.push(Vec::new());
        }
        self.references.push((node, addend));
    }
}

/// The sites inside a range, in order.
fn within<'a>(sites: &'a [Site], range: &Range<usize>) -> impl Iterator<Item = &'a Site> {
    let from = sites.partition_point(|site| site.at.start < range.start);
    let until = sites.partition_point(|site| site.at.start < range.end);
    sites[from..until.max(from)].iter()
}

fn position(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

fn symbol(symbol: SymbolInfo<'_>) -> Option<Symbol> {
    match symbol {
        SymbolInfo::Func { index, .. } => Some(Symbol::Function(index)),
        SymbolInfo::Data { flags, name, symbol } => Some(match symbol {
            Some(place) if place.size > 0 && !flags.contains(wasmparser::SymbolFlags::ABSOLUTE) => {
                Symbol::Data(Place {
                    name: name.to_owned(),
                    segment: place.index,
                    offset: place.offset,
                    size: place.size,
                })
            }
            _ => Symbol::Address(name.to_owned()),
        }),
        SymbolInfo::Global { .. }
        | SymbolInfo::Section { .. }
        | SymbolInfo::Event { .. }
        | SymbolInfo::Table { .. } => None,
    }
}

/// What the instructions of a body name.
fn read_body(body: &wasmparser::FunctionBody<'_>) -> Result<Body, LoadError> {
    let range = body.range();
    let range = position(range.start)..position(range.end);
    let (mut sites, mut before_ends, mut is_strange) = (Vec::new(), Vec::new(), false);
    // The last instruction, if it is a constant; or if it is a call after a constant.
    let mut constant = None;
    let mut called = None;
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let start = position(reader.original_position());
        let operator = reader.read()?;
        let end = position(reader.original_position());
        let (before, last_call) = (constant.take(), called.take());
        match operator {
            Operator::I32Const { .. } => constant = Some(start..end),
            Operator::Call { function_index } => called = before.map(|constant| (constant, function_index)),
            Operator::Unreachable => before_ends.extend(last_call),
            _ => {}
        }
        let target = match operator {
            Operator::Call { function_index } | Operator::RefFunc { function_index } => {
                Target::Function(function_index)
            }
            Operator::CallIndirect { type_index, table_index } => {
                is_strange |= table_index != 0;
                Target::Type(type_index)
            }
            Operator::GlobalGet { global_index } | Operator::GlobalSet { global_index } => Target::Global(global_index),
            Operator::Block { blockty: BlockType::FuncType(ty) }
            | Operator::Loop { blockty: BlockType::FuncType(ty) }
            | Operator::If { blockty: BlockType::FuncType(ty) } => Target::Type(ty),
            _ => continue,
        };
        // Behind the opcode, which has one byte.
        let at = start + 1..end;
        sites.push(Site { at, target, addend: 0 });
    }
    Ok(Body { range, sites, before_ends, is_strange })
}
