//! The interface through which a declaration looks up the names of file scope, one at a time.

use clacc_syntax::Name;

use crate::c::definitions::Definitions;
use crate::c::model::SymbolKind;
use crate::c::types::QualType;

/// An ordinary identifier of file scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The kind of the identifier.
    pub kind: SymbolKind,
    /// Its type. For an enumerator, it is the type of its value.
    pub ty: QualType,
    /// Whether it is a function whose calls have no effects (`__attribute__((pure))` or `const`).
    pub pure: bool,
    /// Whether it is a function that the unit defines.
    pub has_body: bool,
    /// For a typedef name, the alignment that attributes give it, which replaces that of its type.
    pub aligned: Option<u64>,
    /// Whether a declaration leaves its type incomplete and a later one completes it (C17 6.7.2p4), so that
    /// its type depends on where it is used.
    pub completed_later: bool,
}

impl Global {
    /// Describes a name that is not declared.
    pub fn undeclared() -> Global {
        Global::new(SymbolKind::Undeclared, QualType::error())
    }

    /// Describes a name without attributes.
    pub fn new(kind: SymbolKind, ty: QualType) -> Global {
        Global { kind, ty, pure: false, has_body: false, aligned: None, completed_later: false }
    }
}

/// The file scope as one declaration sees it.
pub trait Globals: Definitions {
    /// Returns the properties of an ordinary identifier at file scope.
    fn symbol(&self, name: Name) -> Option<Global>;
    /// Returns the properties of an ordinary identifier as far as the declarations up to the current one give them.
    fn symbol_so_far(&self, name: Name) -> Option<Global> {
        self.symbol(name)
    }
    /// Whether a `struct`, `union` or `enum` with this tag is declared at file scope.
    fn has_tag(&self, tag: Name) -> bool;
}
