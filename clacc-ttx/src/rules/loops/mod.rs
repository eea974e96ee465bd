//! Loops: their levels, the loops that one directive is about, directives of loops inside, and `atomic`.
//!
//! The directive that a loop becomes is decided in this order:
//!
//! 1. `loop_directives::rule_of` chooses the table: `COLLAPSED` (the directive of a loop around is about this one too),
//!    `PARTITIONED`, or `SEQUENTIAL`.
//! 2. `loop_levels::directive_of` chooses the part of `distribute parallel for simd`, from the levels in `LoopFacts`. Reasons to
//!    choose less are asked here: `lane_hazards` and `lone_lanes` (`simd`), `loop_headers` (miscounted iterations),
//!    `team_copies`.
//! 3. The `first` rules of the table add sizes, conditions, `collapse` and `tile`; `associated_loops` says how many loops the
//!    directive is about. The rows map the clauses; the `implicit` rules add private copies.
//! 4. `inner_loops` and `interchanged_loops` add directives for loops that have none in the source.
//!
//! Programs that run on the threads of the host have `on_host::host_loops` in the place of steps 1 to 3. What a loop becomes in
//! one dialect alone depends on a word of the dialect (`cx.dialect.has(OptionalWord::…)`), a fault of its compilers
//! (`cx.avoids(Fault::…)`) or its `tuning`, never on its name. A directive that is no part of `distribute parallel for simd` also needs an
//! answer in `loop_levels::{has_simd, has_parallel, has_distribute}`: verdicts about sizes and copies ask these, and say nothing about a
//! directive that they do not know.

mod associated_loops;
pub(super) mod assumed_apart;
pub(super) mod atomic;
pub(super) mod enclosing_privates;
pub(super) mod histograms;
pub(crate) mod inner_loops;
pub(super) mod interchanged_loops;
pub(super) mod lane_hazards;
mod lone_lanes;
pub(super) mod lone_thread;
pub(super) mod loop_directives;
pub(super) mod loop_headers;
pub(super) mod loop_levels;
mod loop_nests;
pub(super) mod pointer_loops;
mod private_variables;
pub(super) mod schedules;
pub(super) mod small_loops;
mod team_copies;
pub(super) mod variable_pointers;
