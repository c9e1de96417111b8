//! `PriorityQueue` with up to seven items against a table of priorities.
#![cfg(glassbox)]

#[glassbox::explore(operations = 2)]
mod queue {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use priority_queue::PriorityQueue;

    pub struct Subject {
        // The hasher of std has a new seed in every map, which would make all states differ.
        queue: PriorityQueue<u8, u8, BuildHasherDefault<DefaultHasher>>,
        /// The priority of each item.
        model: [Option<u8>; 7],
    }

    /// With two priorities, in any order.
    pub fn with_items(#[glassbox(values = 0..=7)] n: u8) -> Subject {
        let queue = PriorityQueue::with_hasher(BuildHasherDefault::default());
        let mut subject = Subject { queue, model: [None; 7] };
        (0..n).for_each(|item| push(&mut subject, item, glassbox::choose(2) as u8));
        subject
    }

    pub fn push(subject: &mut Subject, #[glassbox(values = 0..7)] item: u8, #[glassbox(values = 0..2)] priority: u8) {
        assert_eq!(subject.queue.push(item, priority), subject.model[usize::from(item)].replace(priority));
    }

    pub fn change_priority(
        subject: &mut Subject,
        #[glassbox(values = 0..7)] item: u8,
        #[glassbox(values = 0..2)] priority: u8,
    ) {
        let old = subject.model[usize::from(item)];
        assert_eq!(subject.queue.change_priority(&item, priority), old);
        subject.model[usize::from(item)] = old.map(|_| priority);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..7)] item: u8) {
        let priority = subject.model[usize::from(item)].take();
        assert_eq!(subject.queue.remove(&item), priority.map(|priority| (item, priority)));
    }

    pub fn pop(subject: &mut Subject) {
        let greatest = subject.model.iter().flatten().max().copied();
        let popped = subject.queue.pop();
        assert_eq!(popped.map(|(_, priority)| priority), greatest);
        if let Some((item, priority)) = popped {
            assert_eq!(subject.model[usize::from(item)].take(), Some(priority));
        }
    }

    pub fn clear(subject: &mut Subject) {
        subject.queue.clear();
        subject.model = [None; 7];
    }

    pub fn pop_all(mut subject: Subject) {
        while !subject.queue.is_empty() {
            pop(&mut subject);
        }
    }

    pub fn greatest_is_right(subject: &Subject) -> bool {
        subject.queue.peek().map(|(_, priority)| priority) == subject.model.iter().flatten().max()
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.queue.len() == subject.model.iter().flatten().count()
            && (0..7).all(|item| subject.queue.get_priority(&item) == subject.model[usize::from(item)].as_ref())
    }
}
