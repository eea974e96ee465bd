//! OpenMP: its one model ([`form`]), the lowering of directives in the source into it ([`lower`]), the data environments of
//! constructs ([`data_environment`]), and the checks of the directives in the source ([`checks`]).

pub mod checks;
pub mod close_nesting;
pub mod codes;
pub mod data_environment;
pub mod declared_variants;
pub mod form;
pub mod lower;
mod selector_grammar;
pub mod selectors;
pub mod variants;
