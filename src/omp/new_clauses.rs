//! Clauses that policies add to OpenMP forms.

use clacc_sema::omp::form::{Argument, Clause, Combiner, Item, Operand, Origin};
use clacc_sema::program::place::{Bound, Extent, Place, Step, Value, Via};

use super::{
    DefaultCategory, DependKind, ImplicitBehavior, MapFlags, MapKind, OmpClauseNode, OmpItem, OmpValue,
    ScheduleKind,
};
use crate::acc::ReductionOp;
use crate::semantics::Symbol;
use crate::syntax::{self, Expr, ExternalDeclaration};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// A clause that a policy makes. There is a constructor for each shape of argument that OpenMP clauses take; whether a directive accepts
/// the clause with its argument is checked after the policy has answered.
///
/// ```
/// use clacc::directives::OmpClause;
/// use clacc::omp::{NewClause, ScheduleKind};
///
/// let threads = NewClause::value(OmpClause::NumThreads, 8);
/// let schedule = NewClause::schedule(ScheduleKind::Static, Some(4.into()));
/// assert_eq!((threads.kind(), schedule.kind()), (OmpClause::NumThreads, OmpClause::Schedule));
/// ```
#[derive(Clone, Debug)]
pub struct NewClause<'f> {
    clause: Clause,
    parts: PartsOf<'f>,
}

/// The declaration that the parts of a clause come from.
#[derive(Clone, Copy, Debug, Default)]
struct PartsOf<'f> {
    declaration: Option<&'f ExternalDeclaration>,
    /// true if the parts come from several declarations, or one of them cannot be used.
    are_unusable: bool,
}

impl<'f> PartsOf<'f> {
    fn one(declaration: &'f ExternalDeclaration) -> PartsOf<'f> {
        PartsOf { declaration: Some(declaration), are_unusable: false }
    }

    const UNUSABLE: PartsOf<'static> = PartsOf { declaration: None, are_unusable: true };

    fn with(self, other: PartsOf<'f>) -> PartsOf<'f> {
        let differ = self.declaration.zip(other.declaration).is_some_and(|(one, other)| one != other);
        PartsOf {
            declaration: self.declaration.or(other.declaration),
            are_unusable: self.are_unusable || other.are_unusable || differ,
        }
    }

    fn all(parts: impl IntoIterator<Item = PartsOf<'f>>) -> PartsOf<'f> {
        parts.into_iter().fold(PartsOf::default(), PartsOf::with)
    }
}

/// A value in a clause: a number, or an expression of the program, which is printed as spelled in the source.
#[derive(Clone, Copy, Debug)]
pub struct NewValue<'f> {
    operand: Operand,
    parts: PartsOf<'f>,
}

/// A list item of a clause: a variable, or a part of one.
///
/// ```
/// use clacc::acc::Construct;
/// use clacc::omp::{MapFlags, MapKind, NewClause, NewItem, NewValue};
///
/// /// `map(to: ...)` of the first eight elements of every array.
/// fn first_eight<'f>(construct: Construct<'f>) -> NewClause<'f> {
///     let arrays = construct.attributes().map(|each| each.variable()).filter(|each| each.ty().is_array());
///     let eight = || NewValue::from(8);
///     let items = arrays.map(|array| NewItem::section(array, 0, eight()));
///     NewClause::map(MapKind::To, MapFlags::default(), items)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct NewItem<'f> {
    item: Option<Item>,
    parts: PartsOf<'f>,
}

const WHY: Origin = Origin::Mapping("the policy adds it");

impl<'f> NewClause<'f> {
    fn new(argument: Argument, parts: PartsOf<'f>) -> NewClause<'f> {
        NewClause { clause: Clause::new(argument, WHY), parts }
    }

    fn of_items(
        items: impl IntoIterator<Item = NewItem<'f>>,
        argument: impl FnOnce(Vec<Item>) -> Argument,
    ) -> NewClause<'f> {
        let items: Vec<NewItem<'f>> = items.into_iter().collect();
        let parts = PartsOf::all(items.iter().map(|item| item.parts));
        NewClause::new(argument(items.into_iter().filter_map(|item| item.item).collect()), parts)
    }

    /// Makes a clause without an argument: `nowait`.
    #[must_use]
    pub fn bare(kind: OmpClause) -> NewClause<'f> {
        NewClause::new(Argument::Bare(kind), PartsOf::default())
    }

    /// Makes a clause with one value: `num_threads(8)`, `thread_limit(n)`, `collapse(2)`.
    #[must_use]
    pub fn value(kind: OmpClause, value: impl Into<NewValue<'f>>) -> NewClause<'f> {
        let value = value.into();
        NewClause::new(Argument::Value(kind, value.operand), value.parts)
    }

    /// Makes a clause with several values: `sizes(4, 4)`.
    #[must_use]
    pub fn values(kind: OmpClause, values: impl IntoIterator<Item = NewValue<'f>>) -> NewClause<'f> {
        let values: Vec<NewValue<'f>> = values.into_iter().collect();
        let parts = PartsOf::all(values.iter().map(|value| value.parts));
        NewClause::new(Argument::Values(kind, values.into_iter().map(|value| value.operand).collect()), parts)
    }

    /// Makes an `if` clause. `of` names the constituent of a combined directive that the condition applies to.
    #[must_use]
    pub fn condition(of: Option<OmpDirective>, condition: impl Into<NewValue<'f>>) -> NewClause<'f> {
        let condition = condition.into();
        NewClause::new(Argument::If { of, condition: condition.operand }, condition.parts)
    }

    /// Makes a `schedule` clause. `chunk` is the number of iterations in a chunk.
    #[must_use]
    pub fn schedule(kind: ScheduleKind, chunk: Option<NewValue<'f>>) -> NewClause<'f> {
        let parts = PartsOf::all(chunk.map(|chunk| chunk.parts));
        NewClause::new(
            Argument::Schedule { modifiers: Box::default(), kind, chunk: chunk.map(|chunk| chunk.operand) },
            parts,
        )
    }

    /// Makes a `dist_schedule(static)` clause. `chunk` is the number of iterations in a chunk.
    #[must_use]
    pub fn dist_schedule(chunk: Option<NewValue<'f>>) -> NewClause<'f> {
        let parts = PartsOf::all(chunk.map(|chunk| chunk.parts));
        NewClause::new(Argument::DistSchedule { chunk: chunk.map(|chunk| chunk.operand) }, parts)
    }

    /// Makes a `defaultmap` clause.
    #[must_use]
    pub fn defaultmap(behavior: MapKind, category: DefaultCategory) -> NewClause<'f> {
        let (behavior, category) = (ImplicitBehavior::Map(behavior), Some(category));
        NewClause::new(Argument::Defaultmap { behavior, category }, PartsOf::default())
    }

    /// Makes a clause that takes a list only: `private`, `shared`, `is_device_ptr`.
    #[must_use]
    pub fn list(kind: OmpClause, items: impl IntoIterator<Item = NewItem<'f>>) -> NewClause<'f> {
        NewClause::of_items(items, |items| Argument::List(kind, items))
    }

    /// Makes a `map` clause.
    #[must_use]
    pub fn map(
        kind: MapKind,
        flags: MapFlags,
        items: impl IntoIterator<Item = NewItem<'f>>,
    ) -> NewClause<'f> {
        NewClause::of_items(items, |items| Argument::Map { kind, flags, items })
    }

    /// Makes a clause of `target update`, with or without the modifier `present`: `to` for a copy to the device, else `from`.
    #[must_use]
    pub fn motion(
        to_device: bool,
        present: bool,
        items: impl IntoIterator<Item = NewItem<'f>>,
    ) -> NewClause<'f> {
        NewClause::of_items(items, |items| Argument::Motion { to_device, present, items })
    }

    /// Makes a `reduction` clause.
    #[must_use]
    pub fn reduction(operator: ReductionOp, items: impl IntoIterator<Item = NewItem<'f>>) -> NewClause<'f> {
        let combiner = Combiner::Operator(operator);
        NewClause::of_items(items, |items| Argument::Reduction { combiner, items })
    }

    /// Makes a `depend` clause.
    #[must_use]
    pub fn depend(kind: DependKind, items: impl IntoIterator<Item = NewItem<'f>>) -> NewClause<'f> {
        NewClause::of_items(items, |items| Argument::Depend { kind, items })
    }

    /// Sets the clause of the source from which this clause originates. The verdict on that clause depends on what a policy makes of it.
    #[must_use]
    pub fn asked_by(mut self, clause: syntax::Clause<'f>) -> NewClause<'f> {
        self.parts = self.parts.with(PartsOf::one(clause.node().declaration()));
        self.clause.origin = Origin::Clause(clause.id());
        self
    }

    /// Returns the kind of the clause.
    #[must_use]
    pub fn kind(&self) -> OmpClause {
        self.clause.kind()
    }

    /// Returns the clause for a form of this declaration. None if a part of it is of another declaration.
    pub(crate) fn for_form(self, declaration: &ExternalDeclaration) -> Option<Clause> {
        let is_own = self.parts.declaration.is_none_or(|own| own == declaration);
        (is_own && !self.parts.are_unusable).then_some(self.clause)
    }
}

/// The clause of a form, with its origin.
impl<'f> From<OmpClauseNode<'f>> for NewClause<'f> {
    fn from(node: OmpClauseNode<'f>) -> NewClause<'f> {
        NewClause { clause: node.clause.clone(), parts: PartsOf::one(node.context.declaration) }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for NewValue<'_> {
            fn from(number: $number) -> Self {
                let operand = Operand::Value(Value::constant(number.into()));
                NewValue { operand, parts: PartsOf::default() }
            }
        }
    )*};
}
numbers!(i32, u32, i64, u64);

impl<'f> From<Expr<'f>> for NewValue<'f> {
    fn from(expr: Expr<'f>) -> NewValue<'f> {
        let operand = Operand::Value(Value::Node(expr.node().at));
        NewValue { operand, parts: PartsOf::one(expr.node().declaration()) }
    }
}

/// A value of a form. A product, or a condition on iteration counts, cannot be used alone; take over the whole clause instead.
impl<'f> From<OmpValue<'f>> for NewValue<'f> {
    fn from(value: OmpValue<'f>) -> NewValue<'f> {
        match value.operand() {
            Some((operand, declaration)) => NewValue { operand, parts: PartsOf::one(declaration) },
            None => NewValue { operand: Operand::Value(Value::constant(0)), parts: PartsOf::UNUSABLE },
        }
    }
}

impl NewValue<'_> {
    fn value(self) -> Option<Value> {
        match self.operand {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }
}

impl<'f> NewItem<'f> {
    /// Makes a section of an array or of the memory that a pointer points to: `a[lower:length]`.
    #[must_use]
    pub fn section(
        variable: Symbol<'f>,
        lower: impl Into<NewValue<'f>>,
        length: impl Into<NewValue<'f>>,
    ) -> NewItem<'f> {
        let (lower, length) = (lower.into(), length.into());
        let (owner, entity) = variable.entity();
        let parts = PartsOf::one(owner).with(lower.parts).with(length.parts);
        let ty = variable.ty();
        let selects = ty.is_array() || ty.is_pointer();
        let (Some(start), Some(extent)) = (lower.value().filter(|_| selects), length.value()) else {
            return NewItem { item: None, parts: parts.with(PartsOf::UNUSABLE) };
        };
        let range = Step::Range { start: Bound::At(start), extent: Extent::Length(extent), stride: None };
        let behind = ty.is_pointer().then_some(Step::Deref(Via::Pointer));
        let place = Place::whole(entity).then(behind.into_iter().chain([range]));
        NewItem { item: Some(Item::Place { place, written: None }), parts }
    }
}

/// The whole variable, as a list item.
impl<'f> From<Symbol<'f>> for NewItem<'f> {
    fn from(symbol: Symbol<'f>) -> NewItem<'f> {
        let (owner, entity) = symbol.entity();
        NewItem { item: Some(Item::entity(entity)), parts: PartsOf::one(owner) }
    }
}

/// The variable that an expression of the program designates, or a member, element or section of one, as spelled in the source.
impl<'f> From<Expr<'f>> for NewItem<'f> {
    fn from(expr: Expr<'f>) -> NewItem<'f> {
        let (declaration, at) = (expr.node().declaration(), expr.node().at);
        match declaration.view().place_of(at) {
            Some(place) => NewItem { item: Some(Item::written(place, at)), parts: PartsOf::one(declaration) },
            None => NewItem { item: None, parts: PartsOf::UNUSABLE },
        }
    }
}

/// A list item of a form.
impl<'f> From<OmpItem<'f>> for NewItem<'f> {
    fn from(item: OmpItem<'f>) -> NewItem<'f> {
        NewItem { item: Some(item.item.clone()), parts: PartsOf::one(item.context.declaration) }
    }
}
