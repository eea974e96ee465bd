//! The directives and clauses of OpenACC and OpenMP, by their names.
//!
//! The enums list what the specifications have. A minor version of this crate may add what a new version of a
//! specification adds, so a `match` on them should have an arm for the others.
//!
//! ```
//! use clacc::directives::{AccClause, AccDirective};
//!
//! assert_eq!(AccDirective::from_text("parallel loop"), Some(AccDirective::ParallelLoop));
//! assert_eq!(AccClause::from_text("pcopy"), Some(AccClause::Copy));
//! assert_eq!(AccClause::Copy.text(), "copy");
//! ```

#[doc(inline)]
pub use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
