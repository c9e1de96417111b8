//! The result for one failure: where its test is.

/// The test of a check or exploration that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmittedTest {
    /// It was added to a file.
    Added {
        /// Name of the test.
        name: String,
        /// Its file.
        file: String,
    },
    /// It was added to a file and does not compile until the user completes it.
    Incomplete {
        /// Name of the test.
        name: String,
        /// Its file.
        file: String,
    },
    /// The file has it already.
    Known {
        /// Name of the check, or path of the exploration.
        check: String,
        /// Its file.
        file: String,
    },
    /// The check was not found in its source file, because a macro generates it.
    Unplaced {
        /// Name of the check, or path of the exploration.
        check: String,
        /// Source of the test.
        source: String,
    },
}
