//! Options of each subcommand, made from the arguments: contradictions are gone, flags have become choices.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap_complete::Shell;
use glassbox_engine::audit::Audit;
use glassbox_engine::explore::Matching;
use glassbox_engine::result::Bounds;
use glassbox_engine::search::{Detail, Options, Shard, Strategy};
use glassbox_report::subject_report::Detail as VerdictDetail;

use super::build_options::{BuildOptions, ValueKind};
use super::raw::{self, CiSystem};
use super::report_file::{ReportFile, ReportKind};
use crate::cache::{CacheOptions, CachePlace};

/// Searches are saved this often, unless the user says otherwise.
const USUAL_SAVE: Duration = Duration::from_mins(1);

/// A subcommand with its options.
#[derive(Debug)]
pub(crate) enum Command {
    Check(Box<CheckOptions>),
    Ci { system: CiSystem, shards: u32 },
    Completions(Shell),
    Config(BuildOptions),
    Doctor(BuildOptions),
    Explain(ExplainOptions),
    Init(InitOptions),
    List(BuildOptions),
    OpenReport(OpenOptions),
    Replay(ReplayOptions),
    ReportSchema,
    Show(ShowOptions),
    States(StatesOptions),
}

/// Options of `explain`.
#[derive(Debug)]
pub(crate) struct ExplainOptions {
    /// Topic to explain; empty for a list.
    pub(crate) words: Vec<String>,
    pub(crate) color: ColorChoice,
}

/// Options of `init`.
#[derive(Debug)]
pub(crate) struct InitOptions {
    /// Type to check; none for the best one.
    pub(crate) type_name: Option<String>,
    /// Type to explore instead.
    pub(crate) explore: Option<String>,
    /// Folder of the crate `glassbox`; none for the one that the command brings along.
    pub(crate) path: Option<PathBuf>,
    pub(crate) package: Option<String>,
    pub(crate) manifest_path: Option<PathBuf>,
    /// How to build the new exploration.
    pub(crate) build: BuildOptions,
}

/// Options of `report open`.
#[derive(Debug)]
pub(crate) struct OpenOptions {
    pub(crate) manifest_path: Option<PathBuf>,
    pub(crate) color: ColorChoice,
}

/// Options of `replay`.
#[derive(Debug)]
pub(crate) struct ReplayOptions {
    pub(crate) build: BuildOptions,
    /// Path of a check and a state, or path of an exploration and a history.
    pub(crate) what: String,
    pub(crate) detail: Detail,
}

/// Options of `show`.
#[derive(Debug)]
pub(crate) struct ShowOptions {
    pub(crate) build: BuildOptions,
    /// Path of a check and a state, or path of an exploration and a history.
    pub(crate) what: String,
    /// Whether to draw it as SVG.
    pub(crate) is_svg: bool,
}

/// Options of `check`.
#[derive(Debug)]
pub(crate) struct CheckOptions {
    pub(crate) build: BuildOptions,
    /// Parts of the paths of the chosen checks; empty for all.
    pub(crate) filters: Vec<String>,
    /// Bounds that override those of the checks.
    pub(crate) bounds: Bounds,
    /// Time limit for all checks together.
    pub(crate) budget: Option<Duration>,
    /// Bytes of memory that all checks together may use.
    pub(crate) memory: Option<usize>,
    /// Time after which a check is reported as slow.
    pub(crate) slow_after: Option<Duration>,
    /// Options of a search.
    pub(crate) search: Options,
    /// Threads.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// How much to print about each verdict.
    pub(crate) detail: VerdictDetail,
    /// Results of earlier runs.
    pub(crate) cache: CacheOptions,
    /// Files for reports.
    pub(crate) reports: Vec<ReportFile>,
    /// File for events.
    pub(crate) events: Option<PathBuf>,
    /// Number of runs from which on to say why a check is slow.
    pub(crate) why_slow: Option<u64>,
    /// File for times.
    pub(crate) trace: Option<PathBuf>,
    /// Whether to write tests for failures.
    pub(crate) emit_tests: bool,
    /// Kinds of values for explorations; empty for the default.
    pub(crate) types: Vec<ValueKind>,
    /// Equality of states in explorations.
    pub(crate) matching: Matching,
    /// What to do with `glassbox.lock`.
    pub(crate) lock: LockUse,
    /// Time after which searches are saved, again and again.
    pub(crate) save_every: Duration,
    /// How much of the work is done here.
    pub(crate) sharing: Sharing,
}

/// How much of the work is done here.
#[derive(Clone, Debug)]
pub(crate) enum Sharing {
    /// All of it.
    Alone,
    /// One shard, whose result goes to a file.
    Shard(Shard, PathBuf),
    /// Nothing but putting together what these files have.
    Merge(Vec<PathBuf>),
}

/// What a run of checks does with `glassbox.lock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockUse {
    /// Nothing.
    Ignore,
    /// It must prove at least as much.
    Compare,
    /// It writes the file.
    Write,
}

/// Options of `states`.
#[derive(Debug)]
pub(crate) struct StatesOptions {
    pub(crate) build: BuildOptions,
    /// Parts of the paths of the chosen checks; empty for all.
    pub(crate) filters: Vec<String>,
    /// Bounds that override those of the checks.
    pub(crate) bounds: Bounds,
    /// States to draw.
    pub(crate) draw: usize,
}

impl Command {
    pub(crate) fn color(&self) -> ColorChoice {
        match self {
            Self::Check(options) => options.build.color,
            // A script has no colours, nor has a schema.
            Self::Completions(_) | Self::ReportSchema | Self::Ci { .. } => ColorChoice::Never,
            Self::Explain(options) => options.color,
            Self::OpenReport(options) => options.color,
            Self::Init(options) => options.build.color,
            Self::Config(options) | Self::Doctor(options) | Self::List(options) => options.color,
            Self::Replay(options) => options.build.color,
            Self::Show(options) => options.build.color,
            Self::States(options) => options.build.color,
        }
    }
}

impl From<raw::Cli> for Command {
    fn from(cli: raw::Cli) -> Self {
        let color = match cli.color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::AlwaysAnsi,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        match cli.command.unwrap_or(raw::Command::Check { check: Box::new(cli.check) }) {
            raw::Command::Check { check } => {
                let sharing = check.shard.zip(check.out).map(|(shard, out)| Sharing::Shard(shard, out));
                let sharing = sharing.unwrap_or(Sharing::Alone);
                Self::Check(Box::new(CheckOptions::new(check.filters, check.run, sharing, color)))
            }
            raw::Command::Merge { files, run } => {
                Self::Check(Box::new(CheckOptions::new(Vec::new(), *run, Sharing::Merge(files), color)))
            }
            raw::Command::Ci { system, shards } => Self::Ci { system, shards },
            raw::Command::Completions { shell } => Self::Completions(shell),
            raw::Command::Explain { words } => Self::Explain(ExplainOptions { words, color }),
            raw::Command::Init { type_name, explore, path, package, manifest_path } => {
                let build = BuildOptions::of_library(package.clone(), manifest_path.clone(), color);
                Self::Init(InitOptions { type_name, explore, path, package, manifest_path, build })
            }
            raw::Command::Config { build } => Self::Config(BuildOptions::new(build, color)),
            raw::Command::Doctor { build } => Self::Doctor(BuildOptions::new(build, color)),
            raw::Command::Show { what, svg, build } => {
                Self::Show(ShowOptions { build: BuildOptions::new(build, color), what, is_svg: svg })
            }
            raw::Command::ReportSchema => Self::ReportSchema,
            raw::Command::Report { command: raw::ReportCommand::Open { manifest_path } } => {
                Self::OpenReport(OpenOptions { manifest_path, color })
            }
            raw::Command::List { build } => Self::List(BuildOptions::new(build, color)),
            raw::Command::Replay { what, steps, types, build } => Self::Replay(ReplayOptions {
                build: BuildOptions {
                    values: types.map_or_else(ValueKind::default, ValueKind::from),
                    ..BuildOptions::new(build, color)
                },
                what,
                detail: if steps { Detail::Steps } else { Detail::Result },
            }),
            raw::Command::States { filters, bound, draw, build } => Self::States(StatesOptions {
                build: BuildOptions::new(build, color),
                filters,
                bounds: bound.into_iter().collect(),
                draw,
            }),
        }
    }
}

impl CheckOptions {
    /// Whether a report shows failing runs step by step.
    pub(crate) fn wants_steps(&self) -> bool {
        self.reports.iter().any(|report| report.kind == ReportKind::Html)
    }

    fn new(filters: Vec<String>, args: raw::RunArgs, sharing: Sharing, color: ColorChoice) -> Self {
        let strategy = match args.prune {
            raw::Prune::Paths => Strategy::Paths,
            raw::Prune::Values => Strategy::Values,
            raw::Prune::Tree => Strategy::Tree,
            raw::Prune::Off => Strategy::Off,
        };
        let lock = match (args.write_lock, args.build.locked || args.build.frozen) {
            (true, _) => LockUse::Write,
            (false, true) => LockUse::Compare,
            (false, false) => LockUse::Ignore,
        };
        Self {
            build: BuildOptions::new(args.build, color),
            filters,
            bounds: args.bound.into_iter().collect(),
            budget: args.budget,
            memory: args.memory,
            slow_after: args.slow_after,
            search: Options { audit: args.audit.map(Audit::percent), ..Options::new(strategy) },
            jobs: args.jobs,
            save_every: args.save_every.unwrap_or(USUAL_SAVE),
            sharing,
            lock,
            detail: if args.verbose { VerdictDetail::Verbose } else { VerdictDetail::Short },
            cache: CacheOptions {
                place: if args.no_cache { CachePlace::Off } else { args.cache.unwrap_or_default() },
                sample: args.cache_check.unwrap_or(0),
            },
            reports: args.report,
            events: args.events,
            trace: args.trace,
            why_slow: args.why_slow,
            emit_tests: args.emit_tests,
            types: args.types.into_iter().map(ValueKind::from).collect(),
            matching: match args.matching {
                raw::Matching::Exactly => Matching::Exactly,
                raw::Matching::Shape => Matching::Shape,
            },
        }
    }
}
