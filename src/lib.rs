//! An embeddable compiler library for C with OpenACC and OpenMP directives: OpenACC in, OpenMP out, in the user's own text.
//!
//! A [`Session`] holds sources and everything known about them. Give it files, a [`FileSystem`](files::FileSystem) or texts of an
//! editor, add a [`Unit`] for each main file, and ask:
//!
//! | question | answer |
//! |---|---|
//! | what is wrong with it? | [`Session::check`]: [diagnostics] with stable codes, which module `render` turns into text |
//! | what is its OpenMP form? | [`Session::translate`]: the user's own text, with a verdict on every directive and clause |
//! | what happens to each variable, and why? | [`Session::attributes`] |
//! | what did clacc understand? | [`Session::dump_text`], [`Session::dump_json`], [`Session::print`] |
//!
//! How a unit is compiled is said by [`options`]; how it is translated by [`translate::TranslateOptions`], with a
//! [`policy`] (which OpenMP a construct becomes) and a [`dialect`] (the words that the OpenMP compiler knows).
//!
//! ```
//! use clacc::Session;
//! use clacc::files::MemoryFiles;
//! use clacc::options::CompileOptions;
//! use clacc::translate::TranslateOptions;
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] = i;\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! assert!(session.check(unit).is_empty());
//! let translation = session.translate(unit, &TranslateOptions::default());
//! assert!(String::from_utf8_lossy(&translation.text).contains("#pragma omp target teams"));
//! # Ok::<(), clacc::Error>(())
//! ```
//!
//! # Input safety
//! No source text makes a call panic; nesting, inclusion and macro expansion have limits, each with a diagnostic of its own. The library
//! reads files through [`files::FileSystem`] only, runs no process and knows no environment.
//!
//! # Features
//! - `render` (default): diagnostics as text for people, JSON lines and SARIF.
//! - `cli`: the command line.
//! - `unstable`: the crates beneath, outside semantic versioning, for policies and queries of one's own.
//!
//! # Stability
//! What this crate documents follows semantic versioning. Structs and enums that may grow are `#[non_exhaustive]`: options are made
//! with their constructors and changed by field. The texts of findings, verdicts and dumps, and the output of a policy
//! whose version changes, may change with a minor version; codes and their meaning do not.

#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use, clippy::missing_errors_doc)]

pub mod attributes;
pub mod diagnostics;
mod dump;
mod error;
pub mod files;
pub mod json;
pub mod options;
mod pages;
pub mod policy;
mod print;
#[cfg(feature = "render")]
pub mod render;
mod session;
pub mod together;
pub mod translate;

/// The example of the read-me compiles and holds.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

/// The crates beneath the facade, outside semantic versioning.
#[cfg(feature = "unstable")]
pub mod unstable {
    pub use clacc_sema as sema;
    pub use clacc_syntax as syntax;
    pub use clacc_ttx as ttx;
}

#[doc(inline)]
pub use clacc_ttx::dialect::{self, Dialect};
pub use error::{Error, ErrorKind};
pub use session::{Session, Unit};

/// The page of every code that clacc reports, in the order of their ids: what `clacc explain` prints.
pub fn codes() -> impl Iterator<Item = diagnostics::Page> {
    pages::all()
}
