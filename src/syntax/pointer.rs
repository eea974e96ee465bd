//! Pointers to nodes that do not borrow the declaration.

use clacc_sema::program::place::At;

use super::{DeclarationKind, ExternalDeclaration, Node};
use crate::analysis::Unit;

/// A pointer to a node, for results that outlive a [`Node`]. It belongs to one declaration and to its tokens:
/// [`ExternalDeclaration::resolve`] leads back to the same node, also after edits elsewhere, and gives none in any other
/// declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodePtr {
    origin: PointerOrigin,
    pub(super) at: At,
}

/// The declaration that a pointer leads into. The texts of its tokens say its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PointerOrigin {
    unit: Unit,
    kind: DeclarationKind,
    nth: u32,
    is_in_header: bool,
    fingerprint: u64,
}

impl PointerOrigin {
    fn of(declaration: &ExternalDeclaration) -> PointerOrigin {
        let parts = declaration.parts();
        PointerOrigin {
            unit: parts.unit,
            kind: declaration.kind(),
            nth: parts.identity.nth,
            is_in_header: declaration.is_in_header(),
            fingerprint: parts.fingerprint,
        }
    }
}

impl NodePtr {
    pub(super) fn to(node: Node<'_>) -> NodePtr {
        NodePtr { origin: PointerOrigin::of(node.declaration), at: node.at }
    }

    /// Whether the declaration is that of the node, with the same tokens.
    pub(super) fn leads_into(self, declaration: &ExternalDeclaration) -> bool {
        let nodes = declaration.parts().program.outline.all();
        self.origin == PointerOrigin::of(declaration) && nodes.contains(self.at)
    }
}

impl std::fmt::Debug for NodePtr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NodePtr({} of {:016x})", self.at.index(), self.origin.fingerprint)
    }
}
