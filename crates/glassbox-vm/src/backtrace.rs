//! Backtraces: from offsets in the module to lines of the source, by the module's DWARF.
//!
//! Addresses in DWARF count from the start of the code section's body; the machine knows offsets in the file. Inlined calls
//! are frames of their own, as in the source. [`SourceFrame::is_library`] tells frames of libraries from the user's, so that
//! reports can fold them.

use std::borrow::Cow;

use addr2line::gimli::{self, EndianSlice, LittleEndian};

use crate::module::Module;

/// A call in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFrame {
    /// The function's name, demangled, without its hash.
    pub function: String,
    /// File and line, if the module has them.
    pub location: Option<SourceLocation>,
    /// Whether this call was inlined into the one after it.
    pub inlined: bool,
}

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file, as the compiler names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
}

impl SourceFrame {
    /// Whether this is a frame of the standard library or of the guest's side of glassbox, rather than of the user's code.
    /// rustc gives the library's files these paths, also if the source component is installed.
    pub fn is_library(&self) -> bool {
        self.location.as_ref().is_some_and(|location| {
            let file = &location.file;
            let ours = file.ends_with("/src/runtime.rs") && file.contains("/glassbox");
            ours || file.starts_with("/rustc/") || file.contains("/rustlib/src/rust/library/")
        })
    }
}

/// The source lines of a module.
pub struct Symbols<'a> {
    module: &'a Module,
    context: Option<addr2line::Context<EndianSlice<'a, LittleEndian>>>,
}

impl<'a> Symbols<'a> {
    /// Reads the DWARF of `module`, which was loaded from `bytes`. Without DWARF, frames have names only.
    pub fn new(module: &'a Module, bytes: &'a [u8]) -> Self {
        let section = |id: gimli::SectionId| -> Result<_, gimli::Error> {
            let found = module.custom_sections.iter().find(|(name, _)| name == id.name());
            let data = found.and_then(|(_, range)| bytes.get(range.start as usize..range.end as usize));
            Ok(EndianSlice::new(data.unwrap_or(&[]), LittleEndian))
        };
        let context = gimli::Dwarf::load(section).ok().and_then(|dwarf| addr2line::Context::from_dwarf(dwarf).ok());
        Self { module, context }
    }

    /// The calls at each of the offsets, the innermost first.
    pub fn trace(&self, offsets: &[u32]) -> Vec<SourceFrame> {
        offsets.iter().flat_map(|&offset| self.frames(offset)).collect()
    }

    /// The calls at an offset in the file: the innermost first, all but the last inlined.
    pub fn frames(&self, offset: u32) -> Vec<SourceFrame> {
        let frames = self.dwarf_frames(offset).unwrap_or_default();
        if frames.is_empty() {
            return vec![SourceFrame { function: self.function_name(offset), location: None, inlined: false }];
        }
        frames
    }

    fn dwarf_frames(&self, offset: u32) -> Option<Vec<SourceFrame>> {
        let address = u64::from(offset).checked_sub(self.module.code_start)?;
        let mut found = self.context.as_ref()?.find_frames(address).skip_all_loads().ok()?;
        let mut frames = Vec::new();
        while let Ok(Some(frame)) = found.next() {
            let name = frame.function.as_ref().and_then(|function| function.raw_name().ok());
            let location = frame.location.and_then(|location| {
                Some(SourceLocation {
                    file: location.file?.to_owned(),
                    line: location.line?,
                    column: location.column.unwrap_or(0),
                })
            });
            let function = name.map_or_else(|| self.function_name(offset), |name: Cow<'_, str>| demangle(&name));
            frames.push(SourceFrame { function, location, inlined: true });
        }
        frames.last_mut()?.inlined = false;
        Some(frames)
    }

    /// The name of the function that the instruction at `offset` belongs to.
    fn function_name(&self, offset: u32) -> String {
        let pc = self.module.offsets.partition_point(|&known| known < offset) as u32;
        let defined = self.module.functions.partition_point(|function| function.end <= pc) as u32;
        let index = defined + self.module.n_imported_functions;
        self.module.function_names.get(&index).map_or_else(|| format!("function {index}"), |name| demangle(name))
    }
}

/// The name as in the source, without the hash that makes it unique.
pub(crate) fn demangle(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
