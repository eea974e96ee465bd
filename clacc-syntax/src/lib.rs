//! Text to tokens to preprocessed tokens to C trees with OpenACC and OpenMP directives, and the printer of those trees.
//!
//! This crate knows neither files nor queries: sources arrive as bytes, included files through
//! [`source::FileProvider`], and every result is a plain value that can be compared.
//! Trees hold no absolute position. See `ARCHITECTURE.md` for the rooms and their invariants.

pub mod ast;
pub mod diagnostics;
pub mod directive;
pub mod encoding;
pub mod lexer;
pub mod name;
pub mod parse;
pub mod preprocess;
pub mod print;
pub mod source;
pub mod target;
pub mod token;
pub mod unit;

pub use name::{Name, Names};
