//! OpenACC nodes to OpenMP nodes, mapping policies, visitors, and the rewriting of the user's text.
//!
//! [`omp`] holds the nodes, a [`policy`] makes them (one rule per construct, each replaceable) in the words of a
//! [`dialect`], and the rewriter turns them into edits of the source. This crate knows no runtime and no C tool chain.

pub mod codes;
pub mod dialect;
pub mod extensions;
pub mod mapping;
pub mod omp;
pub mod plan;
pub mod policy;
pub mod print;
pub mod query;
pub mod render;
pub mod report;
pub mod rewrite;
pub mod rules;
pub mod translate;
pub mod visit;
