//! Nodes of any kind.
//!
//! A node is an index of the declaration's outline (`program::outline`). Roles are one byte for each node, and uses of symbols
//! two columns; each is found by one walk when it is first asked for. `Tree::for_each_child` alone says which children a node
//! has, in which roles.

use std::fmt;
use std::hash::{Hash, Hasher};

use clacc_sema::program::place::At;
use clacc_syntax::ast::{Node as TreeNode, NodeKind, Role};
use clacc_syntax::print;
use clacc_syntax::token::TokenRange;

use super::{Clause, Decl, Declarator, Directive, Expr, ExternalDeclaration, NodePtr, Stmt};

/// A node of a declaration's tree. It consists of an index and a reference, and is cheap to copy.
///
/// The tree is that of the preprocessed source: macros are expanded, and comments are gone. Parentheses are nodes. The
/// specifiers of a declaration (`static const int`) are not; [`Symbol`](crate::semantics::Symbol) has the type.
///
/// Access to the parent, the first child or the next node takes constant time.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{Ancestors, Children, Descendants, Node, NodeKind, Role};
///
/// let program = "void f(int n) {\n  if (n) { n = 0; }\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let node: Node<'_> = f.nodes().find(|node| node.kind() == NodeKind::If).expect("there is one");
/// let condition = node.child(Role::Condition).expect("it has one");
/// assert_eq!((condition.print().as_str(), condition.parent()), ("n", Some(node)));
/// let children: Children<'_> = node.children();
/// assert_eq!(children.map(|each| each.role()).collect::<Vec<_>>(), [Role::Condition, Role::Then]);
/// let (around, mut inside): (Ancestors<'_>, Descendants<'_>) = (node.ancestors(), node.descendants());
/// assert!(around.last().is_some_and(|root| root.kind() == NodeKind::Function && root.contains(node)));
/// inside.next();
/// inside.skip_subtree();
/// assert_eq!(inside.next().map(|then| then.kind()), Some(NodeKind::Compound));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'f> {
    pub(crate) declaration: &'f ExternalDeclaration,
    pub(crate) at: At,
}

impl<'f> Node<'f> {
    pub(crate) fn tree_node(self) -> Option<TreeNode> {
        self.declaration.tree_node(self.at)
    }

    /// Returns the tokens of the node, counted from the start of its declaration. Those of a directive include the end of its line.
    pub(crate) fn tokens(self) -> Option<TokenRange> {
        self.declaration.tree().spans.of(self.tree_node()?)
    }

    /// Returns the declaration that contains the node.
    #[must_use]
    pub fn declaration(self) -> &'f ExternalDeclaration {
        self.declaration
    }

    /// Returns the kind of the node.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.tree_node().map_or(NodeKind::ErrorDecl, |node| NodeKind::of(self.declaration.tree(), node))
    }

    /// Returns the role of the node in its parent; [`Role::Root`] without a parent. The first query of a role in a declaration takes one
    /// walk over its tree.
    #[must_use]
    pub fn role(self) -> Role {
        self.declaration.roles().get(self.at.index() as usize).copied().unwrap_or(Role::Root)
    }

    /// Returns the parent. None for a root.
    #[must_use]
    pub fn parent(self) -> Option<Node<'f>> {
        self.declaration.parts().program.outline.parent(self.at).map(|at| self.declaration.node(at))
    }

    /// Returns the first child with a role.
    #[must_use]
    pub fn child(self, role: Role) -> Option<Node<'f>> {
        self.children().find(|child| child.role() == role)
    }

    /// Returns the children in source order.
    #[must_use]
    pub fn children(self) -> Children<'f> {
        Children { declaration: self.declaration, next: self.at.next(), end: self.end() }
    }

    /// Returns the next child of the same parent. Takes constant time.
    pub(crate) fn next_sibling(self) -> Option<Node<'f>> {
        let parent = self.parent()?;
        (self.end() < parent.end()).then(|| self.declaration.node(self.end()))
    }

    /// Returns the previous child of the same parent. Takes time linear in the depth of the node that precedes this one in source order,
    /// which is inside that child.
    pub(crate) fn previous_sibling(self) -> Option<Node<'f>> {
        let parent = self.parent()?;
        let before = self.declaration.node(At::new(self.at.index().checked_sub(1)?));
        let mut around = std::iter::successors(Some(before), |node| node.parent());
        around.find(|node| node.parent() == Some(parent))
    }

    /// Returns the enclosing nodes, innermost first.
    #[must_use]
    pub fn ancestors(self) -> Ancestors<'f> {
        Ancestors { next: self.parent() }
    }

    /// Returns the nodes inside this one in source order, without the node itself. Parents come before their children.
    #[must_use]
    pub fn descendants(self) -> Descendants<'f> {
        Descendants { declaration: self.declaration, last: self.at, next: self.at.next(), end: self.end() }
    }

    /// Returns whether another node of the same declaration is inside this one, or is this one. Takes constant time.
    #[must_use]
    pub fn contains(self, other: Node<'_>) -> bool {
        self.declaration == other.declaration && (self.at..self.end()).contains(&other.at)
    }

    /// Returns a pointer to the node that does not borrow the declaration.
    #[must_use]
    pub fn ptr(self) -> NodePtr {
        NodePtr::to(self)
    }

    /// Returns the node as canonical C, with macros expanded and without comments, starting at the first column. A directive is printed
    /// without its statement. The user's own text, with the names of macros, is that of [`Analysis::source`](crate::Analysis::source) in the
    /// range of [`Analysis::location`](crate::Analysis::location).
    #[must_use]
    pub fn print(self) -> String {
        let Some(node) = self.tree_node() else { return String::new() };
        let of_clause = match node {
            TreeNode::Clause(id) => {
                self.declaration.parts().program.clauses.get(id).map(|clause| clause.directive)
            }
            _ => None,
        };
        print::print_node(self.declaration.tree(), node, of_clause)
    }

    /// Returns the node as an expression, if it is one.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'f>> {
        match self.tree_node()? {
            TreeNode::Expr(id) => Some(Expr { node: self, id }),
            _ => None,
        }
    }

    /// Returns the node as a statement, if it is one.
    #[must_use]
    pub fn stmt(self) -> Option<Stmt<'f>> {
        match self.tree_node()? {
            TreeNode::Stmt(id) => Some(Stmt { node: self, id }),
            _ => None,
        }
    }

    /// Returns the node as a declaration, if it is one.
    #[must_use]
    pub fn decl(self) -> Option<Decl<'f>> {
        matches!(self.tree_node()?, TreeNode::Decl(_)).then_some(Decl { node: self })
    }

    /// Returns the node as a declarator, if it is one: a node of kind [`NodeKind::Entity`].
    #[must_use]
    pub fn declarator(self) -> Option<Declarator<'f>> {
        match self.tree_node()? {
            TreeNode::Entity(id) => Some(Declarator { node: self, id }),
            _ => None,
        }
    }

    /// Returns the node as a directive, if it is one. The statement that a directive forms has the directive as its child.
    #[must_use]
    pub fn directive(self) -> Option<Directive<'f>> {
        match self.tree_node()? {
            TreeNode::Directive(id) => Directive::new(self.declaration, id),
            _ => None,
        }
    }

    /// Returns the node as a clause, if it is one.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'f>> {
        match self.tree_node()? {
            TreeNode::Clause(id) => Clause::new(self.declaration, id),
            _ => None,
        }
    }

    fn end(self) -> At {
        self.declaration.parts().program.outline.end(self.at)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.declaration == other.declaration
    }
}

impl Eq for Node<'_> {}

impl Hash for Node<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
        self.declaration.hash(state);
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {:?}", self.kind(), self.at.index(), self.declaration)
    }
}

/// The children of a node ([`Node::children`]).
#[derive(Clone, Debug)]
pub struct Children<'f> {
    declaration: &'f ExternalDeclaration,
    next: At,
    end: At,
}

impl<'f> Iterator for Children<'f> {
    type Item = Node<'f>;

    fn next(&mut self) -> Option<Node<'f>> {
        let at = Some(self.next).filter(|next| *next < self.end)?;
        self.next = self.declaration.parts().program.outline.end(at);
        Some(self.declaration.node(at))
    }
}

/// The enclosing nodes of a node ([`Node::ancestors`]).
#[derive(Clone, Debug)]
pub struct Ancestors<'f> {
    next: Option<Node<'f>>,
}

impl<'f> Iterator for Ancestors<'f> {
    type Item = Node<'f>;

    fn next(&mut self) -> Option<Node<'f>> {
        let node = self.next?;
        self.next = node.parent();
        Some(node)
    }
}

/// The nodes inside a node ([`Node::descendants`]).
#[derive(Clone, Debug)]
pub struct Descendants<'f> {
    declaration: &'f ExternalDeclaration,
    /// The node that was returned last.
    last: At,
    next: At,
    end: At,
}

impl Descendants<'_> {
    /// Skips the nodes inside the one that was returned last; before the first one, all nodes.
    pub fn skip_subtree(&mut self) {
        self.next = self.declaration.parts().program.outline.end(self.last);
    }
}

impl<'f> Iterator for Descendants<'f> {
    type Item = Node<'f>;

    fn next(&mut self) -> Option<Node<'f>> {
        let at = Some(self.next).filter(|next| *next < self.end)?;
        (self.last, self.next) = (at, at.next());
        Some(self.declaration.node(at))
    }
}
