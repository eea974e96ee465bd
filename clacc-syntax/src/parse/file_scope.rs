//! The identifiers declared at file scope, as far as the parser needs them.

use rustc_hash::FxHashMap;

use crate::Name;

/// The kind of entity that an identifier was first declared as at file scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileName {
    /// A typedef name.
    Typedef,
    /// An object, function or enumerator.
    Ordinary,
}

/// The identifiers declared at file scope so far. A scope can have a parent that it does not change (the scope after the headers). Then
/// cloning it copies only the declarations after the headers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileScope {
    /// The parent scope.
    pub parent: Option<std::sync::Arc<FileScope>>,
    /// The identifiers that were declared in this scope and not in its parent.
    pub names: FxHashMap<Name, FileName>,
}

impl FileScope {
    /// Returns the kind that an identifier was declared as, or none.
    pub fn lookup(&self, name: Name) -> Option<FileName> {
        let mut scope = Some(self);
        while let Some(here) = scope {
            if let Some(found) = here.names.get(&name) {
                return Some(*found);
            }
            scope = here.parent.as_deref();
        }
        None
    }
}
