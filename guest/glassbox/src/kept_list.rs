//! Lists that plans write and visits read.
//!
//! A visit to a changed node must know long after the plan which nodes are sentinels and where arenas are. The host keeps where
//! these lists are. In a static, each check with links would read a byte that other checks could change, and its verdict
//! would depend on all of them. Each change of a list costs a few bytes, which are never given back.

use std::marker::PhantomData;

use crate::host;

/// A list, by its number.
pub(crate) struct KeptList<T: 'static> {
    number: u32,
    items: PhantomData<fn() -> &'static [T]>,
}

impl<T: Clone> KeptList<T> {
    /// The list with this number; each list has its own.
    pub(crate) const fn new(number: u32) -> Self {
        Self { number, items: PhantomData }
    }

    /// Its items. Without any, no memory is read.
    pub(crate) fn items(&self) -> &'static [T] {
        let list = host::kept(self.number).cast::<&'static [T]>();
        // SAFETY: the address is null, or one that `set` has leaked for the list with this number and so of this type.
        unsafe { list.as_ref() }.copied().unwrap_or_default()
    }

    /// Adds items at the end.
    pub(crate) fn add(&self, items: &[T]) {
        if !items.is_empty() {
            self.set([self.items(), items].concat());
        }
    }

    /// Removes items.
    pub(crate) fn remove(&self, is_gone: impl Fn(&T) -> bool) {
        let items = self.items();
        if items.iter().any(&is_gone) {
            self.set(items.iter().filter(|item| !is_gone(item)).cloned().collect());
        }
    }

    fn set(&self, items: Vec<T>) {
        let list: &'static [T] = items.leak();
        let at = if list.is_empty() { std::ptr::null() } else { std::ptr::from_ref(Box::leak(Box::new(list))).cast() };
        host::keep(self.number, at);
    }
}
