//! Assumptions and omissions that the user should know about.

/// Something to tell the user about the generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// These types have checks already.
    AlreadyChecked(Vec<String>),
    /// The type has an exploration already.
    AlreadyExplored {
        /// Name of the type.
        type_name: String,
        /// Name of the module that explores it.
        module: String,
    },
    /// The keys of a node type are assumed to be sorted.
    SortedKeys {
        /// Name of the node type.
        node: String,
        /// The fields in the assumed order: `left, key, right`.
        order: String,
    },
    /// This field is assumed to point to the last node of a list.
    LastNode(String),
    /// The type of this name has numbers that look like links by index; they are described as numbers.
    LinksByIndex(String),
    /// The invariant of a type consists of conditions that hold in all states that operations reach.
    FoundInvariant {
        /// Name of the type.
        type_name: String,
        /// Number of conditions.
        conditions: usize,
        /// Number of states.
        states: usize,
    },
    /// Every value of the type counts as valid, so a check may fail in a state that the user's code never makes.
    NoInvariant,
    /// These operations are private and may rely on their callers.
    PrivateOperations(Vec<String>),
    /// An operation has no check; its name and the reason.
    OperationLeftOut(String),
    /// These other types could be checked as well.
    OtherTypes(Vec<String>),
    /// A type cannot be checked.
    TypePassedOver {
        /// Name of the type.
        type_name: String,
        /// The first reason.
        problem: String,
    },
    /// The user named only a crate, and this type of it is explored.
    ChosenType {
        /// Its path.
        path: String,
        /// Paths of the other types that could be explored.
        others: Vec<String>,
    },
    /// The type that an exploration uses for a type parameter, and the reason.
    TypeArgument(String),
    /// How many of the public methods with `&mut self` the exploration calls. Those that are `unsafe`, deprecated or hidden from
    /// the documentation do not count.
    MethodsCalled {
        /// Number of called methods.
        called: usize,
        /// Number of all.
        all: usize,
    },
    /// The module of this name explores methods that need more traits than the others, with small numbers as items.
    SecondExploration(String),
    /// A module compares the type with a model.
    Model {
        /// Name of the module.
        module: String,
        /// What the type is compared with.
        words: &'static str,
    },
    /// The type was like none of the models in the first run.
    UnlikeModels {
        /// What it was compared with.
        models: Vec<&'static str>,
        /// The shortest history in which it differs from the first one, and how; none if the first run could not tell.
        difference: Option<String>,
    },
    /// These laws were guessed, and do not hold in the first run.
    WrongGuesses(Vec<String>),
    /// The harness was not compiled, because there is no compiler for the machine.
    NotCompiled,
    /// These methods are not part of the exploration; the new file gives the reasons.
    MethodsLeftOut(Vec<String>),
    /// The explored type of this name exists only with some feature of its crate.
    NeedsFeature(String),
    /// The exploration has laws, which were guessed from the names of methods.
    GuessedLaws,
}
