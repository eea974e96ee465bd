//! What analyses of directives need to know of the language that hosts them.
//!
//! A [`Program`] is one external declaration as data: its nodes in source order, its entities, what it does with them, its
//! directives. A host lowers it once from its own tree. What is asked for rarely the host answers, through a [`View`].
//! Analyses know these and nothing of the host's tree, so that they hold for every language that has a host.

pub mod access;
pub mod atomic;
pub mod by_hand;
pub mod c_host;
pub mod c_printing;
pub mod directive;
pub mod entity;
pub mod item;
pub mod loops;
pub mod outline;
pub mod place;
pub mod run;
mod type_questions;
pub mod view;
pub mod words;

use clacc_syntax::Names;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use la_arena::ArenaMap;

use self::access::{Call, Jump, Write};
use self::directive::{ClauseNode, DirectiveNode};
use self::entity::Entity;
use self::outline::Outline;
pub use self::view::{Host, View};

/// One external declaration, as far as analyses of directives look at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The table that its names are of.
    pub names: Names,
    /// Its nodes in source order.
    pub outline: Outline,
    /// What it names, by [`place::EntityId`].
    pub entities: Box<[Entity]>,
    /// Its directives.
    pub directives: ArenaMap<DirectiveId, DirectiveNode>,
    /// The directives in source order.
    pub order: Box<[DirectiveId]>,
    /// The clauses of its directives.
    pub clauses: ArenaMap<ClauseId, ClauseNode>,
    /// What changes variables, in source order.
    pub writes: Vec<Write>,
    /// The calls, in source order.
    pub calls: Vec<Call>,
    /// The statements that go on elsewhere, in source order.
    pub jumps: Vec<Jump>,
    /// What it was lowered from.
    pub origin: LoweredFrom,
}

/// What a program was lowered from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LoweredFrom {
    /// Made by hand, for tests.
    #[default]
    ByHand,
    /// A tree of C.
    C(c_host::CNodes),
}
