//! The directives and clauses of OpenACC and OpenMP, by their names, and [`parse`], which reads one directive without a program.
//!
//! The enums list the names of the specifications. A minor version of this crate may add the names of a new version of a specification, so
//! a `match` on them should have a wildcard arm.
//!
//! ```
//! use clacc::directives::{AccClause, AccDirective};
//!
//! assert_eq!(AccDirective::from_text("parallel loop"), Some(AccDirective::ParallelLoop));
//! assert_eq!(AccClause::from_text("pcopy"), Some(AccClause::Copy));
//! assert_eq!(AccClause::Copy.text(), "copy");
//! ```

pub use crate::lone_directives::{HostLanguage, LoneDirective, parse};
#[doc(inline)]
pub use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
