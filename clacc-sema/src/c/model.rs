//! The names, types and constants of one function.
//!
//! A [`DeclModel`] binds every identifier of one external declaration's tree to a [`Symbol`]. It holds no
//! positions, and of other declarations it depends only on their signatures. Therefore it stays valid if
//! other bodies change.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::arena::{Arena, Idx};
use clacc_syntax::ast::{DeclaredEntity, DeclaredId, EnumId, Expr, ExprId, RecordId, StmtId, TypeName};
use clacc_syntax::parse::Parsed;
use rustc_hash::FxHashMap;

use crate::c::constant::Constant;
use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, FoundField, RecordDefinition};
use crate::c::expr_types::ExprTypes;
use crate::c::literal;
use crate::c::slots::Slots;
use crate::c::types::{QualType, TagRef, Type};

/// A symbol of a function model.
pub type SymbolId = Idx<Symbol>;

/// A named entity, as one function sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: Name,
    /// The kind of the symbol.
    pub kind: SymbolKind,
    /// Its type. For an enumerator, the type of its value.
    pub ty: QualType,
    /// Its declarator, for symbols declared inside this tree.
    pub entity: Option<DeclaredId>,
    /// The innermost statement whose scope declares it: a compound statement or a `for`. None for parameters
    /// and for names declared at file scope.
    pub scope: Option<StmtId>,
}

/// The kind of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// An object with automatic storage.
    Local,
    /// An object declared in a block with static storage.
    StaticLocal,
    /// An object with thread storage (`_Thread_local`), whatever its scope.
    ThreadLocal,
    /// A parameter.
    Parameter,
    /// An object declared at file scope, or `extern` in a block.
    Global,
    /// A function.
    Function,
    /// A typedef name.
    Typedef,
    /// An enumerator with its value, which is boxed because it is larger than the data of other kinds.
    Enumerator(Box<i128>),
    /// A name without a declaration that clacc can see.
    Undeclared,
}

impl SymbolKind {
    /// Whether it is an object, which OpenACC calls a *var*.
    pub fn is_object(&self) -> bool {
        matches!(
            self,
            SymbolKind::Local
                | SymbolKind::StaticLocal
                | SymbolKind::ThreadLocal
                | SymbolKind::Parameter
                | SymbolKind::Global
        )
    }
}

/// The `struct`, `union` and `enum` specifiers of the types that a function declares, with these types.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalTags {
    /// `struct` and `union`.
    pub records: FxHashMap<RecordId, TagRef>,
    /// `enum`.
    pub enums: FxHashMap<EnumId, TagRef>,
}

/// The names of one external declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclModel {
    /// The tree, with bodies.
    pub parsed: Arc<Parsed>,
    /// Every symbol declared or used.
    pub symbols: Arena<Symbol>,
    /// The symbol that each `Expr::Name` refers to.
    pub uses: Slots<Expr, Idx<Symbol>>,
    /// The symbol each entity declares.
    pub declared: Slots<DeclaredEntity, Idx<Symbol>>,
    /// The type of every expression before conversions. It is `Type::Error` if the expression has no type.
    pub types: ExprTypes,
    /// The type of every type name.
    pub type_names: Slots<TypeName, QualType>,
    /// The value of every constant expression other than plain constants. It is a map because values are
    /// large and such expressions few.
    pub(crate) constants: FxHashMap<ExprId, Constant>,
    /// The definitions of the records that occur.
    pub records: FxHashMap<TagRef, Arc<RecordDefinition>>,
    /// The definitions of the enumerations that occur.
    pub enums: FxHashMap<TagRef, Arc<EnumDefinition>>,
    /// The types that `struct`, `union` and `enum` specifiers of the function name, where the function declares them.
    pub local_tags: LocalTags,
    /// The functions whose calls have no effects.
    pub pure: Box<[SymbolId]>,
    /// The variables that are declared with `register`, in order.
    pub registers: Box<[SymbolId]>,
    /// The functions of file scope that the unit defines.
    pub with_body: Box<[SymbolId]>,
    /// The alignments that declarations give to objects and typedef names, in bytes.
    pub aligned: FxHashMap<SymbolId, u64>,
    /// The sizes of built-in types.
    pub data_model: DataModel,
}

impl Definitions for DeclModel {
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        self.records.get(tag).cloned()
    }

    fn enumeration(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        self.enums.get(tag).cloned()
    }

    fn data_model(&self) -> DataModel {
        self.data_model
    }
}

impl DeclModel {
    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.parsed.tree.text(name)
    }

    /// The symbol that an expression names, parentheses skipped.
    pub fn symbol_of(&self, expr: ExprId) -> Option<SymbolId> {
        self.uses.get(self.parsed.tree.unparenthesized(expr)).copied()
    }

    /// The type of an expression before conversions. It is the unknown type if the expression has none.
    pub fn type_of(&self, expr: ExprId) -> QualType {
        self.types.get(expr).cloned().unwrap_or_else(QualType::error)
    }

    /// Returns the array or pointer of a subscript expression and its index, either of which may be the first operand (C17 6.5.2.1p2). If
    /// the types do not tell them apart, the first operand counts as the array or pointer.
    pub fn subscripted(&self, base: ExprId, index: ExprId) -> (ExprId, ExprId) {
        let has_elements = |expr| self.types.get(expr).is_some_and(|ty| ty.target().is_some());
        if !has_elements(base) && has_elements(index) { (index, base) } else { (base, index) }
    }

    /// The type of an expression's value. Arrays and functions have become pointers, and qualifiers are
    /// removed.
    pub fn value_type(&self, expr: ExprId) -> QualType {
        self.type_of(expr).decayed()
    }

    /// The value of an integer constant expression.
    pub fn integer_constant(&self, expr: ExprId) -> Option<i128> {
        let plain = literal::constant(&self.parsed.tree, expr, self.data_model);
        match plain.or_else(|| self.constants.get(&expr).copied())? {
            Constant::Integer(value) if self.type_of(expr).is_integer() => Some(value),
            _ => None,
        }
    }

    /// Whether objects of the type can exist.
    pub fn is_complete(&self, ty: &QualType) -> bool {
        self.definitions().is_complete(ty)
    }

    /// The member of a `struct` or `union` type with this name.
    pub fn field(&self, record: &QualType, name: Name) -> Option<FoundField> {
        match record.plain() {
            Type::Record(tag) => self.definitions().field(tag, name),
            _ => None,
        }
    }

    /// Returns this model as [`Definitions`].
    pub fn definitions(&self) -> &(dyn Definitions + 'static) {
        self
    }
}
