//! WebAssembly's linear memory.

use super::paged::Paged;

/// Bytes in a WebAssembly page.
pub const WASM_PAGE: usize = 65_536;

/// Linear memory.
#[derive(Debug)]
pub struct Memory {
    pub(crate) bytes: Paged,
    /// Maximum number of WebAssembly pages: the lower of the module's and the machine's limits.
    max_pages: u32,
}

impl Memory {
    /// A memory of `pages` pages of zeros.
    pub fn new(pages: u32, max_pages: u32) -> Self {
        Self { bytes: Paged::new(pages as usize * WASM_PAGE, 0), max_pages }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Its size in WebAssembly pages.
    pub fn pages(&self) -> u32 {
        (self.bytes.len() / WASM_PAGE) as u32
    }

    /// Grows by `delta` pages; returns the old size in pages, or none if there is not enough room.
    pub fn grow(&mut self, delta: u32) -> Option<u32> {
        let old = self.pages();
        let new = old.checked_add(delta).filter(|&new| new <= self.max_pages)?;
        self.bytes.grow(new as usize * WASM_PAGE, 0);
        Some(old)
    }

    /// `len` bytes at `address`, if they are in bounds.
    pub fn get(&self, address: u32, len: u32) -> Option<&[u8]> {
        let address = address as usize;
        self.bytes().get(address..address.checked_add(len as usize)?)
    }

    /// Like [`Self::get`], for writing.
    pub fn get_mut(&mut self, address: u32, len: u32) -> Option<&mut [u8]> {
        self.get(address, len)?;
        Some(self.bytes.write(address as usize, len as usize))
    }
}
