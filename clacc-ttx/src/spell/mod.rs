//! Spells OpenMP forms as text.
//!
//! The tables of the language determine the layout of a clause, and the dialect determines its words. The
//! caller chooses how expressions of the source are spelled: printed from the tree, or in the user's own
//! words.

mod code;
mod declared_reductions;
mod elements;
mod host;
mod iterations;

pub use host::printed;

use std::borrow::Cow;

use clacc_sema::omp::form::{
    Argument, CallArgument, Clause, ClauseModifier, Directive, Fresh, Item, IterationCount,
    IterationDependence, MapFlags, MapKind, Omp, Operand, Origin, Routine,
};
use clacc_sema::program::View;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{Language, OmpClause, OmpDirective};
use clacc_syntax::print::writer::{DirectiveSink, ModifierStyle, Parts, write_arguments, write_clauses};

use crate::dialect::Dialect;
use crate::queue_objects::{self, QueueForm};

/// Spells an expression of the source.
pub type ExprText<'a> = dyn FnMut(At) -> String + 'a;

/// Spells the forms of one declaration.
pub struct Speller<'s, 'a> {
    view: View<'a>,
    dialect: &'s Dialect,
    expr: &'s mut ExprText<'s>,
    /// True if an identifier is a macro somewhere in the unit.
    is_macro: &'s dyn Fn(&str) -> bool,
    /// True if a hiding declaration refers to the variable that it hides, and has an attribute against unused-variable warnings.
    uses_hidden: bool,
    queues: QueueForm,
}

impl<'s, 'a> Speller<'s, 'a> {
    /// A speller for a dialect.
    pub fn new(view: View<'a>, dialect: &'s Dialect, expr: &'s mut ExprText<'s>) -> Self {
        Speller { view, dialect, expr, is_macro: &|_| false, uses_hidden: false, queues: QueueForm::Library }
    }

    /// The same speller for text that is preprocessed again. Names that forms introduce differ from these macros.
    #[must_use]
    pub fn avoiding(self, is_macro: &'s dyn Fn(&str) -> bool) -> Self {
        Speller { is_macro, ..self }
    }

    /// The same speller for text in which a hiding declaration refers to the variable that it hides, so that compilers do not report that
    /// variable as unused.
    #[must_use]
    pub fn using_what_is_hidden(self) -> Self {
        Speller { uses_hidden: true, ..self }
    }

    /// The same speller for text in which queues have this form.
    #[must_use]
    pub fn with_queues(self, queues: QueueForm) -> Self {
        Speller { queues, ..self }
    }

    /// The text of a directive after `#pragma omp `.
    pub fn directive(&mut self, directive: &Directive) -> String {
        if let Some(text) = self.declared_list(directive).or_else(|| self.variant(directive)) {
            return text;
        }
        let mut sink =
            Sink { speller: self, directive: directive.kind, text: directive.kind.text().to_owned() };
        write_clauses(&mut sink, &directive.clauses);
        sink.text
    }

    /// Spells `declare target` with only a list of names. The list in parentheses means the same as `enter` (OpenMP 5.2 7.8.1), and unlike
    /// that keyword, every compiler accepts it.
    fn declared_list(&mut self, directive: &Directive) -> Option<String> {
        let [clause] = &directive.clauses[..] else { return None };
        let Argument::List(OmpClause::Enter, items) = &clause.argument else { return None };
        let items: Vec<_> = items.iter().map(|item| self.item(item)).collect();
        let is_alone = directive.kind == OmpDirective::DeclareTarget;
        is_alone.then(|| format!("{}({})", directive.kind.text(), items.join(", ")))
    }

    /// Spells `declare variant`, whose function precedes its clause.
    fn variant(&self, directive: &Directive) -> Option<String> {
        let [Clause { argument: Argument::Variant { function, devices }, .. }] = &directive.clauses[..]
        else {
            return None;
        };
        let (kind, function, devices) = (directive.kind.text(), self.view.text(*function), devices.text());
        Some(format!("{kind}({function}) match(device={{kind({devices})}})"))
    }

    /// The text of a clause of a directive.
    pub fn clause(&mut self, directive: OmpDirective, clause: &Clause) -> String {
        if let Some(id) = source_clause(self.view, clause) {
            return host::printed_clause(self.view, id);
        }
        let kind = clause.kind();
        let (modifiers, items, post) = self.parts(&clause.argument);
        let mut sink = Sink { speller: self, directive, text: kind.text().to_owned() };
        if !(modifiers.is_empty() && items.is_empty()) {
            let parts = Parts { modifiers: &modifiers, items: &items, post_modifiers: &post };
            write_arguments(&mut sink, &parts, directive.form(kind));
        }
        sink.text
    }

    /// The parts in the parentheses of a clause: modifiers, items, and modifiers after the items.
    fn parts<'c>(&mut self, argument: &'c Argument) -> (Vec<Spelled>, Vec<Part<'c>>, Vec<Spelled>) {
        let listed = |items: &'c [Item]| items.iter().map(Part::Item).collect();
        let node = |at: &At| Part::Operand(Operand::Value(Value::Node(*at)));
        match argument {
            Argument::Map { kind, flags, items } => {
                (self.map_words(*flags, *kind), listed(items), Vec::new())
            }
            Argument::Motion { present, items, .. } => {
                (present.then_some("present".into()).into_iter().collect(), listed(items), Vec::new())
            }
            Argument::Reduction { combiner, items } | Argument::TaskReduction { combiner, items, .. } => {
                (vec![self.combiner(*combiner)], listed(items), Vec::new())
            }
            Argument::Doacross { dependence: IterationDependence::Source, .. } => {
                (vec!["source".into()], Vec::new(), Vec::new())
            }
            Argument::Doacross { dependence: IterationDependence::Previous, .. } => {
                (vec!["sink".into()], vec![Part::Word("omp_cur_iteration - 1")], Vec::new())
            }
            Argument::Doacross { dependence: IterationDependence::Sink(values), .. } => {
                (vec!["sink".into()], values.iter().map(node).collect(), Vec::new())
            }
            Argument::Depend { kind, items } => (vec![kind.text().into()], listed(items), Vec::new()),
            Argument::If { of, condition } => {
                (of.iter().map(|of| of.text().into()).collect(), vec![Part::Operand(*condition)], Vec::new())
            }
            Argument::IfMany { counts, or_on_device } => {
                let parallel = OmpDirective::Parallel.text().into();
                (vec![parallel], vec![Part::IterationCount(counts, *or_on_device)], Vec::new())
            }
            Argument::Schedule { modifiers, kind, chunk } => {
                let words = modifiers.iter().map(|modifier| modifier.text().into()).collect();
                let chunk = chunk.map(Part::Operand);
                (words, [Part::Word(kind.text())].into_iter().chain(chunk).collect(), Vec::new())
            }
            Argument::Defaultmap { behavior, category } => {
                let category = category.map(|category| category.text().into());
                (Vec::new(), vec![Part::Word(behavior.text())], category.into_iter().collect())
            }
            Argument::List(_, items) => (Vec::new(), listed(items), Vec::new()),
            Argument::Value(_, value) => (Vec::new(), vec![Part::Operand(*value)], Vec::new()),
            Argument::Modified { modifiers, argument } => self.modified_parts(modifiers, argument),
            Argument::UsesAllocators(values) => (Vec::new(), values.iter().map(node).collect(), Vec::new()),
            Argument::Word(_, word) => (Vec::new(), vec![Part::Word(word.text())], Vec::new()),
            Argument::Values(_, values) => {
                (Vec::new(), values.iter().map(|value| Part::Operand(*value)).collect(), Vec::new())
            }
            Argument::Product(_, factors) => (Vec::new(), vec![Part::Product(factors)], Vec::new()),
            Argument::DistSchedule { chunk } => {
                let chunk = chunk.map(Part::Operand);
                (Vec::new(), [Part::Word("static")].into_iter().chain(chunk).collect(), Vec::new())
            }
            Argument::Variant { .. } | Argument::Bare(_) | Argument::Unread(_) => {
                (Vec::new(), Vec::new(), Vec::new())
            }
        }
    }

    /// Returns the parts of a clause with modifiers, which follow the list in `linear` and `aligned`, and precede it in others.
    fn modified_parts<'c>(
        &mut self,
        modifiers: &[ClauseModifier],
        argument: &'c Argument,
    ) -> (Vec<Spelled>, Vec<Part<'c>>, Vec<Spelled>) {
        let (words, items, mut post) = self.parts(argument);
        let modifiers: Vec<Spelled> = modifiers.iter().filter_map(|each| self.modifier(each)).collect();
        match argument {
            Argument::List(OmpClause::Linear | OmpClause::Aligned, _) => {
                post.extend(modifiers);
                (words, items, post)
            }
            _ => (modifiers.into_iter().chain(words).collect(), items, post),
        }
    }

    /// Returns the text of a modifier. Iterators and unread modifiers have none: they occur only in clauses of the source, which are
    /// printed as written.
    fn modifier(&mut self, modifier: &ClauseModifier) -> Option<Spelled> {
        let word = |word: &str, value: String| Spelled::from(format!("{word}({value})"));
        Some(match modifier {
            ClauseModifier::Word(modifier) => modifier.text().into(),
            ClauseModifier::AtLeast(value) | ClauseModifier::Alignment(value) => self.operand(*value).into(),
            ClauseModifier::Step(value) => word("step", self.operand(*value)),
            ClauseModifier::Allocator(value) => word("allocator", self.operand(*value)),
            ClauseModifier::LeastAlignment(value) => word("align", self.operand(*value)),
            ClauseModifier::Mapper(name) => word("mapper", (self.expr)(*name)),
            ClauseModifier::Iterators(_) | ClauseModifier::Unread(_) => return None,
        })
    }

    /// Returns the keywords before the colon of a `map` clause, in the order of the design: for present data, for held data, the map type.
    fn map_words(&self, flags: MapFlags, kind: MapKind) -> Vec<Spelled> {
        let mut words: Vec<Spelled> = self.dialect.map_words(flags).map(|(_, word)| word.into()).collect();
        words.push(kind.text().into());
        words
    }

    /// The text of a declaration or statement that the mapping adds.
    pub fn code(&mut self, code: &Omp) -> String {
        match code {
            Omp::Declare(declare) => self.declaration(declare),
            Omp::DeclareFunction(declare) => self.function_declaration(declare),
            Omp::Evaluate { value, .. } => self.evaluation(*value),
            Omp::Assign(assign) => format!("{} = {};", self.fresh(assign.to), self.fresh(assign.from)),
            Omp::Free { entity, .. } => format!("__builtin_free({});", host::name(self.view, *entity)),
            Omp::Call(call) => {
                let arguments: Vec<_> = call.arguments.iter().map(|each| self.argument(each)).collect();
                format!("{}({});", call.routine.text(), arguments.join(", "))
            }
            Omp::If { condition, then } => {
                let condition = self.operand(*condition);
                let inside: Vec<_> = then.iter().map(|each| self.code(each)).collect();
                match inside.as_slice() {
                    [only] => format!("if ({condition}) {only}"),
                    several => format!("if ({condition}) {{ {} }}", several.join(" ")),
                }
            }
            Omp::Rows(rows) => {
                let body: Vec<_> = rows.body.iter().map(|each| self.code(each)).collect();
                format!("{} {} }}", self.head(code), body.join(" "))
            }
            Omp::ZeroBytes(item) => self.zero_bytes(item),
            Omp::DeclareReduction(declared) => {
                Language::OpenMp.pragma_line(&self.declare_reduction(declared))
            }
            Omp::HiddenStruct(hidden) => self.hidden_struct(hidden),
            Omp::Seq(parts) => parts.iter().map(|each| self.code(each)).collect::<Vec<_>>().join(" "),
            Omp::Block(parts) => {
                format!("{{ {} }}", parts.iter().map(|each| self.code(each)).collect::<Vec<_>>().join(" "))
            }
            // A C function that runs before `main`: gcc and clang have had the attribute for decades.
            Omp::AtStart { name, .. } => {
                format!("__attribute__((constructor)) static void {}(void)", self.fresh(*name))
            }
            Omp::Directive(directive) => Language::OpenMp.pragma_line(&self.directive(directive)),
            Omp::Statement => String::new(),
        }
    }

    /// The text of a loop or condition that the mapping adds, up to the brace that opens its block.
    pub fn head(&mut self, code: &Omp) -> String {
        match code {
            Omp::If { condition, .. } => format!("if ({}) {{", self.operand(*condition)),
            Omp::Rows(rows) => self.rows_head(rows),
            _ => String::new(),
        }
    }

    fn argument(&mut self, argument: &CallArgument) -> String {
        match argument {
            CallArgument::Value(value) => self.value(*value),
            CallArgument::DeviceType(ty) => ty.constant().to_owned(),
            CallArgument::InitialDevice => "omp_get_initial_device()".to_owned(),
            CallArgument::Element { pointer, index } => {
                format!("&{}[{}]", self.fresh(*pointer), self.operand(*index))
            }
            CallArgument::PointerAddress(item) => format!("(void **)&{}", self.item(item)),
            CallArgument::RowAddress { level, table } => format!("(void **)&{}", self.row(*level, table)),
        }
    }

    fn value(&mut self, value: Value) -> String {
        match value {
            Value::Node(at) => (self.expr)(at),
            Value::Constant(number) => number.to_string(),
        }
    }

    /// The text of a value in a clause.
    pub fn operand(&mut self, operand: Operand) -> String {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Not(at) => format!("!({})", (self.expr)(at)),
            Operand::Unless { condition, unless } => {
                format!("({}) && !({})", (self.expr)(condition), (self.expr)(unless))
            }
            Operand::Fresh(fresh) => self.fresh(fresh),
            Operand::Present { entity, and } => {
                let present = self.is_present(entity);
                match and {
                    Some(at) => format!("{} && {present}", self.term(Value::Node(at))),
                    None => present,
                }
            }
        }
    }

    /// Returns a call that tests whether the first byte of a variable or its pointee is on the device.
    fn is_present(&self, entity: EntityId) -> String {
        let name = host::name(self.view, entity);
        let is_address = matches!(self.view.entity(entity).class, Class::Pointer | Class::Array);
        let address = if is_address { "" } else { "&" };
        format!("{}({address}{name}, 1)", Routine::IsPresent.text())
    }

    /// The text of a product of expressions.
    pub fn product(&mut self, factors: &[At]) -> String {
        let factors: Vec<_> = factors.iter().map(|factor| self.term(Value::Node(*factor))).collect();
        factors.join(" * ")
    }

    /// Returns the name of an added entity: that of the design, or with a number if the declaration has an entity of that name or the unit
    /// a macro. Only names in the declaration matter, because the name is visible nowhere else.
    pub fn fresh(&self, fresh: Fresh) -> String {
        let base = match fresh {
            Fresh::NumWorkers => "__clang_acc_num_workers".to_owned(),
            Fresh::CopyBehind(entity) | Fresh::CopyOf(entity) => {
                format!("__clacc_firstprivate_{}", host::name(self.view, entity))
            }
            Fresh::HostPointer(entity) => {
                format!("__clacc_host_pointer_{}", host::name(self.view, entity))
            }
            Fresh::DevicePointer(entity) => {
                format!("__clacc_device_pointer_{}", host::name(self.view, entity))
            }
            Fresh::StructCopy(entity) => format!("__clacc_struct_{}", host::name(self.view, entity)),
            Fresh::AtStart(entity) => format!("__clacc_declare_{}", host::name(self.view, entity)),
            Fresh::Combiner(operator, entity) => {
                format!("__clacc_{}_{}", declared_reductions::word(operator), host::name(self.view, entity))
            }
            Fresh::Row(level) => format!("__clacc_row_{}", level + 1),
            Fresh::Left(construct, number) => {
                format!("__clacc_left_{}_{}", construct.into_raw().into_u32() + 1, number + 1)
            }
            Fresh::Kept(number) => format!("__clacc_kept_{}", number + 1),
            Fresh::Target => "__clacc_target".to_owned(),
            Fresh::Struct(number) => format!("__clacc_struct_{}", number + 1),
            Fresh::Absence(entity) => format!("__clacc_absent_{}", host::name(self.view, entity)),
        };
        self.free_name(&base)
    }

    fn free_name(&self, base: &str) -> String {
        let numbered = (2_u32..).map(|number| format!("{base}_{number}__"));
        let mut names = std::iter::once(format!("{base}__")).chain(numbered);
        names.find(|name| self.is_free(name)).unwrap_or_default()
    }

    /// Returns a name without underscores for text that people keep, with a number if the declaration has an entity of that name.
    fn plain_name(&self, base: &str) -> String {
        let numbered = (2_u32..).map(|number| format!("{base}{number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        names.find(|name| self.is_free(name)).unwrap_or_default()
    }

    fn is_free(&self, name: &str) -> bool {
        let Some(known) = self.view.program.names.find(name) else { return true };
        let is_entity = self.view.program.entities.iter().any(|entity| entity.name == known);
        !is_entity && !(self.is_macro)(name)
    }

    /// The text of a list item.
    pub fn item(&mut self, item: &Item) -> String {
        match item {
            Item::Place { place, written } => match written {
                Some(written) if !host::has_bare_lengths(self.view, written.at) => {
                    let text = (self.expr)(written.at);
                    self.steps(text, &place.steps[written.steps as usize..])
                }
                _ => self.place(place),
            },
            Item::Fresh(fresh) => self.fresh(*fresh),
            Item::PartBehind { pointer, start, length, steps } => {
                let pointer = self.fresh(*pointer);
                let part = format!("{pointer}[{}:{}]", self.operand(*start), self.operand(*length));
                self.steps(part, steps)
            }
            Item::InRow(section) => {
                let row = self.row(0, &section.table);
                let part = format!("{row}[{}:{}]", self.operand(section.start), self.operand(section.length));
                self.steps(part, &section.steps)
            }
            Item::Through { pointer, steps } => {
                let pointer = self.fresh(*pointer);
                self.steps(pointer, steps)
            }
            Item::Queue(queue) => self.queue(*queue),
            Item::Lvalue(at) => (self.expr)(*at),
        }
    }

    fn queue(&mut self, queue: Value) -> String {
        let number = queue_objects::number_of(self.view, queue).filter(|_| self.queues == QueueForm::Objects);
        match number {
            Some(number) => queue_objects::object(number),
            None => format!("*{}({})", Routine::QueueAddress.text(), self.value(queue)),
        }
    }

    fn place(&mut self, place: &Place) -> String {
        let root = host::name(self.view, place.root).to_owned();
        self.steps(root, &place.steps)
    }

    fn steps(&mut self, mut text: String, steps: &[Step]) -> String {
        let mut is_behind = false;
        for step in steps {
            match step {
                Step::Field(field) => {
                    text.push_str(if is_behind { "->" } else { "." });
                    text.push_str(self.view.text(*field));
                }
                Step::Index(index) => {
                    let index = self.value(*index);
                    text.extend(["[", &index, "]"]);
                }
                Step::Range { start, extent, stride } => {
                    let range = self.range(*start, *extent, *stride);
                    text.push_str(&range);
                }
                Step::Deref(_) => {}
            }
            is_behind = matches!(step, Step::Deref(_));
        }
        text
    }

    /// Returns the number of elements from `start` to `last`.
    fn length_upto(&mut self, last: Value, start: Bound) -> String {
        let end = match last {
            Value::Constant(last) => (last.get() + 1).to_string(),
            Value::Node(_) => format!("{} + 1", self.term(last)),
        };
        match start {
            Bound::At(start) => format!("{end} - {}", self.term(start)),
            Bound::Default => end,
        }
    }

    fn range(&mut self, start: Bound, extent: Extent, stride: Option<Value>) -> String {
        let mut text = "[".to_owned();
        if let Bound::At(start) = start {
            text.push_str(&self.value(start));
        }
        text.push(':');
        match extent {
            Extent::Length(length) => text.push_str(&self.value(length)),
            Extent::Upto(last) => text.push_str(&self.length_upto(last, start)),
            Extent::All => {}
        }
        if let Some(stride) = stride {
            text.push(':');
            text.push_str(&self.value(stride));
        }
        text.push(']');
        text
    }
}

/// Returns the OpenMP clause of the source from which a clause comes unchanged. It is printed as written.
pub(crate) fn source_clause(view: View<'_>, clause: &Clause) -> Option<ClauseId> {
    match clause.origin {
        Origin::Clause(id) => view.clause_node(id).kind.omp().map(|_| id),
        _ => None,
    }
}

/// A modifier of a clause.
type Spelled = Cow<'static, str>;

/// One item in the parentheses of a clause.
#[derive(Clone, Copy)]
enum Part<'c> {
    Item(&'c Item),
    Operand(Operand),
    Product(&'c [At]),
    Word(&'static str),
    /// The condition that one of the trip counts is large, and whether it always holds on a separate device.
    IterationCount(&'c [IterationCount], bool),
}

/// Collects the text of one directive.
struct Sink<'t, 's, 'a> {
    speller: &'t mut Speller<'s, 'a>,
    directive: OmpDirective,
    text: String,
}

impl<'p> DirectiveSink<'p> for Sink<'_, '_, '_> {
    type Clause = &'p Clause;
    type Modifier = Spelled;
    type Item = Part<'p>;

    fn text(&mut self, text: &'static str) {
        let text = match text {
            "," if self.speller.dialect.is_short() => ", ",
            " : " if self.speller.dialect.is_short() => ": ",
            text => text,
        };
        self.text.push_str(text);
    }

    fn clause(&mut self, clause: &'p Clause) {
        let text = self.speller.clause(self.directive, clause);
        self.text.push_str(&text);
    }

    fn modifier(&mut self, modifier: &'p Spelled, _style: ModifierStyle) {
        self.text.push_str(modifier);
    }

    fn item(&mut self, item: &'p Part<'p>) {
        let text = match item {
            Part::Item(item) => self.speller.item(item),
            Part::Operand(operand) => self.speller.operand(*operand),
            Part::Product(factors) => self.speller.product(factors),
            Part::Word(word) => (*word).to_owned(),
            Part::IterationCount(counts, or_on_device) => self.speller.many(counts, *or_on_device),
        };
        self.text.push_str(&text);
    }
}
