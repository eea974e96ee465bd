//! Mapping of OpenACC nodes to OpenMP nodes, mapping policies, visitors, and the rewriting of the user's
//! text.
//!
//! A [`policy`] makes a [`node`] for each construct, with one replaceable rule for each kind of construct.
//! A [`dialect`] determines the words in which forms are spelled, and the rewriter turns forms into edits
//! of the source. This crate knows no runtime and no C tool chain; [`dialect::faults`] says, as data, what compilers get wrong.
//!
//! # The face for policies
//! [`policy`], [`edition`], [`rules`], [`node`], [`verdict`], [`mapping`], [`layout`], [`spell`] and [`visit`], with the
//! constructors and walks of `clacc_sema::omp::form`, are what policies and tools of others are made with (feature `unstable` of the
//! facade). What belongs to this face is public even where this workspace uses it in tests only.

#![warn(clippy::too_many_lines)]

pub mod beside;
pub mod codes;
pub mod declared;
pub mod dialect;
pub mod edition;
pub mod extensions;
mod foreign;
mod function_translations;
mod illegal;
pub mod layout;
pub mod mapping;
pub mod node;
pub mod plan;
pub mod policy;
pub mod policy_input;
pub mod print;
pub mod query;
pub mod report;
pub mod rewrite;
pub mod rules;
mod short_forms;
pub mod spell;
pub mod translate;
mod unstated;
pub mod verdict;
pub mod visit;
