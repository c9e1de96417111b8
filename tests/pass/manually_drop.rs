//! ManuallyDrop: an own union-based either, taking out of a struct with Drop, and buffers rebuilt from parts.

use std::cell::RefCell;
use std::fmt::Write;
use std::mem::ManuallyDrop;
use std::rc::Rc;

union Payload {
    text: ManuallyDrop<String>,
    number: u64,
}

struct Either {
    is_text: bool,
    payload: Payload,
}

impl Either {
    fn text(text: String) -> Self {
        Self { is_text: true, payload: Payload { text: ManuallyDrop::new(text) } }
    }

    fn number(number: u64) -> Self {
        Self { is_text: false, payload: Payload { number } }
    }

    fn len(&self) -> usize {
        // SAFETY: `is_text` says which field was written.
        unsafe { if self.is_text { self.payload.text.len() } else { self.payload.number as usize } }
    }

    fn into_text(self) -> Option<String> {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: the field is the one that was written, and `this` is never dropped.
        this.is_text.then(|| unsafe { ManuallyDrop::take(&mut this.payload.text) })
    }
}

impl Drop for Either {
    fn drop(&mut self) {
        if self.is_text {
            // SAFETY: the field is the one that was written, and it is not used again.
            unsafe { ManuallyDrop::drop(&mut self.payload.text) };
        }
    }
}

struct Guard {
    log: Rc<RefCell<Vec<String>>>,
    name: String,
}

impl Guard {
    /// Takes the name out; the guard's own drop is not to run.
    fn defuse(self) -> String {
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is never dropped, and each field is read once.
        let (log, name) = unsafe { (std::ptr::read(&this.log), std::ptr::read(&this.name)) };
        log.borrow_mut().push(format!("{name} defused"));
        name
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.log.borrow_mut().push(format!("{} dropped", self.name));
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut eithers: Vec<Either> =
        (0..50).map(|i| if i % 3 == 0 { Either::number(i) } else { Either::text("x".repeat(i as usize)) }).collect();
    let total: usize = eithers.iter().map(Either::len).sum();
    let rest = eithers.split_off(30);
    let texts: Vec<String> = rest.into_iter().filter_map(Either::into_text).collect();
    writeln!(out, "{total} {} {}", texts.len(), texts.iter().map(String::len).sum::<usize>()).unwrap();

    let log = Rc::new(RefCell::new(Vec::new()));
    let guard = |name: &str| Guard { log: log.clone(), name: name.to_owned() };
    let (a, _b, c) = (guard("a"), guard("b"), guard("c"));
    let name = c.defuse();
    drop(a);
    writeln!(out, "{name}: {:?}, {} owners", log.borrow(), Rc::strong_count(&log)).unwrap();

    // A buffer of pairs becomes one of numbers with the same layout, and back.
    let pairs = ManuallyDrop::new((0..40_u32).map(|i| [i, i * i]).collect::<Vec<[u32; 2]>>());
    let (start, len, capacity) = (pairs.as_ptr(), pairs.len(), pairs.capacity());
    // SAFETY: the parts come from a Vec that is not dropped, and the size in bytes and the alignment stay the same.
    let flat = unsafe { Vec::from_raw_parts(start.cast_mut().cast::<u32>(), len * 2, capacity * 2) };
    write!(out, "{} {:?}", flat.len(), &flat[70..]).unwrap();
    out
}
