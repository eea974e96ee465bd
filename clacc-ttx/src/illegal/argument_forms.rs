//! Checks that a clause accepts its argument, with values and items of the permitted types.

use clacc_sema::directives::reduction::combines;
use clacc_sema::omp::form::{
    Argument, Clause, ClauseModifier, Combiner, Directive, ImplicitBehavior, Item, MapKind, Operand,
    ScheduleKind,
};
use clacc_sema::omp::lower::lower_clause;
use clacc_sema::program::View;
use clacc_sema::program::entity::{Class, Dimension, EntityKind};
use clacc_sema::program::place::{At, Bound, Extent, Place, Step, Value};
use clacc_syntax::ast::{ClauseId, NodeKind};
use clacc_syntax::directive::{
    Form, ItemKinds, Items, ModifierArg, ModifierRule, Modifiers, OmpClause, OmpDirective, Parens, Post,
};

use crate::spell::source_clause;

pub(super) fn fault(view: View<'_>, directive: &Directive) -> Option<String> {
    let kind = directive.kind;
    if kind.info().argument.parens == Parens::Required && kind != OmpDirective::DeclareVariant {
        return Some(format!("forms have no word for the argument that `omp {}` needs", kind.text()));
    }
    directive.clauses.iter().find_map(|clause| {
        let what = match source_clause(view, clause) {
            Some(id) => another_clause(view, id, clause),
            None => ArgumentCheck { view, directive: kind, clause }.fault(),
        }?;
        Some(format!("`{}` on `omp {}` takes {what}", clause.kind().text(), kind.text()))
    })
}

/// Returns the fault of a clause that has the origin of an OpenMP clause of the source but differs from it. Such a clause would be printed
/// as in the source.
fn another_clause(view: View<'_>, id: ClauseId, clause: &Clause) -> Refusal {
    let directive = view.directive(view.clause_node(id).directive).kind.omp();
    let written = directive.and_then(|directive| lower_clause(view, directive, id));
    let is_same = written.is_some_and(|written| written.argument == clause.argument);
    (!is_same).then(|| "what the clause of OpenMP in the source says that asked for it".to_owned())
}

struct ArgumentCheck<'a> {
    view: View<'a>,
    directive: OmpDirective,
    clause: &'a Clause,
}

/// A description of what a clause accepts instead of its argument; none if it accepts the argument.
type Refusal = Option<String>;

impl ArgumentCheck<'_> {
    fn fault(&self) -> Refusal {
        let lists = matches!(
            self.argument(),
            Argument::Map { .. }
                | Argument::Motion { .. }
                | Argument::Reduction { .. }
                | Argument::TaskReduction { .. }
                | Argument::Depend { .. }
                | Argument::List(..)
        );
        if lists && self.clause.items().is_empty() {
            return Some("at least one item".to_owned());
        }
        let modifiers = || self.clause.modifiers().iter().find_map(|each| self.modifier(each));
        self.argument_fault()
            .or_else(modifiers)
            .or_else(|| self.clause.items().iter().find_map(|item| self.item(item)))
    }

    fn argument(&self) -> &Argument {
        self.clause.argument.unmodified()
    }

    fn form(&self) -> &'static Form {
        self.directive.form(self.clause.kind())
    }

    /// Refuses modifiers that the clause does not accept.
    fn modifier(&self, modifier: &ClauseModifier) -> Refusal {
        let kind = self.clause.kind();
        let fits = match modifier {
            ClauseModifier::Word(word) => self.takes_word(word.text()),
            ClauseModifier::AtLeast(_) => kind == OmpClause::NumTeams,
            ClauseModifier::Step(_) => kind == OmpClause::Linear,
            ClauseModifier::Alignment(_) => kind == OmpClause::Aligned,
            ClauseModifier::Allocator(_) | ClauseModifier::LeastAlignment(_) => kind == OmpClause::Allocate,
            // Mappers and iterators are declared in the source, for its own clauses only.
            ClauseModifier::Mapper(_) | ClauseModifier::Iterators(_) | ClauseModifier::Unread(_) => false,
        };
        if !fits {
            return Some("other modifiers".to_owned());
        }
        modifier.operands().iter().find_map(|value| match modifier {
            ClauseModifier::AtLeast(_) => self.value(*value),
            _ => self.part_of_list(*value),
        })
    }

    /// Returns whether the clause has a modifier with this keyword.
    fn takes_word(&self, text: &str) -> bool {
        let form = self.form();
        let before: &[ModifierRule] = match form.modifiers {
            Modifiers::Optional(rules) | Modifiers::Required(rules) => rules,
            Modifiers::Reduction { modifiers, .. } => modifiers,
            _ => &[],
        };
        let behind: &[ModifierRule] = if let Post::Linear(rules) = form.post { rules } else { &[] };
        before.iter().chain(behind).any(|rule| rule.word.text == text && rule.arg == ModifierArg::None)
    }

    fn argument_fault(&self) -> Refusal {
        match self.argument() {
            Argument::Map { kind, .. } => self.map_type(*kind),
            Argument::Motion { .. } if self.directive == OmpDirective::TargetUpdate => None,
            Argument::Motion { .. } => self.shape(),
            Argument::Reduction { combiner, items } | Argument::TaskReduction { combiner, items, .. } => {
                items.iter().find_map(|item| self.reduced(*combiner, item))
            }
            Argument::If { of, condition } => {
                self.named(*of).or_else(|| self.part_of_list(*condition)).or_else(|| self.scalar(*condition))
            }
            Argument::Schedule {
                kind: ScheduleKind::Auto | ScheduleKind::Runtime, chunk: Some(_), ..
            } => Some("a chunk with `static`, `dynamic` or `guided` alone".to_owned()),
            Argument::Schedule { chunk, .. } | Argument::DistSchedule { chunk } => {
                chunk.and_then(|chunk| self.integer(chunk, Some(1)))
            }
            Argument::Defaultmap {
                behavior: ImplicitBehavior::Map(MapKind::Release | MapKind::Delete),
                ..
            } => Some("`alloc`, `to`, `from` or `tofrom`".to_owned()),
            // Policies cannot build these arguments.
            Argument::Unread(_) | Argument::Doacross { .. } | Argument::UsesAllocators(_) => {
                Some("what a clause of OpenMP in the source says".to_owned())
            }
            Argument::Modified { .. } => Some("all its modifiers in one list".to_owned()),
            Argument::List(..) | Argument::Bare(_) | Argument::Word(..) => self.shape(),
            Argument::Value(_, value) => self.shape().or_else(|| self.value(*value)),
            Argument::Values(_, values) => {
                self.shape().or_else(|| values.iter().find_map(|value| self.value(*value)))
            }
            Argument::Product(_, factors) => self.shape().or_else(|| {
                factors.iter().find_map(|at| self.integer(Operand::Value(Value::Node(*at)), None))
            }),
            Argument::Depend { .. }
            | Argument::IfMany { .. }
            | Argument::Defaultmap { .. }
            | Argument::Variant { .. } => None,
        }
    }

    /// Checks arguments that the table describes as one list, one value, or none.
    fn shape(&self) -> Refusal {
        let form = self.form();
        let fits = match (self.argument(), form.items) {
            (Argument::Bare(_), _) => form.parens != Parens::Required,
            (Argument::List(..), Items::List(_)) => self.is_plain_list(),
            (Argument::Value(..) | Argument::Product(..), Items::Expr | Items::Constant) => true,
            (Argument::Values(..), Items::Exprs { .. } | Items::Sizes) => true,
            (Argument::Word(_, word), Items::Words(words)) => {
                words.iter().any(|each| each.text == word.text())
            }
            _ => false,
        };
        (!fits).then(|| words_for(form.items).to_owned())
    }

    /// Returns whether the argument of the clause consists of a list only.
    fn is_plain_list(&self) -> bool {
        use OmpClause::{Depend, From, InReduction, Map, Reduction, TaskReduction, To};
        match self.clause.kind() {
            Map | Reduction | InReduction | TaskReduction | Depend => false,
            To | From => self.directive != OmpDirective::TargetUpdate,
            _ => true,
        }
    }

    /// Checks the map type for the directive (OpenMP 5.2 5.8.3).
    fn map_type(&self, kind: MapKind) -> Refusal {
        use MapKind::{Alloc, Delete, From, Release, To, Tofrom};
        let (known, words): (&[MapKind], _) = match self.directive {
            OmpDirective::TargetEnterData => (&[To, Alloc], "`to` or `alloc`"),
            OmpDirective::TargetExitData => (&[From, Release, Delete], "`from`, `release` or `delete`"),
            _ => (&[To, From, Tofrom, Alloc], "`to`, `from`, `tofrom` or `alloc`"),
        };
        (!known.contains(&kind)).then(|| words.to_owned())
    }

    /// Checks the directive name of an `if` clause: a part of the directive, or the directive itself.
    fn named(&self, of: Option<OmpDirective>) -> Refusal {
        let of = of?;
        let info = self.directive.info();
        let is_part = of == self.directive || info.constituents.contains(&of);
        let is_part = is_part && of.rule(OmpClause::If).is_some();
        (!is_part).then(|| "the name of a part of its directive".to_owned())
    }

    fn value(&self, value: Operand) -> Refusal {
        self.part_of_list(value).or_else(|| self.value_of_type(value))
    }

    /// Refuses expressions that are permitted only in lists and are no C expressions: a section, or `*`.
    fn part_of_list(&self, value: Operand) -> Refusal {
        let Operand::Value(Value::Node(at)) = value else { return None };
        let model = self.view.c_model()?;
        let kind = |at: At| Some(NodeKind::of(&model.parsed.tree, self.view.c_node(at)?));
        let is_listed = |at: At| {
            matches!(
                kind(at),
                Some(NodeKind::Section | NodeKind::Star | NodeKind::Shaped | NodeKind::ErrorExpr)
            )
        };
        self.view.run(at).nodes().any(is_listed).then(|| "an expression of C".to_owned())
    }

    fn value_of_type(&self, value: Operand) -> Refusal {
        let is_constant = self.form().items == Items::Constant;
        match self.clause.kind() {
            _ if is_constant => self.positive_constant(value),
            OmpClause::Sizes => self.positive_constant(value),
            OmpClause::NumTeams | OmpClause::ThreadLimit | OmpClause::NumThreads => {
                self.integer(value, Some(1))
            }
            OmpClause::Priority | OmpClause::Filter => self.integer(value, Some(0)),
            OmpClause::Final | OmpClause::Novariants | OmpClause::Nocontext | OmpClause::Holds => {
                self.scalar(value)
            }
            OmpClause::Message | OmpClause::Allocator => None,
            _ => self.integer(value, None),
        }
    }

    fn positive_constant(&self, value: Operand) -> Refusal {
        let constant = self.constant(value).filter(|value| (1..=i128::from(i32::MAX)).contains(value));
        constant.is_none().then(|| "a positive constant".to_owned())
    }

    fn constant(&self, value: Operand) -> Option<i128> {
        match value {
            Operand::Value(value) => self.view.number(value),
            _ => None,
        }
    }

    /// Checks that a value is an integer expression that, if it is constant, is at least `least`.
    fn integer(&self, value: Operand, least: Option<i128>) -> Refusal {
        if let Some(refusal) = self.part_of_list(value) {
            return Some(refusal);
        }
        if let Operand::Value(Value::Node(at)) = value
            && !matches!(self.view.class_at(at), Class::Integer | Class::Unknown)
        {
            return Some("an integer".to_owned());
        }
        let least = least.unwrap_or(i128::from(i32::MIN));
        let constant = self.constant(value)?;
        let fits = (least..=i128::from(u32::MAX)).contains(&constant);
        (!fits).then(|| format!("an integer that is {least} at least and fits into 32 bits"))
    }

    fn scalar(&self, value: Operand) -> Refusal {
        let is_scalar = |at: At| {
            let class = self.view.class_at(at);
            class.is_scalar() || matches!(class, Class::Array | Class::Function | Class::Unknown)
        };
        let fits = match value {
            Operand::Value(Value::Node(at)) | Operand::Not(at) => is_scalar(at),
            Operand::Unless { condition, unless } => is_scalar(condition) && is_scalar(unless),
            Operand::Present { and, .. } => and.is_none_or(is_scalar),
            Operand::Value(Value::Constant(_)) | Operand::Fresh(_) => true,
        };
        (!fits).then(|| "a scalar".to_owned())
    }

    /// Checks that an OpenMP operator can combine the type of an item (OpenMP 5.2 5.5.5).
    fn reduced(&self, combiner: Combiner, item: &Item) -> Refusal {
        let (Combiner::Operator(operator), Some(place)) = (combiner, item.place()) else { return None };
        let class = self.view.shape(place)?.element;
        let fits = class == Class::Opaque || class != Class::Pointer && combines(operator, class);
        (!fits).then(|| format!("no variable {} with `{}`", self.view.class_words(class), operator.text()))
    }

    fn item(&self, item: &Item) -> Refusal {
        let Items::List(kinds) = self.form().items else { return None };
        if let Item::Lvalue(_) = item {
            return (!kinds.contains(ItemKinds::LVALUE))
                .then(|| format!("these items: {}", kinds.describe()));
        }
        let place = item.place()?;
        let entity = self.view.entity(place.root);
        let wanted = match entity.kind {
            EntityKind::Function => ItemKinds::FUNCTION,
            EntityKind::Object | EntityKind::Undeclared => kind_of(place),
            EntityKind::Type | EntityKind::Constant => return Some("variables".to_owned()),
        };
        let is_lvalue = wanted != ItemKinds::FUNCTION && kinds.contains(ItemKinds::LVALUE);
        // The names that C declares in each function are permitted in no list.
        if self.view.is_predefined(place.root) || !kinds.contains(wanted) && !is_lvalue {
            return Some(format!("these items: {}", kinds.describe()));
        }
        self.selected(place).or_else(|| self.item_of_type(place))
    }

    /// Refuses elements that a section or subscript cannot select, as far as its bounds are constant.
    fn selected(&self, place: &Place) -> Refusal {
        let (last, before) = place.steps.split_last()?;
        let base = Place::behind(place.root, before);
        let is_first = before.iter().all(|step| matches!(step, Step::Field(_)));
        let dimension = self.view.shape(&base).and_then(|shape| shape.dims.first().copied());
        let length = match dimension.filter(|_| is_first) {
            Some(Dimension::Fixed(length)) => i128::from(length),
            _ => i128::MAX,
        };
        let number = |value: Value, other| self.view.number(value).unwrap_or(other);
        let (start, count) = match last {
            Step::Index(index) => (number(*index, 0), 1),
            Step::Range { start, extent, .. } => {
                let start = if let Bound::At(start) = start { number(*start, 0) } else { 0 };
                (start, if let Extent::Length(count) = extent { number(*count, 0) } else { 0 })
            }
            Step::Field(_) | Step::Deref(_) => return None,
        };
        let needs_one =
            matches!(self.clause.kind(), OmpClause::Reduction | OmpClause::Depend | OmpClause::Affinity);
        let least = match last {
            Step::Range { extent: Extent::Length(count), .. } if needs_one => {
                i128::from(self.view.number(*count).is_some())
            }
            _ => 0,
        };
        let fits = start >= 0 && count >= least && start.checked_add(count).is_some_and(|end| end <= length);
        (!fits).then(|| "sections that lie in their arrays".to_owned())
    }

    /// Checks the requirements of clauses on the types of whole variables.
    fn item_of_type(&self, place: &Place) -> Refusal {
        let entity = self.view.entity(place.root);
        let class = self.view.class_of(place);
        let (fits, words) = match self.clause.kind() {
            OmpClause::UseDevicePtr => (matches!(class, Class::Pointer | Class::Unknown), "pointers"),
            OmpClause::IsDevicePtr | OmpClause::Aligned => {
                (matches!(class, Class::Pointer | Class::Array | Class::Unknown), "pointers")
            }
            OmpClause::Linear => {
                (matches!(class, Class::Pointer | Class::Integer | Class::Unknown), "integers and pointers")
            }
            OmpClause::Private | OmpClause::Lastprivate | OmpClause::Reduction => {
                (!entity.is_const, "no `const` variables")
            }
            OmpClause::Copyin => (false, "threadprivate variables, of which forms know none"),
            _ => (entity.kind != EntityKind::Undeclared, "declared variables"),
        };
        (!fits).then(|| words.to_owned())
    }
}

/// The kind of list item that a place is.
fn kind_of(place: &Place) -> ItemKinds {
    let has = |is: fn(&Step) -> bool| place.steps.iter().any(is);
    match () {
        () if place.is_whole() => ItemKinds::VARIABLE,
        () if has(|step| matches!(step, Step::Field(_))) => ItemKinds::MEMBER,
        () if has(|step| matches!(step, Step::Range { .. })) => ItemKinds::SECTION,
        () if has(|step| matches!(step, Step::Index(_))) => ItemKinds::ELEMENT,
        () => ItemKinds::LVALUE,
    }
}

fn words_for(items: Items) -> &'static str {
    match items {
        Items::None => "no argument",
        Items::Expr => "one expression",
        Items::Constant => "one constant",
        Items::Exprs { .. } | Items::Sizes => "expressions",
        Items::List(_) => "a list, with the modifiers that it needs",
        _ => "an argument of another form",
    }
}
