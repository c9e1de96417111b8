//! The story of a page: files are written, commands are run, and outputs compared.

use std::fs;

use super::markdown::{Block, Piece, page, pieces};
use super::output::{blessed, is_same};
use super::picture;
use crate::story::{Story, guest_crate, home, repository, without_progress};

/// Checks all blocks of a page.
pub(super) fn check(path: &str) {
    let file = repository().join(path);
    let mut pieces = pieces(&fs::read_to_string(&file).unwrap());
    let story = Story::empty(&format!("page-{}", path.replace(['/', '.'], "-")));
    let is_blessing = std::env::var_os("GLASSBOX_BLESS").is_some();
    let mut told = Told { path, story, libraries: Vec::new(), is_blessing };
    for pair in pieces.windows(2) {
        let is_indented = matches!(pair, [Piece::Line(a), Piece::Line(b)] if a.is_empty() && b.starts_with("    "));
        assert!(!is_indented, "{path}: blocks have fences, which say what they are: {pair:?}");
    }
    for piece in &mut pieces {
        told.tell(piece);
    }
    told.compile_libraries();
    if is_blessing {
        fs::write(&file, page(&pieces)).unwrap();
    }
}

/// A story up to a block.
struct Told<'a> {
    path: &'a str,
    story: Story,
    /// Blocks that are libraries, with their lines.
    libraries: Vec<(usize, String)>,
    /// Whether outputs are written into the page.
    is_blessing: bool,
}

impl Told<'_> {
    fn tell(&mut self, piece: &mut Piece) {
        match piece {
            Piece::Line(line) => {
                let Some(comment) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) else {
                    return;
                };
                if let Some(place) = comment.strip_prefix("after: ") {
                    self.begin_with(place);
                } else if let Some((path, command)) =
                    comment.strip_prefix("picture ").and_then(|it| it.split_once(": "))
                {
                    let screen = self.output(&format!("{command} --color=always"), line).join("\n");
                    let screen = format!("$ {command}\n{screen}");
                    picture::check(&repository().join(path), &screen, self.is_blessing);
                } else {
                    let is_known =
                        comment.starts_with("not run: ") || comment.starts_with("table: ") || comment == "end of table";
                    assert!(is_known, "{}: {line} means nothing", self.path);
                }
            }
            Piece::Block(block) if block.not_run.is_none() => self.tell_block(block),
            Piece::Block(_) => {}
        }
    }

    fn tell_block(&mut self, block: &mut Block) {
        let place = format!("{}:{}", self.path, block.line);
        match (block.language(), block.setting("file"), block.setting("end-of"), block.setting("part-of")) {
            ("console", ..) => self.run(block, &place),
            ("diff", Some(file), ..) => self.change(block, file, &place),
            (_, Some(file), ..) => self.story.write(file, &with_guest(&block.text())),
            (_, _, Some(file), _) => {
                self.story.write(file, &format!("{}\n{}", self.file(file), with_guest(&block.text())));
            }
            (_, _, _, Some(file)) => {
                assert!(self.file(file).contains(&block.text()), "{place}: {file} has other lines");
            }
            ("rust", ..) => self.libraries.push((block.line, block.text())),
            ("text", ..) => {}
            (language, ..) => panic!("{place}: `{language}` says nothing about what to do with the block"),
        }
    }

    /// Begins with the story of another page, up to the end of the section that `place` names.
    fn begin_with(&mut self, place: &str) {
        let (page, section) = place.split_once('#').expect("a page and a section");
        let mut is_there = false;
        for mut piece in pieces(&fs::read_to_string(repository().join(page)).unwrap()) {
            if let Piece::Line(line) = &piece
                && let Some(title) = line.strip_prefix("## ")
            {
                if is_there {
                    return;
                }
                is_there = title.to_lowercase().replace(' ', "-") == section;
            }
            self.tell(&mut piece);
        }
        assert!(is_there, "{}: {page} has no section {section}", self.path);
    }

    fn file(&self, file: &str) -> String {
        fs::read_to_string(self.story.path(file)).unwrap_or_default()
    }

    /// Runs the commands of a block.
    fn run(&mut self, block: &mut Block, place: &str) {
        let mut shown = Vec::new();
        let mut lines = block.lines.iter().peekable();
        assert!(lines.peek().is_some_and(|line| line.starts_with("$ ")), "{place}: it begins with no command");
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").unwrap();
            let mut wanted: Vec<String> = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                wanted.push(line.clone());
            }
            let actual = self.output(command, place);
            let is_same = is_same(&wanted, &actual);
            assert!(
                is_same || self.is_blessing,
                "{place}: `{command}` prints\n{}\nnot\n{}",
                actual.join("\n"),
                wanted.join("\n")
            );
            shown.push(line.clone());
            shown.extend(if is_same { wanted } else { blessed(&wanted, &actual) });
        }
        block.lines = shown;
    }

    /// What a command prints. The terminal shows more while cargo builds.
    fn output(&mut self, command: &str, place: &str) -> Vec<String> {
        if let Some(folder) = command.strip_prefix("cd ") {
            self.story = self.story.inside(folder);
            self.story.pin_dependencies();
            return Vec::new();
        }
        let Some(args) = command.strip_prefix("cargo ") else { panic!("{place}: no story knows `{command}`") };
        let output = self.story.command_of(&words(&with_guest(args))).output().unwrap();
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let text =
            format!("{stdout}{}", without_progress(&stderr)).replace(home().to_str().unwrap(), "~/.cargo/glassbox");
        text.lines().map(without_digest).collect()
    }

    /// Changes a file: what the block has with a space or a minus is there once, and becomes what it has with a space or a plus.
    fn change(&self, block: &Block, file: &str, place: &str) {
        let side = |left_out: char| -> String {
            let kept = block.lines.iter().filter(|line| !line.starts_with(left_out));
            kept.flat_map(|line| [line.get(1..).unwrap_or_default(), "\n"]).collect()
        };
        let (old, new, text) = (side('+'), side('-'), self.file(file));
        assert_eq!(text.matches(&old).count(), 1, "{place}: {file} has other lines");
        self.story.write(file, &text.replace(&old, &new));
    }

    /// Compiles blocks that are libraries, as modules of one.
    fn compile_libraries(&self) {
        if self.libraries.is_empty() {
            return;
        }
        let modules: Vec<String> = self.libraries.iter().map(|(line, _)| format!("mod line_{line};")).collect();
        let name = format!("libraries-{}", self.path.replace(['/', '.'], "-"));
        let library = Story::library(&name, "libraries", &format!("#![allow(warnings)]\n\n{}\n", modules.join("\n")));
        for (line, text) in &self.libraries {
            library.write(&format!("src/line_{line}.rs"), text);
        }
        let screen = library.cargo("glassbox list");
        assert!(screen.code() == 0 || screen.stderr().contains("has no checks"), "{}: {}", self.path, screen.text());
    }
}

/// The text with the real place of the crate `glassbox`: for the reader, it is in a clone beside the package.
fn with_guest(text: &str) -> String {
    text.replace("../glassbox/guest/glassbox", &guest_crate())
}

/// Words of a command line; quotes keep spaces together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `0.1.0-2fd8cc4f` becomes `0.1.0`: the rest changes with the sources of the crate `glassbox`.
fn without_digest(line: &str) -> String {
    let Some((before, rest)) = line.split_once(".cargo/glassbox/") else { return line.to_owned() };
    let Some((version, rest)) = rest.split_once('/') else { return line.to_owned() };
    let version = version.split('-').next().unwrap_or_default();
    format!("{before}.cargo/glassbox/{version}/{rest}")
}

#[test]
fn quotes_keep_words_together() {
    assert_eq!(words("add --target 'cfg(glassbox)' x"), ["add", "--target", "cfg(glassbox)", "x"]);
    let line = "in ~/.cargo/glassbox/0.1.0-2fd8cc4f/guest/glassbox, here";
    assert_eq!(without_digest(line), "in ~/.cargo/glassbox/0.1.0/guest/glassbox, here");
}
