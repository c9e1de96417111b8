//! Layout of a program's memory, with varying contents.
//!
//! A layout has fields, which are cells that the code accesses, and groups of related fields: a tag and its payload, an
//! array and its length, links to blocks, two words that are read as one. Variables determine the contents; the cells
//! of a group may share one.

use crate::lookalikes::domain::{self, Domain};
use crate::lookalikes::program::{Block, Cell, Condition, Pattern, Place, Word, low_bytes};
use crate::random::Random;

/// A cell that the code accesses.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) address: u32,
    pub(super) len: u32,
    /// The values that it may have.
    pub(super) values: Vec<u64>,
    /// Whether it is a float.
    pub(super) float: bool,
    /// Whether all its bytes are defined in every state.
    pub(super) defined: bool,
}

/// Related fields. Numbers are indices into [`Layout::fields`].
#[derive(Clone, Debug)]
pub(super) enum Group {
    /// A tag and a payload, which is present where the tag has the value `active`.
    Tagged { tag: usize, payload: usize, active: u64 },
    /// An array of elements of `width` bytes. The first `length` elements are present.
    Array { length: usize, address: u32, width: u32, n: u32 },
    /// A list: the link holds 0 or the address of a node. A node has a word at 0 and a link at 4.
    List { link: usize, nodes: Vec<u32> },
    /// Two words of 4 bytes at this address, one behind the other.
    Pair { address: u32 },
}

/// A data segment.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) address: u32,
    pub(super) bytes: Vec<u8>,
}

/// The layout of a program's memory.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) choices: Vec<u32>,
    pub(super) cells: Vec<Cell>,
    pub(super) fields: Vec<Field>,
    pub(super) groups: Vec<Group>,
    pub(super) blocks: Vec<Block>,
    pub(super) segments: Vec<Segment>,
    pub(super) passive: Vec<u8>,
    /// Address of the first cell.
    pub(super) base: u32,
    /// Address of 64 unused bytes, which are zero.
    pub(super) scratch: u32,
    /// Start of the stack, if there is one.
    pub(super) stack: Option<u32>,
    /// Whether code may store into segments.
    pub(super) writes_segments: bool,
    /// Address of the next cell.
    next: u32,
}

impl Layout {
    /// A random layout.
    pub(super) fn new(random: &mut Random) -> Self {
        let stack = random.chance(30).then(|| random.pick(&[8192, 20_000, 60_000]));
        // Without a stack there is no null page, either.
        let base = stack.unwrap_or(64) + random.below(100) as u32;
        let mut layout = Self {
            choices: domain::choices(random),
            cells: Vec::new(),
            fields: Vec::new(),
            groups: Vec::new(),
            blocks: Vec::new(),
            segments: Vec::new(),
            passive: Vec::new(),
            base,
            scratch: 0,
            stack,
            writes_segments: random.chance(12),
            next: base,
        };
        layout.fill(random);
        layout
    }

    fn fill(&mut self, random: &mut Random) {
        // Every variable decides something, and some decide more.
        for variable in 0..self.choices.len() {
            self.item(random, variable);
        }
        for _ in 0..random.below(4) {
            let variable = random.below(self.choices.len());
            self.item(random, variable);
        }
        if random.chance(10) {
            self.overwrite(random);
        }
        self.next = self.next.next_multiple_of(16) + 16;
        self.scratch = self.next;
        self.next += 64;
        for _ in 0..random.range(1, 3) {
            self.segment(random);
        }
        let len = random.range(4, 32);
        self.passive = random.bytes(len);
    }

    /// Adds a random field or group that depends on this variable.
    fn item(&mut self, random: &mut Random, variable: usize) {
        match random.below(100) {
            0..=44 => {
                self.scalar(random, variable);
            }
            45..=56 => self.pair(random, variable),
            57..=70 => self.tagged(random, variable),
            71..=82 => self.array(random, variable),
            83..=93 => self.list(random, variable),
            _ => self.padded(random, variable),
        }
    }

    // --- Single fields ---

    fn gap(&mut self, random: &mut Random, len: u32) -> u32 {
        match random.below(10) {
            0..=5 => self.next = self.next.next_multiple_of(len.next_power_of_two()),
            6 => self.next += random.range(1, 9) as u32,
            _ => {}
        }
        let address = self.next;
        self.next += len;
        address
    }

    /// Adds a cell at `address` and its field.
    fn add(&mut self, address: u32, pattern: Pattern, float: bool) -> usize {
        let values = pattern.values.iter().map(|word| word.bits & low_bytes(pattern.len)).collect();
        let defined = pattern.present.is_none() && pattern.values.iter().all(|word| word.undefined == 0);
        self.fields.push(Field { address, len: pattern.len, values, float, defined });
        self.cells.push(Cell { address: Place::Absolute(address), pattern });
        self.fields.len() - 1
    }

    fn pattern(&self, random: &mut Random, variable: usize, len: u32, domain: Domain) -> Pattern {
        let values = domain.words(random, self.choices[variable] as usize, len);
        Pattern { variable, len, values, present: None }
    }

    /// Adds a field with a random length and domain.
    fn scalar(&mut self, random: &mut Random, variable: usize) -> usize {
        let len = random.pick(&[1, 1, 2, 2, 4, 4, 4, 4, 4, 8, 8, 8, 3, 6]);
        let domain = domain::any(random, len);
        let pattern = self.pattern(random, variable, len, domain);
        let address = self.gap(random, len);
        self.add(address, pattern, domain == Domain::Float)
    }

    fn other(&self, random: &mut Random, variable: usize) -> usize {
        if random.chance(30) { variable } else { random.below(self.choices.len()) }
    }

    fn pair(&mut self, random: &mut Random, variable: usize) {
        let address = self.gap(random, 8);
        for (address, variable) in [(address, variable), (address + 4, self.other(random, variable))] {
            let domain = random.pick(&[Domain::Small, Domain::Small, Domain::Edges]);
            let pattern = self.pattern(random, variable, 4, domain);
            self.add(address, pattern, false);
        }
        self.groups.push(Group::Pair { address });
    }

    /// Adds a word with undefined bytes, always or under some choices: a struct with padding, or an enum with its
    /// payload in the same word as its tag.
    fn padded(&mut self, random: &mut Random, variable: usize) {
        let len = random.pick(&[4, 8, 8]);
        let mut pattern = self.pattern(random, variable, len, Domain::Small);
        let padding = random.pick(&[0xff00_u64, 0xffff_0000, 0xff_ff00, 0xffff_ffff_0000_0000]) & low_bytes(len);
        let always = random.chance(50);
        for word in &mut pattern.values {
            word.bits |= 0x0301_0200 & low_bytes(len);
            word.undefined = if always || random.chance(50) { padding } else { 0 };
        }
        let address = self.gap(random, len);
        self.add(address, pattern, false);
    }

    /// Adds a cell that overlaps with a part of another one.
    fn overwrite(&mut self, random: &mut Random) {
        let below = random.below(self.fields.len());
        let (address, len) = (self.fields[below].address, self.fields[below].len);
        let variable = random.below(self.choices.len());
        let shorter = random.range(1, len as usize) as u32;
        let pattern = self.pattern(random, variable, shorter, Domain::Small);
        // The other field no longer has its values.
        self.fields[below].values = vec![0, 1];
        self.add(address, pattern, false);
    }

    // --- Groups ---

    fn tagged(&mut self, random: &mut Random, variable: usize) {
        let n = self.choices[variable] as usize;
        let tag_len = random.pick(&[1, 4, 4]);
        let tags: Vec<u64> = (0..n).map(|choice| ((choice + random.below(2)) % 3) as u64).collect();
        let active = random.pick(&tags);
        let values = tags.iter().map(|&tag| Word::defined(tag)).collect();
        let address = self.gap(random, 4);
        let tag = self.add(address, Pattern { variable, len: tag_len, values, present: None }, false);
        let choices = (0..).zip(&tags).filter(|(_, tag)| **tag == active).map(|(choice, _)| choice).collect();
        let payload_len = random.pick(&[1, 2, 4, 4, 8]);
        let other = self.other(random, variable);
        let domain = domain::any(random, payload_len);
        let mut pattern = self.pattern(random, other, payload_len, domain);
        pattern.present = Some(Condition { variable, choices });
        let address = self.gap(random, payload_len);
        let payload = self.add(address, pattern, domain == Domain::Float);
        self.groups.push(Group::Tagged { tag, payload, active });
    }

    fn array(&mut self, random: &mut Random, variable: usize) {
        let lengths = domain::lengths(random, self.choices[variable]);
        let n = lengths.iter().copied().max().unwrap_or(0).max(1) as u32;
        let address = self.gap(random, 4);
        let values = lengths.iter().map(|&length| Word::defined(length)).collect();
        let length = self.add(address, Pattern { variable, len: 4, values, present: None }, false);
        let width = random.pick(&[1, 2, 4, 4, 8]);
        let address = self.gap(random, width * n);
        for index in 0..n {
            let other = self.other(random, variable);
            let mut pattern = self.pattern(random, other, width, Domain::Small);
            pattern.present = Some(domain::where_at_least(variable, &lengths, u64::from(index) + 1));
            self.add(address + index * width, pattern, false);
        }
        self.groups.push(Group::Array { length, address, width, n });
    }

    fn list(&mut self, random: &mut Random, variable: usize) {
        let lengths = domain::lengths(random, self.choices[variable]);
        let n = lengths.iter().copied().max().unwrap_or(0) as u32;
        let at = self.gap(random, 4);
        let first = (self.next.next_multiple_of(4)) + random.below(3) as u32 * 4;
        let nodes: Vec<u32> = (0..n).map(|index| first + index * 12).collect();
        self.next = first + n * 12;
        // The link to node `index` is set where the list has more nodes than that.
        let link = |index: u64| -> Pattern {
            let to = nodes.get(index as usize).copied().unwrap_or(0);
            let values = lengths.iter().map(|&len| Word::defined(u64::from(if len > index { to } else { 0 })));
            Pattern { variable, len: 4, values: values.collect(), present: None }
        };
        let head = self.add(at, link(0), false);
        for (index, &node) in (0_u64..).zip(&nodes) {
            let mut present = domain::where_at_least(variable, &lengths, index + 1);
            if random.chance(8) {
                // A dangling link: it is set, but its node does not exist.
                present.choices.pop();
            }
            let other = self.other(random, variable);
            let mut word = self.pattern(random, other, 4, Domain::Small);
            word.present = Some(present.clone());
            let mut next = link(index + 1);
            next.present = Some(present.clone());
            self.cells.push(Cell { address: Place::Absolute(node), pattern: word });
            self.cells.push(Cell { address: Place::Absolute(node + 4), pattern: next });
            self.blocks.push(Block { address: Place::Absolute(node), len: 8, present });
        }
        self.groups.push(Group::List { link: head, nodes });
    }

    fn segment(&mut self, random: &mut Random) {
        let len = random.range(5, 40);
        // Small numbers are more likely to equal other values.
        let bytes = (0..len).map(|_| random.pick(&[0, 0, 1, 1, 2, 3, 5, 0x80, 0xff])).collect();
        let address = self.next + random.below(8) as u32;
        self.segments.push(Segment { address, bytes });
        self.next = address + len as u32 + random.range(1, 20) as u32;
    }
}
