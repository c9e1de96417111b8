//! `DoublePriorityQueue` against a table of priorities.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod queue {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use priority_queue::DoublePriorityQueue;

    pub struct Subject {
        // The hasher of std has a new seed in every map, which would make all states differ.
        queue: DoublePriorityQueue<u8, u8, BuildHasherDefault<DefaultHasher>>,
        /// The priority of each item.
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { queue: DoublePriorityQueue::with_hasher(BuildHasherDefault::default()), model: [None; 4] }
    }

    /// The first item that is not there.
    pub fn push(subject: &mut Subject, #[glassbox(values = 0..2)] priority: u8) {
        let item = subject.model.iter().position(Option::is_none);
        glassbox::assume(item.is_some());
        let item = item.unwrap_or(0);
        assert_eq!(subject.queue.push(item as u8, priority), None);
        subject.model[item] = Some(priority);
    }

    pub fn change_priority(
        subject: &mut Subject,
        #[glassbox(values = 0..4)] item: u8,
        #[glassbox(values = 0..2)] priority: u8,
    ) {
        let old = subject.model[usize::from(item)];
        assert_eq!(subject.queue.change_priority(&item, priority), old);
        subject.model[usize::from(item)] = old.map(|_| priority);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] item: u8) {
        let priority = subject.model[usize::from(item)].take();
        assert_eq!(subject.queue.remove(&item), priority.map(|priority| (item, priority)));
    }

    pub fn pop_min(subject: &mut Subject) {
        let least = subject.model.iter().flatten().min().copied();
        let popped = subject.queue.pop_min();
        assert_eq!(popped.map(|(_, priority)| priority), least);
        forget(subject, popped);
    }

    pub fn pop_max(subject: &mut Subject) {
        let greatest = subject.model.iter().flatten().max().copied();
        let popped = subject.queue.pop_max();
        assert_eq!(popped.map(|(_, priority)| priority), greatest);
        forget(subject, popped);
    }

    pub fn clear(subject: &mut Subject) {
        subject.queue.clear();
        subject.model = [None; 4];
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        assert!(subject.queue.clone() == subject.queue);
    }

    pub fn ends_are_right(subject: &Subject) -> bool {
        let Subject { queue, model } = subject;
        queue.peek_min().map(|(_, priority)| priority) == model.iter().flatten().min()
            && queue.peek_max().map(|(_, priority)| priority) == model.iter().flatten().max()
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.queue.len() == subject.model.iter().flatten().count()
            && (0..4).all(|item| subject.queue.get_priority(&item) == subject.model[usize::from(item)].as_ref())
    }

    fn forget(subject: &mut Subject, popped: Option<(u8, u8)>) {
        if let Some((item, priority)) = popped {
            assert_eq!(subject.model[usize::from(item)].take(), Some(priority));
        }
    }
}
