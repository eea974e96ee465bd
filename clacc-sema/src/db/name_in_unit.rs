//! The key of what is asked about a name.

use clacc_syntax::Name;

use super::database::Unit;

/// A name in a unit. A query of two arguments keeps a table of its own for their pairs: a dozen queries share this one, and
/// a name that several of them are asked about stands in it once.
#[salsa::interned]
pub struct NameInUnit<'db> {
    /// The unit.
    #[returns(copy)]
    pub unit: Unit,
    /// The name.
    #[returns(copy)]
    pub name: Name,
}
