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
//! | `<!-- table: settings -->` .. `<!-- end of table -->` | a table that another test writes and compares |
//! | `<!-- picture docs/pictures/x: cargo glassbox -->` | the pictures `x-light.svg` and `x-dark.svg` show what the command prints |
//!
//! | file | holds |
//! |---|---|
//! | `links.rs` | links between pages |
//! | `markdown.rs` | a page as text and blocks |
//! | `page.rs` | the story of a page |
//! | `output.rs` | comparison of outputs |
//! | `picture.rs` | screens as pictures |

mod links;
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

const PANICS: &str = "book/src/panics.md";

pages! {
    readme: "README.md",
    attributes: "book/src/attributes.md",
    cache: "book/src/cache.md",
    shards: "book/src/shards.md",
    ci: "book/src/ci.md",
    commands: "book/src/commands.md",
    comparison: "book/src/comparison.md",
    config: "book/src/config.md",
    depending: "book/src/depending.md",
    effects: "book/src/effects.md",
    exploring: "book/src/exploring.md",
    faq: "book/src/faq.md",
    first_check: "book/src/first-check.md",
    glossary: "book/src/glossary.md",
    hostile: "book/src/hostile.md",
    how_it_works: "book/src/how-it-works.md",
    how_we_try_to_break_it: "book/src/how-we-try-to-break-it.md",
    introduction: "book/src/introduction.md",
    left_out: "book/src/left-out.md",
    limits: "book/src/limits.md",
    literature: "book/src/literature.md",
    messages: "book/src/messages.md",
    other_tools: "book/src/other-tools.md",
    savings: "book/src/savings.md",
    reports: "book/src/reports.md",
    slow: "book/src/slow.md",
    standard_library: "book/src/standard-library.md",
    start: "book/src/start.md",
    structures: "book/src/structures.md",
    unknown: "book/src/unknown.md",
    what_a_pass_means: "book/src/what-a-pass-means.md",
    cookbook_arena: "book/src/cookbook/arena.md",
    cookbook_cache: "book/src/cookbook/cache.md",
    cookbook_graph: "book/src/cookbook/graph.md",
    cookbook_hash_table: "book/src/cookbook/hash-table.md",
    cookbook_heap: "book/src/cookbook/heap.md",
    cookbook_list: "book/src/cookbook/list.md",
    cookbook_ring: "book/src/cookbook/ring.md",
    cookbook_tree: "book/src/cookbook/tree.md",
}

/// It needs a standard library that unwinds.
#[test]
fn panics() {
    if crate::panics::has_unwinding_std("page") {
        page::check(PANICS);
    }
}

#[test]
fn every_page_is_tested() {
    for folder in ["book/src", "book/src/cookbook"] {
        for entry in std::fs::read_dir(repository().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_page = name.contains(".md") && name != "SUMMARY.md";
            let page = format!("{folder}/{name}");
            assert!(
                !is_page || page == PANICS || PAGES.contains(&page.as_str()),
                "{page} is not among the pages in documentation/mod.rs"
            );
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let others = ["book/src/SUMMARY.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
    let broken: Vec<String> =
        PAGES.iter().chain([&PANICS]).chain(&others).flat_map(|page| links::broken(&repository(), page)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The summary has every page.
#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(repository().join("book/src/SUMMARY.md")).unwrap();
    for page in PAGES.iter().chain([&PANICS]).filter_map(|page| page.strip_prefix("book/src/")) {
        assert!(summary.contains(&format!("]({page})")), "{page}");
    }
}
