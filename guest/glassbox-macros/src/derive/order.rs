//! The order in which the fields of a value are described.
//!
//! Lengths and fields that decide which slots are filled come first, because other fields depend on them. Then come the sorted fields, in their order, because keys
//! get their ranks in the order of description; then the others as declared.

use syn::{Error, Member, Result};

use super::filled;
use super::members::find;
use super::model::{Field, Links, Part, Role, Step};
use super::types::array;
use crate::attributes::{Sorted, span_of};

/// The order of `fields`, of which `sorted` names some.
pub(crate) fn order(fields: &[Field], sorted: &[Sorted]) -> Result<Vec<Step>> {
    lengths_are_plain(fields)?;
    let members: Vec<Member> = fields.iter().map(|field| field.member.clone()).collect();
    let parts = sorted.iter().map(|part| resolve(part, fields, &members)).collect::<Result<Vec<Part>>>()?;
    let named: Vec<usize> = parts.iter().flat_map(|part| numbers(*part)).collect();
    once(sorted, &named)?;

    let lengths = (0..fields.len()).filter(|&number| !fields[number].length_of.is_empty());
    let lengths: Vec<usize> = lengths.filter(|number| !named.contains(number)).collect();
    let rest = (0..fields.len()).filter(|number| !named.contains(number) && !lengths.contains(number));
    let rest = rest.filter(|&number| !fields[number].is_frame() && fields[number].decides.is_empty());
    let mut steps: Vec<Step> = lengths.iter().copied().map(Step::Field).collect();
    steps.extend(filled::leaders(fields).into_iter().map(Step::Decide));
    if !parts.is_empty() {
        steps.push(Step::Sorted(parts));
    }
    steps.extend(rest.map(Step::Field));
    Ok(steps)
}

/// Rejects lengths with a role other than `values`: a length is a number with a list of values.
fn lengths_are_plain(fields: &[Field]) -> Result<()> {
    for field in fields.iter().filter(|field| !field.length_of.is_empty()) {
        if !matches!(field.role, Role::Plain | Role::Values(_)) || !field.domains.is_empty() {
            let message = "this field is the length of another: it can have `values`, and no other setting";
            return Err(Error::new(span_of(&field.member), message));
        }
    }
    Ok(())
}

fn resolve(part: &Sorted, fields: &[Field], members: &[Member]) -> Result<Part> {
    match part {
        Sorted::Field(name) => {
            let number = find(name, members)?;
            let is_needed = !fields[number].length_of.is_empty() || !fields[number].decides.is_empty();
            if !is_needed && !fields[number].is_frame() {
                return Ok(Part::Field(number));
            }
            Err(Error::new(span_of(name), "other fields depend on this one, so `sorted` cannot contain it"))
        }
        Sorted::Interleave(first, second) => {
            Ok(Part::Interleave(elements(first, fields, members)?, elements(second, fields, members)?))
        }
    }
}

/// The number of a field whose elements can be described one by one.
fn elements(name: &Member, fields: &[Field], members: &[Member]) -> Result<usize> {
    let number = find(name, members)?;
    let field = &fields[number];
    let one_by_one = matches!(field.role, Role::Plain | Role::Tree(Links::Array(..)) | Role::Slots(_));
    if one_by_one && array(&field.ty).is_some() {
        return Ok(number);
    }
    Err(Error::new(span_of(name), "`interleave` takes arrays: `[Option<Box<Node>>; 4]` and `[MaybeUninit<K>; 3]`"))
}

fn numbers(part: Part) -> Vec<usize> {
    match part {
        Part::Field(number) => vec![number],
        Part::Interleave(first, second) => vec![first, second],
    }
}

fn once(sorted: &[Sorted], numbers: &[usize]) -> Result<()> {
    for (i, name) in sorted.iter().flat_map(Sorted::names).enumerate() {
        if numbers[..i].contains(&numbers[i]) {
            return Err(Error::new(span_of(name), "`sorted` contains this field twice"));
        }
    }
    Ok(())
}
