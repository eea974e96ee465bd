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

/// A walk over a subtree that enters and leaves every node.
#[derive(Clone, Debug)]
pub struct TreeWalk<'t> {
    coming: Coming<'t>,
    /// The node that was entered last, until its children are known to come.
    entered: Option<Node>,
    /// The nodes to leave, the next one last, each with the number of nodes that come behind its subtree.
    open: Vec<(Node, usize)>,
}

/// The nodes that a walk comes to, the next one last. They take the place of recursion, so no depth of a tree exhausts
/// the call stack.
#[derive(Clone, Debug)]
struct Coming<'t> {
    tree: &'t Tree,
    nodes: Vec<Node>,
}

impl Tree {
    /// A walk over a subtree in source order that enters and leaves every node.
    pub fn walk(&self, root: Node) -> TreeWalk<'_> {
        TreeWalk { coming: Coming::new(self, root), entered: None, open: Vec::new() }
    }

    /// Walks a subtree in source order, parents before children. `enter` says whether to go into a node's children.
    pub fn preorder(&self, root: Node, enter: &mut dyn FnMut(Node) -> bool) {
        let mut coming = Coming::new(self, root);
        while let Some(node) = coming.nodes.pop() {
            if enter(node) {
                coming.add_children(node);
            }
        }
    }
}

impl<'t> Coming<'t> {
    fn new(tree: &'t Tree, root: Node) -> Self {
        Coming { tree, nodes: vec![root] }
    }

    fn add_children(&mut self, node: Node) {
        let Coming { tree, nodes } = self;
        let first = nodes.len();
        tree.for_each_child(node, &mut |child| nodes.push(child));
        nodes[first..].reverse();
    }
}

impl TreeWalk<'_> {
    /// Leaves out the children of the node that was entered last. The node is left all the same.
    pub fn skip_children(&mut self) {
        self.entered = None;
    }

    /// How many nodes are entered and not left.
    pub fn depth(&self) -> usize {
        self.open.len()
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if let Some(node) = self.entered.take() {
            self.coming.add_children(node);
        }
        let height = self.coming.nodes.len();
        if let Some((node, _)) = self.open.pop_if(|(_, behind)| *behind == height) {
            return Some(Step::Leave(node));
        }
        let node = self.coming.nodes.pop()?;
        self.open.push((node, height - 1));
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
        let mut tree = Tree::default();
        let [comma, lhs, inner, rhs] = comma(&mut tree).map(Node::Expr);
        let steps: Vec<Step> = tree.walk(comma).collect();
        let left = [Enter(lhs), Enter(inner), Leave(inner), Leave(lhs)];
        let expected = [&[Enter(comma)], &left[..], &[Enter(rhs), Leave(rhs), Leave(comma)]].concat();
        assert_eq!(steps, expected);
    }

    #[test]
    fn a_node_whose_children_are_skipped_is_left() {
        let mut tree = Tree::default();
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
        let mut tree = Tree::default();
        let [comma, lhs, _, rhs] = comma(&mut tree).map(Node::Expr);
        let mut seen = Vec::new();
        tree.preorder(comma, &mut |node| {
            seen.push(node);
            node != lhs
        });
        assert_eq!(seen, [comma, lhs, rhs]);
    }
}
