//! The optional parts of mapped constructs that have places in the text.
//!
//! With it a walk of `ttx::visit` enters the directives that are the lines of a translation, in their order (`tests/visit.rs` of
//! the workspace). Other reasons why a text cannot be edited are unknown to a walk, and loops that the rewriter interchanges
//! stand in it where the source has them.

use std::sync::Arc;

use clacc_sema::acc::facts::AccFacts;
use clacc_sema::program::place::At;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::source::FileId;
use rustc_hash::FxHashSet;

use super::{FunctionInput, SourceFiles, inner_loops, joined_lines, kernel_parts};

/// The optional forms that a translation of the text includes: constructs in parts, and directives added to loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlacedForms {
    divided: FxHashSet<DirectiveId>,
    /// The two directives of each pair that one directive replaces.
    joined: FxHashSet<DirectiveId>,
    /// The loops without a place for a directive.
    left_out: FxHashSet<At>,
}

impl PlacedForms {
    /// Finds the forms that have places in the text of a declaration.
    pub fn of(function: &FunctionInput<'_>, read: &dyn Fn(FileId) -> Option<Arc<[u8]>>) -> PlacedForms {
        let mut sources = SourceFiles::new(read);
        let mut placed = PlacedForms::default();
        for (directive, _) in function.facts.of_directive.iter() {
            if kernel_parts::of_directive(function, directive, &mut sources).is_some() {
                placed.divided.insert(directive);
            }
            if joined_lines::are_joined(function, directive, &mut sources) {
                placed.joined.insert(directive);
            }
            let inner = function.mapping.inner_forms_of(function.facts, directive);
            let left_out = inner.filter(|inner| inner_loops::place_of(function, inner.at).is_none());
            placed.left_out.extend(left_out.map(|inner| inner.at));
        }
        placed
    }

    /// Returns the forms for code generation, which works on tokens, where everything has a place.
    pub fn everywhere(facts: &AccFacts) -> PlacedForms {
        let divided = facts.of_directive.iter().map(|(directive, _)| directive).collect();
        PlacedForms { divided, ..PlacedForms::default() }
    }

    /// Returns whether the construct of a directive is printed in parts.
    pub fn is_divided(&self, directive: DirectiveId) -> bool {
        self.divided.contains(&directive)
    }

    /// Returns whether one directive replaces a directive together with that of its loop, or with that of its construct.
    pub fn is_joined(&self, directive: DirectiveId) -> bool {
        self.joined.contains(&directive)
    }

    /// Returns whether a directive is added to a loop.
    pub fn has_loop(&self, at: At) -> bool {
        !self.left_out.contains(&at)
    }
}
