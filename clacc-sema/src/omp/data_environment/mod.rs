//! The data environment of OpenMP constructs: the attribute of each variable that a construct refers to, and the reason for it
//! (OpenMP 5.2 5.1 and 5.8).
//!
//! A combined directive counts as its constituent constructs, outermost first. The analysis reads forms, so that it
//! is the same for directives of the source and for those that a policy derived.

mod attribute_kinds;
mod clause_entries;
mod clause_readings;
mod combined_effects;
mod conflicts;
mod constituents;
mod defaults;
mod determination;
mod directive_analysis;
mod environment_facts;
mod environment_rules;
mod implicit_maps;
mod predetermined;
mod reference_walk;
mod unit_variables;
pub mod variable_rows;

pub use self::attribute_kinds::EnvironmentAttribute;
pub use self::constituents::PlacedDirective;
pub use self::directive_analysis::{OmpAnalysis, analyze, analyze_source};
pub use self::environment_facts::{
    AttributeReason, ClauseItem, Determined, OmpConstruct, OmpConstructId, OmpFacts, VariableAttributes,
};
pub use self::environment_rules::EnvironmentRule;
pub use self::unit_variables::UnitVariables;
