//! The parts of all rules: the tables and their driver, the input of a rule and the node under construction, and what
//! places, bounds and conditions are in OpenMP.

pub(super) mod build;
pub(super) mod collected_atomics;
pub(super) mod conditions;
mod context;
pub(super) mod data_modifiers;
pub(super) mod device_statics;
mod device_types;
pub(super) mod host_threads;
pub(super) mod member_targets;
mod mentioned_members;
pub(super) mod pointer_table;
pub(super) mod section_bounds;
pub(super) mod table;

pub use build::Build;
pub use context::{Context, LaneHazards};
pub use host_threads::HostThreads;
pub use table::{ClauseRule, ConstructRule, ImplicitRule, Mapped};
