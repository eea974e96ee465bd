//! Pointers to nodes that do not borrow the declaration.

use clacc_sema::program::place::At;

use super::{DeclarationKind, ExternalDeclaration, Node};
use crate::analysis::Unit;

/// A pointer to a node, for results that outlive a [`Node`]. It belongs to one declaration and to its tokens:
/// [`ExternalDeclaration::resolve`] returns the same node, also after edits elsewhere, and none in any other declaration.
///
/// With feature `serde` it can be stored and sent. In a session without the unit it was made for, it resolves to none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodePtr {
    origin: PointerOrigin,
    #[cfg_attr(feature = "serde", serde(with = "index"))]
    pub(crate) at: At,
}

/// The declaration that a pointer refers to. The texts of its tokens include its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// Returns whether the declaration is the one that the pointer was made in, with the same tokens.
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

/// Serialises a node as its index.
#[cfg(feature = "serde")]
mod index {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::At;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(at: &At, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(at.index())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        u32::deserialize(deserializer).map(At::new)
    }
}
