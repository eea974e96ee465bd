//! Parses tokens to trees of C17 and the GNU dialect, by recursive descent with precedence climbing.
//!
//! The parser sees kinds and texts only. The only other information it needs is which identifiers are typedef
//! names at file scope, which [`FileScope`] tells. An error gives an error node and a diagnostic, and parsing
//! goes on at the next `;`, `}` or start of a declaration.

mod asm;
mod attribute_specifiers;
pub mod codes;
mod cursor;
mod data_subscripts;
mod decl;
mod declarator;
mod directive;
mod expr;
mod file_scope;
mod init;
mod parsed;
mod primary;
mod recovery;
mod scope;
mod scratch;
mod specifiers;
mod split;
mod stmt;
mod type_words;

use crate::token::TokenSlice;

use cursor::Parser;
pub use data_subscripts::DataSubscripts;
pub use file_scope::{FileName, FileScope};
pub use parsed::{Bodies, ParseDiagnostic, ParseLimits, Parsed};
pub use split::{External, UnitSplit, split_unit, split_unit_after};

/// Parses all external declarations of a run of tokens into one tree. The declared identifiers are added to
/// `scope`.
pub fn parse_unit(
    tokens: TokenSlice<'_>,
    scope: &mut FileScope,
    limits: ParseLimits,
    bodies: Bodies,
) -> Parsed {
    let mut parser = Parser::new(tokens, scope, limits, bodies);
    while !parser.at_end() {
        let root = parser.parse_external_progressing();
        parser.tree.roots.push(root);
    }
    let mut parsed = parser.take_parsed();
    parsed.tree.shrink_to_fit();
    let declared: Vec<_> = parser.names.into_file_declarations().collect();
    scope.names.extend(declared);
    parsed
}

/// Parses the tokens of one external declaration, as [`split_unit`] found them, with its body. `scope` holds
/// the identifiers that are visible at file scope.
pub fn parse_external(tokens: TokenSlice<'_>, scope: &FileScope, limits: ParseLimits) -> Parsed {
    let mut parser = Parser::new(tokens, scope, limits, Bodies::Parse);
    while !parser.at_end() {
        let root = parser.parse_external_progressing();
        parser.tree.roots.push(root);
    }
    let mut parsed = parser.take_parsed();
    parsed.tree.shrink_to_fit();
    parsed
}
