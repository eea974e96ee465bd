//! An embeddable compiler library for C with OpenACC and OpenMP directives. It translates OpenACC to OpenMP
//! and keeps the user's own text around the directives.
//!
//! A [`Session`] holds sources and everything known about them. Give it a [`FileSystem`](files::FileSystem)
//! or the texts of an editor, add a [`Unit`] for each main file, and ask. The questions are methods of [`Analysis`], to which a
//! session dereferences:
//!
//! | question | answer |
//! |---|---|
//! | what is wrong with it? | [`Analysis::check`] returns [diagnostics] with stable codes; `render` prints them |
//! | what is its OpenMP form? | [`Analysis::translate`] returns the new text and a verdict on every clause |
//! | what happens to each variable, and why? | [`Analysis::attributes`] |
//! | what stands in it, and what does it mean? | [`Analysis::declarations`]: [nodes](syntax), [types and symbols](semantics), [constructs](acc), [places](source) |
//! | which functions run on devices, and who calls them? | [`Analysis::device_functions`] |
//! | which OpenMP stands for it, node by node? | [`Analysis::get_omp_node`], [`Analysis::omp`]: [forms](omp) with typed clauses, and [walks](visit) through either language |
//! | what did clacc understand? | [`Analysis::dump_text`], [`Analysis::tree`], [`Analysis::print`] |
//! | which directives are in a file, active or not? | [`Analysis::pragmas`] |
//!
//! An [`edit::EditSet`] holds edits in terms of nodes and of bytes, with those of a translation, and makes the new texts.
//!
//! The [`severities`] say which findings are shown, by the names that warnings have.
//! The [`options`] say how a unit is compiled. [`translate::TranslateOptions`] say how it is translated, with
//! a [`policy`] (which OpenMP a construct becomes) and a [`dialect`] (the words that the OpenMP compiler
//! knows).
//!
//! ```
//! use clacc::Session;
//! use clacc::files::MemoryFiles;
//! use clacc::options::CompileOptions;
//! use clacc::translate::TranslateOptions;
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] = i;\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! assert!(session.check(unit).is_empty());
//! let translation = session.translate(unit, &TranslateOptions::default());
//! assert!(String::from_utf8_lossy(&translation.text).contains("#pragma omp target teams"));
//! # Ok::<(), clacc::Error>(())
//! ```
//!
//! # Input safety
//! No source text makes a call panic. Nesting, inclusion and macro expansion have limits, and each limit has
//! a diagnostic of its own. The library reads files through [`files::FileSystem`] only, of which the feature `disk` has one for
//! the files of the machine, runs no process and reads no environment variables.
//!
//! # Features
//! - `render` (default): prints diagnostics as text for people, JSON lines and SARIF.
//! - `disk`: reads the files of the machine (`files::Disk`).
//! - `diff`: prints edits as unified diffs.
//! - `serde`: makes owned data serialisable: findings, verdicts, attributes, edits, translations, [trees](tree_data), options.
//!   Texts are written as strings, also those that are bytes here: a byte that is no part of UTF-8 becomes a character, as in
//!   [paths](files::path_text). Codes of clacc are written as their ids, those of other tools with their texts. Policies and dialects are written as their names, so that options with a policy
//!   of one's own cannot be written.
//! - `policy-data`: reads mapping policies that are written down as data, in TOML (`policy::PolicyFile`).
//! - `codegen`: generates C text with calls of the runtime library (`generate`, `Analysis::generate`).
//! - `cli`: builds the command line.
//! - `unstable`: exposes the internal crates, for rules and queries in their terms. They are outside
//!   semantic versioning.
//!
//! # Stability
//! The documented interface of this crate follows semantic versioning. Structs and enums that may grow are
//! `#[non_exhaustive]`: options are made with their constructors and changed by field. A minor version may
//! change the texts of findings, verdicts and dumps, and the output of a policy whose version changes. It
//! does not change codes and their meaning. The whole policy is [a page of the guide](guide::stability). The guide has [the sources of examples](guide::examples) too.

#![warn(clippy::too_many_lines)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use, clippy::missing_errors_doc)]

pub mod acc;
mod analysis;
pub mod attributes;
#[cfg(feature = "serde")]
mod code_ids;
mod codes;
pub mod compare;
pub mod device_functions;
pub mod diagnostics;
pub mod directives;
mod directives_of_macros;
mod dump;
pub mod edit;
mod error;
pub mod files;
#[cfg(feature = "codegen")]
#[cfg_attr(docsrs, doc(cfg(feature = "codegen")))]
pub mod generate;
#[cfg(doc)]
pub mod guide;
mod json;
mod json_numbers;
mod linked_symbols;
mod lone_directives;
mod memory_use;
mod node_texts;
pub mod omp;
#[cfg(feature = "serde")]
mod option_names;
pub mod options;
mod pages;
mod place_finder;
pub mod policy;
mod print;
pub mod raw_pragmas;
#[cfg(feature = "render")]
#[cfg_attr(docsrs, doc(cfg(feature = "render")))]
pub mod render;
#[cfg(feature = "runtime")]
#[cfg_attr(docsrs, doc(cfg(feature = "runtime")))]
pub mod runtime;
pub mod semantics;
mod session;
pub mod severities;
pub mod shared_functions;
mod snapshot;
pub mod source;
mod source_comments;
pub mod syntax;
mod text_edits;
pub mod together;
pub mod translate;
pub mod tree_data;
mod trees;
mod unit_inputs;
mod unit_results;
mod unit_translations;
mod verdicts;
pub mod visit;
mod wear;
mod withheld;
mod written_nodes;

/// Runs the example in the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

/// OpenMP dialects: the OpenMP that a compiler supports, its known defects, and the devices of its programs.
///
/// ```
/// use clacc::dialect::{self, Dialect, Fault, OptionalWord, Overrides};
///
/// let llvm = Dialect::by_name("llvm").expect("there is one with this name");
/// assert!(llvm == dialect::LLVM && llvm.has(OptionalWord::Hold) && llvm.avoids(Fault::SimdNarrow));
/// let mut overrides = Overrides::default();
/// overrides.hold = Some(false);
/// assert!(!llvm.with(overrides).has(OptionalWord::Hold));
/// ```
pub mod dialect {
    #[doc(inline)]
    pub use clacc_ttx::dialect::{
        CLACC, CLACC_LATEST, CompilerVersions, DISCRETE, Dialect, Fault, GCC, HOST, LLVM, LLVM_19, LLVM_22,
        NATIVE, OPENMP_5_1, OPENMP_6_0, OPENMP_6_1, OptionalWord, Overrides, PORTABLE, Platform,
    };
}

/// The internal crates that this crate is made of. They are outside of semantic versioning.
#[cfg(feature = "unstable")]
#[cfg_attr(docsrs, doc(cfg(feature = "unstable")))]
pub mod unstable {
    #[cfg(feature = "codegen")]
    pub use clacc_codegen as codegen;
    pub use clacc_sema as sema;
    pub use clacc_syntax as syntax;
    pub use clacc_ttx as ttx;
}

pub use analysis::{Analysis, Unit};
pub use dialect::Dialect;
pub use error::{Error, ErrorKind};
pub use memory_use::MemoryUse;
pub use session::Session;
pub use snapshot::{Cancelled, Snapshot};

/// Returns the page of every code that clacc reports, in the order of their ids, as `clacc explain` prints
/// it.
///
/// ```
/// use clacc::codes;
///
/// let page = codes().find(|page| page.id == "ACC0060").expect("there is one");
/// println!("{}\n{}", page.title, page.explanation);
/// ```
pub fn codes() -> impl Iterator<Item = diagnostics::Page> {
    pages::all()
}
