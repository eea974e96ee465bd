//! What the parser is asked for, and what it gives.

use crate::ast::Tree;
use crate::diagnostics::{Diagnostic, Severity};
use crate::token::TokenRange;

/// Limits that give a diagnostic before the stack is exhausted.
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

/// Whether the bodies of functions are parsed, or only measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bodies {
    /// Braces are matched, and the tokens inside are not looked at.
    Skip,
    /// Bodies are parsed.
    Parse,
}
