//! Interned names as ids.

use std::fmt;

/// An interned text. It is copied and compared as an integer id. Only names of the same table can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(pub(super) u32);

impl Name {
    /// Returns a dense index, for side tables indexed by name.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fixed_text() {
            Some(text) => write!(f, "`{text}`"),
            None => write!(f, "#{}", self.0),
        }
    }
}
