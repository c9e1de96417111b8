//! From a path to the module that defines what it names.

use super::module_tree::{ModuleId, ModuleTree, Name};

/// An item that a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub(super) module: ModuleId,
    /// The item's name where it is defined, before any `as`.
    pub(super) name: String,
}

/// Meanings of a name: at most one module and one item.
#[derive(Default)]
struct Meaning {
    module: Option<ModuleId>,
    item: Option<Definition>,
}

/// Imports that are being followed, so that two globs that import each other come to an end.
type Trail = Vec<(ModuleId, Vec<String>)>;

impl ModuleTree {
    /// The item that `path` names in the code of `module`. Nothing for names of other packages, modules and local
    /// variables.
    pub(super) fn resolve(&self, module: ModuleId, path: &[String]) -> Option<Definition> {
        self.follow(module, path, &mut Trail::new()).item
    }

    /// The last module that `path` itself names, and the segment behind it. Re-exports are not followed.
    pub(super) fn resolve_as_written(&self, module: ModuleId, path: &[String]) -> Option<Definition> {
        let mut at = module;
        for (nth, segment) in path.iter().enumerate() {
            let next = match segment.as_str() {
                "crate" => Some(self.root(at)),
                "self" => Some(at),
                "super" => self.module(at).parent,
                name => self.module(at).names.get(name).into_iter().flatten().find_map(|name| match name {
                    Name::Module(child) => Some(*child),
                    Name::Item(_) | Name::Import(_) => None,
                }),
            };
            match next {
                Some(module) => at = module,
                None if nth == 0 => return None,
                None => return Some(Definition { module: at, name: segment.clone() }),
            }
        }
        Some(Definition { module: at, name: "self".to_owned() })
    }

    fn follow(&self, start: ModuleId, path: &[String], trail: &mut Trail) -> Meaning {
        let mut at = start;
        for (nth, segment) in path.iter().enumerate() {
            let is_last = nth + 1 == path.len();
            let next = match segment.as_str() {
                "crate" => Some(self.root(at)),
                "self" => Some(at),
                "super" => self.module(at).parent,
                name => {
                    let mut meaning = self.look_up(at, name, trail);
                    let is_unknown = !self.module(at).names.contains_key(name);
                    if meaning.module.is_none() && meaning.item.is_none() && nth > 0 && is_unknown {
                        // The compiler finds it here, so a macro defines it.
                        meaning.item = Some(Definition { module: at, name: name.to_owned() });
                    }
                    // What follows an item is a variant or an associated item of it.
                    if is_last || meaning.module.is_none() {
                        return meaning;
                    }
                    meaning.module
                }
            };
            match next {
                Some(module) => at = module,
                None => return Meaning::default(),
            }
        }
        Meaning { module: Some(at), item: None }
    }

    fn look_up(&self, module: ModuleId, name: &str, trail: &mut Trail) -> Meaning {
        let mut meaning = Meaning::default();
        for known in self.module(module).names.get(name).into_iter().flatten() {
            let other = match known {
                Name::Item(module) => {
                    let item = Definition { module: *module, name: name.to_owned() };
                    Meaning { module: None, item: Some(item) }
                }
                Name::Module(child) => Meaning { module: Some(*child), item: None },
                Name::Import(path) => self.import(module, path, trail, |meaning, _| meaning),
            };
            meaning = meaning.or(other);
        }
        for path in &self.module(module).globs {
            if meaning.module.is_none() && meaning.item.is_none() {
                meaning = self.import(module, path, trail, |source, trail| match source.module {
                    Some(source) => self.look_up(source, name, trail),
                    None => Meaning::default(),
                });
            }
        }
        meaning
    }

    /// Follows `path` unless that is under way already, and hands its meaning on.
    fn import(
        &self,
        module: ModuleId,
        path: &[String],
        trail: &mut Trail,
        then: impl FnOnce(Meaning, &mut Trail) -> Meaning,
    ) -> Meaning {
        let step = (module, path.to_vec());
        if trail.contains(&step) {
            return Meaning::default();
        }
        trail.push(step);
        let meaning = self.follow(module, path, trail);
        let meaning = then(meaning, trail);
        trail.pop();
        meaning
    }
}

impl Meaning {
    fn or(self, other: Self) -> Self {
        Self { module: self.module.or(other.module), item: self.item.or(other.item) }
    }
}
