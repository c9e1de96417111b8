//! A key of which only the order matters.

use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};

use crate::disturbances::{answer, panic_point};
use crate::host;

/// A key that can only be compared and cloned, so that one number per position stands for all keys.
///
/// Use it as the key type of an ordered collection, with `#[glassbox(sorted(..))]` on the node type. Code cannot make a
/// key: keys come with the state, and as arguments of a check or of an operation.
///
/// ```
/// use glassbox::{Key, Structure, Val};
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Tree<K, V> {
///     root: Option<Box<Node<K, V>>>,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, sorted(left, key, right))]
/// struct Node<K, V> {
///     left: Option<Box<Node<K, V>>>,
///     right: Option<Box<Node<K, V>>>,
///     key: K,
///     value: V,
/// }
///
/// impl<K: Ord, V> Tree<K, V> {
///     fn get(&self, key: &K) -> Option<&V> {
///         let mut node = self.root.as_ref()?;
///         while node.key != *key {
///             node = if *key < node.key { node.left.as_ref()? } else { node.right.as_ref()? };
///         }
///         Some(&node.value)
///     }
/// }
///
/// #[glassbox::check(height = 3, finds(key))]
/// fn get(tree: &Tree<Key, Val>, key: Key) -> Option<&Val> {
///     tree.get(&key)
/// }
/// # fn main() {}
/// ```
///
/// In an exploration a key can also be hashed. The first time that code asks for its hash, the exploration tries four of
/// them, also those of other keys: the first, the last and the last but one place of a table whose size is a power of two up
/// to 16, and the first place once more with other upper bits. So it tries collisions and tables that wrap round.
#[cfg_attr(
    not(all(glassbox, target_family = "wasm", any(panic = "unwind", glassbox_with = "hostile"))),
    derive(Clone, PartialEq, Eq, PartialOrd, Ord)
)]
#[repr(transparent)]
pub struct Key(u32);

/// The same traits, whose functions may panic or lie.
#[cfg(all(glassbox, target_family = "wasm", any(panic = "unwind", glassbox_with = "hostile")))]
mod disturbed {
    use std::cmp::Ordering;

    use super::Key;
    use crate::disturbances::{answer, panic_point};

    impl Clone for Key {
        fn clone(&self) -> Self {
            panic_point();
            Self(self.0)
        }
    }

    impl PartialEq for Key {
        fn eq(&self, other: &Self) -> bool {
            panic_point();
            (self.0 == other.0) != (answer(2) == 1)
        }
    }

    impl Eq for Key {}

    #[expect(clippy::non_canonical_partial_ord_impl, reason = "it lies in more ways")]
    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            panic_point();
            match answer(4) {
                3 => None,
                answer => Some(other_than(self.0.cmp(&other.0), answer)),
            }
        }
    }

    impl Ord for Key {
        fn cmp(&self, other: &Self) -> Ordering {
            panic_point();
            other_than(self.0.cmp(&other.0), answer(3))
        }
    }

    /// This order, or the first or second one of the others.
    fn other_than(order: Ordering, nth: u32) -> Ordering {
        let others = [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().filter(|other| *other != order);
        std::iter::once(order).chain(others).nth(nth as usize).unwrap_or(order)
    }
}

impl Key {
    pub(crate) fn new(number: u32) -> Self {
        Self(number)
    }

    pub(crate) fn number(&self) -> u32 {
        self.0
    }
}

impl Debug for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        host::show_number(f, "Key", self.0)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        panic_point();
        let class = host::hash_class(self.0);
        let number = host::known_hash(class, state).unwrap_or_else(|| {
            let number = hashed(class, state);
            host::hash_found(class, state, number);
            number
        });
        // Another number has another hash, wherever it leads.
        state.write_u32(number ^ answer(2));
    }
}

/// Places in a table that hash classes lead to: the lowest bits of the hash.
const PLACES: [u32; 4] = [0, 15, 14, 0];

/// These bits of a hash say at which place of a table of 16 a search begins.
const LOWEST: u32 = 15;

/// The class that has the place of the first one, and other upper bits.
const OTHER_UPPER_BITS: u32 = 3;

/// No more numbers than these are tried, and as many with other upper bits only: some hashers keep their lowest bits.
const MOST: u32 = 256;

/// The number that a key of this class hashes, so that the hash has the lowest bits of the class. The hasher decides which
/// number that is, so numbers are tried. A hasher that owns something, or is behind a reference, cannot be copied for that: it
/// gets the place as its number.
fn hashed<H: Hasher>(class: u32, state: &H) -> u32 {
    let place = PLACES.get(class as usize).copied();
    let Some(place) = place.filter(|_| !std::mem::needs_drop::<H>() && !std::any::type_name::<H>().contains('&'))
    else {
        return PLACES.get(class as usize).map_or(class, |place| place + class * (LOWEST + 1));
    };
    let hash = |number: u32| {
        let mut copy = std::mem::MaybeUninit::<H>::uninit();
        // SAFETY: `state` is a hasher, and the copy has room for one. It owns nothing, so that two copies do no harm; the copy
        // is not dropped.
        let copy = unsafe {
            std::ptr::copy_nonoverlapping(std::ptr::from_ref(state), copy.as_mut_ptr(), 1);
            copy.assume_init_mut()
        };
        copy.write_u32(number);
        copy.finish()
    };
    let leads_there = |number: &u32| hash(*number) & u64::from(LOWEST) == u64::from(place);
    let numbers = || (0..MOST).chain((1..MOST).map(|upper| upper << 24));
    let first = numbers().find(leads_there).unwrap_or(class);
    if class != OTHER_UPPER_BITS {
        return first;
    }
    let upper = |number: u32| hash(number) >> 57;
    let others = || numbers().filter(|number| *number != first).filter(leads_there);
    others().find(|number| upper(*number) != upper(first)).or_else(|| others().next()).unwrap_or(class)
}
