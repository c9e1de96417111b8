pub fn nothing_to_check() {}
