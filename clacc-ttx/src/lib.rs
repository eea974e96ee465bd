//! From OpenACC to OpenMP: mapping policies, the OpenMP node of each OpenACC construct, visitors of both, and the rewriting of
//! the user's text. The crate is named after `TransformACCToOMP`, the part of the original Clacc compiler that does this.
//!
//! A [`policy`] makes a [`node`] for each construct, with one replaceable rule for each kind of construct. A [`dialect`]
//! determines the words in which forms are spelled, and the rewriter turns forms into edits of the source. This crate knows no
//! runtime and no C tool chain; [`dialect::faults`] says, as data, what compilers get wrong.
//!
//! # Modules
//! | modules | what they hold |
//! |---|---|
//! | [`rules`] | one table of clauses for each construct, and the driver that applies them |
//! | [`policy`], [`edition`] | a policy chooses the rules, and the edition of the design that they follow |
//! | [`dialect`] | the words that the reading compiler has (`optional_words`), where its programs run, and its faults, one row each ([`dialect::faults`]) |
//! | [`policy_input`], `foreign`, `illegal`, `unstated` | what a policy of an embedder sees; the checks of its answer before anything reads it: ids and the statement, the rules of OpenMP, the part of the meaning that it accounts for |
//! | [`node`], [`verdict`], [`mapping`], [`plan`] | the result of a policy for a construct; how much of each clause it preserves; all nodes of a declaration; which of them are used |
//! | `short_forms` | constructs of one combined directive as one combined directive, without what OpenMP implies |
//! | [`queue_objects`], `queue_uses` | objects that represent queues in short text; the queues that a declaration uses, and what needs the runtime library instead |
//! | [`layout`], [`spell`] | a form as lines before and behind its statement; a form as text in the words of a dialect |
//! | [`mod@print`], [`beside`], [`declared`] | OpenMP in the canonical print; both languages there; declarations that new code needs |
//! | [`announced`] | the directives that calls announce to profiling libraries |
//! | [`rewrite`] | edits of the user's text |
//! | [`visit`], [`report`], [`extensions`] | walks that enter and leave both trees; the report; warnings about words that few compilers take |
//! | [`query`], [`translate`], `function_translations` | the queries of the mapping; a whole unit; the translation of each function, kept across edits |
//!
//! # The face for policies
//! [`policy`], [`edition`], [`rules`], [`node`], [`verdict`], [`mapping`], [`layout`], [`spell`] and [`visit`], with the
//! constructors and walks of `clacc_sema::omp::form`, are what policies and tools of embedders are made with (feature `unstable` of the
//! facade). What belongs to this face is public even where this workspace uses it in tests only.

#![warn(clippy::too_many_lines)]

pub mod added_code;
pub mod announced;
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
mod openmp_devices;
pub mod plan;
pub mod policy;
pub mod policy_input;
pub mod print;
pub mod query;
pub mod queue_objects;
mod queue_uses;
pub mod report;
pub mod rewrite;
pub mod rules;
mod short_forms;
pub mod spell;
pub mod translate;
mod unstated;
pub mod verdict;
pub mod visit;
