pub fn len(items: &[u8]) -> u32 {
    items.len()
}
