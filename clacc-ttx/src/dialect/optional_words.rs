//! The keywords of OpenMP that only some compilers accept.

use clacc_syntax::directive::Version;

/// The version of OpenMP that a compiler accepts, with the keywords that differ between compilers of the same version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DialectWords {
    /// The version whose directives, clauses and modifiers are printed, except for the keywords of the other fields.
    pub(crate) openmp: Version,
    /// The modifier of `map` that keeps data until a structured region ends, like OpenACC's structured reference count.
    /// OpenMP itself has only one reference count.
    pub(crate) hold: Option<&'static str>,
    /// The translation of `no_create`.
    pub(crate) no_create: NoCreate,
    /// True if `map(present, ...)` exists.
    pub(crate) present_map: bool,
    /// True if `to(present: ...)` and `from(present: ...)` exist.
    pub(crate) present_motion: bool,
    /// True if `tile sizes(...)` exists. It is in OpenMP 5.1, and in gcc from version 15 on.
    pub(crate) tile: bool,
    /// True if the routine `omp_get_mapped_ptr` exists. It is in OpenMP 5.1, and in gcc from version 13 on.
    pub(crate) mapped_pointer: bool,
}

/// The translation of OpenACC's `no_create`, under which absent data must not be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NoCreate {
    /// This modifier of `map`, which maps only data that is already present.
    Word(&'static str),
    /// OpenMP's implicit mapping.
    Implicit,
    /// `map(alloc: ...)`, which allocates absent data.
    Alloc,
}

/// A keyword of OpenMP that a dialect may have or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionalWord {
    /// The modifier `hold` of `map`, an extension, or its synonym.
    Hold,
    /// The modifier `no_alloc` of `map`, an extension, or its synonym.
    NoAlloc,
    /// The modifier `present` of `map`.
    PresentMap,
    /// The modifier `present` of `to` and `from` on `target update`.
    PresentMotion,
    /// The directive `tile`.
    Tile,
}

impl DialectWords {
    pub(super) const fn has(&self, word: OptionalWord) -> bool {
        match word {
            OptionalWord::Hold => self.hold.is_some(),
            OptionalWord::NoAlloc => self.no_alloc().is_some(),
            OptionalWord::PresentMap => self.present_map,
            OptionalWord::PresentMotion => self.present_motion,
            OptionalWord::Tile => self.tile,
        }
    }

    /// Returns the modifier of `map` that `no_create` becomes; none if it becomes no modifier.
    pub(super) const fn no_alloc(&self) -> Option<&'static str> {
        if let NoCreate::Word(word) = self.no_create { Some(word) } else { None }
    }
}
