//! Walking trees in source order, without recursion.

use super::{Node, Tree};

/// One step of a [`TreeWalk`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The walk comes to a node. Its children follow, unless they are skipped.
    Enter(Node),
    /// The walk is done with a node and its children.
    Leave(Node),
}

/// A walk over subtrees that enters and leaves every node. It keeps a stack of its own, so no depth of a tree exhausts
/// the call stack.
#[derive(Clone, Debug)]
pub struct TreeWalk<'t> {
    tree: &'t Tree,
    /// The nodes to enter, the next one last.
    pending: Vec<Node>,
    /// The nodes to leave, the next one last, each with the number of nodes that were pending when it was entered.
    open: Vec<(Node, usize)>,
    /// The node that was entered last, until its children are pending.
    entered: Option<Node>,
}

impl Tree {
    /// A walk over the subtree of a node.
    pub fn walk(&self, root: Node) -> TreeWalk<'_> {
        TreeWalk { tree: self, pending: vec![root], open: Vec::new(), entered: None }
    }

    /// Walks a subtree in source order. `enter` says whether to go into a node's children.
    pub fn preorder(&self, root: Node, enter: &mut dyn FnMut(Node) -> bool) {
        let mut walk = self.walk(root);
        while let Some(step) = walk.next() {
            if let Step::Enter(node) = step
                && !enter(node)
            {
                walk.skip_children();
            }
        }
    }
}

impl TreeWalk<'_> {
    /// Leaves out the children of the node that was entered last. It is left all the same.
    pub fn skip_children(&mut self) {
        self.entered = None;
    }

    /// How many nodes are entered and not left.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    fn add_children(&mut self, node: Node) {
        let first = self.pending.len();
        let pending = &mut self.pending;
        self.tree.for_each_child(node, &mut |child| pending.push(child));
        self.pending[first..].reverse();
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if let Some(node) = self.entered.take() {
            self.add_children(node);
        }
        if let Some((node, height)) = self.open.last().copied()
            && height == self.pending.len()
        {
            self.open.pop();
            return Some(Step::Leave(node));
        }
        let node = self.pending.pop()?;
        self.open.push((node, self.pending.len()));
        self.entered = Some(node);
        Some(Step::Enter(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Expr, ExprId};

    /// `(a), *`
    fn comma(tree: &mut Tree) -> [ExprId; 4] {
        let inner = tree.exprs.alloc(Expr::Error);
        let lhs = tree.exprs.alloc(Expr::Paren(inner));
        let rhs = tree.exprs.alloc(Expr::Star);
        [tree.exprs.alloc(Expr::Comma { lhs, rhs }), lhs, inner, rhs]
    }

    #[test]
    fn nodes_are_left_behind_their_children() {
        use Step::{Enter, Leave};
        let mut tree = Tree::new(crate::Names::default());
        let [comma, lhs, inner, rhs] = comma(&mut tree).map(Node::Expr);
        let steps: Vec<Step> = tree.walk(comma).collect();
        let left = [Enter(lhs), Enter(inner), Leave(inner), Leave(lhs)];
        let expected = [&[Enter(comma)], &left[..], &[Enter(rhs), Leave(rhs), Leave(comma)]].concat();
        assert_eq!(steps, expected);
    }

    #[test]
    fn a_node_whose_children_are_skipped_is_left() {
        let mut tree = Tree::new(crate::Names::default());
        let [comma, lhs, _, _] = comma(&mut tree).map(Node::Expr);
        let mut walk = tree.walk(comma);
        assert_eq!(walk.nth(1), Some(Step::Enter(lhs)));
        assert_eq!(walk.depth(), 2);
        walk.skip_children();
        assert_eq!(walk.next(), Some(Step::Leave(lhs)));
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
