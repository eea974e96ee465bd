//! The user's choices about loops, for policies that choose the levels of loops themselves.

/// The user's choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TuningChoices {
    /// The treatment of loops that are proven to be independent.
    pub proofs: LoopProofs,
    /// The interchange of loops.
    pub interchange: LoopInterchange,
}

/// The treatment of loops that their directives leave to the implementation and that are proven to be independent, under a policy that
/// merges levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LoopProofs {
    /// The loops are sequential.
    Off,
    /// The loops are parallel if the program's text proves that they are independent.
    Proven,
    /// The loops are parallel also if the proof assumes that pointers in data clauses do not alias.
    #[default]
    ProvenAndAssumed,
}

impl LoopProofs {
    /// The choices, by their keywords.
    pub const WORDS: [(&'static str, LoopProofs); 3] = [
        ("none", LoopProofs::Off),
        ("proven", LoopProofs::Proven),
        ("assumed", LoopProofs::ProvenAndAssumed),
    ];
}

/// The interchange of loops where that is proven to keep the results and makes memory accesses contiguous, under a policy that merges
/// levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LoopInterchange {
    /// Loops are not interchanged.
    Off,
    /// Loops are interchanged if that is proven to be valid. [`LoopProofs`] determines whether pointers in data clauses are assumed not to
    /// alias.
    #[default]
    Proven,
}

impl LoopInterchange {
    /// The choices, by their keywords.
    pub const WORDS: [(&'static str, LoopInterchange); 2] =
        [("none", LoopInterchange::Off), ("proven", LoopInterchange::Proven)];
}
