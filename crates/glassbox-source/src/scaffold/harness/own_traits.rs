//! Traits of the explored type's crate: which traits of std they stand for, and which types implement them.

use std::collections::BTreeSet;

use syn::{ItemImpl, ItemTrait, TraitItem, TypeParamBound};

use crate::read::generics::{parameter_name, required_traits};
use crate::read::library_source::LibrarySource;
use crate::read::type_syntax::{named, text};

/// Types of std that stand for a parameter if they implement its trait, best first.
pub(super) const KNOWN_TYPES: [&str; 8] = ["u8", "u16", "u32", "usize", "u64", "i32", "String", "Vec<u8>"];

/// A trait of the crate.
pub(super) struct OwnTrait<'a> {
    source: &'a LibrarySource,
    definition: &'a ItemTrait,
}

impl<'a> OwnTrait<'a> {
    /// The trait of this name, if the crate defines one.
    pub(super) fn find(source: &'a LibrarySource, name: &str) -> Option<Self> {
        let definition = source.traits.iter().find(|it| it.ident == name)?;
        Some(Self { source, definition })
    }

    /// The names of the traits that a type needs to have it, if every type that has these has it: there is
    /// `impl<T: A + B> Own for T`.
    pub(super) fn blanket(&self) -> Option<BTreeSet<String>> {
        self.implementations().find_map(|block| {
            let own = text(&block.self_ty);
            let is_free = block.generics.params.iter().any(|it| parameter_name(it) == own);
            is_free.then(|| required_traits(&block.generics).remove(&own).unwrap_or_default())
        })
    }

    /// The traits that it requires.
    pub(super) fn supertraits(&self) -> BTreeSet<String> {
        let names = self.definition.supertraits.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        });
        names.collect()
    }

    /// The traits that its associated type `Item` must have.
    pub(super) fn item_traits(&self) -> BTreeSet<String> {
        let items = self.definition.items.iter().filter_map(|item| match item {
            TraitItem::Type(it) if it.ident == "Item" => Some(&it.bounds),
            _ => None,
        });
        let bounds = items.flatten().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        });
        bounds.collect()
    }

    /// The best type that implements it.
    pub(super) fn implementor(&self) -> Option<String> {
        let concrete: Vec<&ItemImpl> = self.implementations().filter(|it| it.generics.params.is_empty()).collect();
        let texts: Vec<String> = concrete.iter().map(|block| text(&block.self_ty)).collect();
        let known = KNOWN_TYPES.iter().find(|known| texts.iter().any(|text| text == *known));
        let own = || {
            concrete.iter().find_map(|block| {
                let (ident, arguments) = named(&block.self_ty)?;
                let is_reachable = self.source.public_path(&ident.to_string(), &[], &[]).is_some();
                (arguments.is_empty() && is_reachable).then(|| ident.to_string())
            })
        };
        known.map(|known| (*known).to_owned()).or_else(own)
    }

    /// Whether a range implements it.
    pub(super) fn has_ranges(&self) -> bool {
        self.implementations().any(|block| {
            named(&block.self_ty).is_some_and(|(ident, _)| ident == "Range")
                || text(&block.generics).contains("RangeBounds<")
        })
    }

    fn implementations(&self) -> impl Iterator<Item = &'a ItemImpl> {
        let name = &self.definition.ident;
        let is_one = move |block: &&ItemImpl| {
            block.trait_.as_ref().is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == *name))
        };
        self.source.impls.iter().map(|(_, block)| block).filter(is_one)
    }
}
