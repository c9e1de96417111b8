//! Explorations that use keys with functions of the standard library.

#![allow(dead_code, unused, static_mut_refs)]

macro_rules! keys {
    ($(#[$doc:meta])* $name:ident, |$s:ident, $k:ident| $body:block) => {
        $(#[$doc])*
        #[glassbox::explore(operations = 3)]
        pub mod $name {
            use glassbox::{Key, Val};
            #[derive(Default)]
            pub struct S {
                v: Vec<Key>,
                w: Vec<Key>,
            }
            pub fn new() -> S {
                S::default()
            }
            pub fn push($s: &mut S, $k: Key) {
                $body;
                $s.w.push($k.clone());
                $s.v.push($k);
            }
        }
    };
}

keys! {
    /// Right: the two vectors hold the same keys, so they are equal.
    vec_eq, |s, k| {
        if s.v != s.w {
            panic!("differ")
        }
    }
}

keys! {
    /// Right: both ways of sorting give the same order.
    sort, |s, k| {
        s.v.sort();
        s.w.sort_unstable();
        assert!(s.v == s.w);
    }
}

keys! {
    /// Right: a binary search in sorted keys.
    search, |s, k| {
        s.v.sort();
        s.w.sort();
        let _ = s.v.binary_search(&k);
    }
}

keys! {
    /// Right: both vectors contain the key, or neither does.
    contains, |s, k| {
        if s.v.contains(&k) != s.w.contains(&k) {
            panic!()
        }
    }
}

keys! {
    /// Right: arrays of the same keys are equal.
    array3, |s, k| {
        if s.v.len() >= 3 {
            let a: &[Key; 3] = s.v[..3].try_into().unwrap();
            let b: &[Key; 3] = s.w[..3].try_into().unwrap();
            assert!(a == b);
        }
    }
}

keys! {
    /// Right: pairs of the same keys are equal.
    pair, |s, k| {
        if s.v.len() >= 2 {
            assert!((&s.v[0], &s.v[1]) == (&s.w[0], &s.w[1]));
            assert!((s.v[0].clone(), s.v[1].clone()) <= (s.w[0].clone(), s.w[1].clone()));
        }
    }
}

keys! {
    /// Right: keys can be formatted.
    debug, |s, k| {
        let t = format!("{:?} {:?}", s.v, k);
        assert!(!t.is_empty());
    }
}

keys! {
    /// Right: keys can be printed.
    debug_print, |s, k| {
        println!("{:?}", k);
    }
}

keys! {
    /// Right: a set has at most as many keys as the vector it is made from.
    btree, |s, k| {
        let m: std::collections::BTreeSet<Key> = s.v.iter().cloned().collect();
        assert!(m.len() <= s.v.len());
    }
}

keys! {
    /// Right: a hash set has at most as many keys as the vector it is made from.
    hashset, |s, k| {
        let m: std::collections::HashSet<Key> = s.v.iter().cloned().collect();
        assert!(m.len() <= s.v.len());
    }
}

keys! {
    /// Right: the greatest key is not less than the least.
    maxmin, |s, k| {
        assert!(s.v.iter().max() >= s.v.iter().min());
    }
}

keys! {
    /// Right: neighbours that are equal are removed from both vectors.
    dedup, |s, k| {
        s.v.dedup();
        s.w.dedup();
    }
}

/// Wrong: `reserve` allocates with alignment 1 what `Drop` frees with alignment 4.
#[glassbox::explore(operations = 4)]
pub mod erased {
    use std::alloc::{Layout, alloc, dealloc};
    pub struct Raw {
        at: *mut u8,
        cap: usize,
    }
    impl Raw {
        fn free(&mut self) {
            if self.cap > 0 {
                unsafe { dealloc(self.at, Layout::array::<u32>(self.cap).unwrap()) }
            }
        }
    }
    impl Drop for Raw {
        fn drop(&mut self) {
            self.free()
        }
    }
    pub fn new() -> Raw {
        Raw { at: std::ptr::null_mut(), cap: 0 }
    }
    pub fn with_capacity() -> Raw {
        Raw { at: unsafe { alloc(Layout::array::<u32>(4).unwrap()) }, cap: 4 }
    }
    pub fn reserve(r: &mut Raw) {
        if r.cap >= 4 {
            return;
        }
        r.at = unsafe { alloc(Layout::array::<u8>(4 * 4).unwrap()) }; // Should be `u32`.
        r.cap = 4;
    }
}
