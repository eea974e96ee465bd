//! The data environment of OpenMP constructs: the attribute of each variable that a construct refers to, and the reason for it
//! (OpenMP 5.2 5.1 and 5.8).
//!
//! A combined directive counts as its constituent constructs, outermost first. The analysis reads forms, so that it
//! is the same for directives of the source and for those that a policy derived.
//!
//! - *Constituents.* `OmpConstruct::parent` leads from one constituent to the next. `CombinedDirective` alone knows to which of
//!   them a clause applies and what it does to the others (17.2): `firstprivate` on `parallel for` copies in the `for` and is
//!   `shared` on the `parallel`. Constructs without a data environment (`critical`, `masked`, `section`) are no constituents
//!   here.
//! - *Sharing.* `VariableAttributes::sharing` says where a name leads. A variable may have several attributes: a mapped pointer
//!   is `map` and `firstprivate`, `copyin` stands beside `threadprivate`. `Enclosing` means that the construct changes nothing,
//!   so that whoever outlines it asks the next construct outside. A variable with neither sharing nor mapping is a fault of the
//!   analysis; tests look for one.
//! - *References go outwards, attributes come inwards.* A name counts for each construct around it, up to one that has a variable
//!   of its own. Attributes are settled from the outside, because those of a task depend on what encloses it. What a clause
//!   evaluates is referred to from outside of the constituent to which the clause applies: `schedule(static, n)` of a `parallel
//!   for` makes the `parallel` refer to `n`.
//! - *Last values of iteration variables.* What `simd` and `loop` leave in one passes through the outer constituents as if
//!   `lastprivate` named it (`EnvironmentRule::LastIteration`). gcc does so everywhere, clang in some combinations; a conforming
//!   program cannot tell that too much was copied.
//! - *Errors.* A variable that `default(none)` misses (OMP0110) has the attribute that it would have without the clause
//!   (`EnvironmentRule::Unlisted`). Variables that a form declares have no entity and are left to the reader of the form.

mod attribute_kinds;
mod clause_entries;
mod clause_readings;
mod combined_effects;
mod conflicts;
mod constituent_clauses;
mod constituents;
mod defaults;
mod determination;
mod directive_analysis;
mod environment_facts;
mod environment_rules;
mod implicit_maps;
mod predetermined;
mod reference_walk;
mod threadprivate_loops;
mod unit_variables;
pub mod variable_rows;

pub use self::attribute_kinds::EnvironmentAttribute;
pub use self::constituent_clauses::constituent_clauses;
pub use self::constituents::PlacedDirective;
pub use self::directive_analysis::{OmpAnalysis, analyze, analyze_source};
pub use self::environment_facts::{
    AttributeReason, ClauseItem, Determined, OmpConstruct, OmpConstructId, OmpFacts, VariableAttributes,
};
pub use self::environment_rules::EnvironmentRule;
pub use self::unit_variables::UnitVariables;
pub(crate) use self::unit_variables::threadprivate;
