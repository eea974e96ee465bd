//! The user's choices about levels that loops get without a clause.

/// The loops that get levels without a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ImplicitLevels {
    /// The loops that get the level `worker`.
    pub worker: ImplicitWorker,
    /// The loops that get the level `vector`.
    pub vector: ImplicitVector,
}

/// The loops that get the level `worker` without a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ImplicitWorker {
    /// No loops.
    #[default]
    None,
    /// Loops with a clause `vector`.
    Vector,
    /// The outermost loops of each nest that may have the level.
    Outer,
    /// Loops with a clause `vector`, and then the outermost ones.
    VectorOuter,
}

impl ImplicitWorker {
    /// The choices, by the keywords of the Clacc compiler's option.
    pub const WORDS: [(&'static str, ImplicitWorker); 4] = [
        ("none", ImplicitWorker::None),
        ("vector", ImplicitWorker::Vector),
        ("outer", ImplicitWorker::Outer),
        ("vector-outer", ImplicitWorker::VectorOuter),
    ];
}

/// The loops that get the level `vector` without a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ImplicitVector {
    /// No loops.
    #[default]
    None,
    /// The outermost loops of each nest that may have the level.
    Outer,
}

impl ImplicitVector {
    /// The choices, by the keywords of the Clacc compiler's option.
    pub const WORDS: [(&'static str, ImplicitVector); 2] =
        [("none", ImplicitVector::None), ("outer", ImplicitVector::Outer)];
}
