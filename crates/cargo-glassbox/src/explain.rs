//! `cargo glassbox explain`: the meaning of verdicts and messages.

use glassbox_files::suggest::nearest;
use glassbox_report::explain::{Page, all, find, normalised, write_list, write_page};

use crate::console;
use crate::error::Error;

/// Prints the page that `words` name, or a list of all pages if there are none.
pub(crate) fn run(words: &[String]) -> Result<(), Error> {
    let mut out = anstream::stdout();
    if words.is_empty() {
        return console::written(write_list(&mut out));
    }
    console::written(write_page(page(&words.join(" "))?, &mut out))
}

fn page(text: &str) -> Result<&'static Page, Error> {
    find(text).ok_or_else(|| {
        let word = normalised(text);
        let meant = nearest(&word, all().flat_map(Page::words)).and_then(find);
        Error::UnknownTopic { text: text.to_owned(), meant: meant.map(|page| page.word) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit_code::ExitCode;

    #[test]
    fn a_mistyped_word_has_a_suggestion() {
        assert!(matches!(page("lots-node"), Err(Error::UnknownTopic { meant: Some("lost-node"), .. })));
        assert!(matches!(page("giraffe"), Err(Error::UnknownTopic { meant: None, .. })));
    }

    /// The line about an exit code on the page on exit codes.
    fn line_of(code: ExitCode) -> &'static str {
        match code {
            ExitCode::Success => "0  the command succeeded",
            ExitCode::Fails => "1  a check fails",
            ExitCode::Error => "2  the command failed",
            ExitCode::Unknown => "3  no check fails, but",
            ExitCode::ProvesLess => "4  all checks hold, but",
        }
    }

    #[test]
    fn exit_codes_are_explained() {
        let page = page("exit-codes").expect("a page");
        let codes = [ExitCode::Success, ExitCode::Fails, ExitCode::Error, ExitCode::Unknown, ExitCode::ProvesLess];
        for code in codes {
            assert!(page.body().contains(line_of(code)), "{}", line_of(code));
        }
    }
}
