//! An embeddable compiler library for C with OpenACC and OpenMP directives.
//!
//! A [`Session`] holds sources and everything known about them. Ask it what is wrong with a unit
//! ([`Session::check`]), for its OpenMP form in the user's own text ([`Session::translate`]), for the data attributes of its
//! constructs with their reasons ([`Session::attributes`]), or for its tree ([`Session::dump_text`], [`Session::print`]).
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
//! No input makes a call panic; nesting, inclusion and macro expansion have limits, each with a diagnostic of its own. The library
//! reads files through [`files::FileSystem`] only, runs no process and knows no environment.
//!
//! # Features
//! - `render` (default): diagnostics as text for people, JSON lines and SARIF.
//! - `cli`: the command line.
//! - `unstable`: the crates beneath, outside semantic versioning, for policies and queries of one's own.

pub mod attributes;
pub mod diagnostics;
mod dump;
mod error;
pub mod files;
pub mod json;
pub mod options;
pub mod policy;
mod print;
#[cfg(feature = "render")]
pub mod render;
mod session;
pub mod together;
pub mod translate;

/// The crates beneath the facade, outside semantic versioning.
#[cfg(feature = "unstable")]
pub mod unstable {
    pub use clacc_sema as sema;
    pub use clacc_syntax as syntax;
    pub use clacc_ttx as ttx;
}

pub use clacc_ttx::dialect::{self, Dialect};
pub use error::{Error, ErrorKind};
pub use session::{Session, Unit};

/// Every code that clacc reports, in the order of their ids.
pub fn codes() -> impl Iterator<Item = &'static diagnostics::Code> {
    let registers = [
        clacc_syntax::preprocess::codes::ALL,
        clacc_syntax::parse::codes::ALL,
        clacc_syntax::directive::codes::acc::ALL,
        clacc_syntax::directive::codes::omp::ALL,
        clacc_sema::acc::codes::ALL,
        clacc_sema::omp::codes::ALL,
        clacc_ttx::codes::ALL,
    ];
    let mut all: Vec<_> = registers.into_iter().flatten().copied().collect();
    all.sort_by_key(|code| code.id);
    all.into_iter()
}
