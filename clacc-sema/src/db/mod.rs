//! All queries, and the database that stores their results.

mod bound_functions;
pub mod called_elsewhere;
mod callees;
mod cancellation;
mod database;
pub mod decl_contents;
mod decl_findings;
pub mod declared_variables;
mod definition_effects;
mod device_calls;
mod device_functions;
pub mod directive_targets;
pub mod environment;
pub mod external_decls;
pub mod files;
pub mod finding_places;
pub mod findings;
pub mod function_effects;
pub mod function_variants;
pub mod functions;
mod host_functions;
pub mod identities;
mod last_results;
mod mapped_pointers;
pub mod models;
mod name_in_unit;
pub mod omp_variables;
pub mod openmp_in_source;
pub mod preprocessed;
pub mod routine_labels;
mod routine_rules;
pub mod routines;
pub mod unit_scope;

pub use cancellation::unless_cancelled;
pub use database::{Database, Db, EventLog, Execution, InputState, Unit, set_text};
pub use last_results::LastResults;
