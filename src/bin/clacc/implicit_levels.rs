//! The options for loops that gangs, workers or vector lanes share without a clause that says so.

use clacc::options::{ImplicitVector, ImplicitWorker, LoopInterchange, LoopProofs};

use crate::Failure;

/// The option of clacc that a word for a compiler is: `-fopenacc-implicit-worker` alone means the outermost
/// loops, and `-fno-openacc-implicit-worker` none.
pub(crate) fn option_of(word: &str) -> Option<String> {
    if let Some(value) = word.strip_prefix("-fopenacc-loop-proofs=") {
        return Some(format!("--loop-proofs={value}"));
    }
    if let Some(value) = word.strip_prefix("-fopenacc-interchange=") {
        return Some(format!("--interchange={value}"));
    }
    let (name, alone) = match word.strip_prefix("-fno-openacc-implicit-") {
        Some(name) => (name, "none"),
        None => (word.strip_prefix("-fopenacc-implicit-")?, "outer"),
    };
    let (level, value) = name.split_once('=').unwrap_or((name, alone));
    ["worker", "vector"].contains(&level).then(|| format!("--implicit-{level}={value}"))
}

/// The loops that workers share, by a word.
pub(crate) fn worker(word: &str) -> Result<ImplicitWorker, Failure> {
    chosen("worker", word, &ImplicitWorker::WORDS)
}

/// The loops that vector lanes share, by a word.
pub(crate) fn vector(word: &str) -> Result<ImplicitVector, Failure> {
    chosen("vector", word, &ImplicitVector::WORDS)
}

/// What becomes of loops that are proven to be independent, by a word.
pub(crate) fn proofs(word: &str) -> Result<LoopProofs, Failure> {
    let found = LoopProofs::WORDS.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice);
    let names = || LoopProofs::WORDS.map(|(name, _)| name).join(", ");
    found.ok_or_else(|| format!("invalid value '{word}' for the proofs of loops: it is one of {}", names()))
}

/// Whether loops change places, by a word.
pub(crate) fn interchange(word: &str) -> Result<LoopInterchange, Failure> {
    let found = LoopInterchange::WORDS.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice);
    let names = || LoopInterchange::WORDS.map(|(name, _)| name).join(", ");
    found.ok_or_else(|| {
        format!("invalid value '{word}' for the interchange of loops: it is one of {}", names())
    })
}

fn chosen<T: Copy>(level: &str, word: &str, choices: &[(&str, T)]) -> Result<T, Failure> {
    let found = choices.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice);
    let names = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| {
        format!("invalid value '{word}' for the implicit {level} of loops: it is one of {}", names())
    })
}
