//! What the parser has to know about the identifiers of a file.

use rustc_hash::FxHashMap;

use crate::Name;

/// What an identifier was first declared as at file scope, as far as parsing needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileName {
    /// A typedef name.
    Typedef,
    /// An object, function or enumerator.
    Ordinary,
}

/// The identifiers declared at file scope so far. A scope can be based on another one that it does not change
/// (the scope after the headers). Then cloning it copies only the declarations behind the headers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileScope {
    /// The scope that this one is based on.
    pub parent: Option<std::sync::Arc<FileScope>>,
    /// The identifiers that were declared in this scope itself.
    pub names: FxHashMap<Name, FileName>,
}

impl FileScope {
    /// Returns what an identifier was declared as, if it was.
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
