//! LinkedList of strings: both ends, append, split_off, editing in place, reversal by moving nodes' contents.

use std::collections::LinkedList;
use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let mut list: LinkedList<String> = LinkedList::new();
    for i in 0..60 {
        if i % 3 == 0 {
            list.push_front(format!("f{i}"));
        } else {
            list.push_back(format!("b{i}"));
        }
    }
    writeln!(out, "{} nodes, {:?} .. {:?}", list.len(), list.front(), list.back()).unwrap();

    let mut tail = list.split_off(25);
    for text in &mut tail {
        text.push('!');
    }
    list.append(&mut tail);
    assert!(tail.is_empty());

    let mut reversed = LinkedList::new();
    while let Some(text) = list.pop_front() {
        if text.len() != 2 {
            reversed.push_front(text);
        }
    }
    writeln!(out, "{}", reversed.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(" ")).unwrap();
    if let Some(last) = reversed.back_mut() {
        last.insert(0, '#');
    }
    let lengths: usize = reversed.iter().rev().map(String::len).sum();
    write!(out, "{} nodes, {lengths} bytes, last {:?}", reversed.len(), reversed.pop_back()).unwrap();
    out
}
