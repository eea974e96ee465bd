//! The lowest crate: from bytes to tokens, from tokens to preprocessed tokens, and from these to trees of C with OpenACC and
//! OpenMP directives. It also prints these trees.
//!
//! This crate knows neither files nor queries. It gets sources as bytes and included files through [`source::FileProvider`], and
//! every result is a plain value that can be compared. Trees hold no absolute positions.
//!
//! # Modules
//! A module uses those above it in this table.
//!
//! | modules | what they hold |
//! |---|---|
//! | [`name`] | the interned identifiers, keywords, operators and literals of a session |
//! | [`arena`], [`sorted`], [`wide_search`] | lists with typed ids (la-arena), sorted lists, searches in long texts |
//! | [`checkpoint`] | cancellation points, and unfinished results that cancellation leaves behind |
//! | [`diagnostics`] | diagnostics as data, and the macro that declares codes |
//! | [`directive`] | the tables: the directives and clauses of OpenACC and OpenMP, their arguments and permitted places |
//! | [`lexer`], [`preprocess`] | tokens as columns; the preprocessor |
//! | [`mod@unit`], [`unit_positions`], [`token_places`] | the tokens of a unit and where each came from, in pieces that an edit elsewhere shares |
//! | [`ast`], [`parse`] | trees in arenas, and the parser; `ast::walk` is the one walk that enters and leaves nodes |
//! | [`mod@print`] | trees as canonical C; [`print::writer`] writes directives and clauses, parsed and derived ones alike |
//!
//! # Rules of this crate
//! - The parser sees kinds and texts of tokens only (`TokenSlice`), so that equal runs of tokens give equal trees.
//! - No body of a function is parsed before somebody asks for it: a unit is split into external declarations by matching braces
//!   ([`parse`]).
//! - The names of directives and clauses stand in the tables of [`directive`] and nowhere else. Parser, checks, printers and
//!   documentation read them there.
//! - Every limit (nesting, depth of inclusion, size of expansions) ends in a diagnostic of its own.
//! - Chains of operators, `else if` and labels nest as deep as the input is long. So what walks a tree keeps a stack of its own there
//!   (`Tree::preorder`, `Tree::walk`); everything else is bounded by the limit on nesting.

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
mod unknown_name;
pub mod wide_search;

pub use name::{Name, Names};
pub use unknown_name::UnknownName;
