//! All queries, and the database that stores their results.
//!
//! # Inputs
//! Files (a path without a file is one too, so that a header which appears later invalidates the queries that looked for it), units (a
//! main file, its options, the type of devices), and mappings (a policy and a dialect).
//!
//! # Queries
//! | query | result | runs again when |
//! |---|---|---|
//! | `lex(file)` | columns of tokens | the file changes; lines around the edit are read, the rest is copied |
//! | `prefix(unit)` | the leading run of headers: tokens, macros, declarations in one tree | that run of lines, or a header, changes |
//! | `rest(unit)` | the main file behind it: tokens, split into declarations | the main file changes; what is near the edit is made anew |
//! | `declarations(unit)` | a tracked `ExternalDecl` for each declaration; its position is a field of its own | after `rest`; each field is compared |
//! | `header_declarations(unit)` | the same for declarations with directives in the program's own headers | after `prefix` |
//! | `introduced(unit)` | all names and tags that declarations introduce, as one value | after `rest`; compared |
//! | `tree(decl)`, `model(decl)` | the tree with its bodies; names, types, constants | its own tokens, or a name that it looks up, change |
//! | `program(decl)` | the declaration as analyses see it; asked for only where there are directives | the model changes |
//! | `routine_levels(unit)`, `routine_level(unit, name)` | the levels that `routine` directives give functions | a directive at file scope, or a function with a `routine` directive in it, changes |
//! | `acc_directives(decl)` | a tracked `TrackedDirective` for each directive | the tree changes |
//! | `acc_facts(decl)` | constructs with attributes and reasons; findings | the program changes |
//! | `omp_findings(decl)` | the errors in OpenMP directives | the program, or the names of the declared reductions, change |
//! | `tuned_facts(decl, on_host)` | `acc_facts` with merged levels, and what `tuning` finds out about loops | the facts, or the functions that a loop to be proven calls, change |
//! | `body_effects(unit, function)` | the accesses of a function's body through its parameters, and its calls; asked for by proofs about loops that call it | its declarations change |
//! | `omp_forms(decl)` | the forms of the OpenMP directives in the source | the program changes |
//! | `omp_facts(decl)` | the data environments of the OpenMP constructs in the source | the program, or what OpenMP directives at file scope say about its variables, changes |
//! | `functions_with_variants(unit)`, `mentions_variants(decl)`, `variants_in_sight(decl)` | functions with `declare variant` at file scope, and the variants that a declaration sees | such a directive changes |
//! | `omp_reductions(unit)` | the names of reductions that `declare reduction` at file scope declares | such a directive changes |
//! | `omp_variables(unit)` | variables of `threadprivate` and `declare target` at file scope | such a directive changes |
//! | `unit_marks(decl)` | what the OpenMP directives of a declaration say to the rest of the unit, for checks | the program changes |
//! | `calls_of_constructs(decl)`, `calls_inside(decl)` | the calls of compute constructs, and all calls of a function | the facts, or the tokens, change |
//! | `environment(unit)` | what declarations see of each other ([`environment`]) | after `rest`; compared |
//! | `decl_findings(unit)` | the findings of each declaration, placed by its tokens | after `rest`; changed declarations are asked, or all of them in another environment |
//! | `diagnostics(unit)` | all findings with absolute places | anything changes; cheap |
//!
//! `clacc_ttx::query` adds the mapping: `get_omp_node`, `function_mapping`. Queries about a name of a unit have one key,
//! `NameInUnit`, because a query of several arguments keeps a table of its own for them.
//!
//! An edit inside one function runs `lex`, `rest` and `declarations` of that file again, and the rest for that function only.
//! `tests/incremental.rs` holds the exact lists; a property test compares every answer after random edits with that of a fresh
//! database. A query over a whole file makes its result from its last one, which it finds in `LastResults`; each such step has a
//! property test that compares it with a result made from nothing. `tests/edit_costs.rs` and `tests/edit_latency.rs` of the
//! workspace measure edits.

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
pub mod device_code;
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
pub mod omp_reductions;
mod omp_unit;
pub mod omp_variables;
pub mod openmp_in_source;
mod own_pointers;
pub mod preprocessed;
pub mod routine_labels;
mod routine_rules;
pub mod routines;
mod selecting_functions;
pub mod unit_scope;
mod unplaced_memory;

pub use cancellation::unless_cancelled;
pub use database::{Database, Db, EventLog, Execution, InputState, Unit, set_text};
pub use last_results::LastResults;
