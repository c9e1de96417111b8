# Common commands. The logic is in .ci/run and in xtask.

# Run everything that CI runs.
check:
    bash .ci/run

# Accept changed snapshots; review `git diff` afterwards.
bless:
    INSTA_UPDATE=always cargo nextest run --workspace --no-fail-fast

# Build the command and list the checks of a subject.
list subject:
    cargo run --package cargo-glassbox -- list --package {{subject}}
