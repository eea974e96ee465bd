//! Code generation: OpenMP forms become C with calls of clacc's own runtime.
//!
//! The input is the typed OpenMP model alone ([`clacc_sema::omp::form`]): forms that a policy derived from OpenACC, and forms of
//! `#pragma omp` in the source. Nothing here looks at OpenACC. There is no representation of expressions between that and C: what a
//! region executes are the user's own tokens, in their own lines, and only what is new is printed. Of the runtime, this crate knows the
//! C interface `clacc_abi.h` and nothing else. It runs no process and touches no file.
//!
//! Steps: [`query`] asks for one declaration; `plan` makes its regions; `constructs` emits them; the result is a [`piece`],
//! tokens of the declaration and new code without positions; [`mod@unit`] puts the pieces into the text of the unit.
//!
//! # Modules
//! | modules | what they hold |
//! |---|---|
//! | [`codes`] | the register of findings about what cannot be generated |
//! | [`compiler_facts`] | what the compiler of the text understands beside C99, by its predefined macros; nothing else is asked about compilers |
//! | `plan` | the regions of a declaration: a tree of the directives of forms over token ranges, made by one walk through OpenMP |
//! | `capture` | which variables of a function a region uses, and how each gets there: by value, by address, as a copy |
//! | `declared_reductions` | `declare reduction`, as text that functions are made of |
//! | `device_variables` | variables with storage of their own on the device |
//! | `emit` | the output for one declaration: pieces in order, new names, constants of constructs, findings |
//! | `scope` | where code is emitted: the functions around, the meaning of names in them, loops and constructs that can be left |
//! | `local_declarations` | types, enumeration constants and functions that a function declares, and what stands in front of it for them |
//! | `constructs` | one file a construct, as methods of `Lowering`; the walk over a plan |
//! | `backend` | what code is generated for: the trait `Backend` decides about `target` and the directives about data |
//! | [`piece`], [`mod@unit`] | the result for a declaration; the text of a unit |
//! | [`steps`] | the tool chain as data; nobody runs anything here |
//! | [`query`] | `lower(decl, mapping)`: an edit in one function lowers one function |
//!
//! # Rules of this crate
//! - A region that cannot be generated right returns `Refused` with a finding of a `GEN` code; then nothing of its declaration is
//!   generated. A directive that no piece consumed is left out of the text and is an error, GEN0900. OpenMP directives in system
//!   headers stay.
//! - Bodies stay as they are. Copies (`private`, `reduction`, counters) are declarations of the same name in a block around the code; what
//!   needs the original takes its address before. A variable travels by value only where nobody can write it meanwhile
//!   (`capture::Writers`); otherwise its name becomes `(*clacc__x)`, in operands of `sizeof` too.
//! - Which variables a construct shares or copies is the answer of `clacc_sema::omp::data_environment` (`capture::environment`); there
//!   is no second rule.
//! - Heads of shared loops are new. Distances are computed in unsigned 64 bits after the comparison of the source has been evaluated, so
//!   nothing overflows. Collapsed loops are walked in runs of the innermost one.
//! - New names begin with `clacc_`, or with a numbered prefix where the declaration has such names; new code names no types of headers.

#![warn(clippy::too_many_lines)]

pub mod abi;
mod atomic_order;
mod backend;
mod bound_calls;
mod capture;
pub mod codes;
pub mod compiler_facts;
mod constructs;
mod declaration_tokens;
mod declared_reductions;
mod device_variables;
mod emit;
mod local_declarations;
pub mod piece;
mod plan;
pub mod query;
mod scope;
pub mod steps;
pub mod unit;
mod variant_calls;
