//! The key of queries about a name.

use clacc_syntax::Name;

use super::database::Unit;

/// A name in a unit. A query of two arguments would have a table of its own for its pairs of arguments; the queries about names share this
/// one, which holds each name once.
#[salsa::interned]
pub struct NameInUnit<'db> {
    /// The unit.
    #[returns(copy)]
    pub unit: Unit,
    /// The name.
    #[returns(copy)]
    pub name: Name,
}
