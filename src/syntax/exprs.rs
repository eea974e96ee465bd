//! Expressions.

use clacc_syntax::Name;
use clacc_syntax::ast::{self, BinaryOp, ExprId, InitId, Node as TreeNode, Role, SizeofOp, UnaryOp};

use super::{Children, Node, Stmt};

/// An expression (C17 6.5). For its meaning, see [`Expr::ty`] and the methods next to it.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{Expr, ExprView, Exprs, Section};
///
/// let program = "void g(int, int);\nvoid f(int *x) {\n#pragma acc update self(x[:4])\n  g(1, x[2]);\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).pop().expect("there is one");
/// let all: Vec<Expr<'_>> = f.nodes().filter_map(|node| node.expr()).collect();
/// let section = all.iter().find_map(|each| match each.view() {
///     ExprView::Section(section) => Some(section),
///     _ => None,
/// });
/// let Some(Section { lower: None, length: Some(length), .. }) = section else { panic!("`x[:4]` has no lower bound") };
/// assert_eq!(length.constant(), Some(4));
/// let arguments = all.iter().find_map(|each| match each.view() {
///     ExprView::Call { arguments, .. } => Some(arguments),
///     _ => None,
/// });
/// let arguments: Exprs<'_> = arguments.expect("there is a call");
/// assert_eq!(arguments.map(|each| each.node().print()).collect::<Vec<_>>(), ["1", "x[2]"]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expr<'f> {
    pub(super) node: Node<'f>,
    pub(super) id: ExprId,
}

/// An expression with its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExprView<'f> {
    /// Tokens that are not an expression. They were reported.
    Error,
    /// An identifier.
    Name(&'f str),
    /// An integer or floating constant, as it is spelled.
    Number(&'f str),
    /// A character constant, as it is spelled.
    Char(&'f str),
    /// String literals, each as it is spelled. Adjacent ones are one expression.
    Str(Vec<&'f str>),
    /// `( e )`.
    Paren(Expr<'f>),
    /// A prefix operator.
    Unary(UnaryOp, Expr<'f>),
    /// `e++`.
    Increment(Expr<'f>),
    /// `e--`.
    Decrement(Expr<'f>),
    /// A binary operator other than assignment and comma.
    #[non_exhaustive]
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        left: Expr<'f>,
        /// The right operand.
        right: Expr<'f>,
    },
    /// `left = right`, or `left op= right`.
    #[non_exhaustive]
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The left operand.
        left: Expr<'f>,
        /// The right operand.
        right: Expr<'f>,
    },
    /// `condition ? then : otherwise`.
    #[non_exhaustive]
    Conditional {
        /// The condition.
        condition: Expr<'f>,
        /// The second operand. None in the GNU form without it, where its value is that of the condition.
        then: Option<Expr<'f>>,
        /// The third operand.
        otherwise: Expr<'f>,
    },
    /// `left , right`.
    #[non_exhaustive]
    Comma {
        /// The left operand.
        left: Expr<'f>,
        /// The right operand.
        right: Expr<'f>,
    },
    /// `( type ) operand`. The type is that of the whole expression ([`Expr::ty`]).
    Cast(Expr<'f>),
    /// `( type ) { ... }`.
    CompoundLiteral,
    /// `callee ( arguments )`.
    #[non_exhaustive]
    Call {
        /// The function.
        callee: Expr<'f>,
        /// The arguments.
        arguments: Exprs<'f>,
    },
    /// A built-in that takes types, such as `__builtin_offsetof`: its name, and those of its arguments that are expressions.
    BuiltinCall(&'f str, Exprs<'f>),
    /// `base [ index ]`.
    #[non_exhaustive]
    Index {
        /// The array or pointer.
        base: Expr<'f>,
        /// The subscript.
        index: Expr<'f>,
    },
    /// A section of an array, in a clause.
    Section(Section<'f>),
    /// `( [n][m] ) base` in a clause of OpenMP.
    #[non_exhaustive]
    Shaped {
        /// The numbers of elements.
        dimensions: Exprs<'f>,
        /// The pointer.
        base: Expr<'f>,
    },
    /// `base . field`, or `base -> field`.
    #[non_exhaustive]
    Member {
        /// The object or pointer.
        base: Expr<'f>,
        /// The name of the member.
        field: &'f str,
        /// true for `->`, false for `.`.
        is_arrow: bool,
    },
    /// `sizeof` or a related operator, with its operand; none if the operand is a type.
    Sizeof(SizeofOp, Option<Expr<'f>>),
    /// `_Generic`, with its controlling expression.
    Generic(Expr<'f>),
    /// GNU `({ ... })`.
    Statement(Stmt<'f>),
    /// GNU `&& label`.
    LabelAddress(&'f str),
    /// `*` as an argument of a clause.
    Star,
}

/// `base [ lower : length ]`: a subarray (OpenACC 3.4 2.7.1) or array section (OpenMP 5.2 3.2.5). `x[:n]` has no
/// `lower`, `x[n:]` no `length`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Section<'f> {
    /// The array or pointer. For a multidimensional section, it is itself a section, and its type is that of a section ([`Expr::ty`]).
    pub base: Expr<'f>,
    /// The index of the first element, which is 0 if the source gives none.
    pub lower: Option<Expr<'f>>,
    /// The number of elements. If the source gives none, the section extends to the end of the array.
    pub length: Option<Expr<'f>>,
    /// The distance between elements, in OpenMP only; 1 if the source gives none.
    pub stride: Option<Expr<'f>>,
}

impl<'f> Expr<'f> {
    /// Returns the expression as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.node
    }

    /// Returns the expression without its outer parentheses.
    #[must_use]
    pub fn without_parentheses(self) -> Expr<'f> {
        self.part(self.node.declaration.tree().unparenthesized(self.id))
    }

    /// Returns the expression with its parts. Takes constant time; only string literals are gathered.
    #[must_use]
    pub fn view(self) -> ExprView<'f> {
        let part = |id: ExprId| self.part(id);
        let tree = self.node.declaration.tree();
        match &tree[self.id] {
            ast::Expr::Error => ExprView::Error,
            ast::Expr::Name(name) => ExprView::Name(self.text(*name)),
            ast::Expr::Number(text) => ExprView::Number(self.text(*text)),
            ast::Expr::Char(text) => ExprView::Char(self.text(*text)),
            ast::Expr::Str(parts) => ExprView::Str(parts.iter().map(|part| self.text(*part)).collect()),
            ast::Expr::Paren(inner) => ExprView::Paren(part(*inner)),
            ast::Expr::Unary { op, operand } => ExprView::Unary(*op, part(*operand)),
            ast::Expr::Postfix { increment: true, operand } => ExprView::Increment(part(*operand)),
            ast::Expr::Postfix { increment: false, operand } => ExprView::Decrement(part(*operand)),
            ast::Expr::Binary { op, lhs, rhs } => {
                ExprView::Binary { op: *op, left: part(*lhs), right: part(*rhs) }
            }
            ast::Expr::Assign { op, lhs, rhs } => {
                ExprView::Assign { op: *op, left: part(*lhs), right: part(*rhs) }
            }
            ast::Expr::Conditional { condition, then, otherwise } => ExprView::Conditional {
                condition: part(*condition),
                then: then.map(part),
                otherwise: part(*otherwise),
            },
            ast::Expr::Comma { lhs, rhs } => ExprView::Comma { left: part(*lhs), right: part(*rhs) },
            ast::Expr::Cast { operand, .. } => ExprView::Cast(part(*operand)),
            ast::Expr::CompoundLiteral { .. } => ExprView::CompoundLiteral,
            ast::Expr::Call { callee, .. } => {
                ExprView::Call { callee: part(*callee), arguments: self.parts(Role::Argument) }
            }
            ast::Expr::BuiltinCall { name, .. } => {
                ExprView::BuiltinCall(self.text(*name), self.parts(Role::Argument))
            }
            ast::Expr::Index { base, index } => ExprView::Index { base: part(*base), index: part(*index) },
            ast::Expr::Section { base, range } => ExprView::Section(Section {
                base: part(*base),
                lower: range.lower.map(part),
                length: range.length.map(part),
                stride: range.stride.map(part),
            }),
            ast::Expr::Shaped { base, .. } => {
                ExprView::Shaped { dimensions: self.parts(Role::Dimension), base: part(*base) }
            }
            ast::Expr::Member { base, field, arrow } => {
                ExprView::Member { base: part(*base), field: self.text(*field), is_arrow: *arrow }
            }
            ast::Expr::SizeofExpr { op, operand } => ExprView::Sizeof(*op, Some(part(*operand))),
            ast::Expr::SizeofType { op, .. } => ExprView::Sizeof(*op, None),
            ast::Expr::Generic { control, .. } => ExprView::Generic(part(*control)),
            ast::Expr::Statement(stmt) => {
                self.node.child(Role::Body).and_then(Node::stmt).map_or(ExprView::Error, |body| {
                    debug_assert_eq!(body.id, *stmt, "the only child is the statement");
                    ExprView::Statement(body)
                })
            }
            ast::Expr::LabelAddress(label) => ExprView::LabelAddress(self.text(*label)),
            ast::Expr::Star => ExprView::Star,
        }
    }

    fn text(self, name: Name) -> &'f str {
        self.node.declaration.tree().text(name)
    }

    /// Returns an operand. It has a node, because the outline holds all children of its nodes.
    fn part(self, id: ExprId) -> Expr<'f> {
        let at = self.node.declaration.view().at_c_expr(id);
        at.map_or(self, |at| Expr { node: self.node.declaration.node(at), id })
    }

    fn parts(self, role: Role) -> Exprs<'f> {
        Exprs { children: self.node.children(), role }
    }

    pub(crate) fn id(self) -> ExprId {
        self.id
    }

    /// Returns the expression of an initializer, unless the initializer is a list.
    pub(super) fn of_initializer(holder: Node<'f>, id: InitId) -> Option<Expr<'f>> {
        match &holder.declaration.tree()[id] {
            ast::Init::Expr(value) => {
                let at = holder.declaration.view().at_c_expr(*value)?;
                holder.declaration.node(at).expr()
            }
            ast::Init::List(_) => None,
        }
    }
}

/// Expressions that are children of one node with the same role, in source order.
#[derive(Clone, Debug)]
pub struct Exprs<'f> {
    children: Children<'f>,
    role: Role,
}

impl<'f> Exprs<'f> {
    pub(super) fn of(node: Node<'f>, role: Role) -> Exprs<'f> {
        Exprs { children: node.children(), role }
    }
}

impl<'f> Iterator for Exprs<'f> {
    type Item = Expr<'f>;

    fn next(&mut self) -> Option<Expr<'f>> {
        let role = self.role;
        self.children.find_map(|child| child.expr().filter(|_| child.role() == role))
    }
}

impl PartialEq for Exprs<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.clone().eq(other.clone())
    }
}

impl Eq for Exprs<'_> {}

impl<'f> From<Expr<'f>> for Node<'f> {
    fn from(expr: Expr<'f>) -> Node<'f> {
        debug_assert!(matches!(expr.node.tree_node(), Some(TreeNode::Expr(_))), "it is an expression");
        expr.node
    }
}
