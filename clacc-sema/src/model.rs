//! What is known about the names of one function.
//!
//! A [`FunctionModel`] binds every identifier of one external declaration's tree to a [`Symbol`]. It holds no position and
//! reads of other declarations only their signatures, so it stays valid while other bodies change.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{EntityId, ExprId, StmtId};
use clacc_syntax::parse::Parsed;
use la_arena::{Arena, ArenaMap, Idx};

use crate::types::QualType;

/// A symbol of a function model.
pub type SymbolId = Idx<Symbol>;

/// A named thing, as one function sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub kind: SymbolKind,
    /// Its type. For an enumerator, the type of its value.
    pub ty: QualType,
    /// Its declarator, for symbols declared inside this tree.
    pub entity: Option<EntityId>,
    /// The innermost statement whose scope declares it: a compound statement or a `for`. None for parameters and
    /// what is declared at file scope.
    pub scope: Option<StmtId>,
}

/// What a symbol is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// An object with automatic storage.
    Local,
    /// An object declared in a block with static storage.
    StaticLocal,
    /// A parameter.
    Parameter,
    /// An object declared at file scope, or `extern` in a block.
    Global,
    /// A function.
    Function,
    /// A typedef name.
    Typedef,
    /// An enumerator with its value.
    Enumerator(i128),
    /// Declared nowhere that clacc can see.
    Undeclared,
}

impl SymbolKind {
    /// Whether it is an object: what OpenACC calls a *var*.
    pub fn is_object(&self) -> bool {
        matches!(
            self,
            SymbolKind::Local | SymbolKind::StaticLocal | SymbolKind::Parameter | SymbolKind::Global
        )
    }
}

/// The names of one external declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionModel {
    /// The tree, bodies included.
    pub parsed: Arc<Parsed>,
    /// Every symbol declared or used.
    pub symbols: Arena<Symbol>,
    /// What each `Expr::Name` refers to.
    pub uses: ArenaMap<ExprId, SymbolId>,
    /// The symbol each entity declares.
    pub declared: ArenaMap<EntityId, SymbolId>,
    /// The type of every expression, conversions of operands not applied; `Type::Error` where it has none.
    pub types: ArenaMap<ExprId, QualType>,
}

impl FunctionModel {
    /// The symbol that an expression names, parentheses skipped.
    pub fn symbol_of(&self, mut expr: ExprId) -> Option<SymbolId> {
        while let clacc_syntax::ast::Expr::Paren(inner) = self.parsed.tree[expr] {
            expr = inner;
        }
        self.uses.get(expr).copied()
    }
}
