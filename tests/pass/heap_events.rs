//! BinaryHeap: a simulation whose events are kept in a min-heap, and peek_mut on a max-heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fmt::Write;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Arrive { customer: u32 },
    Leave { customer: u32, paid: u64 },
}

pub fn run() -> String {
    let mut out = String::new();
    let mut queue = BinaryHeap::new();
    for customer in 0..150_u32 {
        queue.push(Reverse((u64::from(customer * 37 % 211), Event::Arrive { customer })));
    }
    let (mut inside, mut most, mut income, mut n_events) = (0_i32, 0, 0, 0);
    while let Some(Reverse((time, event))) = queue.pop() {
        n_events += 1;
        match event {
            Event::Arrive { customer } => {
                inside += 1;
                most = most.max(inside);
                let stay = u64::from(customer % 17 + 3);
                queue.push(Reverse((time + stay, Event::Leave { customer, paid: stay * 2 })));
            }
            Event::Leave { paid, customer } => {
                inside -= 1;
                income += if customer % 10 == 0 { 0 } else { paid };
            }
        }
    }
    writeln!(out, "{n_events} events, at most {most} inside, income {income}").unwrap();

    // The largest is halved again and again; the heap has to sink it each time.
    let mut heap: BinaryHeap<u32> = (1..=64).map(|i| i * 97 % 256).collect();
    for _ in 0..1000 {
        let mut top = heap.peek_mut().expect("the heap is not empty");
        if *top < 4 {
            PeekMut::pop(top);
            break;
        }
        *top /= 2;
    }
    writeln!(out, "{} left, top {:?}", heap.len(), heap.peek()).unwrap();
    let sorted = heap.into_sorted_vec();
    assert!(sorted.is_sorted());
    write!(out, "{:?}", &sorted[sorted.len() - 12..]).unwrap();
    out
}
