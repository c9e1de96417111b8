//! `Tree` of ego-tree against lists of children.
#![cfg(glassbox)]

// Not `insert_id_before` and `insert_id_after` of what is there already: they lose nodes in 0.10.0, too.
#[glassbox::explore(operations = 4)]
mod trees {
    use ego_tree::{NodeId, Tree};

    pub struct Subject {
        tree: Tree<u8>,
        nodes: Vec<Node>,
    }

    pub struct Node {
        id: NodeId,
        parent: Option<usize>,
        children: Vec<usize>,
    }

    pub fn new() -> Subject {
        let tree = Tree::new(0);
        let id = tree.root().id();
        let mut nodes = Vec::with_capacity(4);
        nodes.push(Node { id, parent: None, children: Vec::new() });
        Subject { tree, nodes }
    }

    pub fn orphan(subject: &mut Subject) {
        glassbox::assume(subject.nodes.len() < 4);
        let id = subject.tree.orphan(0).id();
        add(subject, id);
    }

    pub fn append(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] parent: usize) {
        glassbox::assume(subject.nodes.len() < 4);
        let id = node(subject, parent).append(0).id();
        let node = add(subject, id);
        put(subject, node, parent, |children| children.len());
    }

    pub fn prepend(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] parent: usize) {
        glassbox::assume(subject.nodes.len() < 4);
        let id = node(subject, parent).prepend(0).id();
        let node = add(subject, id);
        put(subject, node, parent, |_| 0);
    }

    pub fn insert_before(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] at: usize) {
        glassbox::assume(subject.nodes.len() < 4);
        let parent = parent(subject, at);
        let id = node(subject, at).insert_before(0).id();
        let node = add(subject, id);
        put(subject, node, parent, |children| place(children, at));
    }

    pub fn insert_after(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] at: usize) {
        glassbox::assume(subject.nodes.len() < 4);
        let parent = parent(subject, at);
        let id = node(subject, at).insert_after(0).id();
        let node = add(subject, id);
        put(subject, node, parent, |children| place(children, at) + 1);
    }

    pub fn detach(subject: &mut Subject, #[glassbox(values = 0..subject.nodes.len())] number: usize) {
        node(subject, number).detach();
        unlink(subject, number);
    }

    pub fn append_id(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] parent: usize,
        #[glassbox(values = 0..subject.nodes.len())] child: usize,
    ) {
        assume_no_cycle(subject, parent, child);
        let id = subject.nodes[child].id;
        node(subject, parent).append_id(id);
        put(subject, child, parent, |children| children.len());
    }

    pub fn prepend_id(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] parent: usize,
        #[glassbox(values = 0..subject.nodes.len())] child: usize,
    ) {
        assume_no_cycle(subject, parent, child);
        let id = subject.nodes[child].id;
        node(subject, parent).prepend_id(id);
        put(subject, child, parent, |_| 0);
    }

    pub fn insert_id_before(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] at: usize,
        #[glassbox(values = 0..subject.nodes.len())] other: usize,
    ) {
        glassbox::assume(at != other);
        let parent = parent(subject, at);
        assume_no_cycle(subject, parent, other);
        let siblings = &subject.nodes[parent].children;
        glassbox::assume(place(siblings, at).checked_sub(1).is_none_or(|before| siblings[before] != other));
        let id = subject.nodes[other].id;
        node(subject, at).insert_id_before(id);
        put(subject, other, parent, |children| place(children, at));
    }

    pub fn insert_id_after(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] at: usize,
        #[glassbox(values = 0..subject.nodes.len())] other: usize,
    ) {
        glassbox::assume(at != other);
        let parent = parent(subject, at);
        assume_no_cycle(subject, parent, other);
        let siblings = &subject.nodes[parent].children;
        glassbox::assume(siblings.get(place(siblings, at) + 1) != Some(&other));
        let id = subject.nodes[other].id;
        node(subject, at).insert_id_after(id);
        put(subject, other, parent, |children| place(children, at) + 1);
    }

    pub fn reparent_from_id_append(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes.len())] to: usize,
        #[glassbox(values = 0..subject.nodes.len())] from: usize,
    ) {
        assume_no_cycle(subject, to, from);
        let id = subject.nodes[from].id;
        node(subject, to).reparent_from_id_append(id);
        for child in subject.nodes[from].children.clone() {
            put(subject, child, to, |children| children.len());
        }
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.tree = subject.tree.clone();
    }

    pub fn children_are_right(subject: &Subject) -> bool {
        let Subject { tree, nodes } = subject;
        let node = |id| tree.get(id).expect("nodes stay");
        nodes.iter().all(|model| {
            let children = || model.children.iter().map(|child| nodes[*child].id);
            node(model.id).parent().map(|parent| parent.id()) == model.parent.map(|parent| nodes[parent].id)
                && node(model.id).children().map(|child| child.id()).eq(children())
                && node(model.id).children().rev().map(|child| child.id()).eq(children().rev())
        })
    }

    fn node(subject: &mut Subject, number: usize) -> ego_tree::NodeMut<'_, u8> {
        subject.tree.get_mut(subject.nodes[number].id).expect("nodes stay")
    }

    /// Only a node with a parent has siblings.
    fn parent(subject: &Subject, node: usize) -> usize {
        glassbox::assume(subject.nodes[node].parent.is_some());
        subject.nodes[node].parent.unwrap_or(0)
    }

    fn place(children: &[usize], node: usize) -> usize {
        children.iter().position(|child| *child == node).unwrap_or(0)
    }

    fn assume_no_cycle(subject: &Subject, parent: usize, child: usize) {
        let mut ancestor = Some(parent);
        while let Some(node) = ancestor {
            glassbox::assume(node != child);
            ancestor = subject.nodes[node].parent;
        }
    }

    fn add(subject: &mut Subject, id: NodeId) -> usize {
        subject.nodes.push(Node { id, parent: None, children: Vec::new() });
        subject.nodes.len() - 1
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
