//! The semantics of names and expressions of C: symbols with their uses, types, constants, effects.
//!
//! It adds the methods of [`Expr`] that return semantic facts. Everything is computed when the handle on the declaration is made, except
//! for the uses of symbols, which one walk finds at the first query.

use std::fmt;

use clacc_sema::c::model::{DeclModel, SymbolId, SymbolKind as ModelSymbolKind};
use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::{self, ArrayLength, QualType};
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::ast::Node as TreeNode;

use crate::syntax::{Expr, ExternalDeclaration, Node, NodeKind};

/// A named entity: a variable, a function, a type, an enumerator. Symbols with one name in different scopes are different.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::semantics::{Symbol, SymbolKind, Type, TypeKind};
///
/// let program = "enum { N = 8 };\nint f(const double *x) {\n  int sum = x[N];\n  return sum;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).pop().expect("there is one");
/// let symbols: Vec<Symbol<'_>> = f.symbols().collect();
/// let named = |name| symbols.iter().copied().find(|each| each.name() == name).expect("it is named");
/// let (sum, x, n) = (named("sum"), named("x"), named("N"));
/// assert_eq!((sum.kind(), sum.uses().count(), n.constant()), (SymbolKind::Local, 1, Some(8)));
/// let pointer: Type<'_> = x.ty();
/// let target = pointer.target().expect("it is a pointer");
/// assert_eq!((pointer.kind(), target.is_const(), target.size()), (TypeKind::Pointer, true, Some(8)));
/// assert_eq!(pointer.text().as_deref(), Some("const double *"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol<'f> {
    declaration: &'f ExternalDeclaration,
    id: SymbolId,
}

/// The kind of a [`Symbol`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SymbolKind {
    /// A variable of a block, with automatic storage.
    Local,
    /// A variable of a block with static storage.
    StaticLocal,
    /// A variable with thread storage, whatever its scope.
    ThreadLocal,
    /// A parameter.
    Parameter,
    /// A variable declared at file scope, or `extern` in a block.
    Global,
    /// A function.
    Function,
    /// A typedef name.
    Typedef,
    /// An enumerator.
    Enumerator,
    /// A name without a visible declaration.
    Undeclared,
}

impl<'f> Symbol<'f> {
    pub(crate) fn new(declaration: &'f ExternalDeclaration, id: SymbolId) -> Symbol<'f> {
        Symbol { declaration, id }
    }

    pub(crate) fn of_entity(declaration: &'f ExternalDeclaration, entity: EntityId) -> Symbol<'f> {
        Symbol { declaration, id: declaration.view().c_symbol(entity) }
    }

    /// Returns the entity of the symbol, with the declaration that the entity id refers to.
    pub(crate) fn entity(self) -> (&'f ExternalDeclaration, EntityId) {
        (self.declaration, EntityId::new(self.id.into_raw().into_u32()))
    }

    pub(crate) fn index(self) -> usize {
        self.id.into_raw().into_u32() as usize
    }

    fn model(self) -> &'f DeclModel {
        &self.declaration.parts().model
    }

    pub(crate) fn declared_in(self) -> &'f ExternalDeclaration {
        self.declaration
    }

    /// Returns whether the name means the same entity in other declarations of the unit: it is declared at file scope, it has linkage, or it
    /// is not declared at all.
    pub(crate) fn is_linked(self) -> bool {
        let symbol = &self.model().symbols[self.id];
        match symbol.kind {
            ModelSymbolKind::Global | ModelSymbolKind::Function | ModelSymbolKind::Undeclared => true,
            ModelSymbolKind::Local | ModelSymbolKind::StaticLocal | ModelSymbolKind::Parameter => false,
            ModelSymbolKind::ThreadLocal | ModelSymbolKind::Typedef | ModelSymbolKind::Enumerator(_) => {
                symbol.scope.is_none()
            }
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'f str {
        self.model().text(self.model().symbols[self.id].name)
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(self) -> SymbolKind {
        match self.model().symbols[self.id].kind {
            ModelSymbolKind::Local => SymbolKind::Local,
            ModelSymbolKind::StaticLocal => SymbolKind::StaticLocal,
            ModelSymbolKind::ThreadLocal => SymbolKind::ThreadLocal,
            ModelSymbolKind::Parameter => SymbolKind::Parameter,
            ModelSymbolKind::Global => SymbolKind::Global,
            ModelSymbolKind::Function => SymbolKind::Function,
            ModelSymbolKind::Typedef => SymbolKind::Typedef,
            ModelSymbolKind::Enumerator(_) => SymbolKind::Enumerator,
            ModelSymbolKind::Undeclared => SymbolKind::Undeclared,
        }
    }

    /// Returns whether the symbol is a variable or parameter, which OpenACC calls a *var*.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.model().symbols[self.id].kind.is_object()
    }

    /// Returns the value of an enumerator.
    #[must_use]
    pub fn constant(self) -> Option<i128> {
        match &self.model().symbols[self.id].kind {
            ModelSymbolKind::Enumerator(value) => Some(**value),
            _ => None,
        }
    }

    /// Returns the type. A parameter of array type has the adjusted type, a pointer. The lengths that the source gives are the children of
    /// [its declarator](Symbol::declaration) with the role [`Role::Dimension`](crate::syntax::Role::Dimension), also those of parameters
    /// and those that are no constants.
    #[must_use]
    pub fn ty(self) -> Type<'f> {
        Type { declaration: self.declaration, ty: self.model().symbols[self.id].ty.clone() }
    }

    /// Returns the declarator of the symbol. None if it is outside of this external declaration.
    #[must_use]
    pub fn declaration(self) -> Option<Node<'f>> {
        let at = self.declaration.symbol_uses().declarators.get(self.index()).copied().flatten()?;
        Some(self.declaration.node(at))
    }

    /// Returns every use of the symbol in this external declaration, in source order, including those in directives.
    pub fn uses(self) -> impl Iterator<Item = Expr<'f>> {
        let uses = self.declaration.symbol_uses().uses(self.index());
        uses.iter().filter_map(move |at| self.declaration.node(*at).expr())
    }
}

impl fmt::Debug for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({} {})", self.kind(), self.index(), self.name())
    }
}

/// The declarators and uses of the symbols of a declaration.
pub(crate) struct SymbolUses {
    /// The declarator of each symbol.
    declarators: Vec<Option<At>>,
    /// For each symbol, the index of its first use; at the end, the number of uses.
    starts: Vec<u32>,
    /// The uses of all symbols, grouped by symbol.
    uses: Vec<At>,
}

impl SymbolUses {
    pub(crate) fn of(declaration: &ExternalDeclaration) -> SymbolUses {
        let model = &declaration.parts().model;
        let mut declarators = vec![None; model.symbols.len()];
        let mut named: Vec<(usize, At)> = Vec::new();
        for node in declaration.nodes() {
            match node.tree_node() {
                Some(TreeNode::Entity(id)) => {
                    if let Some(symbol) = model.declared.get(id).copied() {
                        declarators[symbol.into_raw().into_u32() as usize].get_or_insert(node.at);
                    }
                }
                Some(TreeNode::Expr(id)) => {
                    named.extend(
                        model
                            .uses
                            .get(id)
                            .copied()
                            .map(|symbol| (symbol.into_raw().into_u32() as usize, node.at)),
                    );
                }
                _ => {}
            }
        }
        // The sort is stable, so that uses stay in source order.
        named.sort_by_key(|(symbol, _)| *symbol);
        let starts =
            (0..=declarators.len()).map(|symbol| named.partition_point(|(of, _)| *of < symbol) as u32);
        SymbolUses {
            starts: starts.collect(),
            uses: named.into_iter().map(|(_, at)| at).collect(),
            declarators,
        }
    }

    fn uses(&self, symbol: usize) -> &[At] {
        let bound = |at: usize| self.starts.get(at).map_or(self.uses.len(), |start| *start as usize);
        &self.uses[bound(symbol)..bound(symbol + 1)]
    }
}

/// A type of C with its qualifiers. Equality is that of C types; tagged types are distinguished by their declarations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Type<'f> {
    declaration: &'f ExternalDeclaration,
    ty: QualType,
}

/// The kind of a [`Type`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TypeKind {
    /// An unknown type, because something is undeclared or invalid.
    Unknown,
    /// `void`
    Void,
    /// An integer type that is no enumeration.
    Integer,
    /// A real floating type.
    Floating,
    /// A complex type.
    Complex,
    /// An enumeration.
    Enum,
    /// A pointer.
    Pointer,
    /// An array.
    Array,
    /// A `struct`.
    Struct,
    /// A `union`.
    Union,
    /// A function.
    Function,
    /// A GNU vector.
    Vector,
    /// Another type: `__builtin_va_list`.
    Other,
}

impl<'f> Type<'f> {
    fn new(declaration: &'f ExternalDeclaration, ty: QualType) -> Type<'f> {
        Type { declaration, ty }
    }

    /// Returns the kind. For an atomic type, it is the kind of the underlying type.
    #[must_use]
    pub fn kind(&self) -> TypeKind {
        match self.ty.plain() {
            types::Type::Error | types::Type::Atomic(_) => TypeKind::Unknown,
            types::Type::Builtin(_) if self.ty.is_void() => TypeKind::Void,
            types::Type::Builtin(_) if self.ty.is_integer() => TypeKind::Integer,
            types::Type::Builtin(_) if self.ty.is_floating() => TypeKind::Floating,
            types::Type::Builtin(_) => TypeKind::Complex,
            types::Type::VaList => TypeKind::Other,
            types::Type::Pointer(_) => TypeKind::Pointer,
            types::Type::Array { .. } => TypeKind::Array,
            types::Type::Vector { .. } => TypeKind::Vector,
            types::Type::Function { .. } => TypeKind::Function,
            types::Type::Record(tag) if tag.is_union => TypeKind::Union,
            types::Type::Record(_) => TypeKind::Struct,
            types::Type::Enum(_) => TypeKind::Enum,
        }
    }

    /// Returns the C spelling of the type: `const int *`. None for types that C cannot spell: a tagged type without a tag, an array of
    /// variable length, the unknown type.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        type_text(&self.declaration.tree().names, &self.ty, "")
    }

    /// Returns whether the type is an integer type or an enumeration.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.ty.is_integer()
    }

    /// Returns whether the type is a pointer.
    #[must_use]
    pub fn is_pointer(&self) -> bool {
        self.ty.is_pointer()
    }

    /// Returns whether the type is an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        self.ty.is_array()
    }

    /// Returns whether an object of the type, or an element of the array, is `const`.
    #[must_use]
    pub fn is_const(&self) -> bool {
        self.ty.is_const()
    }

    /// Returns whether an object of the type, or an element of the array, is `volatile`.
    #[must_use]
    pub fn is_volatile(&self) -> bool {
        self.ty.is_volatile()
    }

    /// Returns the pointee type of a pointer, or the element type of an array or vector.
    #[must_use]
    pub fn target(&self) -> Option<Type<'f>> {
        self.ty.target().map(|target| Type::new(self.declaration, target.clone()))
    }

    /// Returns the number of elements of an array, if it is constant.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        match self.ty.plain() {
            types::Type::Array { length: ArrayLength::Constant(length), .. } => Some(*length),
            _ => None,
        }
    }

    /// Returns the size in bytes on the unit's target. None for incomplete types, functions and arrays of variable length.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let is_function = matches!(self.ty.plain(), types::Type::Function { .. });
        let model = &self.declaration.parts().model;
        (!is_function && !self.ty.is_void())
            .then(|| model.definitions().layout(&self.ty))?
            .map(|layout| layout.size)
    }

    /// Returns the type of a member of a `struct` or `union`, including members of anonymous structs and unions in it.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Type<'f>> {
        let name = self.declaration.tree().names.find(name)?;
        let field = self.declaration.parts().model.field(&self.ty, name)?;
        Some(Type::new(self.declaration, field.ty))
    }
}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.kind(), self.text().unwrap_or_default())
    }
}

impl<'f> Expr<'f> {
    fn model(self) -> &'f DeclModel {
        &self.node().declaration.parts().model
    }

    /// Returns the type before conversions: the name of an array has an array type. Expressions that could not be typed have the unknown
    /// type. A section is an array of as many elements as its length says: `g[1:2]` has the length 2, whatever the length of `g` is, and so
    /// has the base of `g[1:2][0:8]`. [`DataItem::ranges`](crate::acc::DataItem::ranges) shows how the declared lengths are found.
    #[must_use]
    pub fn ty(self) -> Type<'f> {
        Type::new(self.node().declaration, self.model().type_of(self.id()))
    }

    /// Returns the value, if it is an integer constant expression (C17 6.6).
    #[must_use]
    pub fn constant(self) -> Option<i128> {
        self.model().integer_constant(self.id())
    }

    /// Returns the symbol that the expression names, ignoring parentheses. None if it is no name.
    #[must_use]
    pub fn symbol(self) -> Option<Symbol<'f>> {
        let symbol = self.model().symbol_of(self.id())?;
        Some(Symbol::new(self.node().declaration, symbol))
    }

    /// Returns the variable that the expression designates, in whole or in part: `s` for `s.a[i]`, `p` for `*p`.
    #[must_use]
    pub fn variable(self) -> Option<Symbol<'f>> {
        let declaration = self.node().declaration;
        declaration.view().root_of(self.node().at).map(|entity| Symbol::of_entity(declaration, entity))
    }

    /// Returns the operand that the operator of this expression modifies: that of an assignment, an increment or a decrement.
    #[must_use]
    pub fn writes(self) -> Option<Expr<'f>> {
        let written = self.model().written_by(self.id())?;
        let declaration = self.node().declaration;
        declaration.node(declaration.view().at_c_expr(written)?).expr()
    }

    /// Returns whether the evaluation may have side effects: it may write an object, read a `volatile` object, or call a function that is
    /// not known to be pure. Takes time linear in the number of nodes.
    #[must_use]
    pub fn has_side_effects(self) -> bool {
        self.model().has_side_effects(self.id())
    }

    /// Returns whether both have the same value if their variables have the same values: they are equal constants, or equal expressions
    /// over the same variables, without side effects. Changes of a variable between them are not considered. Expressions of different
    /// declarations are compared by their constants alone.
    #[must_use]
    pub fn same_value(self, other: Expr<'_>) -> bool {
        if let (Some(one), Some(other)) = (self.constant(), other.constant()) {
            return one == other;
        }
        self.node().declaration == other.node().declaration
            && self.node().declaration.view().same_value(self.node().at, other.node().at)
            && !self.has_side_effects()
            && !self.is_broken()
    }

    /// Returns whether tokens of the expression could not be parsed.
    fn is_broken(self) -> bool {
        let node = self.node();
        std::iter::once(node).chain(node.descendants()).any(|node| node.kind() == NodeKind::ErrorExpr)
    }
}
