//! Statements.

use clacc_syntax::ast::{self, Role, StmtId};

use super::{Decl, Directive, Expr, Exprs, Node};

/// A statement (C17 6.8).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{For, Stmt, StmtView};
///
/// let program = "int f(int n) {\n  for (int i = 0; i < n; ++i) { if (i) return i; }\n  return 0;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let all: Vec<Stmt<'_>> = f.nodes().filter_map(|node| node.stmt()).collect();
/// let found: For<'_> = all.iter().find_map(|each| each.as_for()).expect("there is one");
/// assert_eq!(found.condition().map(|each| each.node().print()).as_deref(), Some("i < n"));
/// assert_eq!(found.counting().variable().map(|i| i.name()), Some("i"));
/// let returned = all.iter().filter_map(|each| match each.view() {
///     StmtView::Return(value) => value,
///     _ => None,
/// });
/// assert_eq!(returned.map(|each| each.node().print()).collect::<Vec<_>>(), ["i", "0"]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stmt<'f> {
    pub(super) node: Node<'f>,
    pub(super) id: StmtId,
}

/// A statement with its parts. A part is none if the source omits it (`else`, the condition of a `for`) or if it could not be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StmtView<'f> {
    /// Tokens that are not a statement. They were reported.
    Error,
    /// `{ ... }`. The items are the children of the node.
    Compound,
    /// A declaration among the items of a block.
    Declaration(Decl<'f>),
    /// `e ;`, or `;` alone.
    Expression(Option<Expr<'f>>),
    /// `if`.
    #[non_exhaustive]
    If {
        /// The condition.
        condition: Expr<'f>,
        /// The first substatement.
        then: Stmt<'f>,
        /// The second substatement.
        otherwise: Option<Stmt<'f>>,
    },
    /// `while`.
    #[non_exhaustive]
    While {
        /// The condition.
        condition: Expr<'f>,
        /// The body.
        body: Stmt<'f>,
    },
    /// `do`.
    #[non_exhaustive]
    DoWhile {
        /// The body.
        body: Stmt<'f>,
        /// The condition.
        condition: Expr<'f>,
    },
    /// `for`.
    For(For<'f>),
    /// `switch`.
    #[non_exhaustive]
    Switch {
        /// The controlling expression.
        control: Expr<'f>,
        /// The body.
        body: Stmt<'f>,
    },
    /// `case`.
    #[non_exhaustive]
    Case {
        /// The value, or the first value of a GNU range.
        value: Expr<'f>,
        /// The last value of a GNU range.
        last: Option<Expr<'f>>,
        /// The labelled statement.
        body: Option<Stmt<'f>>,
    },
    /// `default :` with the labelled statement.
    Default(Option<Stmt<'f>>),
    /// `name :`.
    #[non_exhaustive]
    Label {
        /// The label.
        name: &'f str,
        /// The labelled statement.
        body: Option<Stmt<'f>>,
    },
    /// `goto name ;`.
    Goto(&'f str),
    /// GNU `goto * e ;`.
    GotoIndirect(Expr<'f>),
    /// `break ;`.
    Break,
    /// `continue ;`.
    Continue,
    /// `return`.
    Return(Option<Expr<'f>>),
    /// GNU `asm`.
    Asm,
    /// A statement of attributes only.
    Attributes,
    /// A directive with its statement.
    Directive(Directive<'f>),
    /// Another pragma: the text after `#pragma`.
    Pragma(&'f str),
}

/// A `for` statement. [`For::counting`] interprets its header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct For<'f> {
    pub(crate) node: Node<'f>,
}

impl<'f> Stmt<'f> {
    /// Returns the statement as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.node
    }

    /// Returns the statement as a `for` statement, if it is one.
    #[must_use]
    pub fn as_for(self) -> Option<For<'f>> {
        matches!(self.node.declaration.tree()[self.id], ast::Stmt::For { .. })
            .then_some(For { node: self.node })
    }

    /// Returns the statement with its parts. Takes time linear in the number of its children, except for a block, whose children are not
    /// visited.
    #[must_use]
    pub fn view(self) -> StmtView<'f> {
        self.complete_view().unwrap_or(StmtView::Error)
    }

    fn complete_view(self) -> Option<StmtView<'f>> {
        let tree = self.node.declaration.tree();
        let expr = |role| self.node.child(role).and_then(Node::expr);
        let stmt = |role| self.node.child(role).and_then(Node::stmt);
        Some(match &tree[self.id] {
            ast::Stmt::Error => StmtView::Error,
            ast::Stmt::Compound { .. } => StmtView::Compound,
            ast::Stmt::Decl(_) => StmtView::Declaration(self.node.child(Role::Declaration)?.decl()?),
            ast::Stmt::Expr(_) => StmtView::Expression(expr(Role::Value)),
            ast::Stmt::If { .. } => StmtView::If {
                condition: expr(Role::Condition)?,
                then: stmt(Role::Then)?,
                otherwise: stmt(Role::Otherwise),
            },
            ast::Stmt::While { .. } => {
                StmtView::While { condition: expr(Role::Condition)?, body: stmt(Role::Body)? }
            }
            ast::Stmt::DoWhile { .. } => {
                StmtView::DoWhile { body: stmt(Role::Body)?, condition: expr(Role::Condition)? }
            }
            ast::Stmt::For { .. } => StmtView::For(For { node: self.node }),
            ast::Stmt::Switch { .. } => {
                StmtView::Switch { control: expr(Role::Control)?, body: stmt(Role::Body)? }
            }
            ast::Stmt::Case { .. } => {
                StmtView::Case { value: expr(Role::Value)?, last: expr(Role::Last), body: stmt(Role::Body) }
            }
            ast::Stmt::Default { .. } => StmtView::Default(stmt(Role::Body)),
            ast::Stmt::Label { name, .. } => {
                StmtView::Label { name: tree.text(*name), body: stmt(Role::Body) }
            }
            ast::Stmt::Goto(label) => StmtView::Goto(tree.text(*label)),
            ast::Stmt::GotoIndirect(_) => StmtView::GotoIndirect(expr(Role::Value)?),
            ast::Stmt::Break => StmtView::Break,
            ast::Stmt::Continue => StmtView::Continue,
            ast::Stmt::Return(_) => StmtView::Return(expr(Role::Value)),
            ast::Stmt::Asm(_) => StmtView::Asm,
            ast::Stmt::Attributes(_) => StmtView::Attributes,
            ast::Stmt::Directive(id) => StmtView::Directive(Directive::new(self.node.declaration, *id)?),
            ast::Stmt::Pragma { text, .. } => StmtView::Pragma(tree.text(*text)),
        })
    }
}

impl<'f> For<'f> {
    /// Returns the statement as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.node
    }

    /// Returns the first part of the header: a declaration or an expression statement, which may be empty.
    #[must_use]
    pub fn first(self) -> Option<Stmt<'f>> {
        self.node.child(Role::First)?.stmt()
    }

    /// Returns the condition, if there is one.
    #[must_use]
    pub fn condition(self) -> Option<Expr<'f>> {
        Exprs::of(self.node, Role::Condition).next()
    }

    /// Returns the expression that is evaluated after each iteration, if there is one.
    #[must_use]
    pub fn step(self) -> Option<Expr<'f>> {
        Exprs::of(self.node, Role::Step).next()
    }

    /// Returns the body.
    #[must_use]
    pub fn body(self) -> Option<Stmt<'f>> {
        self.node.child(Role::Body)?.stmt()
    }
}

impl<'f> From<Stmt<'f>> for Node<'f> {
    fn from(stmt: Stmt<'f>) -> Node<'f> {
        stmt.node
    }
}
