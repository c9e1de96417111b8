//! The states that were reached, and calls of functions on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::names;
use glassbox_vm::exec::{InstantiateError, Machine, Packed, Packer, Refusal, Runtime, Snapshot, Stop, Stopped};
use glassbox_vm::heap::{Block, Layout};
use glassbox_vm::module::Module;
use glassbox_vm::track::{Decision, NamedByte, Origin, Provenance, Tracker as _};

use super::canonical::{Baseline, ExploreOptions, KnownNames, Matching, Scratch, Walk, walk};
use super::disturbances::{Disturbances, Disturbing, End, Past};
use super::equalities::Equalities;
use super::forms::{Forms, Known};
use super::harness::{Function, Step};
use super::host::{ExplorationHost, NodeType, next_script};
use super::images::Images;
use super::progress::Facts;
use super::reached::{Arrival, States};
use crate::guest::Shown;
use crate::ids::TypeKey;
use crate::imports;
use crate::limits::OPERATION_FUEL;
use crate::oracle::Outside;
use crate::result::{Argument, Bounds, Call, Role};
use crate::rules::Rule;

/// The first token in the layout with other numbers.
const OTHER_TOKENS: u32 = 1 << 20 | 0xfff;

/// A machine, and the states that it has been in.
pub(crate) struct Explorer {
    machine: Machine<Provenance>,
    host: Runtime<ExplorationHost>,
    start: Image,
    baseline: Baseline,
    options: ExploreOptions,
    states: States,
    images: Images<Image>,
    /// Whether the memory of states is packed.
    packs: bool,
    packer: Packer,
    forms: Forms,
    /// Indices of mixed states, with their forms without the numbers that depend on the layout of the heap.
    mixed: BTreeMap<usize, Vec<u8>>,
    /// Functions that have been possible in some state.
    possible: BTreeSet<u32>,
    seed: Seed,
    /// Whether a hasher of std was made: only one of its seeds is tried.
    pub(super) uses_seed: bool,
    /// Where a call decided by the number of a name for the first time.
    pub(super) first_number: Option<Stopped>,
    /// Number of low bits of addresses that calls have looked at, and that the alignments of the blocks leave open.
    pub(super) n_alignment_questions: u64,
    /// The chunks of statics that have changed in the state that the machine was restored to, as long as it is known what was written since.
    statics_before: Option<Arc<[u32]>>,
    scratch: Scratch,
    /// Of the image that the last call began with: its keys in the order in which they came, and whether one was forgotten.
    ages: Arc<Vec<u32>>,
    has_forgotten: bool,
    /// What has gone wrong in the last call or before.
    past: Past,
    /// Whether something may go wrong around calls.
    disturbing: Disturbing,
    /// Operations run, each with its arguments.
    pub(crate) transitions: u64,
    /// Steps that a call may take.
    fuel: u64,
    /// Steps that all calls took.
    pub(crate) steps: u64,
}

/// Memory of a state that can be restored. Clones share everything.
#[derive(Clone)]
pub(crate) struct Image(Arc<ImageParts>);

impl std::ops::Deref for Image {
    type Target = ImageParts;

    fn deref(&self) -> &ImageParts {
        &self.0
    }
}

/// The parts of an [`Image`].
#[derive(Clone)]
pub(crate) struct ImageParts {
    memory: Memory,
    /// The address of the subject.
    pub(crate) subject: u32,
    tokens: Arc<BTreeSet<u32>>,
    next_token: u32,
    keys: Arc<BTreeSet<u32>>,
    /// Hash classes of those keys that have one.
    classes: Arc<BTreeMap<u32, u32>>,
    equalities: Arc<Equalities>,
    /// Its keys in the order in which they came.
    ages: Arc<Vec<u32>>,
    /// Whether copies of a key were made undefined because they seemed to be dead.
    pub(super) has_forgotten: bool,
    /// What has gone wrong on the way to it.
    past: Past,
    /// The chunks of statics that have changed, if they were looked for.
    statics: Option<Arc<[u32]>>,
}

/// The machine's memory in a state, and all that is known of it.
#[derive(Clone)]
enum Memory {
    Whole(Box<Snapshot<Provenance>>),
    /// As far as it differs from the memory before the first constructor. After it is restored, all of that counts as written.
    Packed(Arc<Packed>),
}

impl ImageParts {
    /// The number of values in it, or of different keys, whichever is greater.
    pub(super) fn n_elements(&self) -> usize {
        self.tokens.len().max(self.keys.len())
    }
}

impl Explorer {
    /// Sets bytes of statics, for all histories.
    pub(crate) fn start_with(&mut self, bytes: &[(u32, u8)]) {
        for (at, byte) in bytes {
            if let Some(place) = self.machine.memory_mut().get_mut(*at, 1) {
                place.fill(*byte);
            }
        }
        let snapshot = self.machine.snapshot();
        self.statics_before = None;
        self.start =
            Image(Arc::new(ImageParts { memory: Memory::Whole(Box::new(snapshot.clone())), ..(*self.start).clone() }));
        self.baseline = Baseline::new(&self.machine, snapshot);
    }

    /// `seed` chooses the seed of std's hashers.
    pub(crate) fn new(module: &Arc<Module>, layout: Layout, seed: Option<u32>) -> Result<Self, InstantiateError> {
        let mut host = Runtime { inner: ExplorationHost::default() };
        let mut machine = Machine::new(module.clone(), Provenance::default(), module.limits(), &mut host)?;
        let seed = seed.and_then(|function| Seed::choose(&mut machine, &mut host, function)).unwrap_or_default();
        machine.set_layout(layout);
        machine.prepare_heap();
        let snapshot = machine.snapshot();
        // In another layout, names have other numbers, too: no result may depend on these either.
        host.inner.has_other_names = layout != Layout::Upward;
        let next_token = if host.inner.has_other_names { OTHER_TOKENS } else { 1 };
        let start = ImageParts {
            memory: Memory::Whole(Box::new(snapshot.clone())),
            subject: 0,
            tokens: Arc::default(),
            next_token,
            keys: Arc::default(),
            classes: Arc::default(),
            equalities: Arc::default(),
            ages: Arc::default(),
            has_forgotten: false,
            past: Past::Clean,
            statics: None,
        };
        let start = Image(Arc::new(start));
        let baseline = Baseline::new(&machine, snapshot);
        Ok(Self {
            machine,
            host,
            start,
            baseline,
            options: ExploreOptions::default(),
            states: States::default(),
            images: Images::new(ExploreOptions::default().images),
            packs: false,
            packer: Packer::default(),
            forms: Forms::default(),
            mixed: BTreeMap::new(),
            possible: BTreeSet::new(),
            seed,
            uses_seed: false,
            first_number: None,
            n_alignment_questions: 0,
            statics_before: None,
            scratch: Scratch::default(),
            ages: Arc::default(),
            has_forgotten: false,
            past: Past::Clean,
            disturbing: Disturbing::On,
            transitions: 0,
            fuel: OPERATION_FUEL,
            steps: 0,
        })
    }

    /// The machine, in the state that the last call left.
    pub(crate) fn machine(&self) -> &Machine<Provenance> {
        &self.machine
    }

    /// Sets how to explore.
    pub(super) fn set_options(&mut self, options: &ExploreOptions) {
        self.host.inner.rules.clone_from(&options.rules);
        self.images.keep_at_most(options.images);
        // What must be unchanged after a panic is compared with the state before, of which the machine has to know what was written since.
        self.packs = options.packs && !imports::are_used(self.machine.module(), names::MUST_PANIC);
        self.options.clone_from(options);
    }

    /// Equality of states.
    pub(super) fn matching(&self) -> Matching {
        self.options.matching
    }

    /// Notes what earlier calls have done.
    pub(super) fn note_facts(&mut self, facts: &Facts) {
        self.uses_seed |= facts.uses_seed;
        self.host.inner.hashes = self.host.inner.hashes.max(facts.hashes);
        self.host.inner.others = self.host.inner.others.max(facts.others);
    }

    /// Whether a rule is in force.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.options.rules.has(rule)
    }

    /// Sets the bounds that the guest can ask for.
    pub(crate) fn set_bounds(&mut self, bounds: &Bounds) {
        self.host.inner.bounds.clone_from(bounds);
    }

    /// Whether something in a state leads into the subject's own block.
    pub(super) fn is_self_referential(&self, index: usize) -> bool {
        self.states.is_self_referential(index)
    }

    /// Number of states.
    pub(crate) fn n_states(&self) -> usize {
        self.states.len()
    }

    /// Whether some state is mixed.
    pub(super) fn has_mixed(&self) -> bool {
        !self.mixed.is_empty()
    }

    /// The forms of all states, without the numbers that depend on the layout of the heap.
    pub(super) fn into_comparable(self) -> BTreeSet<Box<[u8]>> {
        let Self { forms, mixed, .. } = self;
        let plain = forms.iter().filter(|(_, known)| !mixed.contains_key(&(known.state as usize)));
        plain.map(|(form, _)| form).chain(mixed.values().map(Vec::as_slice)).map(Box::from).collect()
    }

    /// Number of hashes of keys that were tried, if one was hashed.
    pub(super) fn hashes(&self) -> Option<u32> {
        self.host.inner.hashes
    }

    /// Sets the number of runs that have ended with a panic that is meant.
    pub(super) fn set_meant_panics(&mut self, n_meant_panics: u64) {
        self.host.inner.n_meant_panics = n_meant_panics;
    }

    /// The previous state of a state, and the step that leads from it.
    pub(super) fn arrival(&self, index: usize) -> (Option<usize>, Step) {
        (self.states.from(index), self.states.step(index))
    }

    /// Notes that a function has been possible in some state.
    pub(super) fn note_possible(&mut self, function: &Function) {
        self.possible.insert(function.index);
    }

    /// The forms of the states from this index on, and of those before, in an order of their own.
    pub(super) fn forms_since(&self, index: usize) -> (Vec<&[u8]>, Vec<&[u8]>) {
        let (mut new, mut old) = (Vec::new(), Vec::new());
        for (form, known) in self.forms.iter() {
            if known.state as usize >= index { &mut new } else { &mut old }.push(form);
        }
        new.sort_unstable();
        old.sort_unstable();
        (new, old)
    }

    /// Number of runs that have ended with a panic that is meant.
    pub(super) fn n_meant_panics(&self) -> u64 {
        self.host.inner.n_meant_panics
    }

    /// The most operations of other subjects, if a function takes one.
    pub(super) fn others(&self) -> Option<u32> {
        self.host.inner.others
    }

    /// Number of different forms. It is less than the number of states only if equal states are kept.
    pub(super) fn n_forms(&self) -> usize {
        self.forms.len()
    }

    /// Whether a function has been possible in some state.
    pub(super) fn was_possible(&self, function: &Function) -> bool {
        self.possible.contains(&function.index)
    }

    /// The memory of a state; without an index, the memory that constructors start from. If it is not at hand, it is made again,
    /// which changes the machine's state.
    pub(crate) fn image(&mut self, of: Option<usize>) -> Image {
        let Some(index) = of else { return self.start.clone() };
        for missing in self.images.missing(index, |state| self.states.from(state)) {
            let image = self.made_again(missing);
            self.images.remember_on_trail(missing, image);
        }
        self.image_at_hand(of)
    }

    /// The memory of a state that operations are being run on, or that was reached just now.
    pub(crate) fn image_at_hand(&self, of: Option<usize>) -> Image {
        self.at_hand(of).clone()
    }

    fn at_hand(&self, of: Option<usize>) -> &Image {
        let image = of.map_or(Some(&self.start), |index| self.images.get(index));
        image.expect("a state that is explored has its image at hand")
    }

    /// Of the state that a run began with: whether copies of a key were forgotten, and its subject.
    pub(super) fn begun_with(&self, of: Option<usize>) -> (bool, u32) {
        let image = self.at_hand(of);
        (image.has_forgotten, image.subject)
    }

    /// The memory of a state whose previous state is at hand: the same step on the same memory leads to the same memory.
    fn made_again(&mut self, index: usize) -> Image {
        let (step, subject, steps) = (self.states.step(index), self.states.subject(index), self.steps);
        let before = self.image_at_hand(self.states.from(index));
        let result = self.call(&before, &step.function, &step.script);
        assert!(result.is_ok(), "a step that has led to a state leads there again");
        // Runs that have counted already do not count again.
        self.steps = steps;
        let walk = self.walk_to_state(subject);
        let known = self.forms.get(&walk.form).map(|known| known.state as usize);
        let is_repeated = matches!(self.options.matching, Matching::Repeatedly(_));
        assert!(known == Some(index) || is_repeated && known.is_some(), "the same step leads to the same state");
        self.image_of_walk(subject, walk)
    }

    /// Whether all operations have been run on a state.
    pub(super) fn is_left(&self, index: usize) -> bool {
        self.states.is_left(index)
    }

    /// Called for a state on which all operations have been run.
    pub(crate) fn leave(&mut self, index: usize) {
        self.states.leave(index);
        self.images.forget(index);
    }

    /// Runs a function with every choice of arguments, and passes on each result, except of calls that gave up. Ends early if
    /// it is told not to go on.
    pub(crate) fn each_choice(
        &mut self,
        from: Option<usize>,
        function: &Function,
        go_on: &dyn Fn() -> bool,
        mut then: impl FnMut(&mut Self, &Step, Result<u32, Stopped>) -> bool,
    ) {
        let image = self.image(from);
        self.each_choice_on(&image, function, go_on, |explorer, step, result| {
            explorer.transitions += 1;
            then(explorer, step, result)
        });
    }

    /// Runs a function that is no operation on an image with every choice of arguments, for as long as `then` returns
    /// true, and `go_on` does.
    pub(crate) fn each_choice_on(
        &mut self,
        image: &Image,
        function: &Function,
        go_on: &dyn Fn() -> bool,
        mut then: impl FnMut(&mut Self, &Step, Result<u32, Stopped>) -> bool,
    ) {
        let mut step = Step { function: function.clone(), script: Vec::new() };
        let (mut script, mut is_there_more) = (Vec::new(), true);
        while is_there_more && go_on() {
            let result = self.call(image, function, &script);
            let chosen = &self.host.inner.chosen;
            step.script.clear();
            step.script.extend(chosen.iter().map(|chosen| chosen.choice));
            is_there_more = next_script(chosen, &mut script);
            let is_possible = !self.host.inner.gave_up || self.host.inner.disturbances.end == End::RequiredPanic;
            if is_possible {
                self.possible.insert(function.index);
            }
            if self.host.inner.gave_up {
                continue;
            }
            if !then(self, &step, result) {
                return;
            }
        }
    }

    /// Runs a function on an image.
    pub(crate) fn call(&mut self, image: &Image, function: &Function, script: &[u32]) -> Result<u32, Stopped> {
        let n_before = self.machine.tracker().n_raw_questions();
        let result = self.call_once(image, function, script);
        let asks = self.machine.tracker().n_raw_questions() > n_before && !self.host.inner.wants_text;
        if asks && self.first_number.is_none() {
            self.machine.tracker_mut().stop_at_numbers(true);
            let stopped = self.call_once(image, function, script).err();
            self.machine.tracker_mut().stop_at_numbers(false);
            self.first_number = stopped.filter(|stopped| stopped.stop == Stop::Refused(Refusal::DecidesByNumber));
            return self.call_once(image, function, script);
        }
        result
    }

    fn call_once(&mut self, image: &Image, function: &Function, script: &[u32]) -> Result<u32, Stopped> {
        self.begin(image, script);
        match function.role {
            Role::Move => return Ok(self.moved(image.subject)),
            Role::Forget => {
                self.forget(image);
                return Ok(image.subject);
            }
            Role::Constructor | Role::Operation | Role::Law | Role::Consumer | Role::Drop => {}
        }
        let subject = self.machine.address(image.subject);
        let results = self.machine.invoke_tracked(&mut self.host, function.index, &[subject]);
        self.steps += self.fuel - self.machine.fuel().min(self.fuel);
        self.uses_seed = self.uses_seed || self.seed.was_used(&self.machine);
        self.n_alignment_questions += self.machine.take_alignment_questions();
        if let Err(stopped) = &results {
            self.host.inner.give_up_if_meant(&stopped.stop);
        }
        if self.must_be_unchanged() && self.has_changed_subject(image) {
            self.host.inner.gave_up = false;
            let trace = results.err().map_or_else(Vec::new, |stopped| stopped.trace);
            return Err(Stopped { stop: Refusal::ChangedBeforePanic.into(), trace });
        }
        let disturbances = &self.host.inner.disturbances;
        let end = disturbances.end;
        self.past = disturbances.past_after(results.is_err());
        let Some(&result) = results?.first() else { return Ok(0) };
        let value = if end == End::Other {
            // Code without branches may have computed the result from undefined bits; this reports them.
            let decided = self.machine.tracker_mut().decide(Decision::Branch, result);
            decided.map_err(|stop| Stopped { stop, trace: Vec::new() })?;
            u32::try_from(result.value).unwrap_or(0)
        } else if function.role == Role::Operation {
            image.subject
        } else {
            0
        };
        if self.is_disturbed() {
            self.abandon_lost(function.role.subject_after(image.subject, value));
        }
        Ok(value)
    }

    /// Gives up what nothing leads to any more after a disturbance: leaks are no bug then, and states that differ only in them are equal.
    fn abandon_lost(&mut self, subject: Option<u32>) {
        let Walk { lost, lost_tokens, hides_owners, .. } = self.walk(subject);
        if hides_owners {
            return;
        }
        for block in lost {
            // It is alive and begins there.
            let _ = self.machine.free_block(block.address);
        }
        if self.host.inner.disturbances.has_numbers {
            Arc::make_mut(&mut self.host.inner.tokens).retain(|token| !lost_tokens.contains(token));
        }
    }

    /// Whether something may go wrong around calls.
    pub(crate) fn set_disturbing(&mut self, disturbing: Disturbing) {
        self.disturbing = disturbing;
    }

    /// Whether a callback has panicked or a trait has lied, in the last call or before it. Less is asked then.
    pub(crate) fn is_disturbed(&self) -> bool {
        self.past.is_excuse()
    }

    /// Moves the subject to another block. Returns its address.
    fn moved(&mut self, subject: u32) -> u32 {
        let block = self.machine.heap().block_at_or_before(subject).filter(|block| block.address == subject);
        // A subject without a size has no block, and so has one for which there is no room.
        let Some((size, align)) = block.map(|block| (block.size, block.align)) else { return subject };
        let Some(to) = self.machine.make_block(size, align) else { return subject };
        for offset in 0..size {
            let byte = self.machine.named_byte(subject + offset);
            self.machine.set_named_byte(to + offset, byte);
        }
        // It is alive and begins there.
        let _ = self.machine.free_block(subject);
        to
    }

    /// Makes all copies of a key undefined. The script has its place among the keys.
    fn forget(&mut self, image: &Image) {
        let Ok(place) = self.host.inner.chosen_of(u32::try_from(image.keys.len()).unwrap_or(0), false) else { return };
        let Some(&key) = image.keys.iter().nth(place as usize) else { return };
        let live = self.machine.heap().live().map(|block| block.address..block.address + block.size);
        let places: Vec<u32> = live.chain([self.machine.statics()]).flatten().collect();
        for at in places {
            if matches!(self.machine.tracker().origin(at), Origin::Key(_)) && self.machine.tracker().part_of(at) == key
            {
                self.machine.set_named_byte(at, NamedByte::UNDEFINED);
            }
        }
        self.has_forgotten = true;
    }

    /// The places of an image's keys in their order, those first that came first.
    pub(super) fn oldest_keys(image: &Image) -> Vec<u32> {
        let place = |key: &u32| image.keys.iter().position(|it| it == key).and_then(|place| u32::try_from(place).ok());
        image.ages.iter().filter_map(place).collect()
    }

    /// The image of the machine's current state, with this subject.
    pub(super) fn image_of(&mut self, subject: u32) -> Image {
        let Walk { keys, equalities, statics, .. } = self.walk(Some(subject));
        let memory = Memory::Whole(Box::new(self.machine.snapshot()));
        self.image_now(memory, subject, keys, equalities, Some(statics))
    }

    /// Restores an image and prepares a run.
    fn begin(&mut self, image: &Image, script: &[u32]) {
        self.restore(image);
        self.fuel = self.machine.set_fuel(OPERATION_FUEL);
        let host = &mut self.host.inner;
        host.script.clear();
        host.script.extend_from_slice(script);
        host.chosen.clear();
        host.gave_up = false;
        host.meant.clear();
        host.required = None;
        share(&mut host.tokens, &image.tokens);
        host.next_token = image.next_token;
        share(&mut host.keys, &image.keys);
        share(&mut host.classes, &image.classes);
        share(&mut host.equalities, &image.equalities);
        share(&mut self.ages, &image.ages);
        self.has_forgotten = image.has_forgotten;
        self.past = image.past;
        host.disturbances = Disturbances::before_call(self.machine.module(), image.past, self.disturbing);
    }

    /// The texts of a function's arguments, however its run ends.
    pub(crate) fn argument_texts(&mut self, image: &Image, function: &Function) -> Vec<String> {
        self.call_with_texts(image, function, &[]).0.into_iter().map(|argument| argument.text).collect()
    }

    /// Runs a function on an image. Returns the texts of its arguments, its other choices, and its result.
    ///
    /// A guest that formats texts allocates, which moves its later blocks. So a separate run formats them, and the run
    /// that counts is the same as in the exploration.
    fn call_with_texts(
        &mut self,
        image: &Image,
        function: &Function,
        script: &[u32],
    ) -> (Vec<Argument>, Vec<u32>, Result<u32, Stopped>) {
        self.host.inner.wants_text = true;
        self.host.inner.argument_texts.clear();
        self.host.inner.usage = None;
        let _ = self.call(image, function, script);
        self.host.inner.wants_text = false;
        let result = self.call(image, function, script);
        let (arguments, choices) = self.host.inner.take_arguments();
        (arguments, choices, result)
    }

    /// The fields of a node; none if the function stops or there is nothing to show.
    pub(crate) fn show(&mut self, function: u32, node: u32) -> Option<Vec<Shown>> {
        self.host.inner.shown.clear();
        let kept = self.machine.snapshot();
        self.statics_before = None;
        self.machine.set_fuel(OPERATION_FUEL);
        let node = self.machine.address(node);
        let result = self.machine.invoke_tracked(&mut self.host, function, &[node]);
        self.machine.restore(&kept);
        let shown = std::mem::take(&mut self.host.inner.shown);
        result.is_ok_and(|results| results.first().is_none_or(|result| result.value != 0)).then_some(shown)
    }

    /// A type of nodes that has been shown.
    pub(crate) fn node_type(&self, of: TypeKey) -> Option<&NodeType> {
        self.host.inner.node_types.get(&of)
    }

    /// Records the machine's current state. Returns its index if it is new.
    pub(crate) fn arrive(&mut self, from: Option<usize>, step: &Step, subject: u32) -> Option<usize> {
        let mut walk = self.walk_to_state(subject);
        let times = self.forms.get(&walk.form).map_or(0, |known| known.times);
        let most = if let Matching::Repeatedly(most) = self.options.matching { most } else { 1 };
        let number = self.states.len();
        if times < most {
            let state = u32::try_from(number).expect("fewer than 2^32 states");
            self.forms.insert(&walk.form, Known { state, times: times + 1 });
        }
        self.scratch.form = std::mem::take(&mut walk.form);
        if times >= most {
            return None;
        }
        let is_self_referential = walk.is_self_referential;
        let without_numbers = walk.without_numbers.take();
        let image = self.image_of_walk(subject, walk);
        self.mixed.extend(without_numbers.map(|form| (number, form)));
        self.states.push(Arrival { from, step, subject, is_self_referential });
        self.images.remember(number, from, image);
        Some(number)
    }

    /// The walk from the subject of a state, with the state's form.
    fn walk_to_state(&mut self, subject: u32) -> Walk {
        let mut walk = self.walk(Some(subject));
        // Bytes that were made undefined are not bytes that nobody has written: to look at those is a bug.
        walk.form.push(u8::from(self.has_forgotten && self.has(Rule::FormForgotten)));
        // Less is asked of some pasts, and less is tried.
        walk.form.push(self.past as u8);
        walk
    }

    /// The image of the machine's current state, which a walk found.
    fn image_of_walk(&mut self, subject: u32, walk: Walk) -> Image {
        let Walk { keys, equalities, forgotten, statics, .. } = walk;
        self.machine.reclaim(forgotten);
        let packed = if self.packs { self.machine.pack(self.baseline.snapshot(), &mut self.packer) } else { None };
        let memory = packed.map_or_else(|| Memory::Whole(Box::new(self.machine.snapshot())), Memory::Packed);
        self.image_now(memory, subject, keys, equalities, Some(statics))
    }

    /// The image of a state that was reached just now, such that the machine knows what is written after it is restored.
    pub(super) fn whole_image_at_hand(&mut self, of: usize) -> Image {
        let image = self.image_at_hand(Some(of));
        if matches!(image.memory, Memory::Whole(_)) {
            return image;
        }
        let memory = Memory::Whole(Box::new(self.machine.snapshot()));
        Image(Arc::new(ImageParts { memory, ..(*image).clone() }))
    }

    /// Whether the last call has changed something that the state of this image has: bytes of its blocks and of statics, the
    /// blocks themselves, or its values.
    pub(super) fn has_changed(&self, image: &Image) -> bool {
        let heap = self.machine.heap();
        let range = |block: &Block| block.address..block.address + block.size;
        heap.new_blocks().next().is_some()
            || heap.freed_since_kept().next().is_some()
            || self.host.inner.tokens != image.tokens
            || self.machine.is_rewritten(self.machine.statics())
            || heap.live().any(|block| self.machine.is_rewritten(range(block)))
    }

    /// Whether the last call has ended with a panic that must leave the subject as it was.
    fn must_be_unchanged(&self) -> bool {
        let ExplorationHost { disturbances, required, .. } = &self.host.inner;
        disturbances.end == End::RequiredPanic
            && !disturbances.are_any()
            && required.as_ref().is_some_and(|required| required.is_unchanged)
    }

    /// Whether the last call has changed a block, a value or a static that the state of this image has.
    ///
    /// A panic that aborts has changed statics of std's, so nobody can tell there what the operation has done to others.
    fn has_changed_subject(&self, image: &Image) -> bool {
        let heap = self.machine.heap();
        let has_changed_statics = self.machine.module().unwinds() && self.machine.is_rewritten(self.machine.statics());
        let new: BTreeSet<u32> = heap.new_blocks().map(|block| block.address).collect();
        let mut old = heap.live().filter(|block| !new.contains(&block.address) && !self.is_foreign(block.address));
        has_changed_statics
            || heap.freed_since_kept().next().is_some()
            || !image.tokens.is_subset(&self.host.inner.tokens)
            || old.any(|block| self.machine.is_rewritten(block.address..block.address + block.size))
    }

    fn walk(&mut self, subject: Option<u32>) -> Walk {
        let Self { machine, baseline, options, statics_before, scratch, .. } = self;
        let ExplorationHost { tokens, equalities, classes, .. } = &self.host.inner;
        let known = KnownNames { tokens, equalities, classes };
        walk(machine, baseline, subject, known, options, statics_before.as_deref(), scratch)
    }

    /// The memory of the machine's current state, without a subject.
    pub(crate) fn image_after(&mut self) -> Image {
        let memory = Memory::Whole(Box::new(self.machine.snapshot()));
        self.image_now(memory, 0, BTreeSet::new(), Equalities::default(), None)
    }

    /// The machine's current state, with this memory, these keys, what is known of its values, and the chunks of statics that have changed.
    fn image_now(
        &mut self,
        memory: Memory,
        subject: u32,
        keys: BTreeSet<u32>,
        equalities: Equalities,
        statics: Option<Vec<u32>>,
    ) -> Image {
        // Most states have the same statics as the one before.
        let statics = statics.map(|statics| match &self.statics_before {
            Some(before) if **before == *statics => before.clone(),
            _ => statics.into(),
        });
        // What is written from now on is written after the snapshot, and the next call begins with a restore.
        self.statics_before = None;
        let ExplorationHost { tokens, next_token, classes, .. } = &self.host.inner;
        let of_keys = classes.iter().filter(|(key, _)| keys.contains(key));
        let classes: BTreeMap<u32, u32> = of_keys.map(|(key, class)| (*key, *class)).collect();
        let (tokens, next_token) = (tokens.clone(), *next_token);
        let old = self.ages.iter().copied().filter(|key| keys.contains(key));
        let new = keys.iter().copied().filter(|key| !self.ages.contains(key));
        let ages: Vec<u32> = old.chain(new).collect();
        Image(Arc::new(ImageParts {
            memory,
            subject,
            tokens,
            next_token,
            keys: shared(keys, &self.start.keys),
            classes: shared(classes, &self.start.classes),
            equalities: shared(equalities, &self.start.equalities),
            ages: shared(ages, &self.start.ages),
            has_forgotten: self.has_forgotten,
            past: self.past,
            statics,
        }))
    }

    /// Memory outside the subject that may own blocks: statics, and blocks that were there before the first constructor.
    pub(crate) fn outside(&self) -> Outside {
        let blocks = self.baseline.blocks().clone();
        let of_blocks = blocks.iter().filter_map(|start| self.machine.heap().block_at_or_before(*start));
        let ranges = of_blocks.map(|block| block.address..block.address + block.size);
        let words: Vec<u32> = ranges.chain([self.machine.statics()]).flatten().collect();
        Outside::new(&self.machine, blocks, &words)
    }

    /// Whether a block was there before the first constructor.
    pub(crate) fn is_foreign(&self, start: u32) -> bool {
        self.baseline.blocks().contains(&start)
    }

    /// A live token that is neither among these nor outside.
    pub(crate) fn lost_token(&self, there: &BTreeSet<u32>) -> Option<u32> {
        let missing = |tokens: &BTreeSet<u32>| {
            self.host.inner.tokens.iter().find(|t| !there.contains(t) && !tokens.contains(t)).copied()
        };
        missing(&BTreeSet::new())?;
        missing(&self.outside().tokens)
    }

    /// Blocks and tokens left after the subject was dropped, except for those that statics hold.
    pub(super) fn leftovers(&mut self) -> Walk {
        self.walk(None)
    }

    /// The steps that lead to a state.
    fn steps_to(&self, state: Option<usize>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut next = state;
        while let Some(index) = next {
            steps.push(self.states.step(index));
            next = self.states.from(index);
        }
        steps.reverse();
        steps
    }

    /// Restores a state.
    pub(super) fn restore(&mut self, image: &Image) {
        match &image.memory {
            Memory::Whole(snapshot) => self.machine.restore(snapshot),
            Memory::Packed(packed) => self.machine.unpack(self.baseline.snapshot(), packed, &mut self.packer),
        }
        self.statics_before.clone_from(&image.statics);
    }

    /// The steps that lead to a state, and more.
    pub(crate) fn steps_and(&self, to: Option<usize>, more: Vec<Step>) -> Vec<Step> {
        self.steps_to(to).into_iter().chain(more).collect()
    }

    /// Runs steps again, with the texts of their arguments. Ends early where a call stops.
    pub(crate) fn retrace(&mut self, steps: Vec<Step>) -> Retraced {
        let mut calls: Vec<Call> = Vec::new();
        let mut names = Names::default();
        let mut image = self.start.clone();
        let (mut before, mut last, mut is_exact) = (None, Ok(0), true);
        let (n_steps, mut n_done) = (steps.len(), 0);
        for Step { function, script } in steps {
            before = (!calls.is_empty()).then(|| image.clone());
            let (arguments, choices, result) = self.call_with_texts(&image, &function, &script);
            is_exact &= self.host.inner.made_all_choices();
            let role = function.role;
            n_done += 1;
            let usage = self.host.inner.usage.take();
            let disturbances = std::mem::take(&mut self.host.inner.disturbances.happened);
            let must_panic = self.host.inner.required.is_some();
            if role != Role::Forget {
                calls.push(Call {
                    function: function.name.to_string(),
                    arguments,
                    role,
                    choices,
                    usage,
                    disturbances,
                    must_panic,
                });
            }
            names.keys.extend(self.host.inner.keys.iter().copied());
            names.classes.extend(self.host.inner.classes.iter().map(|(key, class)| (*key, *class)));
            names.equalities.extend(&self.host.inner.equalities);
            last = result;
            let Ok(value) = last else { break };
            // Nothing follows a law that does not hold.
            is_exact &= role != Role::Law || value != 0 || n_done == n_steps;
            let subject = role.subject_after(image.subject, value);
            let Walk { keys, equalities, statics, .. } = self.walk(subject);
            let memory = Memory::Whole(Box::new(self.machine.snapshot()));
            image = self.image_now(memory, subject.unwrap_or(0), keys, equalities, Some(statics));
            if subject.is_none() {
                // Nothing can follow.
                is_exact &= n_done == n_steps;
                break;
            }
        }
        let arguments = calls.iter_mut().flat_map(|call| &mut call.arguments).map(|argument| &mut argument.text);
        arguments.for_each(|text| names.give(text));
        Retraced { calls, before, last, is_exact, names }
    }
}

/// A value, or a share of this one if they are equal: most states have no keys.
fn shared<T: PartialEq>(value: T, with: &Arc<T>) -> Arc<T> {
    if value == **with { with.clone() } else { Arc::new(value) }
}

/// Makes two shares of the same value.
fn share<T>(of: &mut Arc<T>, with: &Arc<T>) {
    if !Arc::ptr_eq(of, with) {
        of.clone_from(with);
    }
}

/// Steps that were run again.
pub(crate) struct Retraced {
    /// The calls.
    pub(crate) calls: Vec<Call>,
    /// The state before the last call, if there is a subject.
    pub(super) before: Option<Image>,
    /// The result of the last call that was run.
    pub(super) last: Result<u32, Stopped>,
    /// Whether every call made all choices of its step, and no others.
    pub(super) is_exact: bool,
    /// Names of keys.
    pub(super) names: Names,
}

/// The seed of std's hashers. It is in a static, and each new hasher changes it.
///
/// std derives it from the address of a block. In an exploration every state would depend on that number. So the seed
/// is chosen before anything else, in the same layout of the heap every time, and stored as a number. Other seeds are
/// not tried, which every verdict states as an assumption.
#[derive(Debug, Default)]
struct Seed {
    /// Bytes that choosing it has changed, with their addresses.
    bytes: Vec<(u32, u8)>,
}

impl Seed {
    /// None if the function stops.
    fn choose(machine: &mut Machine<Provenance>, host: &mut Runtime<ExplorationHost>, function: u32) -> Option<Self> {
        let statics = machine.statics();
        let bytes = |machine: &Machine<Provenance>| {
            machine.memory().bytes()[statics.start as usize..statics.end as usize].to_vec()
        };
        let (before, kept) = (bytes(machine), machine.snapshot());
        machine.set_fuel(OPERATION_FUEL);
        let unused = machine.address(0);
        let result = machine.invoke_tracked(host, function, &[unused]);
        let after = bytes(machine);
        machine.restore(&kept);
        result.ok()?;
        let changed = (statics.start..).zip(before.iter().zip(&after)).filter(|(_, (before, after))| before != after);
        let bytes: Vec<(u32, u8)> = changed.map(|(at, (_, after))| (at, *after)).collect();
        for (at, byte) in &bytes {
            machine.memory_mut().get_mut(*at, 1)?.fill(*byte);
        }
        Some(Self { bytes })
    }

    fn was_used(&self, machine: &Machine<Provenance>) -> bool {
        let memory = machine.memory().bytes();
        self.bytes.iter().any(|(at, byte)| memory[*at as usize] != *byte)
    }
}

/// Names of keys: their places in the order, because only the order matters; their hash classes, if there are any; and which
/// values are equal.
#[derive(Default)]
pub(super) struct Names {
    keys: BTreeSet<u32>,
    classes: BTreeMap<u32, u32>,
    equalities: Equalities,
}

impl Names {
    /// Replaces the numbers of keys in a text, and says which values are equal to others.
    pub(super) fn give(&self, text: &mut String) {
        for (rank, key) in (1..).zip(&self.keys) {
            let class = self.classes.get(key).copied().unwrap_or(0);
            let hash = if self.classes.is_empty() { String::new() } else { format!(" (hash {class})") };
            *text = text.replace(&format!("Key({key})"), &format!("Key#{rank}{hash}"));
        }
        for token in self.equalities.tokens() {
            if let Some(first) = self.equalities.first_equal(token) {
                *text = text.replace(&format!("Val({token})"), &format!("Val({token}) (equals {first})"));
            }
        }
    }
}
