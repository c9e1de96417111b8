//! Code that is wrong only if an allocation fails, each piece with one that is right.
#![allow(warnings)]
#![cfg(glassbox)]
use glassbox::Val;
use std::alloc::{alloc, dealloc, realloc, Layout};

/// A buffer with room for values.
pub struct Buffer {
    pub start: *mut Val,
    pub len: usize,
    pub room: usize,
}

impl Buffer {
    pub fn new() -> Self { Self { start: std::ptr::null_mut(), len: 0, room: 0 } }

    pub fn layout(room: usize) -> Layout { Layout::array::<Val>(room).unwrap() }

    /// The length is never more than the room, and the room is there.
    pub fn is_right(&self) -> bool { self.len <= self.room && (self.room == 0) == self.start.is_null() }

    /// Adds a value behind the others.
    ///
    /// # Safety
    ///
    /// There is room.
    pub unsafe fn add(&mut self, value: Val) {
        unsafe { self.start.add(self.len).write(value) };
        self.len += 1;
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.room == 0 { return; }
        unsafe {
            std::ptr::slice_from_raw_parts_mut(self.start, self.len).drop_in_place();
            dealloc(self.start.cast(), Self::layout(self.room));
        }
    }
}

macro_rules! explorations {
    ($($name:ident: |$buffer:ident, $value:ident| $wrong:block else $right:block)*) => { $(
        pub mod $name {
            use super::*;
            #[glassbox::explore(operations = 4, elements = 4)]
            pub mod wrong {
                use super::super::*;
                pub fn new() -> Buffer { Buffer::new() }
                pub fn try_push($buffer: &mut Buffer, $value: Val) -> Result<(), Val> $wrong
                pub fn is_right(buffer: &Buffer) -> bool { buffer.is_right() }
            }
            #[glassbox::explore(operations = 4, elements = 4)]
            pub mod right {
                use super::super::*;
                pub fn new() -> Buffer { Buffer::new() }
                pub fn try_push($buffer: &mut Buffer, $value: Val) -> Result<(), Val> $right
                pub fn is_right(buffer: &Buffer) -> bool { buffer.is_right() }
            }
        }
    )* };
}

/// Moves the values to a buffer with more room. False if there is none.
pub fn grow(buffer: &mut Buffer) -> bool {
    if buffer.len < buffer.room { return true; }
    let room = buffer.room + 2;
    let new = unsafe { alloc(Buffer::layout(room)) }.cast::<Val>();
    if new.is_null() { return false; }
    if buffer.room > 0 {
        unsafe {
            new.copy_from(buffer.start, buffer.len);
            dealloc(buffer.start.cast(), Buffer::layout(buffer.room));
        }
    }
    (buffer.start, buffer.room) = (new, room);
    true
}

pub fn right_push(buffer: &mut Buffer, value: Val) -> Result<(), Val> {
    if !grow(buffer) { return Err(value); }
    unsafe { buffer.add(value) };
    Ok(())
}

explorations! {
    // Nobody asks whether there is a block.
    null: |buffer, value| {
        if buffer.len == buffer.room {
            let new = unsafe { alloc(Buffer::layout(buffer.room + 2)) }.cast::<Val>();
            if buffer.room > 0 {
                unsafe {
                    new.copy_from(buffer.start, buffer.len);
                    dealloc(buffer.start.cast(), Buffer::layout(buffer.room));
                }
            }
            (buffer.start, buffer.room) = (new, buffer.room + 2);
        }
        unsafe { buffer.add(value) };
        Ok(())
    } else { right_push(buffer, value) }

    // The value is lost.
    lost_value: |buffer, value| {
        let value = std::mem::ManuallyDrop::new(value);
        if grow(buffer) { unsafe { buffer.add(std::mem::ManuallyDrop::into_inner(value)) }; }
        Ok(())
    } else {
        if !grow(buffer) { return Ok(drop(value)); }
        unsafe { buffer.add(value) };
        Ok(())
    }

    // The old block is forgotten: `realloc` leaves it where it is.
    reallocated: |buffer, value| {
        if buffer.room == 0 && !grow(buffer) { return Err(value); }
        if buffer.len == buffer.room {
            let room = buffer.room * 2;
            let size = Buffer::layout(room).size();
            buffer.start = unsafe { realloc(buffer.start.cast(), Buffer::layout(buffer.room), size) }.cast();
            if buffer.start.is_null() { (buffer.len, buffer.room) = (0, 0); return Err(value); }
            buffer.room = room;
        }
        unsafe { buffer.add(value) };
        Ok(())
    } else {
        if buffer.room == 0 && !grow(buffer) { return Err(value); }
        if buffer.len == buffer.room {
            let room = buffer.room * 2;
            let size = Buffer::layout(room).size();
            let new = unsafe { realloc(buffer.start.cast(), Buffer::layout(buffer.room), size) }.cast::<Val>();
            if new.is_null() { return Err(value); }
            (buffer.start, buffer.room) = (new, room);
        }
        unsafe { buffer.add(value) };
        Ok(())
    }

    // The old block is freed before there is a new one.
    freed: |buffer, value| {
        if buffer.len == buffer.room {
            let old: Vec<Val> = (0..buffer.len).map(|at| unsafe { buffer.start.add(at).read() }).collect();
            if buffer.room > 0 { unsafe { dealloc(buffer.start.cast(), Buffer::layout(buffer.room)) }; }
            let new = unsafe { alloc(Buffer::layout(buffer.room + 2)) }.cast::<Val>();
            if new.is_null() { return Err(value); }
            (buffer.start, buffer.room, buffer.len) = (new, buffer.room + 2, 0);
            for value in old { unsafe { buffer.add(value) }; }
        }
        unsafe { buffer.add(value) };
        Ok(())
    } else { right_push(buffer, value) }

    // The room is counted before it is there, and the block is freed with another layout.
    counted: |buffer, value| {
        if buffer.len == buffer.room {
            let old = buffer.room;
            buffer.room += 2;
            let new = unsafe { alloc(Buffer::layout(buffer.room)) }.cast::<Val>();
            if new.is_null() { return Err(value); }
            if old > 0 {
                unsafe {
                    new.copy_from(buffer.start, buffer.len);
                    dealloc(buffer.start.cast(), Buffer::layout(old));
                }
            }
            buffer.start = new;
        }
        unsafe { buffer.add(value) };
        Ok(())
    } else { right_push(buffer, value) }

    // The value is counted before there is room.
    length_first: |buffer, value| {
        buffer.len += 1;
        if buffer.len > buffer.room {
            let new = unsafe { alloc(Buffer::layout(buffer.room + 2)) }.cast::<Val>();
            if new.is_null() { return Err(value); }
            if buffer.room > 0 {
                unsafe {
                    new.copy_from(buffer.start, buffer.len - 1);
                    dealloc(buffer.start.cast(), Buffer::layout(buffer.room));
                }
            }
            (buffer.start, buffer.room) = (new, buffer.room + 2);
        }
        unsafe { buffer.start.add(buffer.len - 1).write(value) };
        Ok(())
    } else { right_push(buffer, value) }

    // It tries again with less, and does not expect that to fail.
    tried_again: |buffer, value| {
        let mut more: Vec<Val> = Vec::new();
        if more.try_reserve_exact(4).is_err() && more.try_reserve_exact(1).is_err() {
            unsafe { std::hint::unreachable_unchecked() }
        }
        Err(value)
    } else {
        let mut more: Vec<Val> = Vec::new();
        if more.try_reserve_exact(4).is_err() && more.try_reserve_exact(1).is_err() {
            return Err(value);
        }
        Err(value)
    }

    // A block of two is lost if there is no second one.
    two_blocks: |buffer, value| {
        let layout = Layout::new::<u32>();
        let first = std::hint::black_box(unsafe { alloc(layout) });
        if first.is_null() { return Err(value); }
        let second = std::hint::black_box(unsafe { alloc(layout) });
        if second.is_null() { return Err(value); }
        unsafe { dealloc(first, layout); dealloc(second, layout) };
        Err(value)
    } else {
        let layout = Layout::new::<u32>();
        let first = std::hint::black_box(unsafe { alloc(layout) });
        if first.is_null() { return Err(value); }
        let second = std::hint::black_box(unsafe { alloc(layout) });
        unsafe { dealloc(first, layout) };
        if second.is_null() { return Err(value); }
        unsafe { dealloc(second, layout) };
        Err(value)
    }

    // A promise that is only true if there is room.
    promised: |buffer, value| {
        let mut copy: Vec<u32> = Vec::new();
        let _ = copy.try_reserve_exact(2);
        unsafe { copy.set_len(1) };
        copy[0] = 5;
        Err(value)
    } else {
        let mut copy: Vec<u32> = Vec::new();
        if copy.try_reserve_exact(2).is_ok() {
            copy.push(5);
        }
        Err(value)
    }

    // std ends the program, and a panic does not.
    panics: |buffer, value| {
        let mut copy: Vec<Val> = Vec::new();
        copy.try_reserve(1).expect("there is room");
        copy.push(value);
        Ok(())
    } else {
        let mut copy: Vec<Val> = Vec::new();
        copy.push(value);
        let boxed = Box::new(5);
        let text = format!("{boxed}");
        Ok(())
    }
}
