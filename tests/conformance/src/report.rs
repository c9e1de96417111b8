//! What came out of a run of the suite.

use std::collections::BTreeMap;
use std::fmt;

/// Results of all scripts.
#[derive(Debug)]
pub struct Report {
    /// One entry per script.
    pub files: Vec<FileReport>,
}

/// Results of one script. What counts is each module, invocation and assertion.
#[derive(Debug)]
pub struct FileReport {
    /// Suite and file, as in `wasm-v2/linking.wast`.
    pub name: String,
    /// How many directives did what they should.
    pub passed: usize,
    /// Those that did not.
    pub failures: Vec<Failure>,
    /// How many were not run, per reason.
    pub skipped: BTreeMap<Reason, usize>,
}

/// A directive that did not do what it should.
#[derive(Debug)]
pub struct Failure {
    /// Line in the script, from 1.
    pub line: usize,
    /// What was expected and what happened.
    pub message: String,
}

/// Directives of one file that were not run for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skip {
    /// Suite and file.
    pub file: &'static str,
    /// Why.
    pub reason: Reason,
    /// How many.
    pub count: usize,
}

/// Why a directive was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The module imports another instance's memory.
    SharedMemory,
    /// The module imports another instance's table.
    SharedTable,
    /// The module imports another instance's mutable global.
    SharedGlobal,
    /// What it asks depends on a module that was skipped: one that was not instantiated, or one whose memory,
    /// table or global a skipped module would have shared and perhaps changed.
    DependsOnSkipped,
    /// A reference to a function would pass from one instance to another. It is an index into the functions of
    /// one module and means nothing in another.
    ForeignFunctionReference,
    /// An exception would pass from one instance to another.
    ForeignException,
    /// An instance would be entered again while it waits for a call to return.
    Reentrance,
    /// It is about a proposal that is not part of version 2.0.
    LaterProposal,
    /// Version 2.0 has changed the rule.
    Superseded,
    /// Only text says the types of tables, memories and globals to this harness, and the module is binary.
    BinaryLinkage,
}

impl Reason {
    /// The reason as a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::SharedMemory => "the module imports another instance's memory",
            Self::SharedTable => "the module imports another instance's table",
            Self::SharedGlobal => "the module imports another instance's mutable global",
            Self::DependsOnSkipped => "it depends on a module that was skipped",
            Self::ForeignFunctionReference => "a function reference passes between instances",
            Self::ForeignException => "an exception passes between instances",
            Self::Reentrance => "an instance is entered again during a call",
            Self::LaterProposal => "it is about a proposal that came after version 2.0",
            Self::Superseded => "version 2.0 has changed the rule",
            Self::BinaryLinkage => "a binary module imports or offers more than functions",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FileReport {
    /// How many directives were not run.
    pub fn n_skipped(&self) -> usize {
        self.skipped.values().sum()
    }
}

impl Report {
    /// How many directives did what they should.
    pub fn n_passed(&self) -> usize {
        self.files.iter().map(|file| file.passed).sum()
    }

    /// How many did not.
    pub fn n_failed(&self) -> usize {
        self.files.iter().map(|file| file.failures.len()).sum()
    }

    /// How many were not run.
    pub fn n_skipped(&self) -> usize {
        self.files.iter().map(FileReport::n_skipped).sum()
    }

    /// File, reason and number of everything that was not run.
    pub fn skips(&self) -> impl Iterator<Item = (&str, Reason, usize)> {
        self.files
            .iter()
            .flat_map(|file| file.skipped.iter().map(|(&reason, &count)| (file.name.as_str(), reason, count)))
    }
}

/// One line per file, one per failure, why things were skipped, and last the sums.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            let (failed, skipped) = (file.failures.len(), file.n_skipped());
            writeln!(f, "{}: {} passed, {failed} failed, {skipped} skipped", file.name, file.passed)?;
            for failure in &file.failures {
                writeln!(f, "    line {}: {}", failure.line, failure.message)?;
            }
        }
        writeln!(f, "\nSkipped:")?;
        for (file, reason, count) in self.skips() {
            writeln!(f, "    {file}: {reason} ({count})")?;
        }
        writeln!(f, "\n{} passed, {} failed, {} skipped", self.n_passed(), self.n_failed(), self.n_skipped())
    }
}
