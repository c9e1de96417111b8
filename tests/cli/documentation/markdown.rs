//! A page as text and fenced blocks.

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A line outside of blocks.
    Line(String),
    Block(Block),
}

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Line of the fence that opens it, from 1.
    pub(super) line: usize,
    /// What the fence says.
    pub(super) info: String,
    /// Why it is left out.
    pub(super) not_run: Option<String>,
    pub(super) lines: Vec<String>,
}

impl Block {
    /// The language of a block.
    pub(super) fn language(&self) -> &str {
        self.info.split(',').next().unwrap_or_default()
    }

    /// The value of a setting, such as `file`.
    pub(super) fn setting(&self, name: &str) -> Option<&str> {
        self.info.split(',').skip(1).find_map(|setting| setting.strip_prefix(name)?.strip_prefix('='))
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }
}

const FENCE: &str = "```";

/// The pieces of a page.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open: Option<Block> = None;
    let mut not_run = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (&mut open, line.strip_prefix(FENCE)) {
            (Some(_), Some(_)) => pieces.extend(open.take().map(Piece::Block)),
            (Some(block), None) => block.lines.push(line.to_owned()),
            (None, Some(info)) => {
                open = Some(Block { line: number, info: info.to_owned(), not_run: not_run.take(), lines: Vec::new() });
            }
            (None, None) => {
                let reason = line.strip_prefix("<!-- not run:").and_then(|rest| rest.strip_suffix("-->"));
                not_run = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
                pieces.push(Piece::Line(line.to_owned()));
            }
        }
    }
    assert!(open.is_none(), "a block is not closed");
    pieces
}

/// The page of these pieces.
pub(super) fn page(pieces: &[Piece]) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Line(line) => format!("{line}\n"),
        Piece::Block(block) => format!("{FENCE}{}\n{}{FENCE}\n", block.info, block.text()),
    };
    pieces.iter().map(text).collect()
}

#[test]
fn a_page_is_its_pieces() {
    let text = "a\n\n```rust,file=src/lib.rs\nb\n```\n<!-- not run: it takes long -->\n```console\n$ c\n```\nd\n";
    let pieces = pieces(text);
    assert_eq!(page(&pieces), text);
    let blocks: Vec<&Block> =
        pieces.iter().filter_map(|it| if let Piece::Block(it) = it { Some(it) } else { None }).collect();
    assert_eq!(blocks.len(), 2);
    assert_eq!((blocks[0].language(), blocks[0].setting("file"), blocks[0].line), ("rust", Some("src/lib.rs"), 3));
    assert_eq!((blocks[1].language(), blocks[1].not_run.as_deref()), ("console", Some("it takes long")));
}
