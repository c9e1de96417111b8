pub struct Subject(pub u8);
