//! Diagnostics as text: for people, one line each, JSON lines, SARIF.
//!
//! Renderers take sources through a function, so that they depend on no session; a session gives them by
//! [`Session::source`](crate::Session::source):
//!
//! ```
//! # use clacc::{Session, files::MemoryFiles, options::CompileOptions, render};
//! let mut session = Session::new(MemoryFiles::new().with("f.c", "void f(void) {\n#pragma acc paralel\n}\n"));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! for finding in session.check(unit) {
//!     eprintln!("{}\n", render::human(&finding, &|path| session.source(path), false));
//! }
//! # Ok::<(), clacc::Error>(())
//! ```

mod human;
mod json;
mod sarif;

pub use human::human;
pub use json::json_line;
pub use sarif::sarif;

/// Gives the bytes of a file by path; without them, no excerpt is shown.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<[u8]>>;
