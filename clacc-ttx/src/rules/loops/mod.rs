//! Loops: their levels, the loops that one directive is about, directives of loops inside, and `atomic`.

mod associated_loops;
pub(super) mod assumed_apart;
pub(super) mod atomic;
pub(super) mod enclosing_privates;
pub(super) mod histograms;
pub(crate) mod inner_loops;
pub(super) mod interchanged_loops;
pub(super) mod lane_hazards;
mod lone_lanes;
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
