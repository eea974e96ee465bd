//! The nodes of one external declaration in source order, as columns.
//!
//! A subtree is a run of indices, so tests for "inside" and "before" are comparisons, and a walk over an associated statement is a loop
//! over a slice. A host builds the outline once for each declaration.
//!
//! The library's nodes are indices of the outline. Parent, next node and containment are arithmetic there, and no table of
//! parents is made.

use super::place::At;
use super::run::Run;

/// The nodes of a declaration, with the end of the subtree of each, and its parent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// The index after the last node of each node's subtree.
    ends: Vec<u32>,
    /// The parent of each node; its own index for a root.
    parents: Vec<u32>,
}

impl Outline {
    /// An empty outline with room for this many nodes, which are all.
    pub fn with_capacity(nodes: usize) -> Outline {
        Outline { ends: Vec::with_capacity(nodes), parents: Vec::with_capacity(nodes) }
    }

    /// Adds the next node in source order. A node without a parent is a root.
    pub fn push(&mut self, parent: Option<At>) -> At {
        let at = self.len();
        self.ends.push(at + 1);
        self.parents.push(parent.map_or(at, At::index));
        At::new(at)
    }

    /// Computes the ends of all subtrees, after all nodes have been added. A subtree ends where the subtree
    /// of its last child does, and children come after their parents.
    pub fn close(&mut self) {
        for at in (0..self.ends.len()).rev() {
            let parent = self.parents[at] as usize;
            self.ends[parent] = self.ends[parent].max(self.ends[at]);
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All nodes.
    pub fn all(&self) -> Run {
        Run::new(At::new(0), At::new(self.len()))
    }

    /// The node after the subtree of a node.
    pub fn end(&self, at: At) -> At {
        At::new(self.ends[at.index() as usize])
    }

    /// The subtree of a node, itself included.
    pub fn run(&self, at: At) -> Run {
        Run::new(at, self.end(at))
    }

    /// The parent of a node; none for a root.
    pub fn parent(&self, at: At) -> Option<At> {
        let parent = self.parents[at.index() as usize];
        (parent != at.index()).then_some(At::new(parent))
    }

    /// The ancestors of a node, nearest first.
    pub fn ancestors(&self, at: At) -> impl Iterator<Item = At> + '_ {
        std::iter::successors(self.parent(at), |parent| self.parent(*parent))
    }

    /// The children of a node, in source order.
    pub fn children(&self, at: At) -> impl Iterator<Item = At> + '_ {
        let end = self.end(at);
        let inside = move |child: At| (child < end).then_some(child);
        std::iter::successors(inside(at.next()), move |child| inside(self.end(*child)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_a_run() {
        let mut outline = Outline::default();
        let root = outline.push(None);
        let block = outline.push(Some(root));
        let first = outline.push(Some(block));
        let value = outline.push(Some(first));
        let second = outline.push(Some(block));
        let other = outline.push(None);
        outline.close();
        assert_eq!(outline.run(block), Run::new(block, other));
        assert!(outline.run(first).contains(value) && !outline.run(first).contains(second));
        assert_eq!(outline.ancestors(value).collect::<Vec<_>>(), [first, block, root]);
        assert_eq!(outline.children(block).collect::<Vec<_>>(), [first, second]);
        assert_eq!(outline.children(value).count(), 0);
        assert_eq!(outline.parent(other), None);
    }
}
