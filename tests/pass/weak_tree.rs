//! Rc with Weak parents: a tree of folders with paths, moves, sizes, and folders that outlive their parent.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::{Rc, Weak};

struct Folder {
    name: String,
    size: u32,
    parent: RefCell<Weak<Folder>>,
    children: RefCell<Vec<Rc<Folder>>>,
}

impl Folder {
    fn new(name: &str, size: u32) -> Rc<Self> {
        Rc::new(Self { name: name.to_owned(), size, parent: RefCell::default(), children: RefCell::default() })
    }

    fn adopt(self: &Rc<Self>, child: Rc<Self>) {
        if let Some(old) = child.parent.replace(Rc::downgrade(self)).upgrade() {
            old.children.borrow_mut().retain(|other| !Rc::ptr_eq(other, &child));
        }
        self.children.borrow_mut().push(child);
    }

    fn path(&self) -> String {
        match self.parent.borrow().upgrade() {
            Some(parent) => parent.path() + "/" + &self.name,
            None => self.name.clone(),
        }
    }

    fn total(&self) -> u32 {
        self.size + self.children.borrow().iter().map(|child| child.total()).sum::<u32>()
    }

    fn find(self: &Rc<Self>, name: &str) -> Option<Rc<Self>> {
        if self.name == name {
            return Some(self.clone());
        }
        self.children.borrow().iter().find_map(|child| child.find(name))
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let root = Folder::new("root", 1);
    for i in 0..40 {
        let parent = root.find(&format!("f{}", i / 3)).unwrap_or_else(|| root.clone());
        if i % 3 == 0 || parent.name != "root" {
            parent.adopt(Folder::new(&format!("f{i}"), i * 10));
        } else {
            root.adopt(Folder::new(&format!("f{i}"), 5));
        }
    }
    let deep = root.find("f39").unwrap();
    writeln!(out, "{} total {}", deep.path(), root.total()).unwrap();

    let moved = root.find("f4").unwrap();
    root.adopt(moved.clone());
    writeln!(out, "{} total {} of {}", deep.path(), moved.total(), root.total()).unwrap();

    let alone = root.find("f12").unwrap();
    let weak = Rc::downgrade(&root);
    drop((moved, root));
    writeln!(out, "{} {} root alive: {}", deep.path(), alone.path(), weak.upgrade().is_some()).unwrap();
    let orphan = deep.parent.borrow().upgrade().map(|parent| parent.name.clone());
    write!(out, "{orphan:?} {} {}", alone.total(), Rc::weak_count(&alone)).unwrap();
    out
}
