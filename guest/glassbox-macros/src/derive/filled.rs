//! The code for slots of which a predicate says whether they are filled: `#[glassbox(filled = |head, len, i| ..)]`.
//!
//! The parameters name fields, the last one is the number of the slot, and the name of the slots themselves stands for their
//! number. The fields that the predicate names *decide*: one variable has all combinations of their values ([`Step::Decide`]).
//! The predicate becomes a closure before all other code, so that it stays outside of every `unsafe` block.
//!
//! [`Step::Decide`]: super::model::Step::Decide

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprClosure, Ident, Member, Pat, Result, Type};

use super::members::find;
use super::model::{Field, Filled, Parameter, Role, Variant};
use super::site::Site;
use super::types::{argument_of, array, boxed_slice, plain};
use crate::code::{code, collected, possible_value, within};

const FORM: &str = "write `filled = |len, i| i < len`: names of fields, and then the number of the slot";

/// The role of a field with this type, name and predicate; `members` are all fields.
pub(crate) fn role(ty: &Type, own: &Member, members: &[Member], closure: &ExprClosure) -> Result<Role> {
    let (element, capacity) = match array(ty) {
        Some((element, capacity)) => (Some(element), Some(capacity.clone())),
        None => (boxed_slice(ty), None),
    };
    let element = element.and_then(|element| argument_of(element, "MaybeUninit"));
    let Some(element) = element.cloned() else {
        let message = "`filled` is for slots that may be undefined: `[MaybeUninit<T>; 8]` or `Box<[MaybeUninit<T>]>`";
        return Err(Error::new(ty.span(), message));
    };
    let names: Vec<Ident> = closure.inputs.iter().map(name).collect::<Result<_>>()?;
    let Some((index, names)) = names.split_last() else { return Err(Error::new(closure.span(), FORM)) };
    let parameter = |name: &Ident| {
        let member = Member::Named(name.clone());
        let parameter = if member == *own { Parameter::Slots } else { Parameter::Field(find(&member, members)?) };
        Ok((name.clone(), parameter))
    };
    let parameters = names.iter().map(parameter).collect::<Result<_>>()?;
    Ok(Role::Filled(Box::new(Filled {
        element,
        capacity,
        parameters,
        index: index.clone(),
        body: (*closure.body).clone(),
    })))
}

fn name(pattern: &Pat) -> Result<Ident> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Ok(name.ident.clone()),
        other => Err(Error::new(other.span(), FORM)),
    }
}

/// Checks that slots that depend on a common field depend on the same fields.
pub(crate) fn connect(fields: &mut [Field]) -> Result<()> {
    let all: Vec<(usize, Vec<usize>, bool)> = (0..fields.len())
        .filter_map(|number| {
            fields[number].filled().map(|filled| (number, filled.deciding(), filled.capacity.is_none()))
        })
        .collect();
    for (number, deciding, is_boxed) in &all {
        let shares = |(other, others, _): &&(usize, Vec<usize>, bool)| {
            other != number && others.iter().any(|field| deciding.contains(field))
        };
        if let Some((other, others, other_is_boxed)) = all.iter().find(shares)
            && (others != deciding || *is_boxed || *other_is_boxed)
        {
            let (member, other) = (&fields[*number].member, &fields[*other].label);
            let message = format!(
                "slots that depend on a common field must be arrays and depend on the same fields in the same order, as `{other}` \
                 does not"
            );
            return Err(Error::new(crate::attributes::span_of(member), message));
        }
        for &field in deciding {
            let decides = &mut fields[field];
            if !matches!(decides.role, Role::Plain | Role::Values(_)) || !decides.length_of.is_empty() {
                let message =
                    "this field decides which slots are filled: it can have `values` or `domain`, and no other setting";
                return Err(Error::new(crate::attributes::span_of(&decides.member), message));
            }
            decides.decides.push(*number);
        }
    }
    Ok(())
}

/// The first of the slots that depend on the same fields as these.
fn leader(fields: &[Field], number: usize) -> usize {
    let deciding = fields[number].filled().map(Filled::deciding).unwrap_or_default();
    let first = deciding.first().and_then(|field| fields[*field].decides.first());
    first.copied().unwrap_or(number)
}

/// The numbers of slots fields, one for each group of deciding fields.
pub(crate) fn leaders(fields: &[Field]) -> Vec<usize> {
    (0..fields.len()).filter(|&number| fields[number].filled().is_some() && leader(fields, number) == number).collect()
}

/// The predicates as closures, for all variants.
pub(crate) fn closures(variants: &[Variant]) -> TokenStream {
    let fields = variants.iter().flat_map(|variant| variant.fields.iter().map(move |field| (variant, field)));
    let closure = |(variant, field): (&Variant, &Field)| {
        let filled = field.filled()?;
        let Filled { parameters, index, body, .. } = filled;
        let parameters = parameters.iter().map(|(name, parameter)| {
            let ty = match parameter {
                Parameter::Slots => code!(usize),
                Parameter::Field(number) => {
                    let ty = &variant.fields[*number].ty;
                    code!(#ty)
                }
            };
            code!(#name: #ty)
        });
        let closure = closure_name(field);
        Some(code!(let #closure = |#(#parameters,)* #index: usize| -> bool { #body };))
    };
    fields.filter_map(closure).collect()
}

/// The closure of a field.
fn closure_name(field: &Field) -> Ident {
    format_ident!("filled_{}", field.label.replace('.', "_"), span = Span::mixed_site())
}

/// The variable, the choices and the values of the field with this position, for a group.
fn names(leader: usize) -> (Ident, Ident, impl Fn(usize) -> Ident) {
    let span = Span::mixed_site();
    let values = move |position: usize| format_ident!("values_{leader}_{position}", span = span);
    (format_ident!("joint_{leader}", span = span), format_ident!("picks_{leader}", span = span), values)
}

/// The arguments of a predicate from the values of a pick.
fn picked(fields: &[Field], number: usize, pick: &TokenStream) -> TokenStream {
    let Some(filled) = fields[number].filled() else { return TokenStream::new() };
    let (_, _, values) = names(leader(fields, number));
    let deciding = filled.deciding();
    let arguments = filled.parameters.iter().map(|(_, parameter)| match (parameter, &filled.capacity) {
        (Parameter::Field(field), _) => {
            let position = deciding.iter().position(|other| other == field).unwrap_or(0);
            let values = values(position);
            code!(#values[#pick[#position]])
        }
        (Parameter::Slots, Some(capacity)) => code!((#capacity)),
        (Parameter::Slots, None) => {
            let position = deciding.len();
            let values = values(position);
            code!(#values[#pick[#position]])
        }
    });
    code!(#(#arguments,)*)
}

impl Site<'_> {
    /// Describes the fields that decide for a group of slots.
    pub(super) fn describe_deciding(&self, first: usize) -> TokenStream {
        let fields = self.fields;
        let Some(filled) = fields[first].filled() else { return TokenStream::new() };
        let (joint, picks, values) = names(first);
        let deciding = filled.deciding();
        let all = || code!(p.lengths_of_box().len() - 1);
        let n_slots = filled.capacity.as_ref().map_or_else(all, |capacity| code!((#capacity)));
        let mut lists: Vec<TokenStream> = deciding.iter().map(|field| list(&fields[*field])).collect();
        let mut labels: Vec<String> = deciding.iter().map(|field| fields[*field].label.clone()).collect();
        if filled.capacity.is_none() {
            lists.push(code!(p.lengths_of_box()));
            labels.push(fields[first].label.clone());
        }
        let names: Vec<Ident> = (0..lists.len()).map(&values).collect();
        let together = labels.join(", ");
        let members = deciding.iter().zip(&names).enumerate().map(|(position, (field, values))| {
            let (Field { ty, label, .. }, place) = (&fields[*field], (self.place)(*field));
            code! {
                let column: ::glassbox::__private::Vec<#ty> = #picks.iter().map(|pick| #values[pick[#position]]).collect();
                p.field(#label, |p| p.member::<#ty>(&#joint, #place, column));
            }
        });
        let group =
            (0..fields.len()).filter(|&number| fields[number].filled().is_some() && leader(fields, number) == first);
        let retained = group.map(|number| self.retain_possible(number, &picks));
        code! {
            let n_slots: usize = #n_slots;
            #(let #names = #lists;)*
            let mut #picks = p.combinations(&[#(#names.len()),*]);
            #(#retained)*
            let texts = [#(::glassbox::__private::Plan::texts(&#names)),*];
            let #joint = p.joint(#together, &texts, &#picks);
            #(#members)*
        }
    }

    /// Where there is no element within the bounds, no slot is filled.
    fn retain_possible(&self, number: usize, picks: &Ident) -> TokenStream {
        let field = &self.fields[number];
        let Some(filled) = field.filled() else { return TokenStream::new() };
        let (possible, closure) = (possible_value(&filled.element), closure_name(field));
        let (arguments, n) = (picked(self.fields, number, &code!(pick)), self.n_slots_picked(number));
        code! {
            if !#possible {
                #picks.retain(|pick| (0..#n).all(|i| !#closure(#arguments i)));
            }
        }
    }

    /// The number of slots with a pick.
    fn n_slots_picked(&self, number: usize) -> TokenStream {
        let Some(filled) = self.fields[number].filled() else { return TokenStream::new() };
        let in_box = || {
            let (position, (_, _, values)) = (filled.deciding().len(), names(leader(self.fields, number)));
            let values = values(position);
            code!((#values[pick[#position]]))
        };
        filled.capacity.as_ref().map_or_else(in_box, |capacity| code!((#capacity)))
    }

    /// Describes slots.
    pub(super) fn describe_filled(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let Some(Filled { element, capacity, .. }) = field.filled() else { return TokenStream::new() };
        let (label, closure) = (&field.label, closure_name(field));
        let (joint, picks, _) = names(leader(self.fields, number));
        let (arguments, n) = (picked(self.fields, number, &code!(pick)), self.n_slots_picked(number));
        let is_filled = code!(#picks.iter().map(|pick| i < #n && #closure(#arguments i)));
        let in_array = |capacity: &Expr| {
            code! {
                for i in 0..(#capacity) {
                    let filled: ::glassbox::__private::Vec<bool> = #is_filled.collect();
                    let choices = (0u32..).zip(&filled).filter(|(_, filled)| **filled).map(|(choice, _)| choice);
                    let slot = unsafe { (#place).cast::<#element>().add(i) };
                    p.element(i, |p| {
                        p.when(&#joint, choices, |p| unsafe { <#element as ::glassbox::Structure>::describe(slot, p) })
                    });
                }
            }
        };
        let in_box = || {
            code! {
                let lengths: ::glassbox::__private::Vec<usize> = #picks.iter().map(|pick| #n).collect();
                let slots = unsafe { p.boxed_slots::<#element>(&#joint, #place, &lengths) };
                for i in 0..lengths.iter().copied().max().unwrap_or(0) {
                    let filled: ::glassbox::__private::Vec<bool> = #is_filled.collect();
                    p.boxed_slot::<#element>(&slots, i, &filled);
                }
            }
        };
        let described = capacity.as_ref().map_or_else(in_box, in_array);
        let described = if field.is_item { code!(p.items(|p| { #described })) } else { described };
        let described = within(&field.domains, code!(p.field(#label, |p| { #described })));
        code!(#described;)
    }

    /// Calls `inner` for every filled slot of a live value, with its number as `i` and its place as `slot`.
    fn each_filled(&self, number: usize, inner: &TokenStream) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let Some(Filled { element, capacity, parameters, .. }) = field.filled() else { return TokenStream::new() };
        let closure = closure_name(field);
        let arguments = parameters.iter().map(|(_, parameter)| match parameter {
            Parameter::Slots => code!(n),
            Parameter::Field(field) => {
                let place = (self.place)(*field);
                code!((#place).read_unaligned())
            }
        });
        let in_array = |capacity: &Expr| {
            code! {
                let n: usize = #capacity;
                let start = (#place).cast::<#element>();
            }
        };
        let in_box = || {
            code! {
                let slice = (#place).cast::<*const [#element]>().read_unaligned();
                let n: usize = slice.len();
                let start = slice.cast::<#element>();
            }
        };
        let slots = capacity.as_ref().map_or_else(in_box, in_array);
        code! {
            #slots
            for i in 0..n {
                if #closure(#(#arguments,)* i) {
                    let slot = start.add(i);
                    #inner
                }
            }
        }
    }

    /// Visits the filled slots of a live value.
    pub(super) fn visit_filled(&self, number: usize) -> TokenStream {
        let (field, place) = (&self.fields[number], (self.place)(number));
        let Some(filled) = field.filled() else { return TokenStream::new() };
        let element = &filled.element;
        let visit = code!(v.element(|v| <#element as ::glassbox::Structure>::visit(slot, v)););
        let mut visited = self.each_filled(number, &visit);
        let is_boxed = filled.capacity.is_none();
        if is_boxed {
            visited = code!(v.scope(#place, |v| { #visited }););
        }
        for deciding in filled.deciding() {
            let place = (self.place)(deciding);
            visited = code!(v.scope(#place, |v| { #visited }););
        }
        let boxed = is_boxed.then(|| {
            code! {
                let slice = (#place).cast::<*const [::core::mem::MaybeUninit<#element>]>().read_unaligned();
                v.boxed(#place, slice);
            }
        });
        code!({ #boxed #visited })
    }

    /// Shows the filled slots of a live value.
    pub(super) fn show_filled(&self, number: usize) -> TokenStream {
        let Some(Filled { element, .. }) = self.fields[number].filled() else { return TokenStream::new() };
        self.each_filled(number, &code!(o.field(i, |o| <#element as ::glassbox::Structure>::show(slot, o));))
    }
}

/// The values of a field that decides which slots are filled.
fn list(field: &Field) -> TokenStream {
    let Field { ty, label, .. } = field;
    let values = match &field.role {
        Role::Values(values) => collected(values),
        _ if is_integer(ty) => code!(p.numbers_up_to::<#ty>(n_slots)),
        _ => code!(<#ty as ::glassbox::Structure>::values(p).unwrap_or_default()),
    };
    let values = within(
        &field.domains,
        code!(p.field(#label, |p| { let values: ::glassbox::__private::Vec<#ty> = #values; values })),
    );
    code!({ let values: ::glassbox::__private::Vec<#ty> = #values; values })
}

fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = plain(ty) else { return false };
    let names = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];
    path.path.get_ident().is_some_and(|name| names.iter().any(|known| name == known))
}
