//! OpenACC nodes to OpenMP nodes, mapping policies, visitors, and the rewriting of the user's text.
//!
//! A [`policy`] makes a [`node`] for each construct (one rule per construct, each replaceable), a [`dialect`] says in which words its
//! form is spelled, and the rewriter turns forms into edits of the source. This crate knows no runtime and no C tool chain.

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
