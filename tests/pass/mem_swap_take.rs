//! mem::take, replace and swap, Option::take/insert/replace/get_or_insert_with, Cell and a state machine on top.

use std::cell::Cell;
use std::fmt::Write;
use std::mem;

#[derive(Default)]
enum State {
    #[default]
    Idle,
    Reading {
        buffer: Vec<u8>,
        wanted: usize,
    },
    Done(String),
    Failed(Box<str>),
}

impl State {
    fn feed(&mut self, byte: u8) {
        *self = match mem::take(self) {
            State::Idle if byte.is_ascii_digit() => {
                State::Reading { buffer: Vec::new(), wanted: usize::from(byte - b'0') }
            }
            State::Reading { mut buffer, wanted } => {
                buffer.push(byte);
                match buffer.len() == wanted {
                    true => String::from_utf8(buffer).map_or_else(|e| State::Failed(e.to_string().into()), State::Done),
                    false => State::Reading { buffer, wanted },
                }
            }
            State::Idle => State::Failed(format!("no digit: {byte}").into()),
            ended => ended,
        }
    }

    fn show(&self) -> String {
        match self {
            State::Idle => "idle".to_owned(),
            State::Reading { buffer, wanted } => format!("{} of {wanted}", buffer.len()),
            State::Done(text) => format!("done: {text}"),
            State::Failed(why) => format!("failed: {why}"),
        }
    }
}

struct Chain {
    value: u32,
    next: Option<Box<Chain>>,
}

fn reverse(mut list: Option<Box<Chain>>) -> Option<Box<Chain>> {
    let mut reversed = None;
    while let Some(mut node) = list {
        list = mem::replace(&mut node.next, reversed.take());
        reversed = Some(node);
    }
    reversed
}

pub fn run() -> String {
    let mut out = String::new();
    for input in [&b"5hello rest"[..], b"3ab", b"x", b"2\xff\xfe!", b"9too short"] {
        let mut state = State::default();
        input.iter().for_each(|byte| state.feed(*byte));
        writeln!(out, "{}", state.show()).unwrap();
    }

    let list = (0..100).fold(None, |next, value| Some(Box::new(Chain { value, next })));
    let mut reversed = reverse(list);
    let (mut at, mut sum) = (&mut reversed, 0);
    while let Some(mut node) = at.take() {
        sum = (sum * 3 + node.value) % 10_007;
        // Every fifth node is unlinked on the way.
        if node.value % 5 == 4 {
            *at = node.next.take();
        } else {
            at = &mut at.insert(node).next;
        }
    }
    writeln!(out, "{sum} {:?}", reversed.as_ref().map(|node| node.value)).unwrap();

    let (mut left, mut right) = (vec![1_u64; 30], (0..9).collect::<Vec<u64>>());
    for i in 0..20 {
        mem::swap(&mut left, &mut right);
        left.push(i);
        let old = mem::replace(&mut right[0], i * 2);
        left[0] += old;
    }
    writeln!(out, "{} {} {:?}", left.len(), right.len(), &left[..3]).unwrap();

    let mut slot: Option<String> = None;
    slot.get_or_insert_with(|| "first".to_owned()).push('!');
    let old = slot.replace("second".to_owned());
    let taken = slot.take_if(|text| text.len() > 3);
    slot.insert("third".to_owned()).make_ascii_uppercase();
    let cell = Cell::new(vec![3]);
    let mut inner = cell.take();
    inner.push(4);
    cell.set(inner);
    write!(out, "{old:?} {taken:?} {slot:?} {:?}", cell.into_inner()).unwrap();
    out
}
