//! Declarations and what they declare.

use clacc_syntax::ast::{DeclaredId, Role};

use super::{Expr, Node, Stmt};
use crate::semantics::Symbol;

/// A declaration (C17 6.7) or function definition (C17 6.9.1), at file scope, in a block, of a parameter or of members.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{Decl, Declarator};
///
/// let program = "void f(void) {\n  int a = 1, *p;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let decl: Decl<'_> = f.nodes().filter_map(|node| node.decl()).last().expect("that of the variables");
/// let names: Vec<Declarator<'_>> = decl.declarators().collect();
/// assert_eq!((names[0].name(), names[1].name()), ("a", "p"));
/// assert_eq!(names[0].initial_value().and_then(|value| value.constant()), Some(1));
/// assert_eq!(names[1].symbol().is_some_and(|p| p.ty().is_pointer()), true);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decl<'f> {
    pub(super) node: Node<'f>,
}

/// A declarator: a declared name with its dimensions, parameters and initializer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declarator<'f> {
    pub(super) node: Node<'f>,
    pub(crate) id: DeclaredId,
}

impl<'f> Decl<'f> {
    /// Returns the declaration as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.node
    }

    /// Returns the declarators, in source order.
    pub fn declarators(self) -> impl Iterator<Item = Declarator<'f>> {
        self.node.children().filter_map(Node::declarator)
    }

    /// Returns the body of a function definition.
    #[must_use]
    pub fn body(self) -> Option<Stmt<'f>> {
        self.node.child(Role::Body)?.stmt()
    }
}

impl<'f> Declarator<'f> {
    /// Returns the declarator as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.node
    }

    /// Returns the name. It is empty for an unnamed parameter or bit-field.
    #[must_use]
    pub fn name(self) -> &'f str {
        let tree = self.node.declaration.tree();
        tree.text(tree[self.id].name)
    }

    /// Returns the symbol that is declared. Members and unnamed parameters have none.
    #[must_use]
    pub fn symbol(self) -> Option<Symbol<'f>> {
        let declaration = self.node.declaration;
        let symbol = declaration.parts().model.declared.get(self.id).copied()?;
        Some(Symbol::new(declaration, symbol))
    }

    /// Returns the initial value, if it is an expression. An initializer list is a child with the role [`Role::Initializer`].
    #[must_use]
    pub fn initial_value(self) -> Option<Expr<'f>> {
        Expr::of_initializer(self.node, self.node.declaration.tree()[self.id].init?)
    }
}

impl<'f> From<Decl<'f>> for Node<'f> {
    fn from(decl: Decl<'f>) -> Node<'f> {
        decl.node
    }
}

impl<'f> From<Declarator<'f>> for Node<'f> {
    fn from(declarator: Declarator<'f>) -> Node<'f> {
        declarator.node
    }
}
