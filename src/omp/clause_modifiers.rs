//! Modifiers of clauses.

#[doc(inline)]
pub use clacc_sema::omp::form::ModifierWord;
use clacc_sema::omp::form::{ClauseModifier, Operand};
use clacc_sema::program::directive::IteratorRange;
use clacc_sema::program::place::{At, Value};

use super::{FormContext, OmpValue};
use crate::semantics::Symbol;

/// A modifier of an OpenMP clause (OpenMP 5.2 3.2.1).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::directives::OmpClause;
/// use clacc::omp::{MappingChoice, OmpIterator, OmpModifier};
///
/// let program = "void f(int n, int *a) {\n#pragma omp task depend(iterator(i = 0:n), in: a[i])\n  a[0] = 0;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let task = f.directives().next().and_then(|task| omp.source_form(task)).expect("it is one of OpenMP");
/// let depend = task.directives()[0].clause(OmpClause::Depend).expect("it is written");
/// let modifiers: Vec<OmpModifier<'_>> = depend.modifiers();
/// let [OmpModifier::Iterators(iterators)] = &modifiers[..] else { panic!("there is no other modifier") };
/// let OmpIterator { variable, end, .. } = &iterators[0];
/// assert_eq!((variable.name(), &*end.text()), ("i", "n"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OmpModifier<'n> {
    /// A keyword: `strict`, `task`, `conditional`.
    Word(ModifierWord),
    /// The lower bound of `num_teams`.
    AtLeast(OmpValue<'n>),
    /// The step of `linear`.
    Step(OmpValue<'n>),
    /// The alignment of `aligned`.
    Alignment(OmpValue<'n>),
    /// The allocator of `allocate`.
    Allocator(OmpValue<'n>),
    /// The least alignment of `allocate`.
    LeastAlignment(OmpValue<'n>),
    /// The mapper of `map`, `to` and `from`, by name.
    Mapper(OmpValue<'n>),
    /// The iterators over whose values the list items are repeated.
    Iterators(Vec<OmpIterator<'n>>),
    /// A modifier that forms do not represent, with the values in it: the traits of an allocator, or a modifier with a reported error.
    Unread(Vec<OmpValue<'n>>),
}

/// An iterator of a clause, with its range of values (OpenMP 5.2 3.2.6).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OmpIterator<'n> {
    /// The iterator variable.
    pub variable: Symbol<'n>,
    /// The first value.
    pub begin: OmpValue<'n>,
    /// The end of the range, which is not a value of the iterator.
    pub end: OmpValue<'n>,
    /// The step between values; 1 if the source gives none.
    pub step: Option<OmpValue<'n>>,
}

impl<'n> OmpModifier<'n> {
    pub(super) fn of(context: FormContext<'n>, modifier: &ClauseModifier) -> OmpModifier<'n> {
        let value = |operand: &Operand| OmpValue::of(context, *operand);
        match modifier {
            ClauseModifier::Word(word) => OmpModifier::Word(*word),
            ClauseModifier::AtLeast(lower) => OmpModifier::AtLeast(value(lower)),
            ClauseModifier::Step(step) => OmpModifier::Step(value(step)),
            ClauseModifier::Alignment(bytes) => OmpModifier::Alignment(value(bytes)),
            ClauseModifier::Allocator(allocator) => OmpModifier::Allocator(value(allocator)),
            ClauseModifier::LeastAlignment(bytes) => OmpModifier::LeastAlignment(value(bytes)),
            ClauseModifier::Mapper(name) => OmpModifier::Mapper(node(context, *name)),
            ClauseModifier::Unread(values) => {
                OmpModifier::Unread(values.iter().map(|at| node(context, *at)).collect())
            }
            ClauseModifier::Iterators(iterators) => {
                OmpModifier::Iterators(iterators.iter().map(|each| iterator(context, each)).collect())
            }
        }
    }
}

fn iterator<'n>(context: FormContext<'n>, iterator: &IteratorRange) -> OmpIterator<'n> {
    OmpIterator {
        variable: Symbol::of_entity(context.declaration, iterator.variable),
        begin: node(context, iterator.begin),
        end: node(context, iterator.end),
        step: iterator.step.map(|step| node(context, step)),
    }
}

fn node(context: FormContext<'_>, at: At) -> OmpValue<'_> {
    OmpValue::of(context, Operand::Value(Value::Node(at)))
}
