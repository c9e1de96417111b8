//! The order of drops: locals, fields, temporaries, moved-out parts, shadowing, collections, early returns.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

type Log = Rc<RefCell<Vec<&'static str>>>;

struct Noisy(&'static str, Log);

impl Drop for Noisy {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

struct Nested {
    first: Noisy,
    second: (Noisy, Noisy),
    log: Log,
}

impl Drop for Nested {
    fn drop(&mut self) {
        self.log.borrow_mut().push("nested");
    }
}

fn locals(log: &Log) {
    let _a = Noisy("a", log.clone());
    let _b = Noisy("b", log.clone());
    let _ = Noisy("ignored", log.clone());
    Noisy("statement", log.clone());
    let _shadowed = Noisy("outer", log.clone());
    let _shadowed = Noisy("inner", log.clone());
}

fn fields(log: &Log) {
    let noisy = |name| Noisy(name, log.clone());
    let nested = Nested { second: (noisy("2a"), noisy("2b")), first: noisy("1"), log: log.clone() };
    assert_eq!(nested.first.0.len() + nested.second.1.0.len(), 3);
    let tuple = (noisy("x"), noisy("y"), noisy("z"));
    let (_, moved, _) = tuple;
    drop(moved);
}

fn temporaries(log: &Log) {
    let len = |noisy: &Noisy| noisy.0.len();
    let total = len(&Noisy("t1", log.clone())) + len(&Noisy("t2", log.clone()));
    log.borrow_mut().push(if total == 4 { "sum" } else { "?" });
    match len(&Noisy("scrutinee", log.clone())) {
        9 => log.borrow_mut().push("arm"),
        _ => log.borrow_mut().push("?"),
    }
    let _kept = &Noisy("extended", log.clone());
    log.borrow_mut().push("end");
}

fn collections(log: &Log) {
    let noisy = |name| Noisy(name, log.clone());
    let mut items = vec![noisy("v0"), noisy("v1"), noisy("v2"), noisy("v3"), noisy("v4")];
    items.truncate(4);
    items[1] = noisy("new");
    drop(items.drain(2..3));
    let _boxed: Box<[Noisy]> = items.into_boxed_slice();
    let _option = Some(noisy("some"));
    let mut iter = [noisy("i0"), noisy("i1"), noisy("i2")].into_iter();
    drop(iter.next_back());
}

fn early(log: &Log, stop: bool) -> Option<()> {
    let _first = Noisy("first", log.clone());
    let maybe = Noisy("maybe", log.clone());
    if stop {
        return None;
    }
    log.replace(vec!["restarted"]);
    drop(maybe);
    let _last = Noisy("last", log.clone());
    Some(())
}

pub fn run() -> String {
    let mut out = String::new();
    let log = Log::default();
    let mut section = |name: &str, body: &dyn Fn(&Log)| {
        body(&log);
        writeln!(out, "{name}: {}", log.take().join(" ")).unwrap();
    };
    section("locals", &locals);
    section("fields", &fields);
    section("temporaries", &temporaries);
    section("collections", &collections);
    section("early", &|log| assert!(early(log, true).is_none()));
    section("late", &|log| assert!(early(log, false).is_some()));
    section("loop", &|log| {
        for (i, name) in ["l0", "l1", "l2", "l3"].into_iter().enumerate() {
            let _noisy = Noisy(name, log.clone());
            if i == 1 {
                continue;
            }
            if i == 2 {
                break;
            }
            log.borrow_mut().push("body");
        }
    });
    write!(out, "{} owner", Rc::strong_count(&log)).unwrap();
    out
}
