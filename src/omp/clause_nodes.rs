//! Clauses of OpenMP forms.

use clacc_sema::omp::form::{self, Argument, Combiner, IterationDependence, Origin as FormOrigin};
#[doc(inline)]
pub use clacc_sema::omp::form::{
    ClauseWord, DefaultCategory, DependKind, ImplicitBehavior, MapFlags, MapKind, ScheduleKind,
    ScheduleModifier, SelectedDevices,
};

use super::clause_modifiers::OmpModifier;
use super::{FormContext, OmpItem, OmpItems, OmpValue, Origin};
use crate::acc::ReductionOp;
use crate::syntax::Clause;
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// A clause of a directive in an OpenMP form.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{MappingChoice, OmpClauseNode, OmpClauseView};
/// use clacc::policy::Policy;
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n]) num_gangs(n) async(1)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let choice = MappingChoice::new(Policy::clacc(), clacc::dialect::PORTABLE);
/// let omp = session.omp(&f, &choice).expect("the session has it");
/// let teams = omp.all()[0].directives()[0];
/// let clauses: Vec<OmpClauseNode<'_>> = teams.clauses().collect();
/// for clause in &clauses {
///     match clause.view() {
///         OmpClauseView::Map { kind, items, .. } => println!("{kind:?}: {} items", items.count()),
///         _ => println!("{}: {:?}, because of {:?}", clause.text(), clause.values(), clause.origin()),
///     }
/// }
/// # assert!(clauses.iter().any(|clause| clause.text() == "num_teams(n)"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmpClauseNode<'n> {
    pub(crate) context: FormContext<'n>,
    pub(crate) directive: OmpDirective,
    pub(crate) clause: &'n form::Clause,
}

/// A clause with its arguments, named as in OpenMP 5.2.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OmpClauseView<'n> {
    /// `map` (OpenMP 5.2 5.8.3).
    #[non_exhaustive]
    Map {
        /// The map type.
        kind: MapKind,
        /// The modifiers that the meaning requires. A dialect that lacks one omits it when printing.
        flags: MapFlags,
        /// The list items that are mapped.
        items: OmpItems<'n>,
    },
    /// `to` or `from` on `target update` (OpenMP 5.2 5.9).
    #[non_exhaustive]
    Motion {
        /// true for a copy to the device, false for one from it.
        to_device: bool,
        /// true if the modifier `present` is given.
        present: bool,
        /// The list items that are copied.
        items: OmpItems<'n>,
    },
    /// `reduction`, `task_reduction` or `in_reduction` (OpenMP 5.2 5.5.8 to 5.5.10).
    #[non_exhaustive]
    Reduction {
        /// The operator; none for a reduction that the program declares. A reduction of structs has an operator too: the form declares a
        /// reduction that applies it to each member. `-` combines like `+`.
        operator: Option<ReductionOp>,
        /// The list items of the reduction.
        items: OmpItems<'n>,
    },
    /// `depend` (OpenMP 5.2 15.9.5).
    #[non_exhaustive]
    Depend {
        /// The dependence type.
        kind: DependKind,
        /// The storage that the dependence refers to.
        items: OmpItems<'n>,
    },
    /// `if` (OpenMP 5.2 3.4).
    #[non_exhaustive]
    If {
        /// The directive that the condition applies to, if the clause names one.
        of: Option<OmpDirective>,
        /// The condition.
        condition: OmpValue<'n>,
    },
    /// `schedule` (OpenMP 5.2 11.5.3).
    #[non_exhaustive]
    Schedule {
        /// The modifiers, in source order.
        modifiers: &'n [ScheduleModifier],
        /// The kind of schedule, which assigns chunks of iterations to threads.
        kind: ScheduleKind,
        /// The number of iterations in a chunk.
        chunk: Option<OmpValue<'n>>,
    },
    /// `dist_schedule(static)` (OpenMP 5.2 11.6.1), with the number of iterations in a chunk.
    DistSchedule(Option<OmpValue<'n>>),
    /// `defaultmap` (OpenMP 5.2 5.8.7).
    #[non_exhaustive]
    Defaultmap {
        /// The implicit behavior.
        behavior: ImplicitBehavior,
        /// The variable category; none for all of them.
        category: Option<DefaultCategory>,
    },
    /// A clause with a list of variables only: `private`, `is_device_ptr`.
    List(OmpItems<'n>),
    /// A clause with values only: `num_teams`, `collapse`, `sizes`.
    Values(Vec<OmpValue<'n>>),
    /// `match` of `declare variant` (OpenMP 5.2 7.5.4).
    #[non_exhaustive]
    Variant {
        /// The variant function.
        function: &'n str,
        /// The devices for which the variant is called.
        devices: SelectedDevices,
    },
    /// A clause without an argument: `nowait`.
    Bare,
    /// A clause with one keyword: `proc_bind(close)`.
    Word(ClauseWord),
    /// `doacross(source:)`: iterations that wait for this one may continue (OpenMP 5.2 15.9.6).
    Source,
    /// `doacross(sink: vector)`: the iteration waits for the iteration in which the counters have these values (OpenMP 5.2 15.9.6).
    Sink(Vec<OmpValue<'n>>),
    /// `doacross(sink: omp_cur_iteration - 1)`: the iteration waits for the preceding one (OpenMP 5.2 15.9.6).
    Previous,
    /// A clause of OpenMP in the source whose argument forms do not represent: a context selector, an initializer, or a clause with an
    /// error.
    Unread(Clause<'n>),
}

impl<'n> OmpClauseNode<'n> {
    /// Returns the kind of the clause.
    #[must_use]
    pub fn kind(self) -> OmpClause {
        self.clause.kind()
    }

    /// Returns the list items. A clause that takes values has none.
    #[must_use]
    pub fn items(self) -> OmpItems<'n> {
        OmpItems { context: self.context, items: self.clause.items() }
    }

    /// Returns the first list item.
    #[must_use]
    pub fn item(self) -> Option<OmpItem<'n>> {
        self.items().next()
    }

    /// Returns the clause with its arguments.
    #[must_use]
    pub fn view(self) -> OmpClauseView<'n> {
        let items = self.items();
        match self.clause.argument.unmodified() {
            Argument::Map { kind, flags, .. } => OmpClauseView::Map { kind: *kind, flags: *flags, items },
            Argument::Motion { to_device, present, .. } => {
                OmpClauseView::Motion { to_device: *to_device, present: *present, items }
            }
            Argument::Reduction { combiner, .. } | Argument::TaskReduction { combiner, .. } => {
                OmpClauseView::Reduction { operator: operator(*combiner), items }
            }
            Argument::Depend { kind, .. } => OmpClauseView::Depend { kind: *kind, items },
            Argument::Schedule { modifiers, kind, .. } => {
                OmpClauseView::Schedule { modifiers, kind: *kind, chunk: self.value() }
            }
            Argument::DistSchedule { .. } => OmpClauseView::DistSchedule(self.value()),
            Argument::Defaultmap { behavior, category } => {
                OmpClauseView::Defaultmap { behavior: *behavior, category: *category }
            }
            Argument::List(..) => OmpClauseView::List(items),
            Argument::Variant { function, devices } => OmpClauseView::Variant {
                function: self.context.declaration.view().text(*function),
                devices: *devices,
            },
            Argument::If { of, .. } => self.condition(*of),
            Argument::IfMany { .. } => self.condition(Some(OmpDirective::Parallel)),
            Argument::Value(..)
            | Argument::Values(..)
            | Argument::Product(..)
            | Argument::UsesAllocators(_) => OmpClauseView::Values(self.values()),
            Argument::Word(_, word) => OmpClauseView::Word(*word),
            Argument::Doacross { dependence: IterationDependence::Source, .. } => OmpClauseView::Source,
            Argument::Doacross { dependence: IterationDependence::Previous, .. } => OmpClauseView::Previous,
            Argument::Doacross { .. } => OmpClauseView::Sink(self.values()),
            Argument::Unread(_) | Argument::Modified { .. } => self.unread(),
            Argument::Bare(_) => OmpClauseView::Bare,
        }
    }

    fn unread(self) -> OmpClauseView<'n> {
        let FormOrigin::Clause(id) = self.clause.origin else { return OmpClauseView::Bare };
        Clause::new(self.context.declaration, id).map_or(OmpClauseView::Bare, OmpClauseView::Unread)
    }

    /// Returns the modifiers, in source order, except those that the view holds.
    #[must_use]
    pub fn modifiers(self) -> Vec<OmpModifier<'n>> {
        self.clause.modifiers().iter().map(|modifier| OmpModifier::of(self.context, modifier)).collect()
    }

    fn condition(self, of: Option<OmpDirective>) -> OmpClauseView<'n> {
        let condition = self.value();
        condition.map_or(OmpClauseView::Bare, |condition| OmpClauseView::If { of, condition })
    }

    /// Returns the values in the clause: the condition of `if`, the number of `num_teams`, the chunk of `schedule`. A clause with a list of
    /// variables has none.
    #[must_use]
    pub fn values(self) -> Vec<OmpValue<'n>> {
        OmpValue::of_clause(self.context, self.clause)
    }

    /// Returns the first value in the clause.
    #[must_use]
    pub fn value(self) -> Option<OmpValue<'n>> {
        self.values().into_iter().next()
    }

    /// Returns the origin of the clause in the source.
    #[must_use]
    pub fn origin(self) -> Origin<'n> {
        Origin::new(self.context.declaration, &self.clause.origin)
    }

    /// Returns the text of the clause in the spelling of the dialect: `map(tofrom: x[0:n])`.
    #[must_use]
    pub fn text(self) -> String {
        self.context.spell(|speller| speller.clause(self.directive, self.clause))
    }
}

fn operator(combiner: Combiner) -> Option<ReductionOp> {
    match combiner {
        Combiner::Operator(operator) | Combiner::Declared(form::Fresh::Combiner(operator, _)) => {
            Some(operator)
        }
        Combiner::Minus => Some(ReductionOp::Add),
        Combiner::Declared(_) | Combiner::Named(_) => None,
    }
}
