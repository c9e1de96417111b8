//! The functions of a harness, made from the methods of the explored type; or the reasons why a method has none.

use std::collections::{BTreeMap, BTreeSet};

use syn::{ImplItem, ItemImpl};

use super::call_arguments::CallArguments;
use super::function::{FILLERS, Function};
use super::laws::laws;
use super::meant_panics::meant_panics;
use super::panic_guards::{PanicGuards, may_panic, panic_guards};
use super::results::{CallEnd, call_end};
use super::settings::{HarnessSettings, Rejected};
use super::subject::Subject;
use crate::read::method::{Making, Method, Receiver};

/// The name of a function in its signature: `push`, in `pub fn push(&mut self)`.
pub(super) fn function_name(signature: &str) -> String {
    let behind = signature.split("fn ").nth(1).unwrap_or(signature);
    behind.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// All functions of a harness.
#[derive(Default)]
pub(super) struct Functions {
    pub(super) constructors: Vec<Function>,
    pub(super) operations: Vec<Function>,
    /// Functions that take the subject by value.
    pub(super) consumers: Vec<Function>,
    pub(super) laws: Vec<Function>,
    /// Signatures of methods without a function, each with the reason.
    pub(super) left_out: Vec<(String, String)>,
}

impl Functions {
    pub(super) fn of(subject: &Subject<'_>, settings: &HarnessSettings) -> Self {
        let mut functions = Self::default();
        let mut filter = Filter { settings, module: subject.exploration(), n_rejected: BTreeMap::new() };
        functions.add_constructors(subject, &mut filter);
        let constructor = functions.constructors.iter().find(|it| it.parameters.is_empty()).map(|it| it.name.clone());
        for method in &subject.methods {
            // Laws call the getters.
            if subject.getter(&method.name()).is_some() || functions.has(&method.name()) {
                continue;
            }
            match call(subject, *method, constructor.as_deref()).and_then(|it| it.map(|it| filter.pass(it)).transpose())
            {
                Ok(None) => {}
                Ok(Some(function)) if method.receiver() == Receiver::Value => functions.consumers.push(function),
                Ok(Some(function)) => functions.operations.push(function),
                Err(why) => functions.left_out.push((method.signature(), why)),
            }
        }
        if !functions.has("extend") {
            functions.operations.extend(extend(subject).and_then(|it| filter.pass(it).ok()));
        }
        if !functions.has("into_iter") && subject.implementation("IntoIterator").is_some() {
            functions.consumers.extend(filter.pass(into_iter(subject)).ok());
        }
        functions.laws = laws(subject, settings);
        functions
    }

    /// Takes out the methods that were left out because the arguments of the type lack traits. Returns their names.
    fn take_without_traits(&mut self) -> BTreeSet<String> {
        let lacks = |why: &str| why.starts_with("it needs `");
        let taken = self.left_out.iter().filter(|(_, why)| lacks(why)).map(|(signature, _)| function_name(signature));
        let taken = taken.collect();
        self.left_out.retain(|(_, why)| !lacks(why));
        taken
    }

    /// Moves the methods that need more traits to the functions of another subject, whose arguments are numbers. These get only
    /// such methods, the first constructor, and a method that adds an item.
    pub(super) fn move_to(&mut self, mut numbers: Self) -> Option<Self> {
        let before = std::mem::take(&mut self.left_out);
        self.left_out.clone_from(&before);
        let names = self.take_without_traits();
        let filler = FILLERS.iter().find(|name| numbers.has(name));
        let is_filler = |function: &Function| filler.is_some_and(|filler| function.name == *filler);
        numbers.operations.retain(|function| names.contains(&function.name) || is_filler(function));
        numbers.consumers.retain(|function| names.contains(&function.name));
        numbers.constructors.truncate(1);
        let is_new = |function: &Function| names.contains(&function.name);
        let has_new = numbers.operations.iter().any(is_new) && !numbers.constructors.is_empty();
        if !has_new {
            self.left_out = before;
            return None;
        }
        for function in numbers.operations.iter_mut().filter(|it| !names.contains(&it.name)) {
            function.is_mutating = false;
        }
        numbers.left_out.retain(|(signature, _)| names.contains(&function_name(signature)));
        self.left_out.append(&mut numbers.left_out);
        Some(numbers)
    }

    /// All functions, in the order of the file.
    pub(super) fn all(&self) -> impl Iterator<Item = &Function> {
        self.constructors.iter().chain(&self.operations).chain(&self.consumers).chain(&self.laws)
    }

    /// Number of methods with `&mut self` that operations call.
    pub(super) fn n_called(&self) -> usize {
        self.operations.iter().filter(|function| function.is_mutating).count()
    }

    /// Number of methods with `&mut self` that do not exist in this build.
    pub(super) fn n_absent(&self) -> usize {
        let is_absent =
            |(signature, why): &&(String, String)| why == Rejected::ABSENT && signature.contains("&mut self");
        self.left_out.iter().filter(is_absent).count()
    }

    /// The reasons why a harness is impossible: it has no constructor or no operation.
    pub(super) fn missing(&self, subject: &Subject<'_>) -> Option<Vec<String>> {
        if self.constructors.is_empty() {
            let missing = format!("no public function makes a `{}`, and it has no `Default`", subject.full_type());
            return Some(self.problems(missing, |signature| !signature.contains("self")));
        }
        if self.operations.is_empty() {
            let missing = "no public method takes `&mut self` and can be called".to_owned();
            return Some(self.problems(missing, |signature| signature.contains("&mut self")));
        }
        None
    }

    /// What is missing, and the reasons why these methods cannot be used.
    fn problems(&self, missing: String, is_relevant: impl Fn(&str) -> bool) -> Vec<String> {
        let left_out = self.left_out.iter().filter(|(signature, _)| is_relevant(signature));
        std::iter::once(missing).chain(left_out.map(|(signature, why)| format!("`{signature}`: {why}"))).collect()
    }

    fn has(&self, name: &str) -> bool {
        self.all().any(|function| function.name == name)
    }

    fn add_constructors(&mut self, subject: &Subject<'_>, filter: &mut Filter<'_>) {
        for method in subject.methods.iter().filter(|method| method.receiver() == Receiver::Nothing) {
            let function =
                if method.is_constructor() { constructor(subject, *method) } else { Err(no_constructor(*method)) };
            match function.and_then(|it| filter.pass(it)) {
                Ok(function) if self.has(&function.name) => {}
                Ok(function) => self.constructors.push(function),
                Err(why) => self.left_out.push((method.signature(), why)),
            }
        }
        let has_plain = self.constructors.iter().any(|it| it.parameters.is_empty());
        if !has_plain && subject.implements("Default") {
            let name = if self.has("default") { "by_default" } else { "default" };
            let body = vec![subject.wrapped(&format!("{}::default()", subject.name()))];
            let output = Some(subject.short_type());
            let function = Function { name: name.to_owned(), output, body, ..Function::default() };
            self.constructors.extend(filter.pass(function).ok());
        }
        // Simple constructors first: they give short histories.
        self.constructors.sort_by_key(|it| it.parameters.len());
    }
}

/// Takes out functions that do not compile.
struct Filter<'a> {
    settings: &'a HarnessSettings,
    module: String,
    /// How many functions of each name were taken out.
    n_rejected: BTreeMap<String, usize>,
}

impl Filter<'_> {
    /// The function, unless it does not compile. Several methods may have the same name, under different conditions: they are
    /// tried one after the other.
    fn pass(&mut self, function: Function) -> Result<Function, String> {
        if let Some(blocked) = self.settings.blocked_in(&self.module, &function.name).next() {
            return Err(blocked.message.clone());
        }
        let n_rejected = self.n_rejected.entry(function.name.clone()).or_default();
        let message =
            self.settings.errors_in(&self.module, &function.name).nth(*n_rejected).map(|it| it.message.clone());
        match message {
            Some(message) => {
                *n_rejected += 1;
                let is_absent = message == Rejected::ABSENT;
                Err(if is_absent { message } else { format!("it does not compile: {message}") })
            }
            None => Ok(function),
        }
    }
}

fn no_constructor(method: Method<'_>) -> String {
    method.ensure_callable(false).err().unwrap_or_else(|| "it neither takes a subject nor returns one".to_owned())
}

fn constructor(subject: &Subject<'_>, method: Method<'_>) -> Result<Function, String> {
    method.ensure_callable(subject.is_compiled)?;
    let arguments = CallArguments::new(subject, method, None)?;
    let meant = meant_panics(subject, method);
    if let Some(said) = method.panics().filter(|_| meant.is_empty()) {
        return Err(format!("it panics on purpose: {said}"));
    }
    let has_number = arguments.parameters.iter().any(|it| it.ty == "usize");
    let is_mixed = has_number && arguments.parameters.iter().any(|it| it.ty != "usize");
    let call = format!("{}::{}({})", subject.name(), method.name(), arguments.passed.join(", "));
    let mut body: Vec<String> =
        meant.iter().map(|message| may_panic(message)).chain(arguments.before.clone()).collect();
    match method.making() {
        Some(Making::Option) => {
            body.extend([format!("let made = {call};"), "glassbox::assume(made.is_some());".to_owned()]);
            body.push(subject.wrapped("made.unwrap()"));
        }
        Some(Making::Result) => {
            // `Result::unwrap` needs an error that can be shown.
            body.extend([format!("let made = {call};"), "glassbox::assume(made.is_ok());".to_owned()]);
            body.push(subject.wrapped("made.ok().unwrap()"));
        }
        _ if is_mixed => return Err("its numbers and items may have to match".to_owned()),
        _ => body.push(subject.wrapped(&call)),
    }
    let parameters = arguments.parameter_texts();
    let (name, output) = (method.name(), Some(subject.short_type()));
    Ok(Function { name, parameters, output, body, ..Function::default() })
}

/// A function that calls a method of the subject; none for an associated function.
fn call(subject: &Subject<'_>, method: Method<'_>, constructor: Option<&str>) -> Result<Option<Function>, String> {
    let takes = match method.receiver() {
        Receiver::Nothing => return Ok(None),
        Receiver::Value => subject.short_type(),
        _ => format!("&mut {}", subject.short_type()),
    };
    method.ensure_callable(subject.is_compiled)?;
    let arguments = CallArguments::new(subject, method, constructor)?;
    let variable = arguments.variable.clone();
    let PanicGuards { statements: mut body, comment } = panic_guards(subject, method, &arguments)?;
    body.extend(arguments.before.iter().cloned());
    let call = format!("{variable}.{}({})", method.name(), arguments.passed.join(", "));
    let CallEnd { statement, output } = call_end(&arguments, &call);
    body.push(statement);
    let own = format!("{}: {takes}", arguments.subject_parameter);
    let parameters = std::iter::once(own).chain(arguments.parameter_texts()).collect();
    let is_mutating = method.receiver() == Receiver::Mutable;
    Ok(Some(Function { name: method.name(), is_mutating, comment, parameters, output, body }))
}

/// A function that calls `Extend::extend` with one item.
fn extend(subject: &Subject<'_>) -> Option<Function> {
    subject.implementations("Extend").find_map(|block| {
        let (item, method) = (trait_argument(block)?, first_function(block)?);
        let arguments = CallArguments::of_extend(subject, method, item)?;
        let variable = &arguments.variable;
        let parameters = std::iter::once(format!("{}: &mut {}", arguments.subject_parameter, subject.short_type()))
            .chain(arguments.parameter_texts())
            .collect();
        let PanicGuards { statements: mut body, comment } = panic_guards(subject, method, &arguments).ok()?;
        body.extend(arguments.before.iter().cloned());
        body.push(format!("{variable}.extend({});", arguments.passed.join(", ")));
        Some(Function { name: "extend".to_owned(), comment, parameters, body, ..Function::default() })
    })
}

/// A function that calls `IntoIterator::into_iter`.
fn into_iter(subject: &Subject<'_>) -> Function {
    let variable = subject.variable(&[].into());
    let body = vec![format!("read_some({}.into_iter());", subject.expression(&variable))];
    let parameters = vec![format!("{variable}: {}", subject.short_type())];
    Function { name: "into_iter".to_owned(), parameters, body, ..Function::default() }
}

/// The type argument of the trait that a block implements.
fn trait_argument(block: &ItemImpl) -> Option<&syn::Type> {
    let (path, _) = block.trait_.as_ref()?;
    match &path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(it) => it.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    }
}

/// The first function of a block.
fn first_function(block: &ItemImpl) -> Option<Method<'_>> {
    block.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) => Some(Method { block, function, is_conditional: false }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::library_source::LibrarySource;
    use crate::scaffold::harness::found_type::FoundType;
    use crate::scaffold::harness::type_choice::Items;

    /// Compares the function for a method of `Bag`, or the reason why there is none.
    #[track_caller]
    fn check(method: &str, expect: &str) {
        check_in("impl<T> Bag<T> {", method, expect);
    }

    #[track_caller]
    fn check_in(block: &str, method: &str, expect: &str) {
        let library = format!(
            "pub struct Bag<T>(Vec<T>);
             impl<T> Bag<T> {{
                 pub fn new() -> Self {{}}
                 pub fn len(&self) -> usize {{}}
                 pub fn capacity(&self) -> usize {{}}
                 pub fn contains(&self, id: usize) -> bool {{}}
                 pub fn put(&mut self, item: T) {{}}
             }}
             pub type Id = u32;
             pub type Loop = Loop;
             pub struct All<'a, T>(&'a T);
             impl<'a, T> Iterator for All<'a, T> {{}}
             {block} {method} {{}} }}"
        );
        let source = LibrarySource::of(&library);
        let subject =
            Subject::new(&source, &FoundType::foreign(0, String::new()), &HarnessSettings::default(), Items::Best)
                .unwrap_or_else(|problems| panic!("{problems:?}"));
        let functions = Functions::of(&subject, &HarnessSettings::default());
        let known = ["new", "contains", "put"];
        let operations = functions.all().filter(|it| !known.contains(&it.name.as_str()) && !it.name.contains("_is_"));
        let texts = operations.map(Function::text).chain(functions.left_out.iter().map(|(_, why)| why.clone()));
        assert_eq!(texts.collect::<String>().trim_end(), expect);
    }

    #[test]
    fn values_keys_and_numbers() {
        check("pub fn add(&mut self, item: T)", "pub fn add(bag: &mut Bag<Val>, item: Val) {\n    bag.add(item);\n}");
        check(
            "pub fn swap(&mut self, mut bag: bool, item: &mut T) -> u8",
            "pub fn swap(subject: &mut Bag<Val>, bag: bool, mut item: Val) {\n    let _ = subject.swap(bag, &mut item);\n}",
        );
        check(
            "pub fn reserve(&mut self, additional: usize, n: u8)",
            "pub fn reserve(\n    bag: &mut Bag<Val>,\n    #[glassbox(values = 0..3)] additional: usize,\n    \
             #[glassbox(values = 0..3)] n: u8,\n) {\n    bag.reserve(additional, n);\n}",
        );
        check(
            "pub fn set(&mut self, item: Option<T>, name: &str)",
            "pub fn set(\n    bag: &mut Bag<Val>,\n    item: Option<Val>,\n    \
             #[glassbox(values = [String::new(), \"a\".to_owned(), \"é\".to_owned()])] name: String,\n) {\n    \
             bag.set(item, &name);\n}",
        );
        check(
            "pub fn give(&mut self, id: Id)",
            "pub fn give(bag: &mut Bag<Val>, #[glassbox(values = 0..3)] id: u32) {\n    bag.give(id);\n}",
        );
        check("pub fn turn(&mut self, it: Loop)", "it takes `it: Loop`");
        check("pub fn spin(&mut self) where T: Default", "it needs `T: Default`");
        check("pub fn show(&mut self, out: &mut dyn Write)", "it takes `out: &mut dyn Write`");
        check("pub unsafe fn cut(&mut self)", "it is `unsafe`: its safety conditions are not known");
    }

    #[test]
    fn indices_and_ranges() {
        check(
            "pub fn cut(&mut self, len: usize)",
            "pub fn cut(bag: &mut Bag<Val>, #[glassbox(values = 0..=bag.len())] len: usize) {\n    bag.cut(len);\n}",
        );
        check(
            "/// # Panics\n/// If it is out of bounds.\n pub fn take(&mut self, at: usize) -> T",
            "// Called only where it does not panic. Its documentation: If it is out of bounds.\n\
             pub fn take(bag: &mut Bag<Val>, #[glassbox(values = 0..bag.len())] at: usize) {\n    \
             let _ = bag.take(at);\n}",
        );
        check(
            "/// Panics if `at > len`.\n pub fn split(&mut self, at: usize)",
            "// Called only where it does not panic. Its documentation: Panics if `at > len`.\n\
             pub fn split(bag: &mut Bag<Val>, #[glassbox(values = 0..=bag.len())] at: usize) {\n    bag.split(at);\n}",
        );
        check(
            "/// Panics if there is no such item.\n pub fn take(&mut self, id: usize)",
            "// Called only where it does not panic. Its documentation: Panics if there is no such item.\n\
             pub fn take(bag: &mut Bag<Val>, #[glassbox(values = 0..bag.len())] id: usize) {\n    \
             glassbox::assume(bag.contains(id));\n    bag.take(id);\n}",
        );
        check(
            "/// Panics if it is full.\n pub fn add(&mut self, item: T)",
            "// Called only where it does not panic. Its documentation: Panics if it is full.\n\
             pub fn add(bag: &mut Bag<Val>, item: Val) {\n    \
             glassbox::assume(bag.len() < bag.capacity());\n    bag.add(item);\n}",
        );
        check(
            "/// Panics if the new capacity\n/// overflows.\n pub fn grow(&mut self)",
            "pub fn grow(bag: &mut Bag<Val>) {\n    bag.grow();\n}",
        );
        check(
            "/// Panics if it is Monday or if it overflows.\n pub fn grow(&mut self)",
            "it panics on purpose: Panics if it is Monday",
        );
        check("/// Panics on Mondays.\n pub fn work(&mut self)", "it panics on purpose: Panics on Mondays.");
        check(
            "pub fn part<R: RangeBounds<usize>>(&mut self, range: R) -> All<'_, T>",
            "pub fn part(\n    bag: &mut Bag<Val>,\n    #[glassbox(values = 0..=bag.len())] start: usize,\n    \
             #[glassbox(values = 0..=bag.len())] end: usize,\n) {\n    glassbox::assume(start <= end);\n    \
             read_some(bag.part(start..end));\n}",
        );
    }

    #[test]
    fn constructors_that_may_refuse() {
        check(
            "pub fn of(n: u8) -> Option<Self>",
            "pub fn of(#[glassbox(values = 0..3)] n: u8) -> Bag<Val> {\n    let made = Bag::of(n);\n    \
             glassbox::assume(made.is_some());\n    made.unwrap()\n}",
        );
        check(
            "pub fn of(item: T, n: usize) -> Result<Bag<T>, T>",
            "pub fn of(item: Val, #[glassbox(values = 0..3)] n: usize) -> Bag<Val> {\n    let made = Bag::of(item, n);\n    \
             glassbox::assume(made.is_ok());\n    made.ok().unwrap()\n}",
        );
        check("pub fn of(item: T, n: usize) -> Self", "its numbers and items may have to match");
        check("pub fn of(n: u8) -> Option<u8>", "it neither takes a subject nor returns one");
    }

    #[test]
    fn closures_items_and_other_subjects() {
        check(
            "pub fn keep(&mut self, f: impl FnMut(&T) -> bool)",
            "pub fn keep(bag: &mut Bag<Val>) {\n    bag.keep(|_| glassbox::choose(2) == 1);\n}",
        );
        check(
            "pub fn or<F>(&mut self, f: F) -> &mut T where F: FnOnce() -> T",
            "pub fn or(bag: &mut Bag<Val>, f_result: Val) {\n    let _ = bag.or(move || f_result);\n}",
        );
        check(
            "pub fn add_all<I: IntoIterator<Item = T>>(&mut self, items: I)",
            "pub fn add_all(bag: &mut Bag<Val>, item: Val) {\n    bag.add_all(std::iter::once(item));\n}",
        );
        check(
            "pub fn append(&mut self, other: &mut Bag<T>)",
            "pub fn append(bag: &mut Bag<Val>, other_item: Val) {\n    let mut other = new();\n    \
             if glassbox::choose(2) == 1 {\n        other.put(other_item);\n    }\n    bag.append(&mut other);\n}",
        );
        check(
            "pub fn into_all(self) -> impl Iterator<Item = T>",
            "pub fn into_all(bag: Bag<Val>) {\n    read_some(bag.into_all());\n}",
        );
        check(
            "pub fn sort_by_key<K: Ord>(&mut self, f: impl FnMut(&T) -> K)",
            "pub fn sort_by_key(bag: &mut Bag<Val>) {\n    bag.sort_by_key(|_| 0);\n}",
        );
        check(
            "pub fn dedup_by_key<K: PartialEq<K>, F: FnMut(&T) -> K>(&mut self, f: F)",
            "pub fn dedup_by_key(bag: &mut Bag<Val>) {\n    bag.dedup_by_key(|_| glassbox::choose(2));\n}",
        );
        check(
            "pub fn sort_by(&mut self, f: impl FnMut(&T, &T) -> Ordering)",
            "pub fn sort_by(bag: &mut Bag<Val>) {\n    bag.sort_by(|_, _| std::cmp::Ordering::Equal);\n}",
        );
    }

    #[test]
    fn getters_are_called_in_one_law() {
        check(
            "pub fn all(&self) -> All<'_, T>",
            "pub fn looking_does_not_panic(bag: &Bag<Val>) {\n    let _ = bag.all().count();\n}",
        );
    }

    #[test]
    fn methods_of_blocks_for_other_types_are_left_out() {
        check_in("impl Bag<u8> {", "pub fn sum(&mut self)", "it exists only for `Bag<u8>`");
        check_in("impl<T: Clone> Bag<T> {", "pub fn double(&mut self)", "it needs `T: Clone`");
        check_in("#[cfg(feature = \"sum\")] impl<T> Bag<T> {", "pub fn sum(&mut self)", "it exists only under a `cfg`");
        check("#[cfg(feature = \"sum\")] pub fn sum(&mut self)", "it exists only under a `cfg`");
        check_in(
            "impl<A> Extend<A> for Bag<A> {",
            "fn extend<I: IntoIterator<Item = A>>(&mut self, items: I)",
            "pub fn extend(bag: &mut Bag<Val>, item: Val) {\n    bag.extend(std::iter::once(item));\n}",
        );
    }

    #[test]
    fn parameters_get_types_that_most_methods_accept() {
        let check = |library: &str, expect: &str| {
            let source = LibrarySource::of(library);
            let subject =
                Subject::new(&source, &FoundType::foreign(0, String::new()), &HarnessSettings::default(), Items::Best)
                    .map(|subject| subject.full_type());
            assert_eq!(subject.unwrap_or_else(|problems| problems.join("\n")), expect, "{library}");
        };
        check("pub struct S<T>(T); impl<T> S<T> { pub fn a(&mut self) {} }", "S<Val>");
        check("pub struct S<T>(T); impl<T: Ord> S<T> { pub fn a(&mut self) {} }", "S<Key>");
        check("pub struct S<T>(T); impl<T: Hash + Eq> S<T> { pub fn a(&mut self) {} }", "S<Key>");
        check("pub struct S<T>(T); impl<T: Copy> S<T> { pub fn a(&mut self) {} }", "S<u8>");
        check(
            "pub struct S<T>(T); impl<T> S<T> { pub fn a(&mut self) {} pub fn b(&mut self) where T: Clone {} }",
            "S<Val>",
        );
        check(
            "pub struct S<T>(T);
             impl<T> S<T> { pub fn a(&mut self) {} pub fn b(&mut self) {} pub fn c(&mut self, t: T) where T: Ord {} }",
            "S<Key>",
        );
        check(
            "pub struct S<K, V, H = RandomState>(K, V, H);
             impl<K: Hash + Eq, V, H: BuildHasher> S<K, V, H> { pub fn a(&mut self) {} }",
            "S<Key, Val, BuildHasherDefault<DefaultHasher>>",
        );
        check("pub struct S<A: Array>(A); impl<A: Array> S<A> { pub fn a(&mut self, i: A::Item) {} }", "S<[Val; 2]>");
        check("pub struct S<T, const N: u8>(T);", "S<Val, 2>");
        check("pub struct S<T, A: Allocator = Global>(T, A);", "S<Val>");
        check("pub struct S<P: Policy>(P);", "`init` cannot choose a type for the parameter `P: Policy`");
        check(
            "pub struct S<T>(T); impl<T> S<T> { pub fn a<Q>(&mut self, q: &Q) where Q: Hash + Equivalent<T> {} }",
            "S<Key>",
        );
    }
}
