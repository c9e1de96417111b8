//! Parts that random structures are made of: a field, its operations, and faults of them.
//!
//! All texts are templates: `FIELD` is the name of the field, and `Node` gets the number of the part, so that each part has types of
//! its own. A model beside has a field of the same name; `model` refers to it.

/// A kind of part.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// Definitions of further types.
    pub(crate) types: &'static str,
    /// Attributes and type of the field.
    pub(crate) field: &'static str,
    /// Its first value.
    pub(crate) new: &'static str,
    /// The type in the model.
    pub(crate) model: &'static str,
    /// The value in the model, from `self.FIELD`.
    pub(crate) view: &'static str,
    pub(crate) operations: &'static [Operation],
}

/// An operation of a part.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// Whether it takes a number `x` below 2.
    pub(crate) takes_number: bool,
    pub(crate) result: &'static str,
    pub(crate) body: &'static str,
    /// What it does to the model.
    pub(crate) model: &'static str,
    /// Names and bodies of faults. Each fails for some value of the part with up to two elements.
    pub(crate) faults: &'static [(&'static str, &'static str)],
}

pub(crate) const PARTS: &[Part] = &[NUMBER, MAYBE, BOXED, VECTOR, CHAIN, RAW_CHAIN, TREE, CHOICE, BOXES, CELL];

const NUMBER: Part = Part {
    name: "number",
    types: "",
    field: "u8",
    new: "0",
    model: "u8",
    view: "self.FIELD",
    operations: &[Operation {
        name: "set",
        takes_number: true,
        result: "u8",
        body: "std::mem::replace(&mut self.FIELD, x)",
        model: "std::mem::replace(&mut model.FIELD, x)",
        faults: &[
            ("keeps the old value", "self.FIELD"),
            ("takes another value", "std::mem::replace(&mut self.FIELD, x ^ 1)"),
            ("returns the new value", "self.FIELD = x; x"),
            ("panics", "assert!(x == 0 || self.FIELD == 0, \"both\"); std::mem::replace(&mut self.FIELD, x)"),
        ],
    }],
};

const MAYBE: Part = Part {
    name: "maybe",
    types: "",
    field: "Option<u8>",
    new: "None",
    model: "Option<u8>",
    view: "self.FIELD",
    operations: &[
        Operation {
            name: "put",
            takes_number: true,
            result: "Option<u8>",
            body: "self.FIELD.replace(x)",
            model: "model.FIELD.replace(x)",
            faults: &[
                ("does nothing", "self.FIELD"),
                ("keeps what is there", "self.FIELD.or_else(|| { self.FIELD = Some(x); None })"),
                ("unwraps", "let old = self.FIELD.replace(x); if x == 1 { Some(old.unwrap()) } else { old }"),
            ],
        },
        Operation {
            name: "take",
            takes_number: false,
            result: "Option<u8>",
            body: "self.FIELD.take()",
            model: "model.FIELD.take()",
            faults: &[
                ("leaves it there", "self.FIELD"),
                ("returns nothing", "self.FIELD = None; None"),
                ("takes zeros only", "if self.FIELD == Some(0) { self.FIELD.take() } else { self.FIELD }"),
            ],
        },
    ],
};

const BOXED: Part = Part {
    name: "boxed",
    types: "",
    field: "Option<Box<u8>>",
    new: "None",
    model: "Option<u8>",
    view: "self.FIELD.as_deref().copied()",
    operations: &[
        Operation {
            name: "put",
            takes_number: true,
            result: "Option<u8>",
            body: "self.FIELD.replace(Box::new(x)).map(|old| *old)",
            model: "model.FIELD.replace(x)",
            faults: &[
                (
                    "leaks the old one",
                    "let old = self.FIELD.replace(Box::new(x)); let value = old.as_deref().copied(); std::mem::forget(old); value",
                ),
                (
                    "frees the old one twice",
                    "let value = self.FIELD.as_deref().copied(); drop(unsafe { std::ptr::read(&self.FIELD) }); \
                     self.FIELD = Some(Box::new(x)); value",
                ),
                (
                    "leaves it unwritten",
                    "let mut new = Box::new_uninit(); if x == 1 { new.write(x); } \
                     self.FIELD.replace(unsafe { new.assume_init() }).map(|old| *old)",
                ),
            ],
        },
        Operation {
            name: "take",
            takes_number: false,
            result: "Option<u8>",
            body: "self.FIELD.take().map(|old| *old)",
            model: "model.FIELD.take()",
            faults: &[
                (
                    "reads it after the free",
                    "let old = self.FIELD.take()?; let at = &raw const *old; drop(old); Some(unsafe { at.read() })",
                ),
                ("leaves a copy", "unsafe { std::ptr::read(&self.FIELD) }.map(|old| *old)"),
                (
                    "frees with another layout",
                    "let old = self.FIELD.take()?; let value = *old; \
                     unsafe { std::alloc::dealloc(Box::into_raw(old), std::alloc::Layout::new::<u16>()) }; Some(value)",
                ),
                ("forgets it", "self.FIELD.take().map(|old| *Box::leak(old))"),
            ],
        },
    ],
};

const VECTOR: Part = Part {
    name: "vector",
    types: "",
    field: "Vec<u8>",
    new: "Vec::new()",
    model: "Vec<u8>",
    view: "self.FIELD.clone()",
    operations: &[
        Operation {
            name: "push",
            takes_number: true,
            result: "()",
            body: "self.FIELD.push(x)",
            model: "model.FIELD.push(x)",
            faults: &[
                ("does nothing", ""),
                ("puts it first", "self.FIELD.insert(0, x)"),
                ("overwrites the last one", "self.FIELD.pop(); self.FIELD.push(x)"),
                (
                    "leaks the old elements",
                    "let mut new = Vec::with_capacity(self.FIELD.capacity()); new.extend_from_slice(&self.FIELD); \
                     std::mem::forget(std::mem::replace(&mut self.FIELD, new)); self.FIELD.push(x)",
                ),
            ],
        },
        Operation {
            name: "pop",
            takes_number: false,
            result: "Option<u8>",
            body: "self.FIELD.pop()",
            model: "model.FIELD.pop()",
            faults: &[
                ("takes the first one", "if self.FIELD.is_empty() { None } else { Some(self.FIELD.remove(0)) }"),
                ("leaves it there", "self.FIELD.last().copied()"),
                (
                    "reads behind the end",
                    "let at = std::hint::black_box(self.FIELD.as_ptr()); \
                     std::hint::black_box(unsafe { at.add(self.FIELD.capacity()).read() }); self.FIELD.pop()",
                ),
            ],
        },
        Operation {
            name: "clear",
            takes_number: false,
            result: "()",
            body: "self.FIELD.clear()",
            model: "model.FIELD.clear()",
            faults: &[
                ("keeps one", "self.FIELD.truncate(1)"),
                ("frees the elements twice", "drop(unsafe { std::ptr::read(&self.FIELD) }); self.FIELD = Vec::new()"),
            ],
        },
    ],
};

const CHAIN: Part = Part {
    name: "chain",
    types: "#[derive(glassbox::Structure)]\n#[glassbox(no_invariant, domain(u8 = 0..2))]\npub struct Node {\n    item: u8,\n    next: \
            Option<Box<Node>>,\n}\n",
    field: "Option<Box<Node>>",
    new: "None",
    model: "Vec<u8>",
    view: "std::iter::successors(self.FIELD.as_deref(), |node| node.next.as_deref()).map(|node| node.item).collect()",
    operations: &[
        Operation {
            name: "push",
            takes_number: true,
            result: "()",
            body: "let next = self.FIELD.take(); self.FIELD = Some(Box::new(Node { item: x, next }))",
            model: "model.FIELD.insert(0, x)",
            faults: &[
                ("drops the others", "self.FIELD = Some(Box::new(Node { item: x, next: None }))"),
                (
                    "leaks the others",
                    "std::mem::forget(self.FIELD.take()); self.FIELD = Some(Box::new(Node { item: x, next: None }))",
                ),
                (
                    "frees the others and leads to them",
                    "let next = unsafe { std::ptr::read(&self.FIELD) }; self.FIELD = Some(Box::new(Node { item: x, next }))",
                ),
                (
                    "puts it second",
                    "match &mut self.FIELD { Some(first) => { let next = first.next.take(); \
                     first.next = Some(Box::new(Node { item: x, next })) } \
                     None => self.FIELD = Some(Box::new(Node { item: x, next: None })) }",
                ),
            ],
        },
        Operation {
            name: "pop",
            takes_number: false,
            result: "Option<u8>",
            body: "let node = *self.FIELD.take()?; self.FIELD = node.next; Some(node.item)",
            model: "if model.FIELD.is_empty() { None } else { Some(model.FIELD.remove(0)) }",
            faults: &[
                ("drops the others", "self.FIELD.take().map(|node| node.item)"),
                (
                    "leaks the node",
                    "let mut node = self.FIELD.take()?; self.FIELD = node.next.take(); Some(Box::leak(node).item)",
                ),
                ("leads to the freed node", "let node = unsafe { std::ptr::read(&self.FIELD) }?; Some(node.item)"),
                (
                    "skips one",
                    "let node = *self.FIELD.take()?; self.FIELD = node.next.and_then(|next| next.next); Some(node.item)",
                ),
            ],
        },
        Operation {
            name: "swap",
            takes_number: false,
            result: "()",
            body: "if let Some(first) = &mut self.FIELD && let Some(second) = &mut first.next { \
                   std::mem::swap(&mut first.item, &mut second.item) }",
            model: "if model.FIELD.len() > 1 { model.FIELD.swap(0, 1) }",
            faults: &[
                (
                    "copies",
                    "if let Some(first) = &mut self.FIELD && let Some(second) = &mut first.next { first.item = second.item }",
                ),
                (
                    "goes round",
                    "if let Some(first) = &mut self.FIELD && let Some(second) = &mut first.next { \
                     std::mem::swap(&mut first.item, &mut second.item); let again = unsafe { Box::from_raw(&raw mut **second) }; \
                     std::mem::forget(second.next.replace(again)) }",
                ),
            ],
        },
    ],
};

const RAW_CHAIN: Part = Part {
    name: "raw chain",
    types: "#[derive(glassbox::Structure)]\n#[glassbox(no_invariant, domain(u8 = 0..2))]\npub struct Node {\n    item: u8,\n    \
            #[glassbox(tree)]\n    next: Option<std::ptr::NonNull<Node>>,\n}\n\n\
            #[derive(glassbox::Structure)]\n#[glassbox(no_invariant)]\npub struct NodeList {\n    #[glassbox(tree)]\n    head: \
            Option<std::ptr::NonNull<Node>>,\n}\n\nimpl Drop for NodeList {\n    fn drop(&mut self) {\n        \
            while let Some(node) = self.head {\n            self.head = unsafe { Box::from_raw(node.as_ptr()) }.next;\n        }\n    }\n}\n",
    field: "NodeList",
    new: "NodeList { head: None }",
    model: "Vec<u8>",
    view: "std::iter::successors(self.FIELD.head, |node| unsafe { node.as_ref() }.next).map(|node| unsafe { node.as_ref() }.item).collect()",
    operations: &[
        Operation {
            name: "push",
            takes_number: true,
            result: "()",
            body: "let next = self.FIELD.head; self.FIELD.head = Some(Box::leak(Box::new(Node { item: x, next })).into())",
            model: "model.FIELD.insert(0, x)",
            faults: &[
                (
                    "leaks the others",
                    "self.FIELD.head = Some(Box::leak(Box::new(Node { item: x, next: None })).into())",
                ),
                (
                    "frees the new node",
                    "let next = self.FIELD.head; let mut node = Box::new(Node { item: x, next }); \
                     self.FIELD.head = Some((&mut *node).into())",
                ),
                (
                    "leads to itself",
                    "let node = Box::leak(Box::new(Node { item: x, next: self.FIELD.head })); \
                     if node.next.is_some() { node.next = Some((&mut *node).into()); } self.FIELD.head = Some(node.into())",
                ),
            ],
        },
        Operation {
            name: "pop",
            takes_number: false,
            result: "Option<u8>",
            body: "let node = unsafe { Box::from_raw(self.FIELD.head?.as_ptr()) }; self.FIELD.head = node.next; Some(node.item)",
            model: "if model.FIELD.is_empty() { None } else { Some(model.FIELD.remove(0)) }",
            faults: &[
                (
                    "leaks the node",
                    "let node = unsafe { self.FIELD.head?.as_ref() }; self.FIELD.head = node.next; Some(node.item)",
                ),
                (
                    "leads to the freed node",
                    "let node = unsafe { Box::from_raw(self.FIELD.head?.as_ptr()) }; Some(node.item)",
                ),
                (
                    "reads it after the free",
                    "let at = self.FIELD.head?.as_ptr(); self.FIELD.head = unsafe { Box::from_raw(at) }.next; Some(unsafe { (*at).item })",
                ),
                (
                    "leaks the others",
                    "let node = unsafe { Box::from_raw(self.FIELD.head?.as_ptr()) }; self.FIELD.head = None; Some(node.item)",
                ),
            ],
        },
    ],
};

const TREE: Part = Part {
    name: "tree",
    types: "#[derive(glassbox::Structure)]\n#[glassbox(no_invariant, domain(u8 = 0..2))]\npub struct Node {\n    item: u8,\n    left: \
            Option<Box<Node>>,\n    right: Option<Box<Node>>,\n}\n\n\
            fn view_of_Node(node: &Option<Box<Node>>, to: &mut Vec<u8>) {\n    match node {\n        None => to.push(9),\n        \
            Some(node) => {\n            to.push(node.item);\n            view_of_Node(&node.left, to);\n            \
            view_of_Node(&node.right, to);\n        }\n    }\n}\n",
    field: "Option<Box<Node>>",
    new: "None",
    model: "Vec<u8>",
    view: "{ let mut view = Vec::new(); view_of_Node(&self.FIELD, &mut view); view }",
    operations: &[
        Operation {
            name: "graft",
            takes_number: true,
            result: "()",
            body: "let left = self.FIELD.take(); self.FIELD = Some(Box::new(Node { item: x, left, right: None }))",
            model: "model.FIELD.insert(0, x); model.FIELD.push(9)",
            faults: &[
                (
                    "grafts on the other side",
                    "let right = self.FIELD.take(); self.FIELD = Some(Box::new(Node { item: x, left: None, right }))",
                ),
                (
                    "shares it",
                    "let (left, right) = (unsafe { std::ptr::read(&self.FIELD) }, self.FIELD.take()); \
                     self.FIELD = Some(Box::new(Node { item: x, left, right }))",
                ),
                ("drops it", "self.FIELD = Some(Box::new(Node { item: x, left: None, right: None }))"),
            ],
        },
        Operation {
            name: "lower",
            takes_number: false,
            result: "()",
            body: "if let Some(root) = &mut self.FIELD { root.item = 0 }",
            model: "if model.FIELD[0] != 9 { model.FIELD[0] = 0 }",
            faults: &[
                (
                    "lowers another",
                    "if let Some(root) = &mut self.FIELD && let Some(left) = &mut root.left { left.item = 0 }",
                ),
                ("panics", "self.FIELD.as_mut().expect(\"a root\").item = 0"),
                ("leaks", "if let Some(root) = &mut self.FIELD { root.item = 0; std::mem::forget(root.left.take()) }"),
            ],
        },
    ],
};

const CHOICE: Part = Part {
    name: "choice",
    types: "#[derive(glassbox::Structure)]\n#[glassbox(no_invariant, domain(u8 = 0..2))]\npub enum Node {\n    Empty,\n    Plain(u8),\n    \
            Boxed(Box<u8>),\n}\n",
    field: "Node",
    new: "Node::Empty",
    model: "(u8, u8)",
    view: "match &self.FIELD { Node::Empty => (0, 0), Node::Plain(item) => (1, *item), Node::Boxed(item) => (2, **item) }",
    operations: &[Operation {
        name: "next",
        takes_number: true,
        result: "u8",
        body: "match std::mem::replace(&mut self.FIELD, Node::Empty) { Node::Empty => { self.FIELD = Node::Plain(x); 0 } \
               Node::Plain(item) => { self.FIELD = Node::Boxed(Box::new(item)); 1 } Node::Boxed(item) => 2 + *item }",
        model: "match model.FIELD { (0, _) => { model.FIELD = (1, x); 0 } (1, item) => { model.FIELD = (2, item); 1 } \
                (_, item) => { model.FIELD = (0, 0); 2 + item } }",
        faults: &[
            (
                "leaks",
                "match std::mem::replace(&mut self.FIELD, Node::Empty) { Node::Empty => { self.FIELD = Node::Plain(x); 0 } \
                 Node::Plain(item) => { self.FIELD = Node::Boxed(Box::new(item)); 1 } Node::Boxed(item) => 2 + *Box::leak(item) }",
            ),
            (
                "leaves a copy",
                "match unsafe { std::ptr::read(&self.FIELD) } { Node::Empty => { self.FIELD = Node::Plain(x); 0 } \
                 Node::Plain(item) => { self.FIELD = Node::Boxed(Box::new(item)); 1 } Node::Boxed(item) => 2 + *item }",
            ),
            (
                "stays empty",
                "match std::mem::replace(&mut self.FIELD, Node::Empty) { Node::Empty => 0, \
                 Node::Plain(item) => { self.FIELD = Node::Boxed(Box::new(item)); 1 } Node::Boxed(item) => 2 + *item }",
            ),
            (
                "boxes another number",
                "match std::mem::replace(&mut self.FIELD, Node::Empty) { Node::Empty => { self.FIELD = Node::Plain(x); 0 } \
                 Node::Plain(_) => { self.FIELD = Node::Boxed(Box::new(x)); 1 } Node::Boxed(item) => 2 + *item }",
            ),
        ],
    }],
};

const BOXES: Part = Part {
    name: "boxes",
    types: "",
    field: "[Option<Box<u8>>; 2]",
    new: "[None, None]",
    model: "[Option<u8>; 2]",
    view: "[self.FIELD[0].as_deref().copied(), self.FIELD[1].as_deref().copied()]",
    operations: &[
        Operation {
            name: "swap",
            takes_number: false,
            result: "()",
            body: "self.FIELD.swap(0, 1)",
            model: "model.FIELD.swap(0, 1)",
            faults: &[
                (
                    "copies",
                    "let first = unsafe { std::ptr::read(&self.FIELD[0]) }; std::mem::forget(std::mem::replace(&mut self.FIELD[1], first))",
                ),
                ("moves only", "self.FIELD[1] = self.FIELD[0].take()"),
                ("does nothing", ""),
            ],
        },
        Operation {
            name: "put",
            takes_number: true,
            result: "()",
            body: "self.FIELD[usize::from(x)] = Some(Box::new(x))",
            model: "model.FIELD[usize::from(x)] = Some(x)",
            faults: &[
                ("leaks", "std::mem::forget(self.FIELD[usize::from(x)].replace(Box::new(x)))"),
                ("is one off", "self.FIELD[usize::from(x) + 1] = Some(Box::new(x))"),
                (
                    "frees the neighbour",
                    "drop(unsafe { std::ptr::read(&self.FIELD[0]) }); self.FIELD[usize::from(x)] = Some(Box::new(x))",
                ),
            ],
        },
    ],
};

const CELL: Part = Part {
    name: "cell",
    types: "",
    field: "std::cell::Cell<u8>",
    new: "std::cell::Cell::new(0)",
    model: "u8",
    view: "self.FIELD.get()",
    operations: &[Operation {
        name: "flip",
        takes_number: false,
        result: "u8",
        body: "self.FIELD.replace(1 - self.FIELD.get())",
        model: "{ let old = model.FIELD; model.FIELD = 1 - old; old }",
        faults: &[
            ("does nothing", "self.FIELD.get()"),
            ("stays one", "self.FIELD.replace(1)"),
            ("underflows", "self.FIELD.replace(self.FIELD.get() - 1)"),
        ],
    }],
};
