//! The kinds of random programs.

use std::sync::OnceLock;

use crate::grammar::Grammar;
use crate::random;

/// Who makes a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The module `random`: loops, teams and tasks of OpenMP around values of any kind.
    Mixed,
    /// The grammar of OpenMP.
    OpenMp,
    /// The grammar of OpenACC.
    OpenAcc,
}

impl Kind {
    pub(crate) const ALL: &[Kind] = &[Kind::Mixed, Kind::OpenMp, Kind::OpenAcc];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Mixed => "mixed",
            Kind::OpenMp => "openmp",
            Kind::OpenAcc => "openacc",
        }
    }

    /// Whether a compiler takes the programs, with or without directives. tcc has no complex numbers, which those of grammars have.
    pub(crate) fn is_taken_by(self, compiler: &str) -> bool {
        self == Kind::Mixed || compiler != "tcc"
    }

    /// The text of the program of a seed.
    pub(crate) fn program(self, seed: u64) -> String {
        static OPENMP: OnceLock<Grammar<'_>> = OnceLock::new();
        static OPENACC: OnceLock<Grammar<'_>> = OnceLock::new();
        const COMMON: &str = include_str!("grammars/common.grammar");
        let grammar = match self {
            Kind::Mixed => return random::program(seed),
            Kind::OpenMp => {
                OPENMP.get_or_init(|| Grammar::new(&[COMMON, include_str!("grammars/openmp.grammar")]))
            }
            Kind::OpenAcc => {
                OPENACC.get_or_init(|| Grammar::new(&[COMMON, include_str!("grammars/openacc.grammar")]))
            }
        };
        grammar.text("program", seed) + "\n"
    }
}
