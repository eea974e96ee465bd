//! Lowers `#pragma omp` of the source to forms.
//!
//! A clause is lowered to its typed form if that represents all of the clause. The form of any other clause is [`Argument::Unread`], and no
//! analysis treats it as a clause that it understands. Both are printed with the spelling of the source.

use clacc_syntax::Name;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::directive::{Items, OmpClause, OmpDirective};

use super::form::{
    Argument, Clause, ClauseModifier, ClauseWord, Combiner, DefaultCategory, DependKind, Directive,
    ImplicitBehavior, Item, IterationDependence, MapFlags, MapKind, ModifierWord, Omp, Operand, Origin,
    ScheduleKind, ScheduleModifier,
};
use crate::directives::reduction::ReductionOp;
use crate::program::View;
use crate::program::directive::{ArgumentItem, ArgumentValue, Arguments, Modifier};
use crate::program::place::{At, Place, Value};

/// The forms of the OpenMP directives of a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceForms {
    /// The form of each directive, with [`Omp::Statement`] in the place of the associated statement.
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

/// The form of a clause; none if it is not an OpenMP clause.
pub fn lower_clause(view: View<'_>, directive: OmpDirective, id: ClauseId) -> Option<Clause> {
    let node = view.clause_node(id);
    let kind = node.kind.omp()?;
    let argument = match &node.arguments {
        None => Argument::Bare(kind),
        Some(arguments) => {
            let lowering = ClauseLowering { view, directive, kind, arguments };
            lowering.argument().unwrap_or(Argument::Unread(kind))
        }
    };
    Some(Clause { argument, origin: Origin::Clause(id) })
}

/// The lowering of a clause with arguments.
#[derive(Clone, Copy)]
struct ClauseLowering<'a> {
    view: View<'a>,
    directive: OmpDirective,
    kind: OmpClause,
    arguments: &'a Arguments,
}

/// The modifiers that are not fields of a clause's argument.
type OtherModifiers<'a> = Vec<&'a Modifier>;

impl<'a> ClauseLowering<'a> {
    /// The typed form of the arguments; none if it would lose a part of them.
    fn argument(self) -> Option<Argument> {
        let (argument, before, behind) = match self.kind {
            OmpClause::Map => self.map(),
            OmpClause::To | OmpClause::From if self.directive == OmpDirective::TargetUpdate => self.motion(),
            OmpClause::Reduction => {
                let (combiner, before) = self.combiner();
                (Argument::Reduction { combiner, items: self.items() }, before, self.behind())
            }
            OmpClause::InReduction | OmpClause::TaskReduction => {
                let (combiner, before) = self.combiner();
                let clause = self.kind;
                (Argument::TaskReduction { clause, combiner, items: self.items() }, before, self.behind())
            }
            OmpClause::Depend => self.depend()?,
            OmpClause::Doacross => (self.doacross()?, Vec::new(), self.behind()),
            OmpClause::If => (self.condition()?, Vec::new(), self.behind()),
            OmpClause::Defaultmap => (self.defaultmap()?, self.before(), Vec::new()),
            OmpClause::DistSchedule => (self.dist_schedule()?, self.before(), self.behind()),
            OmpClause::Schedule => (self.schedule()?, Vec::new(), self.behind()),
            OmpClause::Sizes => (Argument::Values(self.kind, self.values()?), self.before(), self.behind()),
            _ => (self.by_form()?, self.before(), self.behind()),
        };
        Some(self.modified(argument, before.into_iter().chain(behind)))
    }

    fn before(self) -> OtherModifiers<'a> {
        self.arguments.modifiers.iter().collect()
    }

    fn behind(self) -> OtherModifiers<'a> {
        self.arguments.post_modifiers.iter().collect()
    }

    /// An argument with these modifiers. A list from which items with errors are missing gets an unread modifier.
    fn modified(self, mut argument: Argument, modifiers: impl Iterator<Item = &'a Modifier>) -> Argument {
        let unread = |modifier: &Modifier| ClauseModifier::Unread(modifier.arguments.clone());
        let mut modifiers: Vec<ClauseModifier> =
            modifiers.map(|each| self.modifier(each).unwrap_or_else(|| unread(each))).collect();
        if argument.items_mut().is_some_and(|items| items.len() < self.arguments.items.len()) {
            modifiers.push(ClauseModifier::Unread(Box::default()));
        }
        if modifiers.is_empty() {
            return argument;
        }
        Argument::Modified { modifiers: modifiers.into(), argument: Box::new(argument) }
    }

    /// The typed form of a modifier; none if it has an error, or if there is no such form.
    fn modifier(self, modifier: &Modifier) -> Option<ClauseModifier> {
        if !modifier.iterators.is_empty() {
            return Some(ClauseModifier::Iterators(modifier.iterators.clone()));
        }
        let word = self.view.text(modifier.word);
        let [argument] = *modifier.arguments else {
            let is_bare = modifier.arguments.is_empty();
            return is_bare.then(|| ModifierWord::spelled(word).map(ClauseModifier::Word))?;
        };
        let value = Operand::Value(Value::Node(argument));
        Some(match (word, self.kind) {
            ("", OmpClause::NumTeams) => ClauseModifier::AtLeast(value),
            ("" | "step", OmpClause::Linear) => ClauseModifier::Step(value),
            ("", OmpClause::Aligned) => ClauseModifier::Alignment(value),
            ("" | "allocator", OmpClause::Allocate) => ClauseModifier::Allocator(value),
            ("align", OmpClause::Allocate) => ClauseModifier::LeastAlignment(value),
            ("mapper", _) => ClauseModifier::Mapper(argument),
            _ => return None,
        })
    }

    /// The text of a modifier that is a keyword without arguments.
    fn word(self, modifier: &Modifier) -> Option<&'a str> {
        let is_bare = modifier.arguments.is_empty() && modifier.iterators.is_empty();
        is_bare.then(|| self.view.text(modifier.word))
    }

    /// The list items that are lvalues. Other items have errors.
    fn items(self) -> Vec<Item> {
        self.arguments.items.iter().filter_map(|item| self.item(item)).collect()
    }

    fn item(self, item: &ArgumentItem) -> Option<Item> {
        match item.value {
            ArgumentValue::Value(at) if item.key.is_none() => Some(match self.view.place_of(at) {
                Some(place) => Item::written(place, at),
                None => Item::Lvalue(at),
            }),
            _ => None,
        }
    }

    /// Lowers `map`. The default map type is `tofrom`, and OpenMP 6.0 has `storage` for `alloc`.
    fn map(self) -> (Argument, OtherModifiers<'a>, OtherModifiers<'a>) {
        let (mut kind, mut flags, mut rest) = (None, MapFlags::NONE, Vec::new());
        for modifier in &self.arguments.modifiers {
            let word = self.word(modifier);
            match word.map(|word| (map_kind(word), MapFlags::spelled(word))) {
                Some((Some(written), _)) if kind.is_none() => kind = Some(written),
                Some((None, Some(flag))) => flags = flags.with(flag),
                _ => match self.attachment(modifier) {
                    Some(flag) => flags = flags.with(flag),
                    None => rest.push(modifier),
                },
            }
        }
        let kind = kind.unwrap_or(MapKind::Tofrom);
        (Argument::Map { kind, flags, items: self.items() }, rest, self.behind())
    }

    /// The flag of the modifier `attach` of OpenMP 6.1. `auto` is the default.
    fn attachment(self, modifier: &Modifier) -> Option<MapFlags> {
        let [argument] = *modifier.arguments else { return None };
        match (self.view.text(modifier.word), self.name_at(argument)?) {
            ("attach", "always") => Some(MapFlags::ATTACH),
            ("attach", "never") => Some(MapFlags::NEVER_ATTACH),
            ("attach", "auto") => Some(MapFlags::NONE),
            _ => None,
        }
    }

    fn motion(self) -> (Argument, OtherModifiers<'a>, OtherModifiers<'a>) {
        let is_present = |modifier: &&Modifier| self.word(modifier) == Some("present");
        let (present, rest): (OtherModifiers<'a>, OtherModifiers<'a>) =
            self.before().into_iter().partition(is_present);
        let (to_device, present) = (self.kind == OmpClause::To, !present.is_empty());
        (Argument::Motion { to_device, present, items: self.items() }, rest, self.behind())
    }

    /// Lowers the modifiers of a reduction: the last one, which names the operator or reduction, and the others. If it is missing, which is
    /// an error, the reduction has an empty name.
    fn combiner(self) -> (Combiner, OtherModifiers<'a>) {
        let mut rest = self.before();
        let Some(last) = rest.pop_if(|last| self.word(last).is_some()) else {
            return (Combiner::Named(Name::EMPTY), rest);
        };
        let combiner = match self.view.text(last.word) {
            "-" => Combiner::Minus,
            word => ReductionOp::spelled(word).map_or(Combiner::Named(last.word), Combiner::Operator),
        };
        (combiner, rest)
    }

    fn depend(self) -> Option<(Argument, OtherModifiers<'a>, OtherModifiers<'a>)> {
        if let Some(argument) = self.doacross() {
            return Some((argument, Vec::new(), self.behind()));
        }
        let is_kind = |modifier: &&Modifier| self.word(modifier).and_then(DependKind::spelled).is_some();
        let (kinds, rest): (OtherModifiers<'a>, OtherModifiers<'a>) =
            self.before().into_iter().partition(is_kind);
        let [kind] = kinds[..] else { return None };
        let kind = DependKind::spelled(self.word(kind)?)?;
        Some((Argument::Depend { kind, items: self.items() }, rest, self.behind()))
    }

    /// Lowers `source` and `sink`, where the keyword precedes a colon, or is the only item.
    fn doacross(self) -> Option<Argument> {
        let dependence = match (&*self.arguments.modifiers, &*self.arguments.items) {
            ([], [only]) if self.item_word(only) == Some("source") => IterationDependence::Source,
            ([word], []) if self.word(word) == Some("source") => IterationDependence::Source,
            ([word], [only]) if self.word(word) == Some("source") => {
                (self.item_word(only) == Some("omp_cur_iteration")).then_some(IterationDependence::Source)?
            }
            ([word], _) if self.word(word) == Some("sink") => match *self.nodes()? {
                [only] if self.is_previous(only) => IterationDependence::Previous,
                ref values => IterationDependence::Sink(values.into()),
            },
            _ => return None,
        };
        Some(Argument::Doacross { clause: self.kind, dependence })
    }

    fn item_word(self, item: &ArgumentItem) -> Option<&'a str> {
        match &item.value {
            ArgumentValue::Word(word) => Some(self.view.text(*word)),
            ArgumentValue::Value(at) => self.name_at(*at),
            _ => None,
        }
    }

    /// Returns true if an expression is `omp_cur_iteration - 1`, which OpenMP defines as a keyword expression.
    fn is_previous(self, at: At) -> bool {
        let mut operands = self.view.program.outline.children(at);
        let is_current = operands.next().and_then(|first| self.name_at(first)) == Some("omp_cur_iteration");
        is_current && operands.next().is_some_and(|one| self.view.number(Value::Node(one)) == Some(1))
    }

    /// The name, if the expression is only a name.
    fn name_at(self, at: At) -> Option<&'a str> {
        let place = self.view.place_of(at).filter(Place::is_whole)?;
        Some(self.view.text(self.view.entity(place.root).name))
    }

    fn condition(self) -> Option<Argument> {
        let of = match &*self.arguments.modifiers {
            [] => None,
            [only] => Some(OmpDirective::by_name(self.word(only)?)?),
            _ => return None,
        };
        Some(Argument::If { of, condition: self.only_operand()? })
    }

    fn defaultmap(self) -> Option<Argument> {
        let [item] = &*self.arguments.items else { return None };
        let ArgumentValue::Word(behavior) = item.value else { return None };
        let behavior = ImplicitBehavior::spelled(self.view.text(behavior))?;
        let category = match &*self.arguments.post_modifiers {
            [] => None,
            [only] => match self.word(only)? {
                "all" => None,
                word => Some(DefaultCategory::spelled(word)?),
            },
            _ => return None,
        };
        Some(Argument::Defaultmap { behavior, category })
    }

    fn dist_schedule(self) -> Option<Argument> {
        let (kind, chunk) = self.scheduled()?;
        (kind == ScheduleKind::Static).then_some(Argument::DistSchedule { chunk })
    }

    fn schedule(self) -> Option<Argument> {
        let modifier = |modifier: &Modifier| ScheduleModifier::spelled(self.word(modifier)?);
        let modifiers = self.arguments.modifiers.iter().map(modifier).collect::<Option<_>>()?;
        let (kind, chunk) = self.scheduled()?;
        Some(Argument::Schedule { modifiers, kind, chunk })
    }

    /// A kind of schedule and the number of iterations in a chunk.
    fn scheduled(self) -> Option<(ScheduleKind, Option<Operand>)> {
        let (kind, chunk) = self.arguments.items.split_first()?;
        let ArgumentValue::Word(kind) = kind.value else { return None };
        let chunk = match chunk {
            [] => None,
            [chunk] => Some(operand(&chunk.value)?),
            _ => return None,
        };
        Some((ScheduleKind::spelled(self.view.text(kind))?, chunk))
    }

    /// The typed form of a clause that takes just a list, a value, or a keyword, according to the tables.
    fn by_form(self) -> Option<Argument> {
        let kind = self.kind;
        Some(match self.directive.form(kind).items {
            Items::List(_) => Argument::List(kind, self.items()),
            Items::Expr | Items::Constant => Argument::Value(kind, self.only_operand()?),
            Items::Words(_) => match &*self.arguments.items {
                [ArgumentItem { value: ArgumentValue::Word(word), .. }] => {
                    Argument::Word(kind, ClauseWord::spelled(self.view.text(*word))?)
                }
                _ => return None,
            },
            Items::Allocators => Argument::UsesAllocators(self.nodes()?),
            _ => return None,
        })
    }

    /// The arguments; none if one of them is not an expression.
    fn nodes(self) -> Option<Box<[At]>> {
        let node = |item: &ArgumentItem| match item.value {
            ArgumentValue::Value(at) if item.key.is_none() => Some(at),
            _ => None,
        };
        self.arguments.items.iter().map(node).collect()
    }

    /// The values of a clause that takes several.
    fn values(self) -> Option<Vec<Operand>> {
        self.arguments.items.iter().map(|item| operand(&item.value)).collect()
    }

    /// The value of a clause with exactly one argument.
    fn only_operand(self) -> Option<Operand> {
        match &*self.arguments.items {
            [ArgumentItem { value: ArgumentValue::Text(text), .. }] if self.kind == OmpClause::Message => {
                Some(Operand::Value(Value::Node(*text)))
            }
            [only] if only.key.is_none() => operand(&only.value),
            _ => None,
        }
    }
}

fn operand(value: &ArgumentValue) -> Option<Operand> {
    match value {
        ArgumentValue::Value(at) => Some(Operand::Value(Value::Node(*at))),
        _ => None,
    }
}

/// The map type with this keyword. `storage` is the name of `alloc` in OpenMP 6.0.
fn map_kind(word: &str) -> Option<MapKind> {
    if word == "storage" { Some(MapKind::Alloc) } else { MapKind::spelled(word) }
}
