//! Of which memory the library says that a value was never given.
//!
//! A load of bytes that nobody has written is not always a mistake: the first store to a bit-field loads what is around it, and structs are
//! copied with members and holes that have no value. No access says of what type it is. So by default the bytes are followed only where
//! generated code says that an item holds numbers and pointers alone (`CLACC_VALUES`); there each load is one of a value.

use std::sync::OnceLock;

/// Of which memory the library says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// All memory, that of structs, of `malloc` and of routines too: `CLACC_DISCRETE_UNWRITTEN=reported`.
    Always,
    /// Memory of items that hold numbers and pointers alone.
    OfValues,
    /// None: `CLACC_DISCRETE_UNWRITTEN=allowed`.
    Never,
}

/// Returns what the user wants to be told of.
pub(crate) fn told() -> Told {
    static TOLD: OnceLock<Told> = OnceLock::new();
    *TOLD.get_or_init(|| match std::env::var("CLACC_DISCRETE_UNWRITTEN").as_deref().map(str::trim) {
        Ok("reported") => Told::Always,
        Ok("allowed") => Told::Never,
        _ => Told::OfValues,
    })
}
