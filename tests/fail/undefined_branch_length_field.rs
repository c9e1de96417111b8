//! A buffer's header says how long it is, but nobody wrote the header.

use std::hint::black_box;
use std::mem::MaybeUninit;

#[repr(C)]
struct Message {
    len: u32,
    bytes: [u8; 12],
}

fn checksum(message: &Message) -> u32 {
    let len = message.len as usize;
    message.bytes.iter().take(len).map(|byte| u32::from(black_box(*byte))).sum() //~ ERROR undefined-branch
}

pub fn run() {
    let mut message: Box<MaybeUninit<Message>> = black_box(Box::new_uninit());
    unsafe { (&raw mut (*message.as_mut_ptr()).bytes).write_volatile([5; 12]) };
    let message = unsafe { black_box(&*message).assume_init_ref() };
    black_box(checksum(message));
}
