//! The view that analyses of directives have of the host language.
//!
//! A [`Program`] is one external declaration as data: its nodes in source order, its entities, their uses,
//! and its directives. A host lowers it once from its own tree. The host answers rarer questions through a
//! [`View`]. Analyses use these two and nothing of the host's tree, so that they work for every language
//! with a host.
//!
//! A second language is added beside [`c_host`]: a function that lowers a declaration, and a type that implements
//! [`host::Host`], which consists of one trait for each subject. [`LoweredFrom`] and the enum in [`view`] get a variant for
//! it each. Only what prints needs the tree of its language, as [`c_printing`] gives that of C.

pub mod access;
pub mod accumulation;
pub mod arithmetic;
pub(crate) mod assigned_parts;
pub(crate) mod assigned_reads;
pub mod atomic;
pub(crate) mod by_entity;
pub mod by_hand;
pub mod c_host;
pub mod c_printing;
pub mod declared;
pub mod directive;
pub mod element;
pub mod entity;
pub mod host;
pub mod item;
pub mod loops;
pub mod outline;
pub mod passage;
pub mod place;
pub mod pointed;
pub mod run;
pub mod uses;
pub mod view;
pub mod words;

use clacc_syntax::Names;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint::Take;

use self::access::{Call, Jump, NamedVariable, Write};
use self::c_host::nodes::CNodes;
use self::directive::{ClauseNode, DirectiveNode};
use self::entity::Entity;
use self::outline::Outline;
use self::place::At;
pub use self::view::View;

/// One external declaration, as analyses of directives see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The table of its names.
    pub names: Names,
    /// Its nodes in source order.
    pub outline: Outline,
    /// The entities that it names, by [`place::EntityId`].
    pub entities: Box<[Entity]>,
    /// Its directives.
    pub directives: ArenaMap<DirectiveId, DirectiveNode>,
    /// The directives in source order.
    pub order: Box<[DirectiveId]>,
    /// The clauses of its directives.
    pub clauses: ArenaMap<ClauseId, ClauseNode>,
    /// The names of variables, in source order.
    pub named: Vec<NamedVariable>,
    /// The `for` statements, in source order.
    pub loops: Vec<At>,
    /// All loop statements, in source order: those in `loops` and the ones without a control variable.
    pub all_loops: Vec<At>,
    /// The assignments to variables, and expressions that let variables be changed elsewhere, in source
    /// order.
    pub writes: Vec<Write>,
    /// The calls, in source order.
    pub calls: Vec<Call>,
    /// The jumps, in source order.
    pub jumps: Vec<Jump>,
    /// The labels whose addresses the declaration takes, which are the targets of indirect jumps.
    pub addressed_labels: Vec<At>,
    /// The source from which the program was lowered.
    pub origin: LoweredFrom,
}

impl Program {
    /// Frees unused capacity of the lists.
    fn shrink_to_fit(&mut self) {
        self.directives.shrink_to_fit();
        self.clauses.shrink_to_fit();
        self.jumps.shrink_to_fit();
        self.named.shrink_to_fit();
        self.loops.shrink_to_fit();
        self.all_loops.shrink_to_fit();
        self.writes.shrink_to_fit();
        self.calls.shrink_to_fit();
    }

    /// An empty program with names from this table.
    pub fn new(names: Names) -> Program {
        Program {
            names,
            outline: Outline::default(),
            entities: Box::default(),
            directives: ArenaMap::default(),
            order: Box::default(),
            clauses: ArenaMap::default(),
            named: Vec::new(),
            loops: Vec::new(),
            all_loops: Vec::new(),
            writes: Vec::new(),
            calls: Vec::new(),
            jumps: Vec::new(),
            addressed_labels: Vec::default(),
            origin: LoweredFrom::default(),
        }
    }
}

impl Take for Program {
    fn take(&mut self) -> Program {
        let empty = Program::new(self.names.clone());
        std::mem::replace(self, empty)
    }
}

/// The source from which a program was lowered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LoweredFrom {
    /// None: the program was written by hand, for tests.
    #[default]
    ByHand,
    /// A C tree, with the node of the tree for each node of the program.
    C(CNodes),
}
