//! A field of a struct is read through a null pointer: the address is not 0, but close to it.

use std::hint::black_box;

#[repr(C)]
struct Record {
    id: [u64; 6],
    flags: u8,
}

pub fn run() {
    let record: *const Record = black_box(std::ptr::null());
    let flags = record.wrapping_byte_add(std::mem::offset_of!(Record, flags)).cast::<u8>();
    let value = unsafe { flags.read_volatile() }; //~ ERROR null
    black_box((value, size_of::<Record>()));
}
