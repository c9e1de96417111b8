//! Programs that do what programs should not do while they are checked.

use std::collections::HashMap;
use std::hint::black_box;

use glassbox::{Structure, check};

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Number(#[glassbox(values = 0..3)] u8);

#[check]
pub fn exits(number: &mut Number) {
    if number.0 == 2 {
        std::process::exit(0);
    }
}

#[check]
pub fn aborts(number: &mut Number) {
    if number.0 == 2 {
        std::process::abort();
    }
}

#[check]
pub fn loops(number: &mut Number) {
    while number.0 == 2 {
        black_box(&number.0);
    }
}

#[check]
pub fn counts_for_ever(number: &mut Number) {
    let mut n = 0_u64;
    while number.0 == 2 {
        n = black_box(n.wrapping_add(1));
    }
}

#[check]
pub fn recurses(number: &mut Number) {
    fn down(n: u64) -> u64 {
        if black_box(n) == u64::MAX { 0 } else { 1 + down(black_box(n + 1)) }
    }
    if number.0 == 2 {
        black_box(down(0));
    }
}

#[check]
pub fn takes_two_gigabytes(number: &mut Number) {
    if number.0 == 2 {
        black_box(Vec::<u8>::with_capacity(i32::MAX as usize));
    }
}

#[check]
pub fn takes_all_memory(number: &mut Number) {
    let mut all = Vec::new();
    while number.0 == 2 {
        all.push(black_box(vec![1_u8; 1 << 20]));
    }
}

#[check]
pub fn starts_a_thread(number: &mut Number) {
    if number.0 == 2 {
        let _ = std::thread::spawn(|| ()).join();
    }
}

#[check]
pub fn asks_the_clock(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::time::Instant::now());
    }
}

#[check]
pub fn asks_the_date(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::time::SystemTime::now());
    }
}

#[check]
pub fn reads_the_environment(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::env::var("HOME").is_ok());
    }
}

#[check]
pub fn reads_a_file(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::fs::read("/etc/passwd").is_ok());
    }
}

#[check]
pub fn writes_a_file(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::fs::write("/tmp/hostile", "x").is_ok());
    }
}

#[check]
pub fn reads_the_input(number: &mut Number) {
    if number.0 == 2 {
        let mut line = String::new();
        black_box(std::io::stdin().read_line(&mut line).is_ok());
    }
}

#[check]
pub fn prints(number: &mut Number) {
    println!("\x1b[2J{}", number.0);
    eprintln!("\x1b[2J{}", number.0);
}

#[check]
pub fn sleeps(number: &mut Number) {
    if number.0 == 2 {
        std::thread::sleep(std::time::Duration::from_secs(3600));
    }
}

#[check]
pub fn runs_a_program(number: &mut Number) {
    if number.0 == 2 {
        black_box(std::process::Command::new("true").status().is_ok());
    }
}

#[check]
pub fn panics_with_a_value(number: &mut Number) {
    if number.0 == 2 {
        std::panic::panic_any(7_u32);
    }
}

struct PanicsInDrop;
impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        panic!("in drop");
    }
}

#[check]
pub fn panics_while_panicking(number: &mut Number) {
    let _both = PanicsInDrop;
    assert_ne!(number.0, 2, "first");
}

#[check]
pub fn catches_panics(number: &mut Number) {
    let n = number.0;
    black_box(std::panic::catch_unwind(move || assert_ne!(n, 2)).is_ok());
}

#[check]
pub fn says_a_lot(number: &mut Number) {
    if number.0 == 2 {
        panic!("{}", "A very long message. ".repeat(50_000));
    }
}

#[check]
pub fn says_nothing(number: &mut Number) {
    if number.0 == 2 {
        panic!();
    }
}

#[check]
pub fn chooses_from_nothing(number: &mut Number) {
    if number.0 == 2 {
        black_box(glassbox::choose(0));
    }
}

#[check]
pub fn chooses_from_everything(_number: &mut Number) {
    black_box(glassbox::choose(u32::MAX));
}

#[check]
pub fn assumes_nothing(_number: &mut Number) {
    glassbox::assume(false);
}

#[check]
pub fn hashes(number: &mut Number) {
    let mut map = HashMap::new();
    map.insert(number.0, 1);
    assert!(map.contains_key(&number.0));
}

#[check]
pub fn hashes_in_an_order(number: &mut Number) {
    // Which key is first depends on where the compiler puts things: none of them is `number`.
    let map: HashMap<u8, u8> = (10..20).map(|n| (n, n)).collect();
    assert!(map.keys().next() != Some(&number.0));
}

static mut COUNT: u32 = 0;

#[check]
pub fn counts_calls(_number: &mut Number) {
    // SAFETY: there is one thread.
    let count = unsafe {
        COUNT += 1;
        COUNT
    };
    assert!(count < 5);
}

unsafe extern "C" {
    fn nobody_knows(n: u32) -> u32;
}

#[check]
pub fn calls_what_nobody_knows(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        unsafe { black_box(nobody_knows(7)) };
    }
}

#[check]
pub fn writes_to_null(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        unsafe { std::ptr::null_mut::<u8>().write_volatile(1) };
    }
}

#[check]
pub fn writes_anywhere(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        unsafe { std::ptr::without_provenance_mut::<u8>(0x10_0000).write_volatile(1) };
    }
}

#[check]
pub fn writes_past_the_end(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        unsafe { std::ptr::without_provenance_mut::<u8>(0xffff_fff0).write_volatile(1) };
    }
}

#[check]
pub fn calls_a_number(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        let function: fn() = unsafe { std::mem::transmute::<usize, fn()>(black_box(77)) };
        function();
    }
}

#[check]
pub fn divides_by_zero(number: &mut Number) {
    black_box(7 / black_box(number.0));
}

#[check]
pub fn overflows(number: &mut Number) {
    black_box(black_box(254_u8) + number.0);
}

#[check]
pub fn grows_by_itself(number: &mut Number) {
    if number.0 == 2 {
        #[cfg(target_family = "wasm")]
        black_box(core::arch::wasm32::memory_grow(0, 10));
    }
}

#[check]
pub fn leaks(number: &mut Number) {
    if number.0 == 2 {
        std::mem::forget(black_box(Box::new(7)));
    }
}

#[check]
pub fn frees_twice(number: &mut Number) {
    if number.0 == 2 {
        let pointer = black_box(Box::into_raw(Box::new(7)));
        // SAFETY: none.
        unsafe { drop((Box::from_raw(pointer), Box::from_raw(pointer))) };
    }
}

#[check]
pub fn reads_unwritten(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        let byte = unsafe { std::mem::MaybeUninit::<u8>::uninit().assume_init() };
        if black_box(byte) == 7 {
            black_box(0);
        }
    }
}

#[check]
pub fn makes_an_invalid_bool(number: &mut Number) {
    if number.0 == 2 {
        // SAFETY: none.
        let b: bool = unsafe { std::mem::transmute(black_box(7_u8)) };
        if b {
            black_box(0);
        }
    }
}

#[check]
pub fn uses_locks(number: &mut Number) {
    let lock = std::sync::Mutex::new(number.0);
    let _held = lock.lock();
    assert!(lock.try_lock().is_err());
}

#[check]
pub fn waits_for_itself(number: &mut Number) {
    let lock = std::sync::Mutex::new(number.0);
    let _held = lock.lock();
    if number.0 == 2 {
        let _again = lock.lock();
    }
}

#[check]
pub fn uses_floats(number: &mut Number) {
    let x = f64::from(number.0) - 1.0;
    assert!(!(x / x).is_nan());
}

#[check]
pub fn formats(number: &mut Number) {
    let text = format!("{:?} {:>50.20} {:e}", number.0, f64::from(number.0) / 3.0, 1e300);
    assert!(text.len() > 10);
}

#[check]
pub fn uses_u128(number: &mut Number) {
    let wide = u128::from(number.0) << 100;
    assert!(wide / 3 < u128::MAX);
}

macro_rules! many_variants {
    ($($name:ident)*) => {
        #[derive(Structure)]
        #[glassbox(no_invariant)]
        pub enum Many { $($name),* }
    };
}
many_variants! {
    A00 A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27 A28 A29
    B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19 B20 B21 B22 B23 B24 B25 B26 B27 B28 B29
    C00 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24 C25 C26 C27 C28 C29
    D00 D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19 D20 D21 D22 D23 D24 D25 D26 D27 D28 D29
    E00 E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 E15 E16 E17 E18 E19 E20 E21 E22 E23 E24 E25 E26 E27 E28 E29
    F00 F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 F25 F26 F27 F28 F29
    G00 G01 G02 G03 G04 G05 G06 G07 G08 G09 G10 G11 G12 G13 G14 G15 G16 G17 G18 G19
}

#[check]
pub fn has_many_variants(many: &mut Many) {
    assert!(!matches!(many, Many::G19));
}

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Large {
    #[glassbox(values = 0..2)]
    first: u8,
    #[glassbox(skip = [0; 4096])]
    rest: [u64; 4096],
}

#[check]
pub fn is_large(large: &mut Large) {
    assert_eq!(large.rest[4095], 0);
    large.first = 1 - large.first;
}

#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Nothing;

#[check]
pub fn has_no_size(_nothing: &mut Nothing) {}

#[check]
#[allow(clippy::too_many_arguments)]
pub fn has_many_arguments(
    number: &mut Number,
    #[glassbox(values = 0..9)] a: u8,
    #[glassbox(values = 0..9)] b: u8,
    #[glassbox(values = 0..9)] c: u8,
    #[glassbox(values = 0..9)] d: u8,
    #[glassbox(values = 0..9)] e: u8,
    #[glassbox(values = 0..9)] f: u8,
    #[glassbox(values = 0..9)] g: u8,
    #[glassbox(values = 0..9)] h: u8,
) {
    let sum = [a, b, c, d, e, f, g, h].iter().map(|n| u32::from(*n)).sum::<u32>() + u32::from(number.0);
    assert!(sum < 80);
}

#[check]
pub fn r#while(number: &mut Number) {
    assert_ne!(number.0, 2);
}

#[check]
pub fn größer(number: &mut Number) {
    assert_ne!(number.0, 2);
}
