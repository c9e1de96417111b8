//! Bugs that no run of a check shows: only a gate before the verdict does.
//!
//! Each module has one check, which must not hold. None of the structures has a constructor, so that the comparison with
//! reached states says nothing about them.

/// The list frees its first node only, when it is dropped. Its one operation is right.
mod leaking_drop {
    use std::ptr;

    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct List {
        #[glassbox(tree)]
        first: *mut Node,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Node {
        #[glassbox(tree)]
        next: *mut Node,
    }

    impl Drop for List {
        fn drop(&mut self) {
            if !self.first.is_null() {
                // SAFETY: the list owns its nodes.
                drop(unsafe { Box::from_raw(self.first) });
            }
        }
    }

    #[glassbox::check(height = 2)]
    fn push(list: &mut List) {
        let next = std::mem::replace(&mut list.first, ptr::null_mut());
        list.first = Box::into_raw(Box::new(Node { next }));
    }
}

/// Wrong for an empty vector without a buffer: the capacity that a new vector has.
mod no_room {
    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Stack {
        #[glassbox(domain(u8 = 0..2))]
        items: Vec<u8>,
    }

    #[glassbox::check(len = 2)]
    fn has_room(stack: &Stack) -> bool {
        stack.items.capacity() > 0
    }
}

/// Takes more steps than the machine allows, and nothing is known about what comes then.
mod too_long {
    use std::hint::black_box;

    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Counter {
        count: bool,
    }

    #[glassbox::check]
    fn count_far(counter: &Counter) -> bool {
        let last = (0..1_000_000_u32).fold(0, |_, number| black_box(number));
        !counter.count || last == 7
    }
}

/// Leaves a value that no checked state has.
mod other_value {
    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Switch {
        #[glassbox(values = 0..2)]
        setting: u8,
    }

    #[glassbox::check]
    fn turn_up(switch: &mut Switch) {
        switch.setting = 7;
    }
}

/// Leaves bytes that stand for no value, and that read as one.
mod no_such_value {
    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Answer {
        said: Option<bool>,
    }

    #[glassbox::check]
    fn spoil(answer: &mut Answer) {
        // SAFETY: none. There is no such value: that is the bug.
        unsafe { (&raw mut answer.said).cast::<u8>().write(9) };
    }
}

/// Wrong for one stamp of many, which no state has: a stamp may be anything.
mod any_value {
    use glassbox::Structure;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Stamped {
        #[glassbox(any)]
        stamp: u32,
        is_on: bool,
    }

    #[glassbox::check]
    fn turn(stamped: &mut Stamped) -> bool {
        stamped.is_on = !stamped.is_on;
        stamped.stamp = stamped.stamp.wrapping_add(1);
        stamped.stamp != 1000
    }
}

/// Wrong: a switch that the invariant asks is turned, and other nodes do not fit it.
mod strict_from_now_on {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use glassbox::{Broken, Children, Invariant, Structure, ensure};

    static IS_STRICT: AtomicBool = AtomicBool::new(false);

    /// A list in which no node has a mark, from some time on.
    #[derive(Structure)]
    struct Node {
        next: Option<Box<Node>>,
        is_marked: bool,
    }

    impl Invariant for Node {
        type Summary = ();

        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(!(self.is_marked && IS_STRICT.load(Relaxed)), "a mark")
        }
    }

    /// Wrong: other nodes keep their marks.
    #[glassbox::check(height = 2)]
    fn tighten(node: &mut Node) {
        IS_STRICT.store(true, Relaxed);
        node.is_marked = false;
    }
}
