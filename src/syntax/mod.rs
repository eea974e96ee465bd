//! The trees of declarations: nodes, and typed views of them.
//!
//! [`Analysis::declarations`](crate::Analysis::declarations) returns a handle on each external declaration of a unit. Its
//! [`Node`]s say what stands in the source: their kinds, their parents, the [`Role`]s that children have. An [`Expr`] or a
//! [`Directive`] is a node of which the kind is known, and offers its parts by name. What the source means is in
//! [`semantics`](crate::semantics) and [`acc`](crate::acc), where it stands in [`source`](crate::source).
//!
//! ```
//! use clacc::Session;
//! use clacc::files::MemoryFiles;
//! use clacc::options::CompileOptions;
//! use clacc::syntax::{ExprView, NodeKind};
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n])\n  x[0] = n;\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! let [f] = &session.declarations(unit)[..] else { panic!("there is one declaration") };
//! let section = f.nodes().find(|node| node.kind() == NodeKind::Section).expect("there is a section");
//! let Some(ExprView::Section(section)) = section.expr().map(|expr| expr.view()) else { panic!("it is one") };
//! assert_eq!(section.length.map(|length| length.node().print()).as_deref(), Some("n"));
//! # Ok::<(), clacc::Error>(())
//! ```

mod constituents;
mod declaration;
mod decls;
mod directives;
mod exprs;
mod node;
mod pointer;
mod stmts;
mod targets;

/// An operator of an expression. The list is closed: C and its GNU dialect have no others.
#[doc(inline)]
pub use clacc_syntax::ast::{BinaryOp, SizeofOp, UnaryOp};
#[doc(inline)]
pub use clacc_syntax::ast::{NodeKind, Role};

pub use self::constituents::Constituent;
pub(crate) use self::declaration::DeclarationParts;
pub use self::declaration::{DeclarationKind, ExternalDeclaration};
pub use self::decls::{Decl, Declarator};
pub use self::directives::{Clause, ClauseKind, Directive, DirectiveKind, Item, ItemValue, Modifier};
pub use self::exprs::{Expr, ExprView, Exprs, Section};
pub use self::node::{Ancestors, Children, Descendants, Node};
pub use self::pointer::NodePtr;
pub use self::stmts::{For, Stmt, StmtView};
pub use self::targets::DirectiveTarget;
