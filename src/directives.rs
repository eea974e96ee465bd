//! The directives and clauses of OpenACC and OpenMP, by their names, and [`parse`], which reads one directive without a program.
//!
//! The enums list the names of the specifications. A minor version of this crate may add the names of a new version of a specification, so
//! a `match` on them should have a wildcard arm.
//!
//! ```
//! use clacc::directives::{AccClause, AccDirective, OmpDirective};
//!
//! assert_eq!(AccDirective::by_name("parallel loop"), Some(AccDirective::ParallelLoop));
//! assert_eq!(AccClause::by_name("pcopy"), Some(AccClause::Copy));
//! assert_eq!((AccClause::Copy.name(), AccClause::Copy.to_string()), ("copy", "copy".to_owned()));
//! assert_eq!("target teams".parse(), Ok(OmpDirective::TargetTeams));
//! assert_eq!(OmpDirective::TargetTeams.constituents(), [OmpDirective::Target, OmpDirective::Teams]);
//! assert!("parralel".parse::<AccDirective>().is_err_and(|error| error.name() == "parralel"));
//! ```

pub use crate::lone_directives::{HostLanguage, LoneDirective, parse};
#[doc(inline)]
pub use clacc_syntax::UnknownName;
#[doc(inline)]
pub use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
