//! The OpenMP form of directives of OpenACC, as nodes.
//!
//! [`Analysis::get_omp_node`](crate::Analysis::get_omp_node) returns what a policy makes of one directive, and
//! [`Analysis::omp`](crate::Analysis::omp) what it makes of a declaration. An [`OmpNode`] has a [`FormView`]: directives with typed
//! clauses, code that the mapping adds, and at most one place for the statement that the OpenACC directive is associated with.
//! Each part says what in the source asked for it ([`Origin`]), and the node says how much of each clause it preserves
//! ([`NodeVerdict`]). Parts are views, as those of [`syntax`](crate::syntax) are; what the source spells is a view of its tree.
//!
//! ```
//! use clacc::Session;
//! use clacc::directives::OmpClause;
//! use clacc::files::MemoryFiles;
//! use clacc::omp::{MappingChoice, MapKind, OmpClauseView, Origin};
//! use clacc::options::CompileOptions;
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel copyin(x[0:n])\n  n = x[0];\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! let declarations = session.declarations(unit);
//! let parallel = declarations[0].directives().next().expect("there is a directive");
//! let nodes = session.get_omp_node(parallel, &MappingChoice::default()).expect("it is one of the session");
//! let map = nodes[0].directives()[0].clause(OmpClause::Map).expect("the data is mapped");
//! let OmpClauseView::Map { kind: MapKind::To, mut items, .. } = map.view() else { panic!("it is copied to the device") };
//! assert_eq!(items.next().and_then(|item| item.variable()).map(|x| x.name()), Some("x"));
//! let Origin::Clause(copyin) = map.origin() else { panic!("a clause asked for it") };
//! assert_eq!((copyin.spelling(), &*map.text()), ("copyin", "map(to: x[0:n])"));
//! # Ok::<(), clacc::Error>(())
//! ```

mod choice;
mod clause_modifiers;
mod clause_nodes;
mod construct_nodes;
mod declaration_nodes;
mod directive_edits;
mod directive_nodes;
mod form_views;
mod list_items;
mod new_clauses;
mod new_code;
mod node_verdicts;
mod origins;
mod questions;

pub use self::choice::MappingChoice;
pub use self::clause_modifiers::{ModifierWord, OmpIterator, OmpModifier};
pub use self::clause_nodes::{
    ClauseWord, DefaultCategory, DependKind, ImplicitBehavior, MapFlags, MapKind, OmpClauseNode,
    OmpClauseView, ScheduleKind, ScheduleModifier, SelectedDevices,
};
pub use self::construct_nodes::{
    ConstructPart, DividedConstruct, ExchangedLoops, LoopDirective, OmpNode, UnitPlace,
};
pub use self::declaration_nodes::{Omp, Outcome, WhyKept};
pub use self::directive_edits::DirectiveEdit;
pub use self::directive_nodes::OmpDirectiveNode;
pub(crate) use self::form_views::FormContext;
pub use self::form_views::{FormParts, FormView};
pub use self::list_items::{OmpItem, OmpItems, OmpValue};
pub use self::new_clauses::{NewClause, NewItem, NewValue};
pub use self::new_code::{NewCode, NewCodeView, Routine};
pub use self::node_verdicts::{NodeFinding, NodeVerdict};
pub use self::origins::Origin;
