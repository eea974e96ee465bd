//! Walks trees in source order, without recursion.

use super::{Node, Tree};

/// One step of a [`TreeWalk`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WalkStep {
    /// The walk reaches a node. Its children follow, unless they are skipped.
    Enter(Node),
    /// The walk has visited a node and its children.
    Leave(Node),
}

/// A walk over subtrees that enters and leaves every node. It keeps an explicit stack, so that deep trees do not exhaust the call stack.
#[derive(Clone, Debug)]
pub struct TreeWalk<'t> {
    tree: &'t Tree,
    /// The nodes to enter, next one last.
    pending: Vec<Node>,
    /// The nodes to leave, next one last, each with the number of nodes that were pending when it was entered.
    open: Vec<(Node, usize)>,
    /// The node that was entered last, until its children are added to `pending`.
    entered: Option<Node>,
}

impl Tree {
    /// Makes a walk over the subtree of a node.
    pub fn walk(&self, root: Node) -> TreeWalk<'_> {
        TreeWalk { tree: self, pending: vec![root], open: Vec::new(), entered: None }
    }

    /// Walks a subtree in source order. `enter` returns whether to visit a node's children.
    pub fn preorder(&self, root: Node, enter: &mut dyn FnMut(Node) -> bool) {
        let mut walk = self.walk(root);
        while let Some(step) = walk.next() {
            if let WalkStep::Enter(node) = step
                && !enter(node)
            {
                walk.skip_children();
            }
        }
    }
}

impl TreeWalk<'_> {
    /// Skips the children of the node that was entered last. The walk still leaves that node.
    pub fn skip_children(&mut self) {
        self.entered = None;
    }

    /// Returns the number of nodes that were entered and not left yet.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    fn add_children(&mut self, node: Node) {
        let first = self.pending.len();
        let pending = &mut self.pending;
        self.tree.for_each_child(node, &mut |_, child| pending.push(child));
        self.pending[first..].reverse();
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = WalkStep;

    fn next(&mut self) -> Option<WalkStep> {
        if let Some(node) = self.entered.take() {
            self.add_children(node);
        }
        if let Some((node, height)) = self.open.last().copied()
            && height == self.pending.len()
        {
            self.open.pop();
            return Some(WalkStep::Leave(node));
        }
        let node = self.pending.pop()?;
        self.open.push((node, self.pending.len()));
        self.entered = Some(node);
        Some(WalkStep::Enter(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Expr, ExprId};

    /// Makes the tree of `(a), *`.
    fn comma(tree: &mut Tree) -> [ExprId; 4] {
        let inner = tree.exprs.alloc(Expr::Error);
        let lhs = tree.exprs.alloc(Expr::Paren(inner));
        let rhs = tree.exprs.alloc(Expr::Star);
        [tree.exprs.alloc(Expr::Comma { lhs, rhs }), lhs, inner, rhs]
    }

    #[test]
    fn nodes_are_left_behind_their_children() {
        use WalkStep::{Enter, Leave};
        let mut tree = Tree::new(crate::Names::default());
        let [comma, lhs, inner, rhs] = comma(&mut tree).map(Node::Expr);
        let steps: Vec<WalkStep> = tree.walk(comma).collect();
        let left = [Enter(lhs), Enter(inner), Leave(inner), Leave(lhs)];
        let expected = [&[Enter(comma)], &left[..], &[Enter(rhs), Leave(rhs), Leave(comma)]].concat();
        assert_eq!(steps, expected);
    }

    #[test]
    fn a_node_whose_children_are_skipped_is_left() {
        let mut tree = Tree::new(crate::Names::default());
        let [comma, lhs, _, _] = comma(&mut tree).map(Node::Expr);
        let mut walk = tree.walk(comma);
        assert_eq!(walk.nth(1), Some(WalkStep::Enter(lhs)));
        assert_eq!(walk.depth(), 2);
        walk.skip_children();
        assert_eq!(walk.next(), Some(WalkStep::Leave(lhs)));
        assert_eq!(walk.depth(), 1);
    }

    #[test]
    fn preorder_goes_where_it_is_told() {
        let mut tree = Tree::new(crate::Names::default());
        let [comma, lhs, _, rhs] = comma(&mut tree).map(Node::Expr);
        let mut seen = Vec::new();
        tree.preorder(comma, &mut |node| {
            seen.push(node);
            node != lhs
        });
        assert_eq!(seen, [comma, lhs, rhs]);
    }
}
