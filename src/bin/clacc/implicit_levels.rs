//! The options for loops that are shared among gangs, workers or vector lanes without a clause.

use clacc::options::{ImplicitVector, ImplicitWorker, LoopInterchange, LoopProofs};

use crate::Failure;

/// Returns the option of clacc that corresponds to a compiler flag: `-fopenacc-implicit-worker` alone means the outermost loops, and
/// `-fno-openacc-implicit-worker` none.
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

/// Reads the choice of loops that are shared among workers.
pub(crate) fn worker(word: &str) -> Result<ImplicitWorker, Failure> {
    chosen("worker", word, &ImplicitWorker::WORDS)
}

/// Reads the choice of loops that are shared among vector lanes.
pub(crate) fn vector(word: &str) -> Result<ImplicitVector, Failure> {
    chosen("vector", word, &ImplicitVector::WORDS)
}

/// Reads the treatment of loops that are proven to be independent.
pub(crate) fn proofs(word: &str) -> Result<LoopProofs, Failure> {
    let found = LoopProofs::WORDS.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice);
    let names = || LoopProofs::WORDS.map(|(name, _)| name).join(", ");
    found.ok_or_else(|| format!("invalid value '{word}' for the proofs of loops: it is one of {}", names()))
}

/// Reads whether loops are interchanged.
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
