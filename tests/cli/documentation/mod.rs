//! README and book: what they show is what happens.
//!
//! Every page is a story in a folder of its own. Blocks with a file are written there, commands are run there, and their
//! output must be that of the page; run with `GLASSBOX_BLESS=1` to write it into the page, then read the diff. What a block is
//! depends on the line that opens it:
//!
//! | line | meaning |
//! |---|---|
//! | `console` | commands after `$`, each with its output; a line `...` stands for any lines |
//! | `rust,file=src/lib.rs`, `toml,file=Cargo.toml` | the whole file |
//! | `rust,end-of=src/lib.rs`, `toml,end-of=Cargo.toml` | goes to the end of the file |
//! | `rust,part-of=src/lib.rs` | lines that the file has, one after the other |
//! | `diff,file=src/lib.rs` | a change of the file |
//! | `rust` | a library that compiles, with glassbox as a dependency |
//! | `text` | nothing that could be wrong: pictures, syntax |
//!
//! So do comments in lines of their own:
//!
//! | comment | meaning |
//! |---|---|
//! | `<!-- not run: reason -->` | the next block is left out; there must be a reason |
//! | `<!-- after: book/src/start.md#section -->` | the story begins with that of another page, up to the end of a section |
//! | `<!-- picture docs/pictures/x: cargo glassbox -->` | the pictures `x-light.svg` and `x-dark.svg` show what the command prints |
//!
//! | file | holds |
//! |---|---|
//! | `markdown.rs` | a page as text and blocks |
//! | `page.rs` | the story of a page |
//! | `output.rs` | comparison of outputs |
//! | `picture.rs` | screens as pictures |

mod markdown;
mod output;
mod page;
mod picture;

use crate::story::repository;

macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        const PAGES: &[&str] = &[$($path),*];

        $(
            #[test]
            fn $name() {
                page::check($path);
            }
        )*
    };
}

pages! {
    readme: "README.md",
    ci: "book/src/ci.md",
    commands: "book/src/commands.md",
    depending: "book/src/depending.md",
    effects: "book/src/effects.md",
    exploring: "book/src/exploring.md",
    faq: "book/src/faq.md",
    first_check: "book/src/first-check.md",
    glossary: "book/src/glossary.md",
    how_it_works: "book/src/how-it-works.md",
    how_we_try_to_break_it: "book/src/how-we-try-to-break-it.md",
    introduction: "book/src/introduction.md",
    left_out: "book/src/left-out.md",
    limits: "book/src/limits.md",
    literature: "book/src/literature.md",
    messages: "book/src/messages.md",
    other_tools: "book/src/other-tools.md",
    savings: "book/src/savings.md",
    slow: "book/src/slow.md",
    start: "book/src/start.md",
    structures: "book/src/structures.md",
    unknown: "book/src/unknown.md",
    what_a_pass_means: "book/src/what-a-pass-means.md",
}

#[test]
fn every_page_is_tested() {
    for entry in std::fs::read_dir(repository().join("book/src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name == "SUMMARY.md" || !name.contains(".md") {
            continue;
        }
        let is_known = PAGES.contains(&format!("book/src/{name}").as_str());
        assert!(is_known, "{name} is not among the pages in documentation/mod.rs");
    }
}
