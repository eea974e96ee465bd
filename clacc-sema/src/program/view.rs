//! A program with its host. This is what analyses use.

use std::hash::BuildHasher;
use std::ops::Deref;

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxBuildHasher;

use super::access::{Call, Jump, NamedVariable, Write};
use super::by_hand::{ByHand, HandHost};
use super::c_host::CHost;
use super::directive::{ClauseNode, DirectiveNode};
use super::element::Gathering;
use super::entity::{Class, Entity, StorageDuration};
use super::host::Host;
use super::place::{At, EntityId, Place, Value};
use super::run::Run;
use super::{LoweredFrom, Program};
use crate::c::model::DeclModel;

const NAMES_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// A program and its host. The queries of [`Host`] are methods of the view.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    host: AnyHost<'a>,
}

/// A host of one of the languages that there are.
#[derive(Clone, Copy, Debug)]
enum AnyHost<'a> {
    C(CHost<'a>),
    ByHand(HandHost<'a>),
}

impl<'a> Deref for View<'a> {
    type Target = dyn Host + 'a;

    #[inline]
    fn deref(&self) -> &(dyn Host + 'a) {
        match &self.host {
            AnyHost::C(host) => host,
            AnyHost::ByHand(host) => host,
        }
    }
}

static NOTHING_BY_HAND: ByHand = ByHand::new();

impl<'a> View<'a> {
    /// The view of a C declaration that was lowered from this model.
    pub fn of_c(program: &'a Program, model: &'a DeclModel) -> View<'a> {
        match &program.origin {
            LoweredFrom::C(nodes) => View { program, host: AnyHost::C(CHost { model, nodes, program }) },
            LoweredFrom::ByHand => View::by_hand(program, &NOTHING_BY_HAND),
        }
    }

    /// The view of a program that was written by hand.
    pub fn by_hand(program: &'a Program, answers: &'a ByHand) -> View<'a> {
        View { program, host: AnyHost::ByHand(HandHost { program, answers }) }
    }

    /// The host for C, if the program was lowered from C.
    pub(super) fn c_host(self) -> Option<CHost<'a>> {
        if let AnyHost::C(host) = self.host { Some(host) } else { None }
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

    /// The name of a clause in the source.
    pub fn spelling(self, id: ClauseId) -> &'a str {
        self.text(self.clause_node(id).spelling)
    }

    /// The name of an entity.
    pub fn name(self, id: EntityId) -> Name {
        self.entity(id).name
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

    /// Returns true if a directive is the argument of a clause: a variant of a metadirective.
    pub fn is_variant(self, id: DirectiveId) -> bool {
        let outline = &self.program.outline;
        let holder = outline.parent(self.directive(id).at);
        let around = holder.and_then(|holder| self.directive_at(outline.parent(holder)?));
        around.is_some_and(|around| {
            let clauses = &self.directive(around).clauses;
            clauses.iter().any(|clause| Some(self.clause_node(*clause).at) == holder)
        })
    }

    /// A clause with its arguments.
    pub fn clause_node(self, id: ClauseId) -> &'a ClauseNode {
        &self.program.clauses[id]
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

    /// Whether an entity's scope lies in a run of nodes.
    pub fn is_declared_in(self, id: EntityId, run: Run) -> bool {
        self.entity(id).scope.is_some_and(|scope| run.contains(scope))
    }

    /// The number, if the value is constant.
    pub fn number(self, value: Value) -> Option<i128> {
        match value {
            Value::Constant(number) => Some(number.get()),
            Value::Node(at) => self.constant(at),
        }
    }

    /// A hash that is equal for all expressions with the same value according to [`same_value`](super::host::values::Values::same_value).
    pub fn value_key(self, at: At) -> u64 {
        self.constant(at).map_or_else(|| self.words_key(at), constant_key)
    }

    /// A hash of a value that is equal for all values that are equal according to [`View::same`].
    pub fn key(self, value: Value) -> u64 {
        match value {
            Value::Constant(number) => constant_key(number.get()),
            Value::Node(at) => self.value_key(at),
        }
    }

    /// Returns true if two values are the same, as in [`same_value`](super::host::values::Values::same_value).
    pub fn same(self, first: Value, second: Value) -> bool {
        match (first, second) {
            (Value::Node(first), Value::Node(second)) => self.same_value(first, second),
            _ => self.number(first).is_some() && self.number(first) == self.number(second),
        }
    }

    /// Gathers the elements in a run of nodes whose variables `is_wanted` accepts, and the loops there.
    pub fn gather_elements(self, run: Run, is_wanted: &dyn Fn(EntityId) -> bool, gathering: &mut Gathering) {
        let mut loops = run.of(&self.program.loops, |at| *at).iter().peekable();
        let names = self.names_in(run).iter().filter(|named| is_wanted(named.entity));
        for named in checkpoint::every(NAMES_BETWEEN_CHECKPOINTS, names) {
            while let Some(at) = loops.next_if(|at| **at < named.at) {
                self.gather_loop(*at, gathering);
            }
            gathering.name(named.at, named.entity);
            self.gather_parts(named.at, gathering);
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

    /// All loops in a run, in source order, with or without a control variable.
    pub fn loops_in(self, run: Run) -> &'a [At] {
        run.of(&self.program.all_loops, |at| *at)
    }

    /// The class of the type of a place.
    pub fn class_of(self, place: &Place) -> Class {
        if place.is_whole() { self.entity(place.root).class } else { self.class_of_part(place) }
    }

    /// Returns true if a value is certainly the length of a dimension in the declaration of an entity, counted from the fastest dimension:
    /// both are one variable of the function, which never changes.
    pub fn is_declared_length(self, entity: EntityId, from_last: usize, length: At) -> bool {
        let Some(variable) = self.length_variable(entity, from_last) else { return false };
        let is_same = self.place_of(length).is_some_and(|place| place == Place::whole(variable));
        let is_local = self.entity(variable).duration == StorageDuration::Automatic;
        is_same && is_local && !self.program.writes.iter().any(|write| write.target == Some(variable))
    }
}

/// The key of a constant, see [`View::value_key`].
fn constant_key(number: i128) -> u64 {
    FxBuildHasher.hash_one(number)
}
