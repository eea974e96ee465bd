//! The interface through which a declaration looks up the names of file scope, one at a time.

use std::sync::Arc;

use clacc_syntax::Name;

use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::model::SymbolKind;
use crate::c::types::{QualType, TagRef};

/// An ordinary identifier of file scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The kind of the identifier.
    pub kind: SymbolKind,
    /// Its type. For an enumerator, it is the type of its value.
    pub ty: QualType,
    /// Whether it is a function whose calls have no effects (`__attribute__((pure))` or `const`).
    pub pure: bool,
    /// For a typedef name, the alignment that attributes give it, which replaces that of its type.
    pub aligned: Option<u64>,
}

impl Global {
    /// Describes a name that is not declared.
    pub fn undeclared() -> Global {
        Global::new(SymbolKind::Undeclared, QualType::error())
    }

    /// Describes a name without attributes.
    pub fn new(kind: SymbolKind, ty: QualType) -> Global {
        Global { kind, ty, pure: false, aligned: None }
    }
}

/// The file scope as one declaration sees it.
pub trait Globals: Definitions {
    /// Returns the properties of an ordinary identifier at file scope.
    fn symbol(&self, name: Name) -> Option<Global>;
    /// Whether a `struct`, `union` or `enum` with this tag is declared at file scope.
    fn has_tag(&self, tag: Name) -> bool;
}

/// A file scope without names.
#[derive(Clone, Copy, Debug)]
pub struct NoGlobals(pub DataModel);

impl Definitions for NoGlobals {
    fn record(&self, _tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        None
    }
    fn enumeration(&self, _tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        None
    }
    fn data_model(&self) -> DataModel {
        self.0
    }
}

impl Globals for NoGlobals {
    fn symbol(&self, _name: Name) -> Option<Global> {
        None
    }
    fn has_tag(&self, _tag: Name) -> bool {
        false
    }
}
