//! The variables that a clause of a form names: those that it gives an attribute, and those that it only mentions.

use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::attribute_kinds::EnvironmentAttribute;
use crate::directives::reduction::ReductionOp;
use crate::omp::form::{Argument, Clause, ClauseModifier, Combiner, Item, ModifierWord, Operand, Origin};
use crate::program::View;
use crate::program::arithmetic::LoopSpan;
use crate::program::item::ItemRoot;
use crate::program::place::{At, EntityId, Place, Step, Value};
use crate::program::run::Run;

/// The variables in a clause.
#[derive(Debug)]
pub(super) struct ClauseReading {
    /// The clause.
    pub(super) kind: OmpClause,
    /// The attribute that it gives its list items. [`ClauseReading::attribute_of`] says which of their variables have it too.
    pub(super) attribute: Option<EnvironmentAttribute>,
    /// The directive that `if` names.
    pub(super) of: Option<OmpDirective>,
    /// The list items to which it gives the attribute.
    pub(super) items: Vec<ReadItem>,
    /// The expressions that the clause evaluates, without the variables of the list items themselves.
    pub(super) expressions: Vec<Expression>,
}

/// A list item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReadItem {
    /// The variable that the item is a part or the whole of.
    pub(super) entity: EntityId,
    /// Its index in the list.
    pub(super) index: u32,
    /// The relation of the item to the variable.
    pub(super) part: ItemPart,
    /// The place of its name in the source.
    pub(super) at: Option<At>,
}

/// The relation of a list item to the variable with which it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ItemPart {
    /// The variable itself.
    Whole,
    /// Members or elements of it.
    Inside,
    /// A part of the pointee of the variable, a pointer.
    Pointee,
    /// A part of the pointee of a pointer inside of it.
    PointeeInside,
}

impl ItemPart {
    fn of(place: &Place) -> ItemPart {
        match () {
            () if place.is_whole() => ItemPart::Whole,
            () if place.is_in_pointee() => ItemPart::Pointee,
            () if place.leads_through_pointer() => ItemPart::PointeeInside,
            () => ItemPart::Inside,
        }
    }
}

/// A part of the program that a clause evaluates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expression {
    /// All names in a run, except those of list items.
    Names(Run),
    /// One variable, and the place of its name in the source.
    Variable(EntityId, Option<At>),
}

/// Reads a clause.
pub(super) fn read(view: View<'_>, clause: &Clause) -> ClauseReading {
    let kind = clause.kind();
    let mut reading =
        ClauseReading { kind, attribute: None, of: None, items: Vec::new(), expressions: Vec::new() };
    reading.read(view, &clause.argument);
    match (clause.argument.unmodified(), &clause.origin) {
        // The construct privatises variables that are its allocators.
        (Argument::UsesAllocators(_), _) => {}
        (Argument::Unread(_), Origin::Clause(id)) => reading.names(view, view.clause_node(*id).at),
        (argument, _) => argument.operands().iter().for_each(|each| reading.operand(view, each)),
    }
    reading
}

impl ClauseReading {
    /// The attribute that the clause gives the variable of a list item. A `map` of what a pointer in a struct points to maps nothing of the
    /// struct, which has the attribute of variables that no clause names (OpenMP 5.2 5.8.1, OpenACC 3.4 2.6.2).
    pub(super) fn attribute_of(&self, item: &ReadItem) -> Option<EnvironmentAttribute> {
        let is_elsewhere = self.kind == OmpClause::Map && item.part == ItemPart::PointeeInside;
        self.attribute.filter(|_| !is_elsewhere)
    }

    fn read(&mut self, view: View<'_>, argument: &Argument) {
        match argument {
            Argument::Map { kind, flags, items } => {
                self.list(view, EnvironmentAttribute::Map { kind: *kind, flags: *flags }, items);
            }
            Argument::Reduction { combiner, items } => {
                self.list(view, EnvironmentAttribute::Reduction(operator(*combiner)), items);
            }
            Argument::TaskReduction { clause: OmpClause::InReduction, combiner, items } => {
                self.list(view, EnvironmentAttribute::InReduction(operator(*combiner)), items);
            }
            Argument::TaskReduction { combiner, items, .. } => {
                self.list(view, EnvironmentAttribute::TaskReduction(operator(*combiner)), items);
            }
            // `allocate` names variables that another clause makes private.
            Argument::List(OmpClause::Allocate, _) => {}
            Argument::List(kind, items) => match plain_attribute(*kind) {
                Some(attribute) => self.list(view, attribute, items),
                None => self.mention(view, items),
            },
            Argument::Motion { items, .. } | Argument::Depend { items, .. } => self.mention(view, items),
            Argument::If { of, .. } => self.of = *of,
            Argument::IfMany { counts, .. } => {
                let spans = counts.iter().flat_map(|count| &count.loops);
                spans.for_each(|span| self.span(view, span));
            }
            Argument::Modified { modifiers, argument } => {
                let operands = modifiers.iter().flat_map(ClauseModifier::operands);
                operands.for_each(|each| self.operand(view, &each));
                self.read(view, argument);
                if let Some(EnvironmentAttribute::Lastprivate { conditional }) = &mut self.attribute {
                    *conditional =
                        modifiers.iter().any(|each| each.word() == Some(ModifierWord::Conditional));
                }
            }
            Argument::Value(..)
            | Argument::Values(..)
            | Argument::Product(..)
            | Argument::Schedule { .. }
            | Argument::DistSchedule { .. }
            | Argument::Doacross { .. }
            | Argument::Defaultmap { .. }
            | Argument::Variant { .. }
            | Argument::Word(..)
            | Argument::UsesAllocators(_)
            | Argument::Bare(_)
            | Argument::Unread(_) => {}
        }
    }

    fn span(&mut self, view: View<'_>, span: &LoopSpan) {
        for value in span.from.into_iter().chain([span.to]) {
            self.number(view, value);
        }
    }

    fn list(&mut self, view: View<'_>, attribute: EnvironmentAttribute, items: &[Item]) {
        self.attribute = Some(attribute);
        for (index, item) in (0_u32..).zip(items) {
            match item {
                Item::Place { place, written } => self.item(index, place, written.map(|written| written.at)),
                Item::Lvalue(at) => self.lvalue(view, index, *at),
                _ => {}
            }
            self.steps(view, item);
        }
    }

    /// An lvalue belongs to the variable with which its expression begins.
    fn lvalue(&mut self, view: View<'_>, index: u32, at: At) {
        let parts = view.list_item(at);
        if let ItemRoot::Entity(entity, root) = parts.root {
            self.item(index, parts.place.as_ref().unwrap_or(&Place::whole(entity)), Some(root));
        }
    }

    fn item(&mut self, index: u32, place: &Place, at: Option<At>) {
        self.items.push(ReadItem { entity: place.root, index, part: ItemPart::of(place), at });
    }

    /// Adds the names in list items as expressions, because the clause gives them no attribute.
    fn mention(&mut self, view: View<'_>, items: &[Item]) {
        for item in items {
            if let Item::Place { place, written } = item {
                self.expressions.push(Expression::Variable(place.root, written.map(|written| written.at)));
            }
            self.steps(view, item);
        }
    }

    /// Adds the names in the subscripts and ranges of an item as expressions.
    fn steps(&mut self, view: View<'_>, item: &Item) {
        let steps: &[Step] = match item {
            Item::Place { place, .. } => &place.steps,
            Item::PartBehind { start, length, steps, .. } => {
                self.operand(view, start);
                self.operand(view, length);
                steps
            }
            Item::InRow(section) => {
                self.operand(view, &section.start);
                self.operand(view, &section.length);
                &section.steps
            }
            Item::Through { steps, .. } => steps,
            Item::Queue(value) => return self.number(view, *value),
            Item::Lvalue(at) => return self.names(view, *at),
            Item::Fresh(_) => return,
        };
        for value in steps.iter().flat_map(Step::values) {
            self.number(view, value);
        }
    }

    fn operand(&mut self, view: View<'_>, operand: &Operand) {
        match operand {
            Operand::Value(value) => self.number(view, *value),
            Operand::Not(at) => self.names(view, *at),
            Operand::Unless { condition, unless } => {
                self.names(view, *condition);
                self.names(view, *unless);
            }
            Operand::Fresh(_) => {}
            Operand::Present { entity, and } => {
                self.expressions.push(Expression::Variable(*entity, None));
                and.iter().for_each(|at| self.names(view, *at));
            }
        }
    }

    fn number(&mut self, view: View<'_>, value: Value) {
        if let Value::Node(at) = value {
            self.names(view, at);
        }
    }

    fn names(&mut self, view: View<'_>, at: At) {
        self.expressions.push(Expression::Names(view.run(at)));
    }
}

/// The attribute that a clause gives by its kind alone.
fn plain_attribute(kind: OmpClause) -> Option<EnvironmentAttribute> {
    Some(match kind {
        OmpClause::Private => EnvironmentAttribute::Private,
        OmpClause::Firstprivate | OmpClause::Detach => EnvironmentAttribute::Firstprivate,
        OmpClause::Lastprivate => EnvironmentAttribute::Lastprivate { conditional: false },
        OmpClause::Shared => EnvironmentAttribute::Shared,
        OmpClause::Linear => EnvironmentAttribute::Linear,
        OmpClause::Copyin => EnvironmentAttribute::Copyin,
        OmpClause::Copyprivate => EnvironmentAttribute::Copyprivate,
        OmpClause::IsDevicePtr => EnvironmentAttribute::IsDevicePtr,
        OmpClause::HasDeviceAddr => EnvironmentAttribute::HasDeviceAddr,
        OmpClause::UseDevicePtr => EnvironmentAttribute::UseDevicePtr,
        OmpClause::UseDeviceAddr => EnvironmentAttribute::UseDeviceAddr,
        _ => return None,
    })
}

/// The operator of a reduction; none for reductions that programs or forms declare. `-` combines as `+` does (OpenMP 5.2 5.5.5).
fn operator(combiner: Combiner) -> Option<ReductionOp> {
    match combiner {
        Combiner::Operator(operator) => Some(operator),
        Combiner::Minus => Some(ReductionOp::Add),
        Combiner::Declared(_) | Combiner::Named(_) => None,
    }
}
