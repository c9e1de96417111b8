//! From the name of a type to the files of its exploration, and the notes about them.

use std::collections::BTreeSet;

use quote::ToTokens;

use super::found_type::FoundType;
use super::functions::{Functions, function_name};
use super::harness_file::{HarnessModule, ModelPart, harness_file, with_std};
use super::models::{BOTH, CandidateModel, Model, ModelKind, module_name};
use super::plan::{self, Plan};
use super::settings::{HarnessSettings, Models, Rejected};
use super::subject::Subject;
use super::type_choice::{Items, reasons};
use super::type_lookup::{Lookup, find_type};
use crate::read::library_source::LibrarySource;
use crate::read::type_syntax::mentions;
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::file_change::Edit;
use crate::scaffold::naming::snake_case;
use crate::scaffold::new_module::{declared_file, ensure_parseable, free_name};
use crate::scaffold::note::Note;
use crate::scaffold::project::{Project, ProjectQuery, Scaffold};

/// A type of the library or of a dependency, to be explored.
pub struct Exploration {
    project: Project,
    lookup: Lookup,
}

impl Exploration {
    /// Finds the type.
    pub fn find(query: &ProjectQuery, type_name: &str) -> Result<Self, ScaffoldError> {
        let project = Project::read(query)?;
        let lookup = find_type(&project, &query.package, type_name)?;
        Ok(Self { project, lookup })
    }

    /// The models that the type may be compared with, the strictest first.
    pub fn models(&self, settings: &HarnessSettings) -> Vec<CandidateModel> {
        let Self { project, lookup: Lookup { found, foreign, .. } } = self;
        let source = foreign.as_ref().unwrap_or(&project.source);
        let subject = || plan::subject(source, found, settings, Items::Numbers).ok();
        models(subject, settings).into_iter().filter_map(|it| it.model.map(|it| it.candidate)).collect()
    }

    /// Prepares the dependency on glassbox and a harness that calls the type's public methods. Nothing is written yet.
    pub fn scaffold(&self, settings: &HarnessSettings) -> Result<Scaffold, ScaffoldError> {
        let Self { project, lookup: Lookup { found, foreign, others } } = self;
        let own = &project.source;
        let source = foreign.as_ref().unwrap_or(own);
        let name = found.name(source);
        let explored = own.explorations.iter().find(|module| mentions(module.to_token_stream(), &[&name]));
        if let Some(module) = explored {
            let note = Note::AlreadyExplored { type_name: name, module: module.ident.to_string() };
            return Ok(project.scaffold(Vec::new(), vec![note]));
        }
        let Harness { mut text, mut notes, operations } = Harness::new(source, found, settings)?;
        if own.is_no_std {
            text = with_std(&text);
        }
        if let (Some(others), Some(path)) = (others, &found.path) {
            notes.insert(0, Note::ChosenType { path: path.clone(), others: others.clone() });
        }
        let module = if found.is_foreign() { 0 } else { source.types[found.of].module };
        let file = free_name(&own.modules[module], "explorations", &format!("{}_explorations", snake_case(&name)));
        let changes = declared_file(own, module, &file, &text, Edit::Exploration(operations));
        ensure_parseable(&changes)?;
        Ok(project.scaffold(changes, notes))
    }
}

/// A harness for a type.
struct Harness {
    text: String,
    notes: Vec<Note>,
    /// Names of the operations.
    operations: Vec<String>,
}

impl Harness {
    fn new(source: &LibrarySource, found: &FoundType, settings: &HarnessSettings) -> Result<Self, ScaffoldError> {
        let name = found.name(source);
        let not_explored = |problems| ScaffoldError::NotExplored { name: name.clone(), problems };
        let is_foreign = found.is_foreign();
        let Plan { subject, mut functions } = Plan::new(source, found, settings).map_err(not_explored)?;
        let import = found.path.clone().unwrap_or_else(|| format!("super::super::{name}"));
        let numbers = plan::subject(source, found, settings, Items::Numbers).ok();
        let is_useful = |it: &Subject<'_>| {
            let is_other = it.full_type() != subject.full_type();
            settings.is_compiled && is_other && !settings.without_modules.contains(&it.exploration())
        };
        let numbers = numbers.filter(is_useful);
        let further = numbers.and_then(|numbers| {
            let functions = functions.move_to(Functions::of(&numbers, settings))?;
            Some(HarnessModule { subject: numbers, functions, model: None })
        });
        let subjects = std::iter::once(HarnessModule { subject, functions, model: None }).chain(further);
        let modelled = || plan::subject(source, found, settings, Items::Numbers).ok();
        let modules: Vec<HarnessModule<'_>> = subjects.chain(models(modelled, settings)).collect();
        let text = harness_file(&modules, &import, settings);
        let operations = modules.iter().flat_map(|module| &module.functions.operations);
        let mut operations: Vec<String> = operations.map(|function| function.name.clone()).collect();
        let mut seen = BTreeSet::new();
        operations.retain(|name| seen.insert(name.clone()));
        let mut notes = notes(&modules, is_foreign);
        let is_wrong = |it: &&Rejected| [Rejected::WRONG_GUESS, Rejected::NOT_ALWAYS].contains(&it.message.as_str());
        let wrong = settings.blocked.iter().filter(is_wrong);
        let wrong: Vec<String> = wrong.map(|it| it.function.clone()).collect();
        if !wrong.is_empty() {
            notes.push(Note::WrongGuesses(wrong));
        }
        Ok(Self { text, notes, operations })
    }
}

/// Explorations that compare the type with models. `subject` makes one with numbers as items.
fn models<'a>(subject: impl Fn() -> Option<Subject<'a>>, settings: &HarnessSettings) -> Vec<HarnessModule<'a>> {
    let mut modules = Vec::new();
    for kind in ModelKind::ALL {
        let Some(subject) = subject().map(|it| it.beside_a_model(BOTH)) else { continue };
        let module = module_name(&subject, kind);
        let is_wanted = match &settings.models {
            Models::None => false,
            Models::Candidates => !settings.without_modules.contains(&module),
            Models::Only(name) => *name == module,
        };
        let Some(model) = is_wanted.then(|| Model::new(&subject, kind, settings)).flatten() else { continue };
        let mut constructors = Functions::of(&subject, settings).constructors.into_iter();
        let Some(constructor) = constructors.find(|it| it.parameters.is_empty()) else { continue };
        let definition = model.definition(&subject);
        let stricter = kind.stricter().map(|kind| module_name(&subject, kind));
        let candidate = CandidateModel { module, words: kind.words(), stricter };
        let functions = Functions {
            constructors: vec![constructor],
            operations: model.operations,
            consumers: Vec::new(),
            laws: model.laws,
            left_out: model.left_out,
        };
        modules.push(HarnessModule { subject, functions, model: Some(ModelPart { candidate, definition }) });
    }
    modules
}

fn notes(modules: &[HarnessModule<'_>], is_foreign: bool) -> Vec<Note> {
    let [HarnessModule { subject, functions, .. }, further @ ..] = modules else { return Vec::new() };
    let mut notes: Vec<Note> = reasons(subject.written_choices()).into_iter().map(Note::TypeArgument).collect();
    notes.extend(further.iter().map(|it| match &it.model {
        Some(ModelPart { candidate: CandidateModel { module, words, .. }, .. }) => {
            Note::Model { module: module.clone(), words }
        }
        None => Note::SecondExploration(it.subject.exploration()),
    }));
    let called = modules.iter().map(|module| module.functions.n_called()).sum();
    notes.push(Note::MethodsCalled { called, all: subject.n_mutating() - functions.n_absent() });
    if !functions.left_out.is_empty() {
        let names = functions.left_out.iter().map(|(signature, _)| function_name(signature)).collect();
        notes.push(Note::MethodsLeftOut(names));
    }
    if is_foreign && subject.is_conditional() {
        notes.push(Note::NeedsFeature(subject.name()));
    }
    if !functions.laws.is_empty() {
        notes.push(Note::GuessedLaws);
    }
    notes
}
