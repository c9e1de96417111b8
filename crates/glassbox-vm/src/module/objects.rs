//! Statics as objects: where each static of the guest begins and ends, and which words of data lead to it.

/// A static of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticObject {
    /// Address of its first byte.
    pub start: u32,
    /// Number of bytes, at least 1.
    pub size: u32,
    /// The linker's name of it.
    pub name: String,
    /// Whether it is immutable.
    pub is_read_only: bool,
}

/// A word of data that is the address of a static.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StaticPointer {
    /// Address of the word.
    pub at: u32,
    /// Number of the object that it leads to, or to the end of.
    pub object: u32,
}

/// The statics of a module, in the order of their addresses.
#[derive(Debug, Default)]
pub struct StaticObjects {
    objects: Vec<StaticObject>,
    /// The largest end of the objects up to each: objects can overlap, because the linker shares the ends of strings.
    ends: Vec<u32>,
}

impl StaticObjects {
    pub(super) fn new(objects: Vec<StaticObject>) -> Self {
        let ends = objects.iter().scan(0, |end: &mut u32, object| {
            *end = (*end).max(object.start.saturating_add(object.size));
            Some(*end)
        });
        Self { ends: ends.collect(), objects }
    }

    /// All objects.
    pub fn all(&self) -> &[StaticObject] {
        &self.objects
    }

    /// Number of the object that contains `address`; the one that begins last, if there are several.
    pub fn at(&self, address: u32) -> Option<u32> {
        let until = self.objects.partition_point(|object| object.start <= address);
        let contains = |index: &usize| address - self.objects[*index].start < self.objects[*index].size;
        // Below an object up to which all ends are at or before the address there is no other.
        (0..until).rev().take_while(|index| self.ends[*index] > address).find(contains).map(|index| index as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(start: u32, size: u32) -> StaticObject {
        StaticObject { start, size, name: String::new(), is_read_only: true }
    }

    #[test]
    fn objects_end_to_the_byte_and_may_overlap() {
        // A long string, two others that share its end, and a static after a gap.
        let objects = StaticObjects::new(vec![object(100, 20), object(104, 2), object(110, 10), object(130, 4)]);
        let found = [99, 100, 103, 104, 105, 106, 110, 119, 120, 129, 130, 133, 134].map(|address| objects.at(address));
        let expected =
            [None, Some(0), Some(0), Some(1), Some(1), Some(0), Some(2), Some(2), None, None, Some(3), Some(3), None];
        assert_eq!(found, expected);
        assert_eq!(StaticObjects::default().at(5), None);
    }
}
