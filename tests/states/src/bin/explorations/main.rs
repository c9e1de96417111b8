//! Measures explorations: compared with Java `PathFinder` on the structures that both explore, keys compared with
//! numbers, and collections of std.
//!
//! Each exploration runs in its own process, so that its time and memory can be measured. Times are processor times,
//! including loading the module, so that they do not depend on other processes.

use std::process::{Command, ExitCode};
use std::sync::Arc;

use clap::Parser;
use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::explore::{Explored, Matching, explore};
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, SearchEnd};
use glassbox_states::{Json, exit_code, module};
use glassbox_vm::module::Module;

/// Measures explorations.
#[derive(Debug, Parser)]
struct Args {
    /// Leave out explorations that take longer than a second
    #[arg(long)]
    quick: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only this exploration, with this number of operations, as numbers
    #[arg(long, num_args = 2, value_names = ["PATH", "N"], hide = true)]
    row: Option<Vec<String>>,
}

/// Measured time and memory of Java `PathFinder`: with a careful driver, on a comparable machine, start-up included.
struct PathFinder {
    transitions: u32,
    cpu_seconds: f64,
}

struct Row {
    name: &'static str,
    operations: u32,
    /// Published number of states.
    states: Option<u32>,
    path_finder: Option<PathFinder>,
    is_slow: bool,
}

const fn row(name: &'static str, operations: u32) -> Row {
    Row { name, operations, states: None, path_finder: None, is_slow: false }
}

const fn counted(name: &'static str, states: u32) -> Row {
    Row { states: Some(states), ..row(name, 100) }
}

const fn beside(name: &'static str, states: u32, transitions: u32, cpu_seconds: f64, is_slow: bool) -> Row {
    let path_finder = Some(PathFinder { transitions, cpu_seconds });
    Row { name, operations: 100, states: Some(states), path_finder, is_slow }
}

const fn slow(row: Row) -> Row {
    Row { is_slow: true, ..row }
}

/// The first row is so small that its process shows the cost of any process.
const ROWS: &[Row] = &[
    counted("black_box::heap_3", 24),
    counted("black_box::heap_4", 110),
    beside("black_box::heap_5", 664, 3_985, 3.8, false),
    beside("black_box::heap_6", 4_515, 31_606, 8.3, false),
    beside("black_box::heap_7", 41_696, 333_569, 27.0, true),
    counted("black_box::tree_5", 188),
    counted("black_box::tree_6", 731),
    beside("black_box::tree_7", 2_950, 41_315, 10.5, false),
    beside("black_box::tree_8", 12_235, 195_777, 27.0, true),
    beside("black_box::tree_9", 51_822, 932_815, 149.0, true),
    row("std_collections::btree_map_of_keys", 3),
    row("std_collections::btree_map_of_numbers", 3),
    row("std_collections::btree_map_of_keys", 4),
    row("std_collections::btree_map_of_numbers", 4),
    row("std_collections::btree_map_of_keys", 5),
    slow(row("std_collections::btree_map_of_numbers", 5)),
    row("std_collections::btree_map_of_keys", 6),
    slow(row("std_collections::btree_map_of_numbers", 6)),
    slow(row("std_collections::vec_deque", 5)),
    row("std_collections::linked_list", 5),
    row("std_collections::binary_heap", 5),
    slow(row("std_collections::btree_map", 3)),
    row("std_collections::vec", 4),
    row("std_collections::string", 4),
    slow(row("std_collections::hash_map", 4)),
    slow(row("std_collections::hash_map_of_keys", 4)),
];

/// Measurements of an exploration.
struct Measured {
    states: u32,
    transitions: u32,
    /// Processor time of the whole process.
    cpu_seconds: f64,
    /// The most memory of the process, in kilobytes.
    kilobytes: u32,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

fn run(args: &Args) -> Result<bool, String> {
    if let Some([path, operations]) = args.row.as_deref() {
        let measured = measure(path, operations.parse().map_err(|_| "no number of operations".to_owned())?)?;
        let Measured { states, transitions, cpu_seconds, kilobytes } = measured;
        println!("{states} {transitions} {cpu_seconds} {kilobytes}");
        return Ok(true);
    }
    let mut lines = Vec::new();
    let (mut is_right, mut first) = (true, None);
    for row in ROWS.iter().filter(|row| !args.quick || !row.is_slow) {
        let measured = in_a_process(row)?;
        is_right &= row.states.is_none_or(|states| states == measured.states);
        let before = *first.get_or_insert(measured.kilobytes);
        let per_state = f64::from(measured.kilobytes.saturating_sub(before)) * 1024.0 / f64::from(measured.states);
        if !args.json {
            println!("{}", line(row, &measured, per_state));
        }
        lines.push(json(row, &measured, per_state));
    }
    if args.json {
        println!("{}", Json::Object(vec![("explorations", Json::List(lines)), ("is_right", Json::Bool(is_right))]));
    }
    Ok(is_right)
}

fn in_a_process(row: &Row) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).args(["--row", row.name, &row.operations.to_string()]).output();
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let fields: Vec<&str> = text.split_whitespace().collect();
    let parsed = || {
        let [states, transitions, cpu_seconds, kilobytes] = fields.as_slice() else { return None };
        Some(Measured {
            states: states.parse().ok()?,
            transitions: transitions.parse().ok()?,
            cpu_seconds: cpu_seconds.parse().ok()?,
            kilobytes: kilobytes.parse().ok()?,
        })
    };
    parsed().ok_or_else(|| format!("{}: {}", row.name, String::from_utf8_lossy(&output.stderr)))
}

fn measure(path: &str, operations: u32) -> Result<Measured, String> {
    let bytes = module("explorations", None)?;
    let subjects = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let path = format!("explorations::{path}");
    let subject = subjects.into_iter().find(|subject| subject.path == path).ok_or("there is no such exploration")?;
    // No bound but this one, whatever the exploration states.
    let subject = Subject { bounds: Bounds::from([("operations", operations)]), ..subject };
    let explored = explore(&module, &subject, &Bounds::none(), &Matching::Exactly.into(), &mut Unobserved);
    let Explored { end, states, transitions, .. } = explored.map_err(|error| error.to_string())?;
    match end {
        SearchEnd::Covered => Ok(Measured {
            states: u32::try_from(states).map_err(|error| error.to_string())?,
            transitions: u32::try_from(transitions).map_err(|error| error.to_string())?,
            cpu_seconds: cpu_seconds(),
            kilobytes: most_memory(),
        }),
        other => Err(format!("{path}: {other:?}")),
    }
}

/// Processor time of this process; 0 if the system does not provide it.
fn cpu_seconds() -> f64 {
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields come behind the name of the program, which may contain anything.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Peak memory of this process, in kilobytes; 0 if the system does not provide it.
fn most_memory() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn line(row: &Row, measured: &Measured, per_state: f64) -> String {
    let Measured { states, transitions, cpu_seconds: seconds, .. } = measured;
    let seconds = seconds.max(0.01);
    let speed = f64::from(*transitions) / seconds;
    let beside = row.path_finder.as_ref().map(|PathFinder { transitions, cpu_seconds }| {
        let speed = f64::from(*transitions) / cpu_seconds;
        let times = cpu_seconds / seconds;
        format!("  PathFinder: {cpu_seconds} s, {speed:.0} transitions/s, {times:.0} times as long")
    });
    format!(
        "{:40} operations {:3}  {states:7} states  {transitions:7} transitions  {seconds:6.2} CPU s  {speed:7.0} transitions/s  \
         {:6.0} states/s  {per_state:6.0} bytes/state{}",
        row.name,
        row.operations,
        f64::from(*states) / seconds,
        beside.unwrap_or_default(),
    )
}

fn json(row: &Row, measured: &Measured, per_state: f64) -> Json {
    let Measured { states, transitions, cpu_seconds, kilobytes } = measured;
    let path_finder = Json::optional(row.path_finder.as_ref(), |path_finder| {
        Json::Object(vec![
            ("transitions", Json::number(path_finder.transitions)),
            ("cpu_seconds", Json::number(path_finder.cpu_seconds)),
        ])
    });
    Json::Object(vec![
        ("name", Json::text(row.name)),
        ("operations", Json::number(row.operations)),
        ("states", Json::number(states)),
        ("published_states", Json::optional(row.states, Json::number)),
        ("transitions", Json::number(transitions)),
        ("cpu_seconds", Json::number(format!("{cpu_seconds:.2}"))),
        ("kilobytes", Json::number(kilobytes)),
        ("bytes_per_state", Json::number(format!("{per_state:.0}"))),
        ("path_finder", path_finder),
    ])
}
