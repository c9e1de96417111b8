//! Words for reasons of an unknown verdict.

use glassbox_abi::names;
use glassbox_engine::result::{
    AddressDependence, Coverage, Difference, HiddenState, Leaving, LeftValue, Mistake, Outcome, OutsideCause, Outsider,
    Reason, StopCause, StoppedAt, Unfinished, Unsupported,
};
use glassbox_vm::exec::{Limits, Refusal, Stop, Trap};

use super::bounds::bounds;

/// A reason of the verdict of `outcome`, with the bounds up to which the check holds. It may have several lines.
pub fn reason(outcome: &Outcome, reason: &Reason) -> String {
    let text = text(reason);
    let text = match outcome.coverage() {
        Coverage::Check(coverage) if is_about_a_step(reason) => {
            let known = coverage.holds_up_to.as_ref();
            let known =
                known.map_or("nothing is known yet".to_owned(), |up_to| format!("it holds up to {}", bounds(up_to)));
            format!("at {}: {text}; {known}", bounds(outcome.bounds()))
        }
        _ => text,
    };
    match reason {
        Reason::Stopped { cause: Some(cause), .. } => format!("{text}; {}", stop_cause(*cause)),
        _ => text,
    }
}

/// Reasons of a search that has no verdict yet, without the bounds that they are about.
pub fn reasons(reasons: &[Reason]) -> String {
    let texts: Vec<String> = reasons.iter().map(text).collect();
    texts.join("; ")
}

/// The cause of a stop, in a few words.
pub fn stop_cause(cause: StopCause) -> String {
    match cause {
        StopCause::Interrupted => "interrupted by Ctrl-C".to_owned(),
        StopCause::Budget(budget) if budget.subsec_millis() == 0 => {
            format!("the budget of {}s is used up", budget.as_secs())
        }
        StopCause::Budget(budget) => format!("the budget of {}ms is used up", budget.as_millis()),
        StopCause::Memory { most: Some(most) } => format!("checks may use {} of memory (`--memory`)", size(most)),
        StopCause::Memory { most: None } => "the computer has no more memory".to_owned(),
    }
}

/// `4 GiB`, `1536 MiB`
fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    match bytes / MIB {
        mebibytes if mebibytes > 0 && mebibytes.is_multiple_of(1024) => format!("{} GiB", mebibytes / 1024),
        mebibytes => format!("{mebibytes} MiB"),
    }
}

/// Whether a reason is about the search at some bounds; others are about the check as a whole.
fn is_about_a_step(reason: &Reason) -> bool {
    !matches!(
        reason,
        Reason::HiddenState(_)
            | Reason::Outside(_)
            | Reason::Leaves(_)
            | Reason::ReachFailed(_)
            | Reason::Stopped { at: StoppedAt::Reaching | StoppedAt::Statics | StoppedAt::Disturbing(_), .. }
    )
}

fn text(reason: &Reason) -> String {
    match reason {
        Reason::Stopped { at, .. } => stopped_at(at),
        Reason::OutOfMemory => "there is no memory left for the sets of states".to_owned(),
        Reason::TooManyStates { most, operations } => {
            format!("there are more than {most} states; all histories of {operations} operations were tried")
        }
        Reason::Limit(unfinished) => limit(unfinished),
        Reason::NotOffered(unfinished) => not_offered(unfinished),
        Reason::HiddenState(hidden) => hidden_state(hidden),
        Reason::Outside(outsider) => self::outsider(outsider),
        Reason::Leaves(leaving) => self::leaving(leaving),
        Reason::ReachFailed(error) => {
            format!("the states that operations reach cannot be compared with the valid ones: {error}")
        }
        Reason::DependsOnAddresses(dependence) => address_dependence(dependence),
        Reason::DecidesByNumber(run) => {
            let function = run.as_ref().and_then(|run| run.function.as_ref());
            let place = function.map_or(String::new(), |function| format!(", in `{function}`,"));
            format!(
                "an operation{place} depends on the number of an address, a key or a value: another number might give another result"
            )
        }
        Reason::DependsOnAny(fields) => depends_on_any(fields),
        Reason::HiddenOwners => {
            "memory is left that nothing leads to, except perhaps a value that was computed from several addresses"
                .to_owned()
        }
        Reason::ShapesOnly => {
            "only one state of each shape was explored: nothing failed, but the other states were not tried".to_owned()
        }
        Reason::Unsupported(unsupported) => self::unsupported(unsupported),
        Reason::OnlyAShard { covered, transitions } => {
            format!("nothing is wrong in this shard, which has {covered} of {transitions} cases")
        }
        Reason::ShardsDoNotAddUp { covered, transitions } => {
            format!("the shards cover {covered} of {transitions} cases: one is missing, or there twice")
        }
        Reason::NothingToCheck => "there is nothing to check: no valid state, or an argument without values".to_owned(),
        Reason::NoConstructor => "no constructor makes a subject, so nothing was tried".to_owned(),
        Reason::NoOperation => "no operation is possible in any state, so nothing was tried".to_owned(),
        Reason::UnseenItems(items) => unseen_items(items),
        Reason::Mistake(mistake) => self::mistake(mistake),
    }
}

fn depends_on_any(fields: &[String]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
    format!(
        "a run or an invariant depends on the value of a field that may have any ({}): list the values that matter with \
         `#[glassbox(values = ..)]`",
        names.join(", ")
    )
}

fn unseen_items(items: &[String]) -> String {
    let names: Vec<String> = items.iter().map(|item| format!("`{item}`")).collect();
    let (what, were, them) =
        if items.len() == 1 { ("a public function", "was", "it") } else { ("public functions", "were", "them") };
    format!(
        "{} may be {what}, and {were} not tried: write the functions in the module, or leave {them} out with \
         `#[glassbox(skip)]`",
        names.join(", ")
    )
}

fn stopped_at(at: &StoppedAt) -> String {
    match at {
        StoppedAt::FindingStates => "the search was stopped before all valid states were found".to_owned(),
        StoppedAt::Searching { left, transitions } => {
            format!("the search was stopped with {left} of {transitions} cases left")
        }
        StoppedAt::Reaching => {
            "the search was stopped before the states that operations reach were compared with the checked ones"
                .to_owned()
        }
        StoppedAt::Disturbing(disturbance) => {
            format!("the search was stopped before all states were tried where {disturbance}")
        }
        StoppedAt::Statics => {
            "the search was stopped before the statics that other checks change were known".to_owned()
        }
        StoppedAt::Exploring { states, operations } => {
            format!(
                "the exploration was stopped after {states} states; all histories of {operations} operations were tried"
            )
        }
        StoppedAt::Repeating { states, operations } => {
            format!(
                "all histories were tried, and were to be tried again with other places of blocks in memory; that was \
                 stopped after {states} states and all histories of {operations} operations"
            )
        }
    }
}

/// Pages of WebAssembly (64 KiB) in a MiB.
const PAGES_PER_MIB: u32 = 16;

/// Steps after which most runs end, if the user has set no limit.
const USUAL_STEPS: u64 = 10_000_000;

/// The most memory that a module can address, in MiB.
const MOST_MIB: u32 = 4096;

/// The limit, and the option that raises it.
fn limit(unfinished: &Unfinished) -> String {
    let Limits { memory_pages, call_depth, steps, .. } = unfinished.limits;
    let (what, higher) = match &unfinished.stop {
        Stop::Trap(Trap::FuelExhausted) => {
            let limit = steps.map_or_else(|| "the limit".to_owned(), |steps| format!("the limit of {steps}"));
            let higher = steps.unwrap_or(USUAL_STEPS).saturating_mul(10);
            (format!("takes more steps than {limit}"), Some(format!("steps={higher}")))
        }
        Stop::Trap(Trap::MemoryExhausted | Trap::AllocationFailed) => {
            let mebibytes = memory_pages / PAGES_PER_MIB;
            let higher = mebibytes.saturating_mul(4).min(MOST_MIB);
            let higher = (higher > mebibytes).then(|| format!("memory={higher}MiB"));
            (format!("needs more memory than the limit of {mebibytes} MiB"), higher)
        }
        Stop::Trap(Trap::StackExhausted) => {
            let higher = call_depth.saturating_mul(10);
            (format!("nests calls deeper than the limit of {call_depth}"), Some(format!("calls={higher}")))
        }
        Stop::Memory(_) => ("needs a larger stack than the machine has".to_owned(), Some("stack=64MiB".to_owned())),
        other => return format!("a run{} reached a limit of glassbox: {other}", place(unfinished)),
    };
    let higher = higher.map_or_else(String::new, |higher| format!("; `--limit {higher}` raises it"));
    format!("a run {what}{}{higher}", place(unfinished))
}

fn not_offered(unfinished: &Unfinished) -> String {
    let what = match &unfinished.stop {
        Stop::Refused(Refusal::NoService { service }) => service.to_string(),
        Stop::Refused(Refusal::NotOffered { name, run }) => format!("{} in {run}", offered_name(name)),
        other => other.to_string(),
    };
    format!("not offered: {what}{}", place(unfinished))
}

/// A host function as the user knows it.
fn offered_name(name: &str) -> String {
    match name {
        names::CHOOSE => "`glassbox::choose`".to_owned(),
        names::GIVE_UP => "`glassbox::assume`".to_owned(),
        names::MAY_PANIC => "`glassbox::may_panic`".to_owned(),
        names::MUST_PANIC => "`must_panic`".to_owned(),
        names::HASH => "the hash of a `Key`".to_owned(),
        names::KEY => "a new `Key`".to_owned(),
        names::CLONE => "the clone of a `Val`".to_owned(),
        names::TOKEN => "a new `Val`".to_owned(),
        other => format!("`{other}`"),
    }
}

fn place(unfinished: &Unfinished) -> String {
    unfinished.function.as_ref().map_or(String::new(), |function| format!(", in `{function}`"))
}

fn hidden_state(hidden: &HiddenState) -> String {
    let what = match hidden.range.len() {
        0 => "a global or a table outlives".to_owned(),
        1 => format!("a byte of memory at {:#x} outlives", hidden.range.start),
        len => format!("{len} bytes of memory at {:#x} outlive", hidden.range.start),
    };
    let writer = hidden.function.as_ref().map_or(String::new(), |function| format!(", written by `{function}`"));
    format!("hidden state: {what} a run{writer}, and other runs depend on it")
}

fn outsider(outsider: &Outsider) -> String {
    let cause = match &outsider.cause {
        OutsideCause::NoSuchState { what } => what.clone(),
        OutsideCause::Invalid { message: None } => "the invariant does not hold there".to_owned(),
        OutsideCause::Invalid { message: Some(message) } => format!("the invariant does not hold there ({message})"),
    };
    let calls = outsider.history.iter().map(|call| format!("\n    {}", call.statement()));
    let calls: String = calls.collect();
    format!("operations reach a state that is not among the valid ones: {cause}{calls}")
}

fn leaving(leaving: &Leaving) -> String {
    let what = left(leaving);
    let (Leaving { state, .. }, advice) = (leaving, advice(&leaving.value));
    format!("the operation leaves the states that are checked: afterwards, {what}\n    from {state}\n    {advice}")
}

/// What an operation leaves that no checked state has, as a clause.
pub(super) fn left(leaving: &Leaving) -> String {
    let Leaving { node, field, value, .. } = leaving;
    match value {
        LeftValue::NotListed { value, listed } => {
            let value = value.map_or_else(String::new, |value| format!(" is {value}, which"));
            let is = if value.is_empty() { " has a value that" } else { value.as_str() };
            let listed = if listed.is_empty() { String::new() } else { format!(" (they have {})", shortened(listed)) };
            format!("`{field}` of {node}{is} no checked state has there{listed}")
        }
        LeftValue::Skipped => {
            format!("`{field}` of {node} has changed, but it is the same in all checked states (`skip`)")
        }
        LeftValue::Owning => {
            format!("`{field}` of {node}, which owns memory, is none of its listed values, or shares what it owns")
        }
        LeftValue::Pointed => format!("what `{field}` of {node} leads to has changed, and no state describes it"),
        LeftValue::Size { len, capacity } => {
            format!("`{field}` of {node} has {len} elements and room for {capacity}, which no checked state has")
        }
        LeftValue::OddLink => format!("the link `{field}` of {node} has bits that no link of the checked states has"),
        LeftValue::Alias => {
            format!("the link `{field}` of {node} leads to a node that it leads to in no checked state")
        }
    }
}

/// Ways out, if an operation leaves such a value.
fn advice(value: &LeftValue) -> String {
    let first = match value {
        LeftValue::NotListed { .. } => "list the value, forbid it in the invariant,",
        LeftValue::Skipped => "list its values with `values` instead of `skip`,",
        // Nobody knows what such a state leaks, so it cannot be accepted.
        LeftValue::Owning => {
            return "list the value, forbid it in the invariant, or explore the type with `#[glassbox::explore]`"
                .to_owned();
        }
        LeftValue::Pointed => {
            return "describe it as a node or as a value, or explore the type with `#[glassbox::explore]`".to_owned();
        }
        LeftValue::Size { capacity, .. } => {
            return format!(
                "add the room with `#[glassbox(capacities = [{capacity}])]` on the field, reserve no more than the bound, \
                 or accept it with `#[glassbox::check(may_leave)]`"
            );
        }
        LeftValue::OddLink => "let `Link::put` write all bits that operations write,",
        LeftValue::Alias => "say in the invariant where it leads,",
    };
    format!("{first} or accept it with `#[glassbox::check(may_leave)]`")
}

/// A list of texts, cut off if it is long.
fn shortened(texts: &[String]) -> String {
    const MOST: usize = 8;
    let more = if texts.len() > MOST { ", .." } else { "" };
    format!("{}{more}", texts.iter().take(MOST).cloned().collect::<Vec<_>>().join(", "))
}

fn address_dependence(dependence: &AddressDependence) -> String {
    match dependence {
        AddressDependence::State { state, difference } => {
            format!(
                "depends on addresses: with blocks elsewhere in memory, the run on `{state}` {}",
                self::difference(difference)
            )
        }
        AddressDependence::KeptNumber { state } => format!(
            "depends on addresses: the run on `{state}` leaves a number in memory that was computed from an address, a key or a \
             value; with others it is another number"
        ),
        AddressDependence::ValidStates => {
            "depends on addresses: with blocks elsewhere in memory, other states are valid".to_owned()
        }
        AddressDependence::Explorations { first, second } => format!(
            "operations depend on the addresses of blocks, or on the numbers of keys and values: two layouts of the heap \
             give different states ({first} and {second}), or reach them in different ways"
        ),
    }
}

fn difference(difference: &Difference) -> String {
    match difference {
        Difference::OtherPath => "takes another path".to_owned(),
        Difference::Fails { message } => format!("fails: {message}"),
        Difference::DoesNotFail => "does not fail".to_owned(),
        Difference::OtherMemory => "leaves other memory".to_owned(),
        Difference::FreesOtherBlocks => "frees other blocks".to_owned(),
        Difference::OtherValue { field } => format!("leaves another value in {field}"),
    }
}

fn unsupported(unsupported: &Unsupported) -> String {
    match unsupported {
        Unsupported::NodesInSlots { field } => format!(
            "`{field}` has `holes`: which slots are in use afterwards is not judged, and other orders of the slots are not tried; \
             explore the type with `#[glassbox::explore]`"
        ),
        Unsupported::EntriesInSeveralNodes => {
            "a declared effect needs keys and values in the same node, and here they are in different ones".to_owned()
        }
        Unsupported::EffectOnSeveralStructures => "a check of several structures cannot declare an effect".to_owned(),
    }
}

fn mistake(mistake: &Mistake) -> String {
    let what = match mistake {
        Mistake::Audit { state, alike, difference } => {
            return format!(
                "glassbox bug: {state} should behave like {alike}, but {}. Please report this, and do not rely on any \
                 result of this search",
                self::difference(difference)
            );
        }
        Mistake::OverlappingRuns => "a run contradicts an earlier run".to_owned(),
        Mistake::NotRestarted => "the search did not restart".to_owned(),
        Mistake::DoesNotFail { state } => format!("{state} should fail like its class, but does not"),
        Mistake::WrongSum { covered, transitions } => {
            format!("{covered} cases are covered, but there are {transitions}")
        }
        Mistake::NoSuchCheck { path } => format!("the module has no check `{path}`"),
        Mistake::NothingSearched => "nothing was searched".to_owned(),
    };
    format!("{what}: this is a bug in glassbox, please report it")
}
