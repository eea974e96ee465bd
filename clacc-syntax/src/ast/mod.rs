//! The trees of C with directives.
//!
//! A [`Tree`] holds one external declaration (or, for the run of headers, many) in arenas. Nodes refer to
//! each other by ids and hold no positions. [`Spans`] maps nodes to token ranges relative to the first token
//! of the declaration. Therefore equal token runs give equal trees. Every construct of C17 and of the GNU
//! dialect that can be parsed has a node of its own. Tokens that could not be parsed have an `Error` node.

mod children;
mod decl;
mod directive;
mod expr;
mod node_kinds;
mod ranges;
mod stmt;
mod walk;

pub use children::*;
pub use decl::*;
pub use directive::*;
pub use expr::*;
pub use node_kinds::*;
pub use ranges::*;
pub use stmt::*;
pub use walk::*;

use crate::arena::{Arena, Idx};

use crate::checkpoint::Take;
pub use crate::token::TokenRange;
use crate::{Name, Names};

/// One parsed external declaration, or several. Equality is structural and ignores nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The table of names that the names in the tree refer to.
    pub names: Names,
    /// The external declarations, in order.
    pub roots: Vec<DeclId>,
    /// Expressions.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
    /// Declarations, both at file scope and inside others.
    pub decls: Arena<Decl>,
    /// Declared entities with their declarators: one per declared name, parameters included.
    pub entities: Arena<DeclaredEntity>,
    /// Declarators.
    pub declarators: Arena<Declarator>,
    /// Type names, as in casts.
    pub type_names: Arena<TypeName>,
    /// `struct` and `union` specifiers.
    pub records: Arena<Record>,
    /// `enum` specifiers.
    pub enums: Arena<Enum>,
    /// Initializers.
    pub inits: Arena<Init>,
    /// Directives.
    pub directives: Arena<Directive>,
    /// Clauses.
    pub clauses: Arena<Clause>,
    /// The tokens of each node.
    pub spans: Spans,
}

/// The token range of each node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans {
    /// The ranges of expressions.
    pub exprs: Ranges<Expr>,
    /// The ranges of statements.
    pub stmts: Ranges<Stmt>,
    /// The ranges of declarations.
    pub decls: Ranges<Decl>,
    /// The ranges of declared names. A range is empty if the entity has no name.
    pub entity_names: Ranges<DeclaredEntity>,
    /// The ranges of directives: from `PragmaAcc` or `PragmaOmp` to `PragmaEnd`, both included.
    pub directives: Ranges<Directive>,
    /// The ranges of clauses, with their arguments.
    pub clauses: Ranges<Clause>,
    /// The ranges of type names.
    pub type_names: Ranges<TypeName>,
    /// The ranges of initializers.
    pub inits: Ranges<Init>,
    /// The ranges of `struct` and `union` specifiers, with the attributes after their members.
    pub records: Ranges<Record>,
    /// The ranges of `enum` specifiers, with the attributes after their enumerators.
    pub enums: Ranges<Enum>,
}

impl Spans {
    /// Returns the range of a node, or none if the parser made the node without tokens.
    pub fn of(&self, node: Node) -> Option<TokenRange> {
        match node {
            Node::Expr(id) => self.exprs.get(id),
            Node::Stmt(id) => self.stmts.get(id),
            Node::Decl(id) => self.decls.get(id),
            Node::Entity(id) => self.entity_names.get(id),
            Node::TypeName(id) => self.type_names.get(id),
            Node::Init(id) => self.inits.get(id),
            Node::Directive(id) => self.directives.get(id),
            Node::Clause(id) => self.clauses.get(id),
        }
    }
}

impl Tree {
    /// Returns an empty tree whose names belong to this table.
    pub fn new(names: Names) -> Tree {
        Tree {
            names,
            roots: Vec::new(),
            exprs: Arena::new(),
            stmts: Arena::new(),
            decls: Arena::new(),
            entities: Arena::new(),
            declarators: Arena::new(),
            type_names: Arena::default(),
            records: Arena::default(),
            enums: Arena::default(),
            inits: Arena::default(),
            directives: Arena::new(),
            clauses: Arena::new(),
            spans: Spans::default(),
        }
    }

    /// Returns an empty tree with room for about as many nodes as this number of tokens makes.
    pub(crate) fn with_room(names: Names, tokens: usize) -> Tree {
        // Ratios measured on HPC codes: half as many expressions as tokens, a tenth as many statements.
        let (exprs, stmts) = (tokens / 2, tokens / 10);
        Tree {
            exprs: Arena::with_capacity(exprs),
            stmts: Arena::with_capacity(stmts),
            spans: Spans {
                exprs: Ranges::with_capacity(exprs),
                stmts: Ranges::with_capacity(stmts),
                ..Spans::default()
            },
            ..Tree::new(names)
        }
    }
}

impl Take for Tree {
    fn take(&mut self) -> Tree {
        let empty = Tree::new(self.names.clone());
        std::mem::replace(self, empty)
    }
}

impl Tree {
    /// The text of a name of this tree.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name]
    }

    /// Makes room for `more` expressions at once. Step-by-step growth would copy them several times, and the last copy moves all of them at
    /// once.
    pub(crate) fn reserve_exprs(&mut self, more: usize) {
        self.exprs = with_room(std::mem::take(&mut self.exprs), more);
        self.spans.exprs.reserve(more);
    }

    /// Makes room for `more` initializers at once.
    pub(crate) fn reserve_inits(&mut self, more: usize) {
        self.inits = with_room(std::mem::take(&mut self.inits), more);
        self.spans.inits.reserve(more);
    }

    /// Frees the spare capacity of the finished tree, which lives as long as its source text.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.exprs.shrink_to_fit();
        self.stmts.shrink_to_fit();
        self.decls.shrink_to_fit();
        self.entities.shrink_to_fit();
        self.declarators.shrink_to_fit();
        self.directives.shrink_to_fit();
        self.clauses.shrink_to_fit();
        self.type_names.shrink_to_fit();
        self.inits.shrink_to_fit();
        self.spans.shrink_to_fit();
    }
}

/// The same nodes, with room for more.
fn with_room<T>(nodes: Arena<T>, more: usize) -> Arena<T> {
    let mut roomy = Arena::with_capacity(nodes.len() + more);
    for (_, node) in nodes {
        roomy.alloc(node);
    }
    roomy
}

impl Spans {
    fn shrink_to_fit(&mut self) {
        self.exprs.shrink_to_fit();
        self.stmts.shrink_to_fit();
        self.decls.shrink_to_fit();
        self.entity_names.shrink_to_fit();
        self.directives.shrink_to_fit();
        self.clauses.shrink_to_fit();
        self.type_names.shrink_to_fit();
        self.inits.shrink_to_fit();
        self.records.shrink_to_fit();
        self.enums.shrink_to_fit();
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident = $node:ident, $arena:ident;)*) => {
        $($(#[$doc])* pub type $id = Idx<$node>;)*
        $(impl std::ops::Index<$id> for Tree {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                &self.$arena[id]
            }
        })*
    };
}

ids! {
    /// An expression of a tree.
    ExprId = Expr, exprs;
    /// A statement of a tree.
    StmtId = Stmt, stmts;
    /// A declaration of a tree.
    DeclId = Decl, decls;
    /// A declared entity of a tree.
    DeclaredId = DeclaredEntity, entities;
    /// A declarator of a tree.
    DeclaratorId = Declarator, declarators;
    /// A type name of a tree.
    TypeNameId = TypeName, type_names;
    /// A `struct` or `union` specifier of a tree.
    RecordId = Record, records;
    /// An `enum` specifier of a tree.
    EnumId = Enum, enums;
    /// An initializer of a tree.
    InitId = Init, inits;
    /// A directive of a tree.
    DirectiveId = Directive, directives;
    /// A clause of a tree.
    ClauseId = Clause, clauses;
}
