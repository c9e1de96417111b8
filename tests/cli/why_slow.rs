//! `--why-slow`: the advice for five slow checks, and how many runs they take after following it.

use crate::story::Story;

/// The section about a check.
fn section<'a>(stdout: &'a str, check: &str) -> &'a str {
    let begin = stdout.find(&format!("why is slow::{check} slow?")).unwrap_or_else(|| panic!("{check}: {stdout}"));
    let rest = &stdout[begin..];
    let end = rest[1..].find("\nwhy is ").or_else(|| rest[1..].find("\nSummary")).map_or(rest.len(), |end| end + 1);
    &rest[..end]
}

/// The number of runs in the line of a verdict.
fn runs(stdout: &str, check: &str) -> u64 {
    let line = stdout.lines().find(|line| line.contains(&format!("] slow::{check} ")));
    let line = line.unwrap_or_else(|| panic!("{check}: {stdout}"));
    let words: Vec<&str> = line.split(' ').collect();
    let at = words.iter().position(|word| word.starts_with("run")).unwrap();
    words[at - 1].parse().unwrap()
}

#[test]
fn following_the_advice_takes_fewer_runs() {
    let story = Story::copy("slow");
    let screen = story.cargo("glassbox --why-slow");
    screen.succeeded();
    let stdout = screen.stdout();
    for (before, cause, help) in [
        ("argument::before", " 99 %  argument `n` in add, src/argument.rs:12\n", "argument `n` has 200 values"),
        (
            "assertion::before::push",
            " 50 %  `Node.item` in n_large, src/assertion.rs:23\n",
            "`n_large` (src/assertion.rs:23) asks",
        ),
        ("invariant::before::push", " 73 %  `Node.next` in the invariant or the effect\n", "if it is written as `ok`"),
        ("law::before", " 36 %  argument `key` in insert, src/law.rs:32\n", "declare the effect"),
        ("values::before::count", " 92 %  `Job.priority` in count, src/values.rs:24\n", "`Job.priority` has 12 values"),
    ] {
        let section = section(stdout, before);
        assert!(section.contains(cause), "{section}");
        let advice: Vec<&str> = section.lines().filter(|line| line.contains("help: ")).collect();
        assert!(advice.first().is_some_and(|first| first.contains(help)), "{section}");
        let after = before.replace("before", "after");
        let (slow, fast) = (runs(stdout, before), runs(stdout, &after));
        assert!(slow >= fast * 10, "{before}: {slow} and {fast} runs");
    }
    assert!(!stdout.contains("why is slow::argument::after"), "{stdout}");
}

#[test]
fn without_slow_checks_there_is_a_note() {
    let story = Story::copy_as("slow", "slow-not");
    let screen = story.cargo("glassbox --why-slow=1000 argument::after");
    screen.succeeded();
    assert!(screen.stdout().contains("no check takes 1000 runs"), "{}", screen.text());
}
