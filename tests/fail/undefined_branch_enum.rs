//! A match looks at the tag of an enum that was never written.

use std::hint::black_box;
use std::mem::MaybeUninit;

#[derive(Clone, Copy)]
#[repr(u8)]
enum Command {
    Stop,
    Go,
    Turn,
}

#[inline(never)]
fn obey(command: Command) -> u32 {
    match command //~ ERROR undefined-branch
    {
        Command::Stop => stop(),
        Command::Go => go(3),
        Command::Turn => turn(),
    }
}

#[inline(never)]
fn stop() -> u32 {
    black_box(0)
}

#[inline(never)]
fn go(steps: u32) -> u32 {
    black_box(steps)
}

#[inline(never)]
fn turn() -> u32 {
    black_box(90)
}

pub fn run() {
    black_box([Command::Stop, Command::Go, Command::Turn]);
    let slot: Box<MaybeUninit<Command>> = black_box(Box::new_uninit());
    let command = unsafe { slot.as_ptr().read_volatile() };
    black_box(obey(command));
}
