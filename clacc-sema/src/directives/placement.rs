//! Where a directive stands: at file scope, among members, in a block, or in place of a statement's body.
//!
//! OpenACC and OpenMP ask the same questions, so they are answered once.

use clacc_syntax::ast::{Decl, DirectiveId, Node, Stmt, Tree};
use clacc_syntax::directive::{Association, Places};

use crate::program::outline::Outline;

/// What a directive stands among.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// External declarations.
    File,
    /// Members of a `struct` or `union`.
    Members,
    /// Statements.
    Block,
}

impl Scope {
    /// Whether a directive with these places may stand here.
    pub(crate) fn is_permitted(self, places: Places) -> bool {
        match self {
            Scope::File => places.contains(Places::FILE),
            Scope::Members => places.contains(Places::MEMBER),
            Scope::Block => true,
        }
    }

    /// The scope in words.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Scope::File => "at file scope",
            Scope::Members => "among the members of a struct",
            Scope::Block => "in a block",
        }
    }
}

/// The node that a directive stands as: a statement or a declaration.
fn holder(outline: &Outline, directive: DirectiveId) -> Option<u32> {
    outline.parent(outline.directive(directive)?)
}

/// What a directive stands among.
pub(crate) fn scope(tree: &Tree, outline: &Outline, directive: DirectiveId) -> Scope {
    let Some(at) = holder(outline, directive) else { return Scope::Block };
    match (outline.node(at), outline.parent(at)) {
        (Node::Decl(decl), None) if matches!(tree[decl], Decl::Directive(_)) => Scope::File,
        (Node::Decl(decl), Some(_)) if matches!(tree[decl], Decl::Directive(_)) => Scope::Members,
        _ => Scope::Block,
    }
}

/// What a directive that stands alone is wrongly the body of, in words; none if it is in a block or behind a label.
pub(crate) fn owner(tree: &Tree, outline: &Outline, directive: DirectiveId) -> Option<String> {
    let kind = tree[directive].kind;
    if kind.association() != Association::None || kind.places().contains(Places::SUBSTATEMENT) {
        return None;
    }
    let parent = outline.parent(holder(outline, directive)?)?;
    let text = match outline.node(parent) {
        Node::Directive(outer) => return Some(format!("`{}`", tree[outer].kind.text(&tree.names))),
        Node::Stmt(stmt) => match &tree[stmt] {
            Stmt::If { .. } => "`if` or `else`",
            Stmt::While { .. } => "`while`",
            Stmt::DoWhile { .. } => "`do`",
            Stmt::For { .. } => "`for`",
            Stmt::Switch { .. } => "`switch`",
            _ => return None,
        },
        _ => return None,
    };
    Some(text.to_owned())
}
