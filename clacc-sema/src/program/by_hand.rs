//! A host without a language, for tests: programs and answers are written by hand.

use std::collections::BTreeMap;

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::token::TokenRange;

use super::Program;
use super::access::Mention;
use super::accumulation::Accumulation;
use super::arithmetic::{Arithmetic, Condition, Counting};
use super::atomic::{AtomicKind, AtomicStatement};
use super::c_host::WORDS;
use super::c_host::types::class_words;
use super::declared::{DeclaredMapper, DeclaredReduction, LoneFunction};
use super::directive::{BodyOwner, Scope};
use super::element::{Gathering, Sum};
use super::entity::{Class, Components, Selectable, Shape};
use super::host::Host;
use super::host::declarations::Declarations;
use super::host::declarative::Declarative;
use super::host::loops::Loops;
use super::host::places::Places;
use super::host::statements::Statements;
use super::host::types::Types;
use super::host::values::Values;
use super::item::{ItemParts, ItemRoot};
use super::loops::{Bounds, Control, Fault, HeaderHazard, Nest};
use super::passage::Passage;
use super::place::{At, EntityId, Place, Value};
use super::pointed::PointedPlace;
use super::run::Run;
use super::words::Words;

/// The answers, written by hand. A question that is missing here has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ByHand {
    /// The values of constants.
    pub constants: BTreeMap<At, i128>,
    /// The places that expressions name.
    pub places: BTreeMap<At, Place>,
    /// The control of each loop.
    pub loops: BTreeMap<At, Control>,
    /// The variables that the program names, in source order.
    pub mentions: Vec<Mention>,
}

impl ByHand {
    /// Creates a host without answers.
    pub const fn new() -> ByHand {
        ByHand {
            constants: BTreeMap::new(),
            places: BTreeMap::new(),
            loops: BTreeMap::new(),
            mentions: Vec::new(),
        }
    }
}

/// A program that was written by hand, with the answers to queries about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandHost<'a> {
    pub(super) program: &'a Program,
    pub(super) answers: &'a ByHand,
}

/// Answers each of these questions with nothing: no, none, or an empty list.
macro_rules! unanswered {
    ($(fn $question:ident($($argument:ty),*) -> $answer:ty;)*) => {
        $(fn $question(&self, $(_: $argument),*) -> $answer { Default::default() })*
    };
}

impl Host for HandHost<'_> {
    fn span(&self, at: At) -> TokenRange {
        TokenRange::new(at.index(), at.index() + 1)
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }
}

impl Declarations for HandHost<'_> {
    fn describe(&self, id: EntityId) -> String {
        class_words(self.program.entities[id.index() as usize].class).to_owned()
    }

    unanswered! {
        fn declared_at(EntityId) -> Option<TokenRange>;
        fn is_library_function(EntityId) -> bool;
        fn is_mathematical(EntityId) -> bool;
        fn parameters() -> Option<Vec<EntityId>>;
        fn is_parameter(EntityId) -> bool;
        fn is_register(EntityId) -> bool;
        fn is_restrict(EntityId) -> bool;
        fn is_volatile(EntityId) -> bool;
        fn initial_value(EntityId) -> Option<At>;
        fn has_initial_value(EntityId) -> bool;
        fn parameter_length(EntityId) -> Option<Value>;
        fn declared_lengths(EntityId) -> Vec<At>;
        fn length_variable(EntityId, usize) -> Option<EntityId>;
        fn is_variably_modified(EntityId) -> bool;
        fn has_variable_target(EntityId) -> bool;
        fn is_incomplete(EntityId) -> bool;
    }
}

impl Declarative for HandHost<'_> {
    unanswered! {
        fn declared_reduction(DirectiveId) -> Option<DeclaredReduction>;
        fn declared_mapper(DirectiveId) -> Option<DeclaredMapper>;
        fn lone_function() -> Option<LoneFunction>;
        fn before_no_function() -> Box<[DirectiveId]>;
        fn is_predefined(EntityId) -> bool;
    }
}

impl Values for HandHost<'_> {
    fn constant(&self, at: At) -> Option<i128> {
        self.answers.constants.get(&at).copied()
    }

    fn same_value(&self, first: At, second: At) -> bool {
        self.constant(first) == self.constant(second)
    }

    fn value_is(&self, at: At, _is_known: &dyn Fn(EntityId) -> bool) -> bool {
        self.constant(at).is_some()
    }

    fn sum(&self, at: At) -> Option<Sum> {
        Some(Sum::constant(self.constant(at)?.try_into().ok()?))
    }

    fn arithmetic(&self, at: At) -> Arithmetic {
        self.constant(at).map_or(Arithmetic::Other, Arithmetic::Constant)
    }

    fn condition(&self, _at: At) -> Condition {
        Condition::Other
    }

    fn is_null(&self, at: At) -> bool {
        self.constant(at) == Some(0)
    }

    unanswered! {
        fn quoted(At) -> Option<String>;
        fn is_too_large(At) -> bool;
        fn has_side_effects(At) -> bool;
        fn is_same_word(At, At) -> bool;
        fn words_key(At) -> u64;
        fn accumulation(At) -> Option<Accumulation>;
        fn is_allocation(At) -> bool;
        fn is_tested_or_returned(At) -> bool;
    }
}

impl Places for HandHost<'_> {
    fn place_of(&self, at: At) -> Option<Place> {
        self.answers.places.get(&at).cloned()
    }

    fn root_name(&self, at: At) -> Option<At> {
        let names = self.program.outline.run(at).of(&self.program.named, |named| named.at);
        Some(names.first()?.at)
    }

    fn root_of(&self, at: At) -> Option<EntityId> {
        self.place_of(at).map(|place| place.root)
    }

    /// The item, as a whole variable.
    fn list_item(&self, at: At) -> ItemParts {
        let place = self.place_of(at);
        let root = place.as_ref().map_or(ItemRoot::Unknown, |place| ItemRoot::Entity(place.root, at));
        ItemParts { base: at, selections: Box::default(), root, is_member: false, place }
    }

    fn mentions(&self, run: Run) -> Box<dyn Iterator<Item = Mention> + '_> {
        Box::new(run.of(&self.answers.mentions, |mention| mention.at).iter().cloned())
    }

    fn place_text(&self, place: &Place) -> String {
        self.program.names[self.program.entities[place.root.index() as usize].name].to_owned()
    }

    unanswered! {
        fn absent_member(At) -> Option<(Name, String)>;
        fn is_computed(At) -> bool;
        fn pointed_place(At) -> Option<PointedPlace>;
        fn undeclared(Run) -> Vec<(At, EntityId)>;
        fn unseen(Run) -> Option<At>;
        fn gather_parts(At, &mut Gathering) -> ();
        fn is_in_address(At) -> bool;
        fn is_used_as_pointer(EntityId, Run) -> bool;
        fn anonymous_path(&Place) -> Box<[u32]>;
    }
}

impl Types for HandHost<'_> {
    fn shape(&self, place: &Place) -> Option<Shape> {
        let whole = Shape {
            dims: Box::default(),
            element: self.program.entities[place.root.index() as usize].class,
            is_bool: false,
            is_narrow: false,
            is_wide: false,
            is_const: false,
            is_atomic: false,
        };
        place.is_whole().then_some(whole)
    }

    fn class_of_part(&self, _place: &Place) -> Class {
        Class::Unknown
    }

    fn class_at(&self, at: At) -> Class {
        self.place_of(at)
            .map_or(Class::Integer, |place| self.shape(&place).map_or(Class::Unknown, |shape| shape.element))
    }

    fn is_const_at(&self, at: At) -> bool {
        self.root_of(at).is_some_and(|root| self.program.entities[root.index() as usize].is_const)
    }

    fn is_plain_memory(&self, _at: At) -> bool {
        true
    }

    fn is_byte(&self, _at: At) -> bool {
        true
    }

    fn selected(&self, base: At, count: usize) -> Option<Shape> {
        self.place_of(base).filter(|_| count == 0).and_then(|place| self.shape(&place))
    }

    fn describe_at(&self, at: At) -> String {
        class_words(self.class_at(at)).to_owned()
    }

    fn describe_element(&self, base: At, _count: usize) -> String {
        self.describe_at(base)
    }

    fn class_words(&self, class: Class) -> &'static str {
        class_words(class)
    }

    unanswered! {
        fn components(&Place) -> Option<Components>;
        fn is_incomplete_at(At) -> bool;
        fn is_bit_field_at(At) -> bool;
        fn is_unsigned(At) -> bool;
        fn is_character(At) -> bool;
        fn keeps_assigned(EntityId, At) -> bool;
        fn keeps_stored(At, At) -> bool;
        fn keeps_argument(At, usize) -> bool;
        fn selectables(At, usize) -> Vec<Selectable>;
    }
}

impl Loops for HandHost<'_> {
    /// The nest of loops in which each is a child of the one before.
    fn nest(&self, region: Run, depth: u32, _loosely: bool) -> Nest {
        let is_loop = |at: &At| self.answers.loops.contains_key(at);
        let inner = |at: &At| self.program.outline.children(*at).find(is_loop);
        let loops = std::iter::successors(Some(region.start).filter(is_loop), inner);
        Nest { loops: loops.take(depth as usize).collect(), instead: None }
    }

    fn control(&self, at: At) -> Control {
        self.answers.loops.get(&at).copied().unwrap_or(Control::None)
    }

    fn loop_head_span(&self, at: At) -> TokenRange {
        self.span(at)
    }

    fn check_countable(&self, _at: At) -> Result<(), Fault> {
        Ok(())
    }

    fn check_header(&self, _at: At) -> Result<(), Fault> {
        Ok(())
    }

    unanswered! {
        fn bounds(At) -> Option<Bounds>;
        fn control_span(At) -> Option<TokenRange>;
        fn loop_header(At) -> Run;
        fn counting(At) -> Option<Counting>;
        fn header_hazard(At) -> Option<HeaderHazard>;
        fn has_narrow_control(At) -> bool;
        fn gather_loop(At, &mut Gathering) -> ();
    }
}

impl Statements for HandHost<'_> {
    fn is_own_statement(&self, at: At, region: Run) -> bool {
        self.program.outline.parent(at) == self.program.outline.parent(region.start)
    }

    fn atomic_statement(&self, _region: Run, _kind: AtomicKind) -> Result<AtomicStatement, Fault> {
        Ok(AtomicStatement::default())
    }

    fn scope_of(&self, _id: DirectiveId) -> Scope {
        Scope::Block
    }

    unanswered! {
        fn passage(At) -> Option<Passage>;
        fn is_conditional(At, At) -> bool;
        fn is_foreign_pragma(At) -> bool;
        fn owner_of(DirectiveId) -> Option<BodyOwner>;
    }
}
