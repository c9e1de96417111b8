//! A small vector: its first elements lie in the value itself, more of them on the heap.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use std::mem::MaybeUninit;

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// Number of elements in the value itself.
const INLINE: usize = 2;

/// A vector.
#[derive(Debug, Structure)]
#[glassbox(domain(u8 = 0..2))]
pub enum SmallVec {
    /// The first `len` slots are in use.
    Inline {
        /// The elements.
        #[glassbox(filled = |len, i| i < usize::from(len))]
        slots: [MaybeUninit<u8>; INLINE],
        /// Number of elements.
        #[glassbox(values = 0..=2)]
        len: u8,
    },
    /// More elements.
    Heap(Vec<u8>),
}

impl Default for SmallVec {
    fn default() -> Self {
        Self::Inline { slots: [MaybeUninit::uninit(); INLINE], len: 0 }
    }
}

impl SmallVec {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::Inline { len, .. } => usize::from(*len),
            Self::Heap(vec) => vec.len(),
        }
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an element at the end.
    pub fn push(&mut self, element: u8) {
        match self {
            Self::Inline { slots, len } if usize::from(*len) < INLINE => {
                slots[usize::from(*len)].write(element);
                *len += 1;
            }
            Self::Inline { slots, .. } => {
                // SAFETY: all slots are in use.
                let first = slots.map(|slot| unsafe { slot.assume_init() });
                let first: &[u8] = if cfg!(feature = "bug-push-loses-inline") { &first[..1] } else { &first };
                let mut vec = Vec::with_capacity(INLINE + 1);
                vec.extend_from_slice(first);
                vec.push(element);
                *self = Self::Heap(vec);
            }
            Self::Heap(vec) => vec.push(element),
        }
    }

    /// Removes the last element.
    pub fn pop(&mut self) -> Option<u8> {
        match self {
            Self::Inline { slots, len } => {
                let last = len.checked_sub(1)?;
                if !cfg!(feature = "bug-pop-keeps-len") {
                    *len = last;
                }
                // SAFETY: the slot was in use.
                Some(unsafe { slots[usize::from(last)].assume_init() })
            }
            Self::Heap(vec) => vec.pop(),
        }
    }
}

impl Invariant for SmallVec {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(!matches!(self, Self::Inline { len, .. } if usize::from(*len) > INLINE), "there are too few slots")
    }
}

#[glassbox::check(len = 3)]
fn push(vec: &mut SmallVec, #[glassbox(values = 0..2)] element: u8) -> bool {
    let mut expected = elements(vec);
    expected.push(element);
    vec.push(element);
    vec.len() == expected.len() && vec.is_empty() == expected.is_empty() && elements(vec) == expected
}

fn elements(vec: &SmallVec) -> Vec<u8> {
    match vec {
        SmallVec::Inline { slots, len } => {
            // SAFETY: the first `len` slots are in use.
            let read = |slot: &MaybeUninit<u8>| unsafe { slot.assume_init() };
            slots[..usize::from(*len)].iter().map(read).collect()
        }
        SmallVec::Heap(vec) => vec.clone(),
    }
}

#[glassbox::check(len = 3)]
fn pop(vec: &mut SmallVec) -> bool {
    let mut expected = elements(vec);
    let is_right = vec.pop() == expected.pop() && elements(vec) == expected;
    is_right && vec.len() == expected.len() && vec.is_empty() == expected.is_empty()
}
