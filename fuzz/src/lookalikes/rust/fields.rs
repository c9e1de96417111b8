//! Fields with a structure: enums, arrays, lists and others.

use std::fmt::Write as _;

use super::scalar::Scalar;
use super::shape::{Draft, DraftBlock, Shape, Special, Variable, Variant, bits};
use crate::lookalikes::domain::{self, Domain};
use crate::lookalikes::program::{Condition, Pattern, Word};
use crate::random::Random;

impl Shape {
    // --- Enums ---

    pub(super) fn plain_enum(&mut self, random: &mut Random, variable: usize) {
        let ty = self.type_name('E');
        let n = random.range(2, 6);
        let (repr, len) = random.pick(&[("u8", 1), ("u8", 1), ("u32", 4)]);
        let gap = random.pick(&[1, 1, 1, 3]);
        let discriminants: Vec<u64> = (0..n as u64).map(|index| index * gap).collect();
        let variants: Vec<Variant> =
            (0..n).map(|index| Variant { name: format!("V{index}"), payload: Vec::new() }).collect();
        let body: Vec<String> = variants.iter().zip(&discriminants).map(|(v, d)| format!("{} = {d}", v.name)).collect();
        let body = body.join(", ");
        let derive = "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]";
        writeln!(self.types, "#[repr({repr})]\n{derive}\npub enum {ty} {{ {body} }}").expect("a string takes it");
        let (field, offset) = self.field(&ty, len, len);
        let choices = self.choices[variable] as usize;
        let first = random.below(n);
        let values = (0..choices).map(|choice| Word::defined(discriminants[(first + choice) % n])).collect();
        self.draft(offset, Pattern { variable, len, values, present: None });
        self.specials.push(Special::Enum { field, ty, variants });
    }

    fn define_data(&mut self, ty: &str, variants: &[Variant]) {
        let body: String = variants
            .iter()
            .map(|variant| match &variant.payload[..] {
                [] => format!("{}, ", variant.name),
                payload => {
                    let names: Vec<&str> = payload.iter().map(|ty| ty.name()).collect();
                    format!("{}({}), ", variant.name, names.join(", "))
                }
            })
            .collect();
        writeln!(
            self.types,
            "#[repr(C, u32)]\n#[derive(Clone, Copy, PartialEq, PartialOrd)]\npub enum {ty} {{ {body}}}"
        )
        .expect("as above");
    }

    /// One variant has a payload, which has a variable of its own.
    pub(super) fn option(&mut self, random: &mut Random, variable: usize) {
        let ty = self.type_name('O');
        let of = Scalar::any(random);
        let full = random.below(2);
        let mut variants = vec![Variant { name: "A".to_owned(), payload: Vec::new() }];
        variants.insert(full, Variant { name: "B".to_owned(), payload: vec![of] });
        self.define_data(&ty, &variants);
        let align = of.len().max(4);
        let (field, offset) = self.field(&ty, (align + of.len()).next_multiple_of(align), align);
        let first = random.below(2);
        let tags: Vec<usize> = (0..self.choices[variable] as usize).map(|choice| (choice + first) % 2).collect();
        let values = tags.iter().map(|&tag| Word::defined(tag as u64)).collect();
        self.draft(offset, Pattern { variable, len: 4, values, present: None });
        let choices = (0..).zip(&tags).filter(|(_, tag)| **tag == full).map(|(choice, _)| choice).collect();
        let other = self.other(random, variable);
        let mut payload = self.pattern(random, other, of);
        payload.present = Some(Condition { variable, choices });
        self.padding(offset + 4, offset + align);
        self.padding(offset + align + of.len(), (offset + align + of.len()).next_multiple_of(align));
        self.draft(offset + align, payload);
        self.specials.push(Special::Enum { field, ty, variants });
    }

    /// Several variants have payloads, which overlap and depend on the same variable as the tag.
    pub(super) fn data_enum(&mut self, random: &mut Random, variable: usize) {
        let ty = self.type_name('D');
        let n = random.range(2, 4);
        let variants: Vec<Variant> = (0..n)
            .map(|index| {
                let payload = (0..random.below(3)).map(|_| Scalar::any(random)).collect();
                Variant { name: format!("W{index}"), payload }
            })
            .collect();
        self.define_data(&ty, &variants);
        let align = variants.iter().flat_map(|v| &v.payload).map(|ty| ty.len()).fold(4, u32::max);
        let size = variants.iter().map(|variant| end_of(&variant.payload)).max().unwrap_or(0);
        let len = (align + size).next_multiple_of(align);
        let (field, offset) = self.field(&ty, len, align);
        let choices = self.choices[variable] as usize;
        let first = random.below(n);
        let images: Vec<Vec<(u8, u8)>> = (0..choices)
            .map(|choice| {
                let tag = (first + choice) % n;
                image(random, tag as u64, &variants[tag].payload, align, len)
            })
            .collect();
        self.draft_images(offset, variable, &images);
        self.specials.push(Special::Enum { field, ty, variants });
    }

    /// Adds cells for bytes that are given for each choice.
    fn draft_images(&mut self, offset: u32, variable: usize, images: &[Vec<(u8, u8)>]) {
        for start in (0..images[0].len()).step_by(4) {
            let len = (images[0].len() - start).min(4);
            let word = |image: &Vec<(u8, u8)>| {
                let bytes = image[start..start + len].iter().enumerate();
                bytes.fold(Word::default(), |word, (index, &(bits, undefined))| Word {
                    bits: word.bits | u64::from(bits) << (index * 8),
                    undefined: word.undefined | u64::from(undefined) << (index * 8),
                })
            };
            let values = images.iter().map(word).collect();
            self.draft(offset + start as u32, Pattern { variable, len: len as u32, values, present: None });
        }
    }

    // --- Arrays ---

    pub(super) fn array(&mut self, random: &mut Random, variable: usize) {
        let ty = random.pick(&[Scalar::U8, Scalar::U32, Scalar::U32]);
        let (length, offset) = self.field(ty.name(), ty.len(), ty.len());
        let lengths = domain::lengths(random, self.choices[variable]);
        let values = lengths.iter().map(|&length| Word::defined(length)).collect();
        self.draft(offset, Pattern { variable, len: ty.len(), values, present: None });
        let (of, n) = (Scalar::integer(random), 4);
        let (field, offset) = self.field(&format!("[{}; {n}]", of.name()), of.len() * n, of.len());
        for index in 0..n {
            let other = self.other(random, variable);
            let mut pattern = self.pattern(random, other, of);
            pattern.present = Some(domain::where_at_least(variable, &lengths, u64::from(index) + 1));
            self.draft(offset + index * of.len(), pattern);
        }
        self.specials.push(Special::Array { field, of, n, length });
    }

    pub(super) fn full_array(&mut self, random: &mut Random, variable: usize) {
        let (of, n) = (Scalar::integer(random), random.range(2, 4) as u32);
        let (field, offset) = self.field(&format!("[{}; {n}]", of.name()), of.len() * n, of.len());
        for index in 0..n {
            let other = if index == 0 { variable } else { self.other(random, variable) };
            let pattern = self.pattern(random, other, of);
            self.variables.push(Variable {
                text: format!("{field}[{index}]"),
                ty: of,
                values: bits(&pattern),
                mutable: true,
            });
            self.draft(offset + index * of.len(), pattern);
        }
        self.specials.push(Special::Full { field, of, n });
    }

    // --- Lists ---

    pub(super) fn list(&mut self, random: &mut Random, variable: usize) {
        let node = self.type_name('N');
        let option = random.chance(50);
        let pointer = if option { format!("Option<&'static {node}>") } else { format!("*const {node}") };
        writeln!(
            self.types,
            "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {node} {{ value: i32, kind: u8, next: {pointer} }}"
        )
        .expect("a string takes it");
        let (field, offset) = self.field(&pointer, 4, 4);
        let lengths = domain::lengths(random, self.choices[variable]);
        let first = self.nodes;
        let n = lengths.iter().copied().max().unwrap_or(0).min(3);
        self.nodes += n as u32 * 16;
        // The link to node `index` is set where the list has more nodes than that.
        let link = |index: u64| {
            let to = if index < n { first + index as u32 * 16 } else { 0 };
            let values = lengths.iter().map(|&len| Word::defined(u64::from(if len > index { to } else { 0 })));
            Pattern { variable, len: 4, values: values.collect(), present: None }
        };
        self.drafts.push(Draft { offset, pattern: link(0), link: true });
        for index in 0..n {
            let mut present = domain::where_at_least(variable, &lengths, index + 1);
            if random.chance(12) {
                // A dangling link: it is set, but its node does not exist.
                present.choices.pop();
            }
            self.node(random, variable, first + index as u32 * 16, link(index + 1), &present);
        }
        self.specials.push(Special::List { field, node, option });
    }

    fn node(&mut self, random: &mut Random, variable: usize, at: u32, mut next: Pattern, present: &Condition) {
        let others = [self.other(random, variable), self.other(random, variable)];
        let mut value = self.pattern(random, others[0], Scalar::I32);
        let mut kind = self.pattern(random, others[1], Scalar::U8);
        // With the padding behind it.
        kind.len = 4;
        kind.values.iter_mut().for_each(|word| word.undefined = 0xffff_ff00);
        for pattern in [&mut value, &mut kind, &mut next] {
            pattern.present = Some(present.clone());
        }
        self.draft(at, value);
        self.draft(at + 4, kind);
        self.drafts.push(Draft { offset: at + 8, pattern: next, link: true });
        self.blocks.push(DraftBlock { offset: at, len: 12, present: present.clone() });
    }

    // --- Others ---

    pub(super) fn maybe(&mut self, random: &mut Random, variable: usize) {
        let (flag, offset) = self.field("bool", 1, 1);
        let values: Vec<Word> =
            (0..self.choices[variable]).map(|choice| Word::defined(u64::from(choice % 2))).collect();
        let choices = (0..self.choices[variable]).filter(|choice| choice % 2 == 1).collect();
        self.draft(offset, Pattern { variable, len: 1, values, present: None });
        let of = Scalar::any(random);
        let (field, offset) = self.field(&format!("core::mem::MaybeUninit<{}>", of.name()), of.len(), of.len());
        let other = self.other(random, variable);
        let mut pattern = self.pattern(random, other, of);
        pattern.present = Some(Condition { variable, choices });
        self.draft(offset, pattern);
        self.specials.push(Special::Maybe { flag, field, of });
    }

    pub(super) fn twins(&mut self, random: &mut Random, variable: usize) {
        let ty = self.type_name('P');
        let types = [Scalar::integer(random), Scalar::integer(random)];
        writeln!(
            self.types,
            "#[repr(C)]\n#[derive(Clone, Copy, PartialEq)]\npub struct {ty} {{ x: {}, y: {} }}",
            types[0].name(),
            types[1].name()
        )
        .expect("a string takes it");
        let align = types[0].len().max(types[1].len());
        let len = end_of(&types).next_multiple_of(align);
        let (first, at) = self.field(&ty, len, align);
        let (second, second_at) = self.field(&ty, len, align);
        let mut fields = Vec::new();
        for (text, at) in [(&first, at), (&second, second_at)] {
            let y = types[0].len().next_multiple_of(types[1].len());
            self.padding(at + types[0].len(), at + y);
            self.padding(at + y + types[1].len(), at + len);
            for (name, offset, of) in [("x", 0, types[0]), ("y", y, types[1])] {
                let other = if fields.is_empty() { variable } else { self.other(random, variable) };
                let pattern = self.pattern(random, other, of);
                fields.push(Variable { text: format!("{text}.{name}"), ty: of, values: bits(&pattern), mutable: true });
                self.draft(at + offset, pattern);
            }
        }
        self.variables.extend(fields);
        self.specials.push(Special::Twins { first, second });
    }
}

/// Size of a `repr(C)` struct of these types, without the padding at its end.
fn end_of(types: &[Scalar]) -> u32 {
    types.iter().fold(0, |end, ty| end.next_multiple_of(ty.len()) + ty.len())
}

/// The bytes of an enum with a tag and a random payload at `payload_at`, and a mask of the undefined ones.
fn image(random: &mut Random, tag: u64, payload: &[Scalar], payload_at: u32, len: u32) -> Vec<(u8, u8)> {
    let mut image = vec![(0xaa, 0xff); len as usize];
    let mut put = |at: u32, len: u32, bits: u64| {
        for (index, byte) in bits.to_le_bytes().into_iter().take(len as usize).enumerate() {
            image[at as usize + index] = (byte, 0);
        }
    };
    put(0, 4, tag);
    let mut end = payload_at;
    for ty in payload {
        end = end.next_multiple_of(ty.len());
        let domain: Domain = ty.domain(random);
        put(end, ty.len(), domain.bits(random, ty.len()));
        end += ty.len();
    }
    image
}
