//! What users choose about levels that loops get without a clause.

/// The loops that get levels of themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ImplicitLevels {
    /// The loops that workers share.
    pub worker: ImplicitWorker,
    /// The loops that vector lanes share.
    pub vector: ImplicitVector,
}

/// The loops that workers share without a clause `worker`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ImplicitWorker {
    /// None.
    #[default]
    None,
    /// Those with a clause `vector`.
    Vector,
    /// The outermost ones of each nest that may have the level.
    Outer,
    /// Those with a clause `vector`, and then the outermost ones.
    VectorOuter,
}

impl ImplicitWorker {
    /// The choices, by the words of the Clacc compiler's option.
    pub const WORDS: [(&'static str, ImplicitWorker); 4] = [
        ("none", ImplicitWorker::None),
        ("vector", ImplicitWorker::Vector),
        ("outer", ImplicitWorker::Outer),
        ("vector-outer", ImplicitWorker::VectorOuter),
    ];
}

/// The loops that vector lanes share without a clause `vector`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ImplicitVector {
    /// None.
    #[default]
    None,
    /// The outermost ones of each nest that may have the level.
    Outer,
}

impl ImplicitVector {
    /// The choices, by the words of the Clacc compiler's option.
    pub const WORDS: [(&'static str, ImplicitVector); 2] =
        [("none", ImplicitVector::None), ("outer", ImplicitVector::Outer)];
}
