//! Lowers `#pragma omp` of the source to forms.
//!
//! A clause is lowered to its typed form if that keeps all its contents and prints alike. Any other clause
//! is kept as it is written.

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::directive::{Items, OmpClause, OmpDirective};

use super::form::{
    Argument, Clause, ClauseWord, Combiner, DefaultCategory, DependKind, Directive, Item, MapFlags, MapKind,
    Omp, Operand, Origin, ScheduleKind, ScheduleModifier, ValueModifier,
};
use crate::directives::reduction::ReductionOp;
use crate::program::View;
use crate::program::directive::{ArgumentValue, Arguments, Modifier};
use crate::program::place::Value;

/// The forms of the OpenMP directives of a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceForms {
    /// The form of each directive, with the associated statement as its hole.
    pub of: ArenaMap<DirectiveId, Omp>,
}

/// Lowers the OpenMP directives of a declaration.
pub fn lower(view: View<'_>) -> SourceForms {
    let mut of = ArenaMap::default();
    for id in view.program.order.iter().copied() {
        if let Some(kind) = view.directive(id).kind.omp() {
            of.insert(id, directive(view, id, kind));
        }
    }
    SourceForms { of }
}

fn directive(view: View<'_>, id: DirectiveId, kind: OmpDirective) -> Omp {
    let node = view.directive(id);
    let clauses = node.clauses.iter().filter_map(|clause| lower_clause(view, kind, *clause));
    Omp::Directive(Directive {
        kind,
        clauses: clauses.collect(),
        body: node.region.map(|_| Box::new(Omp::Statement)),
        origin: Origin::Directive(id),
    })
}

/// The form of a clause; none for a word that is not an OpenMP clause.
fn lower_clause(view: View<'_>, directive: OmpDirective, id: ClauseId) -> Option<Clause> {
    let node = view.clause_node(id);
    let kind = node.kind.omp()?;
    let lowering = ClauseLowering { view };
    let argument = match &node.arguments {
        None => Some(Argument::Bare(kind)),
        Some(arguments) => lowering.argument(directive, kind, arguments),
    };
    let argument = argument.unwrap_or(Argument::AsWritten(kind, id));
    Some(Clause { argument, origin: Origin::Clause(id) })
}

/// Lowers the arguments of clauses.
struct ClauseLowering<'a> {
    view: View<'a>,
}

impl ClauseLowering<'_> {
    /// The typed form of the arguments; none if it would lose a part of them.
    fn argument(&self, directive: OmpDirective, kind: OmpClause, arguments: &Arguments) -> Option<Argument> {
        match kind {
            OmpClause::Map => self.map(arguments),
            OmpClause::To | OmpClause::From if directive == OmpDirective::TargetUpdate => {
                self.motion(kind, arguments)
            }
            OmpClause::Reduction => {
                let operator = ReductionOp::spelled(self.only_word(&arguments.modifiers)?)?;
                let combiner = Combiner::Operator(operator);
                Some(Argument::Reduction { combiner, items: self.items(arguments)? })
            }
            OmpClause::Depend => {
                let kind = DependKind::spelled(self.only_word(&arguments.modifiers)?)?;
                Some(Argument::Depend { kind, items: self.items(arguments)? })
            }
            OmpClause::If => self.condition(arguments),
            OmpClause::Defaultmap => self.defaultmap(arguments),
            OmpClause::DistSchedule => self.dist_schedule(arguments),
            OmpClause::Schedule => self.schedule(arguments),
            OmpClause::Sizes => Some(Argument::Values(kind, values(arguments)?)),
            _ => self.by_form(directive, kind, arguments),
        }
    }

    /// The only modifier, if it is a bare word; none if there are several.
    fn only_word(&self, modifiers: &[Modifier]) -> Option<&str> {
        match modifiers {
            [only] if only.arguments.is_empty() => Some(self.view.text(only.word)),
            _ => None,
        }
    }

    /// The list items; none unless each of them is a place.
    fn items(&self, arguments: &Arguments) -> Option<Vec<Item>> {
        if !arguments.post_modifiers.is_empty() {
            return None;
        }
        arguments.items.iter().map(|item| self.item(item.key.is_none(), &item.value)).collect()
    }

    fn item(&self, is_unkeyed: bool, value: &ArgumentValue) -> Option<Item> {
        match value {
            ArgumentValue::Value(at) if is_unkeyed => Some(Item::written(self.view.place_of(*at)?, *at)),
            _ => None,
        }
    }

    /// The typed form of `map`, if its modifiers stand in the order in which forms print them.
    fn map(&self, arguments: &Arguments) -> Option<Argument> {
        let (last, flags) = arguments.modifiers.split_last()?;
        let kind = MapKind::spelled(self.only_word(std::slice::from_ref(last))?)?;
        let flags = match flags {
            [] => MapFlags::NONE,
            flags => MapFlags::spelled(self.only_word(flags)?)?,
        };
        Some(Argument::Map { kind, flags, items: self.items(arguments)? })
    }

    fn motion(&self, kind: OmpClause, arguments: &Arguments) -> Option<Argument> {
        let present = match &arguments.modifiers[..] {
            [] => false,
            modifiers => self.only_word(modifiers)? == "present",
        };
        if !present && !arguments.modifiers.is_empty() {
            return None;
        }
        Some(Argument::Motion { to_device: kind == OmpClause::To, present, items: self.items(arguments)? })
    }

    fn condition(&self, arguments: &Arguments) -> Option<Argument> {
        let of = match &arguments.modifiers[..] {
            [] => None,
            modifiers => Some(OmpDirective::from_text(self.only_word(modifiers)?)?),
        };
        Some(Argument::If { of, condition: only_operand(arguments)? })
    }

    fn defaultmap(&self, arguments: &Arguments) -> Option<Argument> {
        let [item] = &arguments.items[..] else { return None };
        let ArgumentValue::Word(behavior) = item.value else { return None };
        let category = DefaultCategory::spelled(self.only_word(&arguments.post_modifiers)?)?;
        let behavior = MapKind::spelled(self.view.text(behavior))?;
        Some(Argument::Defaultmap { behavior, category })
    }

    fn dist_schedule(&self, arguments: &Arguments) -> Option<Argument> {
        let (kind, chunk) = self.scheduled(arguments)?;
        let is_static = kind == ScheduleKind::Static && arguments.modifiers.is_empty();
        is_static.then_some(Argument::DistSchedule { chunk })
    }

    fn schedule(&self, arguments: &Arguments) -> Option<Argument> {
        let modifier =
            |modifier: &Modifier| ScheduleModifier::spelled(self.only_word(std::slice::from_ref(modifier))?);
        let modifiers = arguments.modifiers.iter().map(modifier).collect::<Option<_>>()?;
        let (kind, chunk) = self.scheduled(arguments)?;
        Some(Argument::Schedule { modifiers, kind, chunk })
    }

    /// A kind of schedule and the number of iterations in a chunk.
    fn scheduled(&self, arguments: &Arguments) -> Option<(ScheduleKind, Option<Operand>)> {
        let (kind, chunk) = arguments.items.split_first()?;
        let ArgumentValue::Word(kind) = kind.value else { return None };
        if !arguments.post_modifiers.is_empty() {
            return None;
        }
        let chunk = match chunk {
            [] => None,
            [chunk] => Some(operand(&chunk.value)?),
            _ => return None,
        };
        Some((ScheduleKind::spelled(self.view.text(kind))?, chunk))
    }

    /// The typed form of a clause that the tables describe as just a list, a value with at most one modifier, or a word.
    fn by_form(&self, directive: OmpDirective, kind: OmpClause, arguments: &Arguments) -> Option<Argument> {
        let items = directive.form(kind).items;
        match (items, &arguments.modifiers[..]) {
            (Items::List(_), []) => Some(Argument::List(kind, self.items(arguments)?)),
            (Items::Expr | Items::Constant, []) => Some(Argument::Value(kind, only_operand(arguments)?)),
            (Items::Expr, [modifier]) => {
                let (modifier, value) = (self.value_modifier(modifier)?, only_operand(arguments)?);
                Some(Argument::Modified { clause: kind, modifier, value })
            }
            (Items::Words(_), []) => match &arguments.items[..] {
                [item] if arguments.post_modifiers.is_empty() => {
                    let ArgumentValue::Word(word) = item.value else { return None };
                    Some(Argument::Word(kind, ClauseWord::spelled(self.view.text(word))?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The modifier of a clause that takes one value: a word, or an expression.
    fn value_modifier(&self, modifier: &Modifier) -> Option<ValueModifier> {
        match (self.view.text(modifier.word), &*modifier.arguments) {
            ("", [only]) => Some(ValueModifier::AtLeast(Operand::Value(Value::Node(*only)))),
            (word, []) => ValueModifier::spelled(word),
            _ => None,
        }
    }
}

/// The values of a clause that takes several.
fn values(arguments: &Arguments) -> Option<Vec<Operand>> {
    if !arguments.modifiers.is_empty() || !arguments.post_modifiers.is_empty() {
        return None;
    }
    arguments.items.iter().map(|item| operand(&item.value)).collect()
}

fn operand(value: &ArgumentValue) -> Option<Operand> {
    match value {
        ArgumentValue::Value(at) => Some(Operand::Value(Value::Node(*at))),
        _ => None,
    }
}

/// The value of a clause with exactly one argument.
fn only_operand(arguments: &Arguments) -> Option<Operand> {
    match &arguments.items[..] {
        [only] if only.key.is_none() && arguments.post_modifiers.is_empty() => operand(&only.value),
        _ => None,
    }
}
