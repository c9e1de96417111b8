//! The command line as typed. Doc comments here are the help texts.

use std::path::PathBuf;

use clap::ColorChoice;

/// Checks every valid state and every operation of a data structure.
#[derive(Debug, clap::Parser)]
#[command(name = "cargo-glassbox", bin_name = "cargo glassbox", version, arg_required_else_help = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t, env = "CARGO_TERM_COLOR", hide_env_values = true)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// List the checks of a package without running them
    List {
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Count the valid states of checks without running them
    States {
        /// Only checks whose path contains this
        #[arg(value_name = "CHECK")]
        filter: Option<String>,

        /// Levels of a tree at most, whatever the checks say
        #[arg(long, value_name = "N", help_heading = "Bounds")]
        height: Option<u32>,

        /// Elements of a vector at most, whatever the checks say
        #[arg(long, value_name = "N", help_heading = "Bounds")]
        len: Option<u32>,

        /// Draw the first states of each check
        #[arg(long, value_name = "N", default_value_t = 0)]
        draw: usize,

        #[command(flatten)]
        build: BuildArgs,
    },
}

/// What to build, with cargo's own names.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags; `resolved` turns them into choices")]
pub(super) struct BuildArgs {
    /// Package whose checks are meant (may be repeated)
    #[arg(short, long, value_name = "NAME", help_heading = "Packages")]
    pub(super) package: Vec<String>,

    /// All packages of the workspace
    #[arg(long, conflicts_with = "package", help_heading = "Packages")]
    pub(super) workspace: bool,

    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = "Packages")]
    pub(super) manifest_path: Option<PathBuf>,

    /// Only checks in the library
    #[arg(long, help_heading = "Targets")]
    pub(super) lib: bool,

    /// Only checks in this file of `tests/` (may be repeated)
    #[arg(long, value_name = "NAME", conflicts_with = "lib", help_heading = "Targets")]
    pub(super) test: Vec<String>,

    /// Features to activate
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "Features")]
    pub(super) features: Vec<String>,

    /// Activate all features
    #[arg(long, help_heading = "Features")]
    pub(super) all_features: bool,

    /// Do not activate the `default` feature
    #[arg(long, help_heading = "Features")]
    pub(super) no_default_features: bool,

    /// Require Cargo.lock to be up to date
    #[arg(long, help_heading = "Cargo")]
    pub(super) locked: bool,

    /// Do not use the network
    #[arg(long, help_heading = "Cargo")]
    pub(super) offline: bool,

    /// Same as --locked --offline
    #[arg(long, help_heading = "Cargo")]
    pub(super) frozen: bool,
}
