//! The user's choices about loops that a policy shares beside those with levels in the program.

/// The user's choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TuningChoices {
    /// The treatment of loops that are proven to be independent.
    pub proofs: LoopProofs,
    /// The interchange of loops.
    pub interchange: LoopInterchange,
}

/// A choice: loops that their directives leave to the implementation are shared where they are proven to be independent, under
/// a policy that merges levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LoopProofs {
    /// They are sequential.
    Off,
    /// They are shared if the program's text proves it.
    Proven,
    /// They are shared too if it does so for pointers in data clauses that lead to different memory each.
    #[default]
    ProvenAndAssumed,
}

impl LoopProofs {
    /// The choices, by their words.
    pub const WORDS: [(&'static str, LoopProofs); 3] = [
        ("none", LoopProofs::Off),
        ("proven", LoopProofs::Proven),
        ("assumed", LoopProofs::ProvenAndAssumed),
    ];
}

/// A choice: loops change places where that is proven to give the same results and makes accesses to memory side by side, under a
/// policy that merges levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LoopInterchange {
    /// They stay as they are written.
    Off,
    /// They change places if it is proven. [`LoopProofs`] says whether pointers in data clauses are taken to lead to different
    /// memory.
    #[default]
    Proven,
}

impl LoopInterchange {
    /// The choices, by their words.
    pub const WORDS: [(&'static str, LoopInterchange); 2] =
        [("none", LoopInterchange::Off), ("proven", LoopInterchange::Proven)];
}
