//! `PriorityQueue` against a table of priorities.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod queue {
    use priority_queue::PriorityQueue;

    pub struct Subject {
        queue: PriorityQueue<u8, u8>,
        /// The priority of each item.
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { queue: PriorityQueue::new(), model: [None; 4] }
    }

    pub fn push(subject: &mut Subject, #[glassbox(values = 0..4)] item: u8, #[glassbox(values = 0..3)] priority: u8) {
        assert_eq!(subject.queue.push(item, priority), subject.model[usize::from(item)].replace(priority));
    }

    pub fn change_priority(
        subject: &mut Subject,
        #[glassbox(values = 0..4)] item: u8,
        #[glassbox(values = 0..3)] priority: u8,
    ) {
        let old = subject.model[usize::from(item)];
        assert_eq!(subject.queue.change_priority(&item, priority), old);
        subject.model[usize::from(item)] = old.map(|_| priority);
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
        subject.model = [None; 4];
    }

    pub fn greatest_is_right(subject: &Subject) -> bool {
        subject.queue.peek().map(|(_, priority)| priority) == subject.model.iter().flatten().max()
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.queue.len() == subject.model.iter().flatten().count()
            && (0..4).all(|item| subject.queue.get_priority(&item) == subject.model[usize::from(item)].as_ref())
    }
}
