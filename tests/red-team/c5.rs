//! Checks of nodes that lie in vectors and boxes.

#![allow(dead_code, unused, static_mut_refs)]

/// Right: the rows are nodes in a vector.
pub mod tv {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Table {
        #[glassbox(tree)]
        rows: Vec<Row>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
    }
    #[glassbox::check(len = 3)]
    fn push(t: &mut Table) {
        t.rows.push(Row { x: 0 });
    }
    #[glassbox::check(len = 3)]
    fn pop(t: &mut Table) {
        t.rows.pop();
    }
    #[glassbox::check(len = 3)]
    fn set(t: &mut Table) {
        for r in &mut t.rows {
            r.x = 1;
        }
    }
}

/// Right: the rows are nodes in a vector and have an invariant.
pub mod tv_inv {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Table {
        #[glassbox(tree)]
        rows: Vec<Row>,
    }
    #[derive(Structure)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
    }
    impl Invariant for Row {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.x < 2, "x")
        }
    }
    #[glassbox::check(len = 3)]
    fn look(t: &mut Table) {}
}

/// Wrong: `break_last` breaks the invariant of the table by changing the third row.
pub mod plain_vec {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    pub struct Table {
        rows: Vec<Row>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
        #[glassbox(values = 0..2)]
        y: u8,
    }
    impl Invariant for Table {
        type Summary = ();
        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.rows.iter().all(|r| r.x < 2), "x")
        }
    }
    #[glassbox::check(len = 3)]
    fn break_last(t: &mut Table) {
        if t.rows.len() == 3 {
            t.rows[2].x += 1;
        }
    }
    #[glassbox::check(len = 3)]
    fn push(t: &mut Table) {
        t.rows.push(Row { x: 1, y: 0 });
    }
}

/// Wrong: `swap_remove` breaks the order of the boxed rows.
pub mod boxed_vec {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};
    #[derive(Default, Structure)]
    pub struct Table {
        rows: Vec<Box<Row>>,
    }
    #[derive(Structure)]
    pub struct Row {
        #[glassbox(values = 0..3)]
        x: u8,
    }
    impl Invariant for Row {
        type Summary = u8;
        fn check(&self, _: &Children) -> Result<u8, Broken> {
            Ok(self.x)
        }
    }
    impl Invariant for Table {
        type Summary = ();
        fn check(&self, children: &Children) -> Result<(), Broken> {
            ensure(children.summary(&self.rows).windows(2).all(|w| w[0] <= w[1]), "order")
        }
    }
    #[glassbox::check(len = 3)]
    fn push(t: &mut Table) {
        t.rows.push(Box::new(Row { x: 2 }));
    }
    #[glassbox::check(len = 3)]
    fn pop(t: &mut Table) {
        t.rows.pop();
    }
    #[glassbox::check(len = 3)]
    fn swap_remove(t: &mut Table) {
        if !t.rows.is_empty() {
            t.rows.swap_remove(0);
        }
    }
}

/// Wrong: `pop_wrong` takes two from the length for each node.
pub mod count_wrong {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
        #[glassbox(count(Node))]
        len: usize,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        payload: Box<Payload>,
        next: Option<Box<Node>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Payload {
        x: bool,
    }
    #[glassbox::check(height = 3)]
    fn pop_wrong(l: &mut List) {
        if let Some(mut n) = l.head.take() {
            l.head = n.next.take();
            l.len = l.len.wrapping_sub(2);
        }
    }
}

/// Wrong: `share` gives two boxes one block, `lose` leaks a box, `free` keeps a freed one.
pub mod boxed_number {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct S {
        a: Option<Box<N>>,
        b: Option<Box<N>>,
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct N {
        #[glassbox(values = 0..2)]
        x: u8,
    }
    /// Both boxes own one block.
    #[glassbox::check]
    fn share(s: &mut S) {
        if s.b.is_none() {
            unsafe {
                s.b = std::ptr::read(&s.a);
            }
        }
    }
    #[glassbox::check]
    fn lose(s: &mut S) {
        std::mem::forget(s.a.take());
    }
    #[glassbox::check]
    fn free(s: &mut S) {
        unsafe {
            drop(std::ptr::read(&s.a));
        }
    }
}
