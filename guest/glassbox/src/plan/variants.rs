//! Enums: one cell for the whole value with a sample of each variant, then the payload cells over it.
//!
//! Only the compiler knows where the tag is, and whether there is one: a sample has the right bytes, and the place of a
//! field inside the sample is its place in the value. A payload that holds the tag in a niche overwrites it with
//! patterns that imply the same variant.

use glassbox_abi::skeleton::{CellKind, Role};

use super::Plan;
use super::cells::Choice;
use super::description::Label;
use super::domain::Domain;

/// An enum with the variants listed so far.
pub struct Variants<E> {
    at: *mut E,
    samples: Vec<*mut E>,
    names: Vec<&'static str>,
}

/// An enum with all its possible variants.
pub struct Tag<E> {
    variants: Variants<E>,
    choice: Choice,
}

impl Plan {
    /// Begins to describe an enum.
    pub fn variants<E>(&mut self, at: *mut E) -> Variants<E> {
        Variants { at, samples: Vec::new(), names: Vec::new() }
    }
}

impl<E> Variants<E> {
    /// Adds a possible variant. The sample is kept in memory of its own and never dropped.
    pub fn add(&mut self, plan: &mut Plan, name: &'static str, sample: E) {
        let place = plan.scratch::<E>();
        // SAFETY: new memory for an `E`.
        unsafe { place.write(sample) };
        self.samples.push(place);
        self.names.push(name);
    }

    /// Describes the cell of the whole value.
    ///
    /// # Panics
    ///
    /// If there is no variant: call [`possible`](crate::Structure::possible) first.
    pub fn done(self, plan: &mut Plan) -> Tag<E> {
        // SAFETY: the samples live as long as the plan. As bytes they may be copied.
        let samples = self.samples.iter().map(|sample| unsafe { sample.cast::<std::mem::MaybeUninit<E>>().read() });
        let labels = self.names.iter().map(|name| Label::Text((*name).into())).collect();
        let choice =
            plan.vary(self.at.cast(), Domain::of(samples).labels(labels).role(Role::Variant).kind(CellKind::Variant));
        Tag { variants: self, choice }
    }
}

impl<E> Tag<E> {
    /// The sample of a variant, if it is possible.
    pub fn sample(&self, name: &str) -> Option<&E> {
        // SAFETY: a valid value in memory that nothing writes as long as the plan lives, and `describe` ends before it.
        self.number(name).map(|number| unsafe { &*self.variants.samples[number] })
    }

    /// The place in the described value that corresponds to `field` inside `sample`.
    pub fn place<F>(&self, sample: &E, field: &F) -> *mut F {
        let offset = std::ptr::from_ref(field).addr() - std::ptr::from_ref(sample).addr();
        self.variants.at.wrapping_byte_add(offset).cast()
    }

    /// Limits all that `f` describes to this variant.
    ///
    /// # Panics
    ///
    /// If the variant is not possible.
    pub fn when(&self, plan: &mut Plan, name: &str, f: impl FnOnce(&mut Plan)) {
        let number = self.number(name).expect("only possible variants have fields to describe");
        let number = u32::try_from(number).expect("fewer than 2^32 variants");
        plan.when(&self.choice, [number], f);
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.variants.names.iter().position(|known| *known == name)
    }
}
