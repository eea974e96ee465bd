//! Mapping of OpenACC nodes to OpenMP nodes, mapping policies, visitors, and the rewriting of the user's
//! text.
//!
//! A [`policy`] makes a [`node`] for each construct, with one replaceable rule for each kind of construct.
//! A [`dialect`] determines the words in which forms are spelled, and the rewriter turns forms into edits
//! of the source. This crate knows no runtime and no C tool chain.

pub mod codes;
pub mod dialect;
pub mod extensions;
pub mod layout;
pub mod mapping;
pub mod node;
pub mod plan;
pub mod policy;
pub mod print;
pub mod query;
pub mod report;
pub mod rewrite;
pub mod rules;
pub mod spell;
pub mod translate;
pub mod verdict;
pub mod visit;
