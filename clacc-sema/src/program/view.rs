//! A program with its host. This is what analyses use.

use std::hash::BuildHasher;

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxBuildHasher;

use super::access::{Call, Jump, Mention, NamedVariable, Write};
use super::accumulation::Accumulation;
use super::atomic::{AtomicKind, AtomicStatement};
use super::by_hand::ByHand;
use super::c_host::{self, CHost};
use super::directive::{BodyOwner, ClauseNode, DirectiveNode, Scope};
use super::element::{Gathering, Sum};
use super::entity::Entity;
use super::item::ItemParts;
use super::loops::{Control, Fault, HeaderHazard, Nest};
use super::passage::Passage;
use super::place::{At, EntityId, Place, Value};
use super::run::Run;
use super::words::Words;
use super::{LoweredFrom, Program};
use crate::c::model::DeclModel;

const NAMES_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// The host, which answers the questions that a program does not answer as data.
#[derive(Clone, Copy, Debug)]
pub enum Host<'a> {
    /// The tree and the model of a C declaration.
    C(CHost<'a>),
    /// Answers written by hand, for tests.
    ByHand(&'a ByHand),
}

/// A program and its host.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The data.
    pub program: &'a Program,
    /// The host.
    pub host: Host<'a>,
}

static NOTHING_BY_HAND: ByHand = ByHand::new();

impl<'a> View<'a> {
    /// The view of a C declaration that was lowered from this model.
    pub fn of_c(program: &'a Program, model: &'a DeclModel) -> View<'a> {
        let host = match &program.origin {
            LoweredFrom::C(nodes) => Host::C(CHost { model, nodes, outline: &program.outline }),
            LoweredFrom::ByHand => Host::ByHand(&NOTHING_BY_HAND),
        };
        View { program, host }
    }

    /// The view of a program that was written by hand.
    pub fn by_hand(program: &'a Program, answers: &'a ByHand) -> View<'a> {
        View { program, host: Host::ByHand(answers) }
    }

    /// An entity.
    pub fn entity(self, id: EntityId) -> &'a Entity {
        &self.program.entities[id.index() as usize]
    }

    /// The text of a name.
    pub fn text(self, name: Name) -> &'a str {
        &self.program.names[name]
    }

    /// The name of a directive.
    pub fn directive_text(self, id: DirectiveId) -> &'a str {
        self.directive(id).kind.text(&self.program.names)
    }

    /// The name of a clause, as it is written.
    pub fn spelling(self, id: ClauseId) -> &'a str {
        self.text(self.clause_node(id).spelling)
    }

    /// The name of an entity.
    pub fn name(self, id: EntityId) -> Name {
        self.entity(id).name
    }

    /// Whether an entity is a function of the language's own library, which calls no function of the
    /// program.
    pub fn is_library_function(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_library_function(id),
            Host::ByHand(_) => false,
        }
    }

    /// A directive.
    pub fn directive(self, id: DirectiveId) -> &'a DirectiveNode {
        &self.program.directives[id]
    }

    /// The directive at a node.
    pub fn directive_at(self, at: At) -> Option<DirectiveId> {
        let order = &self.program.order;
        let position = order.binary_search_by_key(&at, |id| self.directive(*id).at).ok()?;
        Some(order[position])
    }

    /// A clause with its arguments as they are written.
    pub fn clause_node(self, id: ClauseId) -> &'a ClauseNode {
        &self.program.clauses[id]
    }

    /// The tokens of a node.
    pub fn span(self, at: At) -> TokenRange {
        match self.host {
            Host::C(host) => host.span(at),
            Host::ByHand(_) => TokenRange::new(at.index(), at.index() + 1),
        }
    }

    /// The first token of a node, which is enough to point to it.
    pub fn start(self, at: At) -> TokenRange {
        let span = self.span(at);
        TokenRange::new(span.start, span.end.min(span.start + 1))
    }

    /// The tokens of a whole directive.
    pub fn directive_span(self, id: DirectiveId) -> TokenRange {
        self.span(self.directive(id).at)
    }

    /// The tokens of a directive's name, to which messages point. They follow the token that starts the
    /// directive.
    pub fn directive_name_span(self, id: DirectiveId) -> TokenRange {
        let span = self.directive_span(id);
        let words = self.directive_text(id).split(' ').count() as u32;
        TokenRange::new(span.start + 1, (span.start + 1 + words).min(span.end.max(span.start + 1)))
    }

    /// The tokens of a clause, its arguments included.
    pub fn clause_span(self, id: ClauseId) -> TokenRange {
        self.span(self.clause_node(id).at)
    }

    /// The tokens of an entity's declaration; none if it lies outside this external declaration.
    pub fn declared_at(self, id: EntityId) -> Option<TokenRange> {
        match self.host {
            Host::C(host) => host.declared_at(id),
            Host::ByHand(_) => None,
        }
    }

    /// Whether an entity's scope lies in a run of nodes.
    pub fn is_declared_in(self, id: EntityId, run: Run) -> bool {
        self.entity(id).scope.is_some_and(|scope| run.contains(scope))
    }

    /// The value of an expression that is an integer constant.
    pub fn constant(self, at: At) -> Option<i128> {
        match self.host {
            Host::C(host) => host.constant(at),
            Host::ByHand(answers) => answers.constant(at),
        }
    }

    /// Whether a value has a number in it that is larger than those of every integer type.
    pub fn is_too_large(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_too_large(at),
            Host::ByHand(_) => false,
        }
    }

    /// The number, if the value is constant.
    pub fn number(self, value: Value) -> Option<i128> {
        match value {
            Value::Constant(number) => Some(number.get()),
            Value::Node(at) => self.constant(at),
        }
    }

    /// Whether evaluating an expression may have side effects.
    pub fn has_side_effects(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.has_side_effects(at),
            Host::ByHand(_) => false,
        }
    }

    /// Whether two expressions are the same constant, or the same text about the same variables.
    pub fn same_value(self, first: At, second: At) -> bool {
        match self.host {
            Host::C(host) => host.same_value(first, second),
            Host::ByHand(answers) => answers.constant(first) == answers.constant(second),
        }
    }

    /// Whether two expressions are the same name or the same number, in the same words.
    pub fn is_same_word(self, first: At, second: At) -> bool {
        match self.host {
            Host::C(host) => host.is_same_word(first, second),
            Host::ByHand(_) => false,
        }
    }

    /// A number that is the same for all expressions with the same value, as [`View::same_value`] has it, and different
    /// for most others.
    pub fn value_key(self, at: At) -> u64 {
        self.constant(at).map_or_else(|| self.words_key(at), constant_key)
    }

    /// The same for expressions that are no constants.
    fn words_key(self, at: At) -> u64 {
        match self.host {
            Host::C(host) => host.words_key(at),
            Host::ByHand(_) => 0,
        }
    }

    /// The same for values, as [`View::same`] has it.
    pub fn key(self, value: Value) -> u64 {
        match value {
            Value::Constant(number) => constant_key(number.get()),
            Value::Node(at) => self.value_key(at),
        }
    }

    /// Whether two values are the same, as in [`View::same_value`].
    pub fn same(self, first: Value, second: Value) -> bool {
        match (first, second) {
            (Value::Node(first), Value::Node(second)) => self.same_value(first, second),
            _ => self.number(first).is_some() && self.number(first) == self.number(second),
        }
    }

    /// Whether an expression is integer arithmetic on constants and on variables for which `is_known`
    /// holds.
    pub fn value_is(self, at: At, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        match self.host {
            Host::C(host) => host.value_is(at, is_known),
            Host::ByHand(answers) => answers.constant(at).is_some(),
        }
    }

    /// The number of elements with which an array is declared that the language passes as a pointer; none if
    /// the number is no constant.
    pub fn parameter_length(self, id: EntityId) -> Option<i128> {
        match self.host {
            Host::C(host) => host.parameter_length(id),
            Host::ByHand(_) => None,
        }
    }

    /// The elements of wanted variables in a run of nodes, and the loops there.
    pub fn gather_elements(self, run: Run, is_wanted: &dyn Fn(EntityId) -> bool, gathering: &mut Gathering) {
        let Host::C(host) = self.host else { return };
        let mut loops = run.of(&self.program.loops, |at| *at).iter().peekable();
        let names = self.names_in(run).iter().filter(|named| is_wanted(named.entity));
        for named in checkpoint::every(NAMES_BETWEEN_CHECKPOINTS, names) {
            while let Some(at) = loops.next_if(|at| **at < named.at) {
                host.gather_loop(*at, gathering);
            }
            gathering.name(named.at, named.entity);
            host.gather_parts(named.at, gathering);
        }
    }

    /// A value as a variable and a constant that is added to it, or as a constant alone.
    pub fn sum(self, at: At) -> Option<Sum> {
        match self.host {
            Host::C(host) => host.sum(at),
            Host::ByHand(answers) => Some(Sum::constant(answers.constant(at)?.try_into().ok()?)),
        }
    }

    /// The name at the base of an expression that names a part of a variable.
    pub fn root_name(self, at: At) -> Option<At> {
        match self.host {
            Host::C(host) => host.root_name(at),
            Host::ByHand(_) => Some(self.names_in(self.run(at)).first()?.at),
        }
    }

    /// The variable at the base of an expression that names a part of it.
    pub fn root_of(self, at: At) -> Option<EntityId> {
        match self.host {
            Host::C(host) => host.root_of(at),
            Host::ByHand(answers) => answers.place_of(at).map(|place| place.root),
        }
    }

    /// Whether a value goes nowhere but into a condition, or out of the function as its result.
    pub fn is_tested_or_returned(self, value: At) -> bool {
        match self.host {
            Host::C(host) => host.is_tested_or_returned(value),
            Host::ByHand(_) => false,
        }
    }

    /// Whether a condition between a statement and what is around it decides whether a node is evaluated.
    /// Conditions of loops do not count.
    pub fn is_conditional(self, at: At, around: At) -> bool {
        match self.host {
            Host::C(host) => host.is_conditional(at, around),
            Host::ByHand(_) => false,
        }
    }

    /// The order in which the parts of a statement are executed; none if there is no statement at a node.
    pub fn passage(self, at: At) -> Option<Passage> {
        match self.host {
            Host::C(host) => host.passage(at),
            Host::ByHand(_) => None,
        }
    }

    /// The accumulation that an assignment to a variable is; none if it is another assignment.
    pub fn accumulation(self, at: At) -> Option<Accumulation> {
        match self.host {
            Host::C(host) => host.accumulation(at),
            Host::ByHand(_) => None,
        }
    }

    /// Whether a variable may change, or be looked at, in ways that the program does not show.
    pub fn is_volatile(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.is_volatile(id),
            Host::ByHand(_) => false,
        }
    }

    /// Whether a variable is declared with a value.
    pub fn has_initial_value(self, id: EntityId) -> bool {
        match self.host {
            Host::C(host) => host.has_initial_value(id),
            Host::ByHand(_) => false,
        }
    }

    /// The subtree of a node, itself included.
    pub fn run(self, at: At) -> Run {
        self.program.outline.run(at)
    }

    /// The writes in a run, in source order.
    pub fn writes(self, run: Run) -> std::slice::Iter<'a, Write> {
        run.of(&self.program.writes, |write| write.at).iter()
    }

    /// The calls in a run, in source order.
    pub fn calls(self, run: Run) -> std::slice::Iter<'a, Call> {
        run.of(&self.program.calls, |call| call.at).iter()
    }

    /// The jumps in a run, in source order.
    pub fn jumps(self, run: Run) -> std::slice::Iter<'a, Jump> {
        run.of(&self.program.jumps, |jump| jump.at).iter()
    }

    /// The names of variables in a run, in source order.
    pub fn names_in(self, run: Run) -> &'a [NamedVariable] {
        run.of(&self.program.named, |named| named.at)
    }

    /// The loops in a run, in source order, those that count nothing among them.
    pub fn loops_in(self, run: Run) -> &'a [At] {
        run.of(&self.program.all_loops, |at| *at)
    }

    /// The variables that a run names, in source order.
    pub fn mentions(self, run: Run) -> Box<dyn Iterator<Item = Mention> + 'a> {
        match self.host {
            Host::C(host) => Box::new(host.mentions(run, self.names_in(run), &self.program.entities)),
            Host::ByHand(answers) => Box::new(answers.mentions(run)),
        }
    }

    /// The place that an expression names: a variable, and members, elements and ranges of it.
    pub fn place_of(self, at: At) -> Option<Place> {
        match self.host {
            Host::C(host) => host.place_of(at),
            Host::ByHand(answers) => answers.place_of(at),
        }
    }

    /// The member in an expression that its type does not have, and this type in words.
    pub fn absent_member(self, at: At) -> Option<(Name, String)> {
        match self.host {
            Host::C(host) => host.absent_member(at),
            Host::ByHand(_) => None,
        }
    }

    /// A list item, split into its base and its subscripts and ranges.
    pub fn list_item(self, at: At) -> ItemParts {
        match self.host {
            Host::C(host) => host.list_item(at),
            Host::ByHand(answers) => answers.list_item(at),
        }
    }

    /// The names in a run of nodes that are not declared, with their places.
    pub fn undeclared(self, run: Run) -> Vec<(At, EntityId)> {
        match self.host {
            Host::C(host) => host.undeclared(run),
            Host::ByHand(_) => Vec::new(),
        }
    }

    /// Whether a statement belongs to the region itself and not to a statement inside it, so that no
    /// condition or loop in the region decides whether it is executed.
    pub fn is_own_statement(self, at: At, region: Run) -> bool {
        match self.host {
            Host::C(host) => host.is_own_statement(at, region.start),
            Host::ByHand(_) => self.program.outline.parent(at) == self.program.outline.parent(region.start),
        }
    }

    /// Finds `depth` nested loops in a run of siblings. Each must be the only statement in the one around
    /// it or, with `loosely`, the only loop among its statements.
    pub fn nest(self, region: Run, depth: u32, loosely: bool) -> Nest {
        match self.host {
            Host::C(host) => host.nest(region.start, depth, loosely),
            Host::ByHand(answers) => answers.nest(self.program, region.start, depth),
        }
    }

    /// The control of a loop.
    pub fn control(self, at: At) -> Control {
        match self.host {
            Host::C(host) => host.control(at),
            Host::ByHand(answers) => answers.control(at),
        }
    }

    /// The place where a loop names its control variable, if the loop does not declare it.
    pub fn control_span(self, at: At) -> Option<TokenRange> {
        match self.host {
            Host::C(host) => host.control_span(at),
            Host::ByHand(_) => None,
        }
    }

    /// The part of a loop that sets its control variable.
    pub fn loop_head_span(self, at: At) -> TokenRange {
        match self.host {
            Host::C(host) => host.head_span(at),
            Host::ByHand(_) => self.start(at),
        }
    }

    /// The nodes of a loop before its body.
    pub fn loop_header(self, at: At) -> Run {
        match self.host {
            Host::C(host) => host.loop_header(at),
            Host::ByHand(_) => Run::default(),
        }
    }

    /// Checks that the number of a loop's iterations can be computed before it starts, judging by its
    /// header alone.
    pub fn check_countable(self, at: At) -> Result<(), Fault> {
        match self.host {
            Host::C(host) => host.check_countable(at),
            Host::ByHand(_) => Ok(()),
        }
    }

    /// The reason why OpenMP or its compilers count the iterations of a loop differently, if there is one.
    pub fn header_hazard(self, at: At) -> Option<HeaderHazard> {
        match self.host {
            Host::C(host) => host.header_hazard(at),
            Host::ByHand(_) => None,
        }
    }

    /// Whether a node is a pragma of another language. One before a statement, as `#pragma GCC ivdep` is, is the node before
    /// that of the statement.
    pub fn is_foreign_pragma(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.is_foreign_pragma(at),
            Host::ByHand(_) => false,
        }
    }

    /// Whether the variable of a loop has a type that is narrower than `int`.
    pub fn has_narrow_control(self, at: At) -> bool {
        match self.host {
            Host::C(host) => host.has_narrow_control(at),
            Host::ByHand(_) => false,
        }
    }

    /// The statement of a region as an atomic one, or the reason why it does not have such a form.
    pub fn atomic_statement(self, region: Run, kind: AtomicKind) -> Result<AtomicStatement, Fault> {
        match self.host {
            Host::C(host) => host.atomic_statement(region.start, kind),
            Host::ByHand(_) => Ok(AtomicStatement::default()),
        }
    }

    /// Whether a pointer to the first element could replace an array in a run of nodes: nothing there asks for
    /// the array itself, as `sizeof` does.
    pub fn is_used_as_pointer(self, array: EntityId, run: Run) -> bool {
        match self.host {
            Host::C(host) => host.is_used_as_pointer(array, run),
            Host::ByHand(_) => false,
        }
    }

    /// The scope that contains a directive.
    pub fn scope_of(self, id: DirectiveId) -> Scope {
        match self.host {
            Host::C(host) => host.scope_of(self.directive(id).at),
            Host::ByHand(_) => Scope::Block,
        }
    }

    /// The owner of a directive, if the directive is its body.
    pub fn owner_of(self, id: DirectiveId) -> Option<BodyOwner> {
        match self.host {
            Host::C(host) => host.owner_of(self.directive(id).at),
            Host::ByHand(_) => None,
        }
    }

    /// The words that messages use for this language.
    pub fn words(self) -> &'static Words {
        match self.host {
            Host::C(_) | Host::ByHand(_) => &c_host::WORDS,
        }
    }
}

/// The key of a constant, see [`View::value_key`].
fn constant_key(number: i128) -> u64 {
    FxBuildHasher.hash_one(number)
}
