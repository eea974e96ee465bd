//! OpenACC nodes to OpenMP nodes, mapping policies, visitors, and the rewriting of the user's text.
//!
//! [`omp`] holds the nodes, a policy makes them (one rule per construct, each replaceable), and the rewriter
//! turns them into edits of the source. This crate knows no runtime and no C tool chain.

pub mod omp;
