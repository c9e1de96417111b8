//! `Arena` of indextree against lists of children, from all small trees on.
#![cfg(glassbox)]

// Not what puts a node where it is: `prepend` of the first child panics in 4.4.0, too.
#[glassbox::explore(operations = 2)]
mod trees {
    use indextree::{Arena, NodeId};

    pub struct Subject {
        arena: Arena<u8>,
        nodes: Vec<Node>,
    }

    pub struct Node {
        id: NodeId,
        parent: Option<usize>,
        children: Vec<usize>,
        is_removed: bool,
    }

    /// Each node but the first is the last child of one before it.
    pub fn tree(#[glassbox(values = 1..=5)] n: usize) -> Subject {
        let mut subject = Subject { arena: Arena::new(), nodes: Vec::with_capacity(6) };
        new_node(&mut subject);
        for node in 1..n {
            new_node(&mut subject);
            let parent = glassbox::choose(node as u32) as usize;
            append(&mut subject, parent, node);
        }
        subject
    }

    pub fn new_node(subject: &mut Subject) {
        glassbox::assume(subject.nodes.len() < 6);
        let id = subject.arena.new_node(0);
        subject.nodes.push(Node { id, parent: None, children: Vec::new(), is_removed: false });
    }

    pub fn append(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] parent: usize,
        #[glassbox(values = 0..subject.nodes.len())] child: usize,
    ) {
        assume_no_cycle(subject, parent, child);
        subject.nodes[parent].id.append(subject.nodes[child].id, &mut subject.arena);
        put(subject, child, parent, |children| children.len());
    }

    pub fn prepend(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] parent: usize,
        #[glassbox(values = 0..subject.nodes.len())] child: usize,
    ) {
        assume_no_cycle(subject, parent, child);
        glassbox::assume(subject.nodes[parent].children.first() != Some(&child));
        subject.nodes[parent].id.prepend(subject.nodes[child].id, &mut subject.arena);
        put(subject, child, parent, |_| 0);
    }

    pub fn insert_after(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] at: usize,
        #[glassbox(values = 0..subject.nodes.len())] node: usize,
    ) {
        glassbox::assume(at != node && subject.nodes[at].parent.is_some());
        let parent = subject.nodes[at].parent.unwrap_or(0);
        assume_no_cycle(subject, parent, node);
        subject.nodes[at].id.insert_after(subject.nodes[node].id, &mut subject.arena);
        put(subject, node, parent, |children| children.iter().position(|child| *child == at).map_or(0, |at| at + 1));
    }

    pub fn insert_before(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] at: usize,
        #[glassbox(values = 0..subject.nodes.len())] node: usize,
    ) {
        glassbox::assume(at != node && subject.nodes[at].parent.is_some());
        let parent = subject.nodes[at].parent.unwrap_or(0);
        assume_no_cycle(subject, parent, node);
        subject.nodes[at].id.insert_before(subject.nodes[node].id, &mut subject.arena);
        put(subject, node, parent, |children| children.iter().position(|child| *child == at).unwrap_or(0));
    }

    pub fn detach(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] node: usize) {
        glassbox::assume(!subject.nodes[node].is_removed);
        subject.nodes[node].id.detach(&mut subject.arena);
        unlink(subject, node);
    }

    /// The children take the place of the node.
    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] node: usize) {
        glassbox::assume(!subject.nodes[node].is_removed);
        subject.nodes[node].id.remove(&mut subject.arena);
        let children = std::mem::take(&mut subject.nodes[node].children);
        let parent = subject.nodes[node].parent;
        children.iter().for_each(|child| subject.nodes[*child].parent = parent);
        if let Some(parent) = parent {
            let siblings = &mut subject.nodes[parent].children;
            let at = siblings.iter().position(|child| *child == node).unwrap_or(0);
            siblings.splice(at..=at, children);
        }
        subject.nodes[node].parent = None;
        subject.nodes[node].is_removed = true;
    }

    pub fn remove_subtree(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] node: usize) {
        glassbox::assume(!subject.nodes[node].is_removed);
        subject.nodes[node].id.remove_subtree(&mut subject.arena);
        unlink(subject, node);
        let mut gone = vec![node];
        while let Some(node) = gone.pop() {
            gone.append(&mut subject.nodes[node].children);
            subject.nodes[node].parent = None;
            subject.nodes[node].is_removed = true;
        }
    }

    pub fn removed_are_removed(subject: &Subject) -> bool {
        subject.nodes.iter().all(|node| node.id.is_removed(&subject.arena) == node.is_removed)
    }

    pub fn children_are_right(subject: &Subject) -> bool {
        let Subject { arena, nodes } = subject;
        nodes.iter().filter(|node| !node.is_removed).all(|node| {
            let children = || node.children.iter().map(|child| nodes[*child].id);
            arena[node.id].parent() == node.parent.map(|parent| nodes[parent].id)
                && node.id.children(arena).eq(children())
                && node.id.reverse_children(arena).eq(children().rev())
        })
    }

    fn assume_no_cycle(subject: &Subject, parent: usize, child: usize) {
        glassbox::assume(!subject.nodes[parent].is_removed && !subject.nodes[child].is_removed);
        let mut ancestor = Some(parent);
        while let Some(node) = ancestor {
            glassbox::assume(node != child);
            ancestor = subject.nodes[node].parent;
        }
    }

    fn unlink(subject: &mut Subject, node: usize) {
        if let Some(parent) = subject.nodes[node].parent.take() {
            subject.nodes[parent].children.retain(|child| *child != node);
        }
    }

    fn put(subject: &mut Subject, node: usize, parent: usize, place: impl FnOnce(&[usize]) -> usize) {
        unlink(subject, node);
        let children = &mut subject.nodes[parent].children;
        children.insert(place(children), node);
        subject.nodes[node].parent = Some(parent);
    }
}
