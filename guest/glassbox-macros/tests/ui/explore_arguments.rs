//! Arguments of the functions of an exploration: what is wrong with one is said once.

#[glassbox::explore]
mod words {
    pub fn new() -> Vec<String> {
        Vec::new()
    }

    pub fn add(words: &mut Vec<String>, #[glassbox(values = ["a", "bb"])] word: &'static str) {
        words.push(word.to_owned());
    }

    pub fn remove(words: &mut Vec<String>, #[glassbox(values = 0..3)] index: usize, word: &str) {
        let _ = (words, index, word);
    }
}

#[glassbox::explore(elements = 2, height = 3)]
mod bounds {
    pub fn new() -> u8 {
        0
    }

    pub fn set(number: &mut u8, #[glassbox(values = 0..3)] to: u8) {
        *number = to;
    }
}

fn main() {}
