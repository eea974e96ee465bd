//! The meaning of C programs with OpenACC and OpenMP directives: names, types and constants of C; the data attributes, levels and
//! reductions of OpenACC constructs, each with its reason; the one model of OpenMP; and the queries that compute all of it on
//! demand.
//!
//! This crate neither prints nor generates code.
//!
//! # Rooms
//! `tests/rooms.rs` of the workspace reads this table and checks every `use` against it. Modules use each other in no cycle.
//!
//! | room | may use | what it holds |
//! |---|---|---|
//! | c | | names, types and constants of C; nothing about directives |
//! | program | c | one external declaration as analyses see it, whatever the host language: nodes in source order, entities, places, values, loops, writes, calls, jumps. `program::host::Host` are the questions to a host language; `c_host` answers them for C, `by_hand` in tests |
//! | directives | program | rules of both models: legal clauses, legal places, reduction operators |
//! | dependence | program | whether iterations of a loop depend on each other: proofs, disproofs, and obstacles; nothing about directives |
//! | acc | dependence, directives, program | typed OpenACC clauses; facts about constructs with their reasons; checks and their codes |
//! | omp | acc, directives, program | the one model of OpenMP (`form`); the lowering of `#pragma omp` into it (`lower`); the data environment of constructs (`data_environment`); checks and their codes |
//! | flow | acc, dependence, directives, program | the effects of executing a part of a program: changed variables, queues, released data; defects in the use of data |
//! | tuning | acc, dependence, directives, program | the optimiser of loops for policies that choose which levels share them. Its result (`Tuned`) is an input of such a policy and no fact of OpenACC |
//! | db | acc, c, dependence, directives, flow, omp, program, tuning | every query, and nothing else |
//!
//! The rooms `acc`, `dependence`, `directives`, `flow`, `omp` and `tuning` name nothing of `c` and no node of C's tree: they see
//! a `program::View`, and their results hold `At`, `EntityId`, `Place` and `Value`. So a second host language needs a second host
//! and nothing else. `program::c_printing` leads back to C's tree, for printers alone.

#![warn(clippy::too_many_lines)]

pub mod acc;
pub mod c;
pub mod db;
pub mod dependence;
pub mod directives;
pub mod flow;
pub mod omp;
pub mod program;
pub mod tuning;
