//! Tokens to trees: recursive descent with precedence climbing, for C17 and the GNU dialect.
//!
//! The parser sees kinds and texts only. What it must know from outside the run it parses is which identifiers are
//! typedef names at file scope: that is [`FileScope`]. Errors end in an error node and a diagnostic, and parsing
//! goes on at the next `;`, `}` or start of a declaration.

use rustc_hash::FxHashMap;

use crate::Name;
use crate::ast::Tree;
use crate::diagnostics::Diagnostic;
use crate::token::TokenRange;

/// What an identifier at file scope was first declared as, as far as parsing needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileName {
    /// A typedef name.
    Typedef,
    /// An object, function or enumerator.
    Ordinary,
}

/// The identifiers declared at file scope so far. A scope can stand on another one that it does not change (the
/// scope after the headers), so cloning costs what was declared behind the headers only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileScope {
    /// The scope below.
    pub parent: Option<std::sync::Arc<FileScope>>,
    /// What was declared here.
    pub names: FxHashMap<Name, FileName>,
}

impl FileScope {
    /// Whether an identifier is a typedef name.
    pub fn is_typedef(&self, name: Name) -> bool {
        let mut scope = Some(self);
        while let Some(here) = scope {
            if let Some(found) = here.names.get(&name) {
                return *found == FileName::Typedef;
            }
            scope = here.parent.as_deref();
        }
        false
    }
}

/// Limits that end in a diagnostic instead of an exhausted stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// How deep expressions, statements, declarators and initializers may nest.
    pub nesting: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nesting: 256 }
    }
}

/// A finding of the parser.
pub type ParseDiagnostic = Diagnostic<TokenRange>;

/// A parsed run of tokens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// What was wrong, in source order.
    pub diagnostics: Vec<ParseDiagnostic>,
}
