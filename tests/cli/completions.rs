//! `cargo glassbox completions` prints scripts that shells can load.

use std::process::Command;

use insta::assert_snapshot;

use crate::story::Story;

#[test]
fn every_shell_has_a_script() {
    let story = Story::empty("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = story.cargo(&format!("glassbox completions {shell}"));
        let is_ours = script.succeeded().stdout().contains("cargo-glassbox");
        assert!(is_ours && script.stdout().contains("explain"), "{shell}");
    }
    assert_snapshot!("completions_help", story.cargo("glassbox completions --help").text());
}

/// Loads the script in bash, if installed, and asks it to complete.
#[cfg(unix)]
#[test]
fn bash_completes() {
    let story = Story::empty("completions-bash");
    story.write("script", story.cargo("glassbox completions bash").succeeded().stdout());
    let complete = |words: &str| {
        let script = format!(
            "source ./script; f=$(complete -p cargo-glassbox); f=${{f#*-F }}; f=${{f%% *}}; COMP_WORDS=(cargo-glassbox {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             $f cargo-glassbox \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &script]).current_dir(story.path("")).output().ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(explain) = complete("exp") else { return };
    assert_eq!(explain, "explain");
    assert_eq!(complete("che").as_deref(), Some("check"));
    assert_eq!(complete("check --bud").as_deref(), Some("--budget"));
    assert_eq!(complete("completions fi").as_deref(), Some("fish"));
}
