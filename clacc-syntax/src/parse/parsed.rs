//! The limits and the result of the parser.

use crate::ast::Tree;
use crate::diagnostics::{Diagnostic, Severity};
use crate::token::TokenRange;

/// Limits at which the parser reports a diagnostic before the stack is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseLimits {
    /// How deep expressions, statements, declarators and initializers may nest.
    pub nesting: u32,
}

impl Default for ParseLimits {
    fn default() -> Self {
        ParseLimits { nesting: 256 }
    }
}

/// A finding of the parser.
pub type ParseDiagnostic = Diagnostic<TokenRange>;

/// A parsed run of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// The errors, in source order.
    pub diagnostics: Vec<ParseDiagnostic>,
}

impl Parsed {
    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// The treatment of function bodies: parsed, or only skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bodies {
    /// The end of a body is found by its braces. The tokens inside are not parsed.
    Skip,
    /// Bodies are parsed.
    Parse,
}
