//! What a clause of a form says about variables: which attribute it gives to which of them, and which others it mentions.

use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::attribute_kinds::EnvironmentAttribute;
use crate::directives::reduction::ReductionOp;
use crate::omp::form::{Argument, Clause, Combiner, Item, MapFlags, MapKind, Operand};
use crate::program::View;
use crate::program::arithmetic::LoopSpan;
use crate::program::directive::{ArgumentValue, ClauseNode};
use crate::program::item::ItemRoot;
use crate::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use crate::program::run::Run;

/// What a clause says.
#[derive(Debug)]
pub(super) struct ClauseReading {
    /// The clause.
    pub(super) kind: OmpClause,
    /// The attribute that it gives its list items.
    pub(super) attribute: Option<EnvironmentAttribute>,
    /// The constituent that `if` names.
    pub(super) of: Option<OmpDirective>,
    /// The list items to which it gives the attribute.
    pub(super) items: Vec<ReadItem>,
    /// The expressions that it evaluates, without the variables of the list items themselves.
    pub(super) expressions: Vec<Expression>,
}

/// A list item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReadItem {
    /// The variable that it is or is a part of.
    pub(super) entity: EntityId,
    /// Its number in the list.
    pub(super) index: u32,
    /// Whether it is the whole variable.
    pub(super) is_whole: bool,
    /// Whether the variable is a pointer through which the item is reached.
    pub(super) is_behind_pointer: bool,
    /// Where it is written.
    pub(super) at: Option<At>,
}

/// A part of the program that a clause evaluates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expression {
    /// All names in a run, apart from those of list items.
    Names(Run),
    /// One variable, and where it is written.
    Variable(EntityId, Option<At>),
}

/// Reads a clause.
pub(super) fn read(view: View<'_>, clause: &Clause) -> ClauseReading {
    let kind = clause.kind();
    let mut reading =
        ClauseReading { kind, attribute: None, of: None, items: Vec::new(), expressions: Vec::new() };
    match &clause.argument {
        Argument::AsWritten(_, id) => reading.read_written(view, *id),
        argument => {
            reading.read_typed(view, argument);
            clause.operands().iter().for_each(|each| reading.operand(view, each));
        }
    }
    reading
}

impl ClauseReading {
    fn read_typed(&mut self, view: View<'_>, argument: &Argument) {
        match argument {
            Argument::Map { kind, flags, items } => {
                self.list(view, EnvironmentAttribute::Map { kind: *kind, flags: *flags }, items);
            }
            Argument::Reduction { combiner, items } => {
                let operator = match combiner {
                    Combiner::Operator(operator) => Some(*operator),
                    Combiner::Declared(_) => None,
                };
                self.list(view, EnvironmentAttribute::Reduction(operator), items);
            }
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
            Argument::Value(..)
            | Argument::Modified { .. }
            | Argument::Values(..)
            | Argument::Product(..)
            | Argument::Schedule { .. }
            | Argument::DistSchedule { .. }
            | Argument::Defaultmap { .. }
            | Argument::Variant { .. }
            | Argument::Word(..)
            | Argument::Bare(_)
            | Argument::AsWritten(..) => {}
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
            if let Item::Place { place, written } = item {
                self.item(index, place, written.map(|written| written.at));
            }
            self.steps(view, item);
        }
    }

    fn item(&mut self, index: u32, place: &Place, at: Option<At>) {
        let is_behind_pointer = matches!(place.steps.first(), Some(Step::Deref(_)));
        let item = ReadItem { entity: place.root, index, is_whole: place.is_whole(), is_behind_pointer, at };
        self.items.push(item);
    }

    /// Mentions what list items name, because the clause gives them no attribute.
    fn mention(&mut self, view: View<'_>, items: &[Item]) {
        for item in items {
            if let Item::Place { place, written } = item {
                self.expressions.push(Expression::Variable(place.root, written.map(|written| written.at)));
            }
            self.steps(view, item);
        }
    }

    /// Mentions what the subscripts and ranges of an item name.
    fn steps(&mut self, view: View<'_>, item: &Item) {
        let steps: &[Step] = match item {
            Item::Place { place, .. } => &place.steps,
            Item::PartBehind { start, length, steps, .. } => {
                self.operand(view, start);
                self.operand(view, length);
                steps
            }
            Item::Through { steps, .. } => steps,
            Item::Queue(value) => return self.number(view, *value),
            Item::Fresh(_) => return,
        };
        for value in steps.iter().flat_map(step_values) {
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

    /// Reads a clause that forms keep as it is written.
    fn read_written(&mut self, view: View<'_>, id: ClauseId) {
        let node = view.clause_node(id);
        self.attribute = written_attribute(view, self.kind, node);
        if self.attribute.is_none() && !evaluates_items(self.kind) {
            let modifiers = node.arguments.iter().flat_map(|arguments| &arguments.modifiers);
            modifiers.flat_map(|each| &each.arguments).for_each(|at| self.names(view, *at));
            return;
        }
        if self.attribute.is_some() {
            self.written_items(view, node);
        }
        self.expressions.push(Expression::Names(view.run(node.at)));
    }

    fn written_items(&mut self, view: View<'_>, node: &ClauseNode) {
        for (index, item) in (0_u32..).zip(node.items()) {
            let ArgumentValue::Value(at) = item.value else { continue };
            let parts = view.list_item(at);
            let ItemRoot::Entity(entity, root) = parts.root else { continue };
            match &parts.place {
                Some(place) => self.item(index, place, Some(root)),
                None => self.item(index, &Place::whole(entity), Some(root)),
            }
        }
    }
}

/// The values in a step.
fn step_values(step: &Step) -> impl Iterator<Item = Value> {
    let values: [Option<Value>; 3] = match step {
        Step::Index(value) => [Some(*value), None, None],
        Step::Range { start, extent, stride } => {
            let start = match start {
                Bound::At(value) => Some(*value),
                Bound::Default => None,
            };
            let extent = match extent {
                Extent::Length(value) | Extent::Upto(value) => Some(*value),
                Extent::All => None,
            };
            [start, extent, *stride]
        }
        Step::Field(_) | Step::Deref(_) => [None; 3],
    };
    values.into_iter().flatten()
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

/// The attribute that a clause gives, with what its modifiers say.
fn written_attribute(view: View<'_>, kind: OmpClause, node: &ClauseNode) -> Option<EnvironmentAttribute> {
    let mut words = node.modifier_words().map(|word| view.text(word));
    // The last word is the operator. `-` combines as `+` does (OpenMP 5.2 5.5.5).
    let operator = |word: Option<&str>| match word? {
        "-" => Some(ReductionOp::Add),
        word => ReductionOp::spelled(word),
    };
    Some(match kind {
        OmpClause::Lastprivate => {
            EnvironmentAttribute::Lastprivate { conditional: words.any(|word| word == "conditional") }
        }
        OmpClause::Reduction => EnvironmentAttribute::Reduction(operator(words.last())),
        OmpClause::InReduction => EnvironmentAttribute::InReduction(operator(words.last())),
        OmpClause::TaskReduction => EnvironmentAttribute::TaskReduction(operator(words.last())),
        OmpClause::Map => {
            let words: Vec<&str> = words.collect();
            let kind = words.iter().find_map(|word| map_kind(word)).unwrap_or(MapKind::Tofrom);
            let flags = words.iter().filter_map(|word| MapFlags::spelled(word));
            EnvironmentAttribute::Map { kind, flags: flags.fold(MapFlags::NONE, MapFlags::with) }
        }
        _ => return plain_attribute(kind),
    })
}

/// The map type with this word. `storage` is what OpenMP 6.0 calls `alloc`.
fn map_kind(word: &str) -> Option<MapKind> {
    if word == "storage" { Some(MapKind::Alloc) } else { MapKind::spelled(word) }
}

/// Whether a clause without an attribute evaluates its items. `allocate` names variables that another clause makes private.
fn evaluates_items(kind: OmpClause) -> bool {
    !matches!(kind, OmpClause::Allocate | OmpClause::UsesAllocators)
}
