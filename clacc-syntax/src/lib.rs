//! Converts text to tokens, tokens to preprocessed tokens, and these to C trees with OpenACC and OpenMP
//! directives. It also prints these trees.
//!
//! This crate knows neither files nor queries. It gets sources as bytes and included files through
//! [`source::FileProvider`], and every result is a plain value that can be compared. Trees hold no absolute
//! positions. See `ARCHITECTURE.md` for the modules and their invariants.

#![warn(clippy::too_many_lines)]

pub mod arena;
pub mod ast;
pub mod checkpoint;
pub mod diagnostics;
pub mod directive;
pub mod encoding;
pub mod lexer;
pub mod misspelling;
pub mod name;
pub mod parse;
pub mod preprocess;
pub mod print;
pub mod sorted;
pub mod source;
pub mod target;
pub mod token;
pub mod token_places;
pub mod unit;
pub mod unit_positions;
pub mod wide_search;

pub use name::{Name, Names};
