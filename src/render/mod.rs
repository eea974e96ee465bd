//! Diagnostics as text: for people, one line each, JSON lines, SARIF.
//!
//! Renderers take sources through a function, so that they depend on no session.

mod human;
mod json;
mod sarif;

pub use human::human;
pub use json::json_line;
pub use sarif::sarif;

/// Gives the bytes of a file by path.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<[u8]>>;
