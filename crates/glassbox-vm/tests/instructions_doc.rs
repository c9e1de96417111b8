//! `docs/instructions.md` says what the instruction table says.

use std::fmt::Write;
use std::path::Path;

use glassbox_vm::isa::Op;

fn render() -> String {
    let mut text = String::from(
        "# Instructions\n\n\
         The instructions that compute or touch memory, made from the table in `crates/glassbox-vm/src/isa/table.rs`\n\
         by its test (`GLASSBOX_BLESS=1 cargo test -p glassbox-vm --test instructions_doc` writes it anew).\n\
         A meaning is Rust; operand types say how bits are read.\n\n\
         | operator | group | meaning |\n|---|---|---|\n",
    );
    for facts in Op::FACTS {
        let meaning = facts.meaning.trim_start_matches('{').trim_end_matches('}').trim().replace('|', "\\|");
        writeln!(text, "| `{}` | {} | `{meaning}` |", facts.text, facts.group).unwrap();
    }
    text
}

#[test]
fn the_reference_follows_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/instructions.md");
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(&path, render()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), render(), "run it with GLASSBOX_BLESS=1");
}
