//! Declares entities with their types, kinds and scopes (C17 6.2.1, 6.2.4).

use clacc_syntax::Name;
use clacc_syntax::ast::{
    Attribute, BuiltinType, Decl, DeclId, Declarator, DeclaratorId, DeclaredId, Quals, Specs, Storage,
    TypeNameId,
};

use super::{Binder, Role, attribute_specifiers};
use crate::c::model::{Symbol, SymbolId, SymbolKind};
use crate::c::types::{ArrayLength, QualType, Type};

impl Binder<'_> {
    pub(super) fn declare(&mut self, decl: DeclId, id: DeclaredId, role: Role) {
        let tree = self.tree;
        let Decl::Declaration { specs, .. } = &tree[decl] else { return };
        let entity = &tree[id];
        let ty = self.declarator_type(self.base_of(decl), entity.declarator);
        let ty = self.attributed_type(ty, &entity.attributes);
        match role {
            Role::Member => self.entity_types.set(id, ty),
            Role::Parameter => self.declare_parameter(id, adjusted(&ty, self.array_quals(entity.declarator))),
            Role::Ordinary => self.declare_ordinary(specs, id, ty),
        }
        if specs.storage.contains(Storage::REGISTER)
            && let Some(symbol) = self.declared.get(id).copied()
        {
            self.registers.push(symbol);
        }
    }

    fn declare_ordinary(&mut self, specs: &Specs, id: DeclaredId, ty: QualType) {
        let kind = if specs.storage.contains(Storage::TYPEDEF) {
            SymbolKind::Typedef
        } else if ty.is_function() {
            SymbolKind::Function
        } else {
            self.object_kind(specs.storage)
        };
        let aligned = match kind {
            SymbolKind::Function => None,
            _ => self
                .specified_alignment(specs)
                .max(self.aligned(&self.tree[id].attributes))
                .or_else(|| self.typedef_alignment(specs, self.tree[id].declarator)),
        };
        let ty = match kind {
            SymbolKind::Global => self.completed_by_file_scope(id, ty),
            _ => ty,
        };
        self.entity_types.set(id, ty.clone());
        let symbol = self.bind(id, kind, ty);
        if let Some(aligned) = aligned {
            self.alignments.insert(symbol, aligned);
        }
        self.note_purity(symbol, &specs.attributes, &self.tree[id].attributes);
    }

    fn object_kind(&self, storage: Storage) -> SymbolKind {
        if storage.contains(Storage::THREAD_LOCAL) {
            SymbolKind::ThreadLocal
        } else if !self.in_body || storage.contains(Storage::EXTERN) {
            SymbolKind::Global
        } else if storage.contains(Storage::STATIC) {
            SymbolKind::StaticLocal
        } else {
            SymbolKind::Local
        }
    }

    /// Completes the type of `extern int a[];` in a block by that of the array at file scope, if that one is
    /// complete.
    fn completed_by_file_scope(&self, id: DeclaredId, ty: QualType) -> QualType {
        if !self.in_body || !matches!(&*ty.ty, Type::Array { length: ArrayLength::Unknown, .. }) {
            return ty;
        }
        match self.globals.symbol_so_far(self.tree[id].name) {
            Some(global) if global.kind == SymbolKind::Global && global.ty.is_array() => global.ty,
            _ => ty,
        }
    }

    fn declare_parameter(&mut self, id: DeclaredId, ty: QualType) {
        self.entity_types.set(id, ty.clone());
        if self.tree[id].name != Name::EMPTY {
            self.bind(id, SymbolKind::Parameter, ty);
        }
    }

    /// Qualifiers inside the brackets of an array parameter.
    fn array_quals(&self, declarator: DeclaratorId) -> Quals {
        let mut quals = Quals::default();
        let mut id = declarator;
        loop {
            id = match &self.tree[id] {
                Declarator::Name(_) => return quals,
                Declarator::Array { inner, quals: here, .. } => {
                    quals = *here;
                    *inner
                }
                Declarator::Pointer { inner, .. }
                | Declarator::Paren { inner, .. }
                | Declarator::Function { inner, .. } => *inner,
            };
        }
    }

    fn bind(&mut self, id: DeclaredId, kind: SymbolKind, ty: QualType) -> SymbolId {
        let name = self.tree[id].name;
        let scope = match kind {
            SymbolKind::Parameter => None,
            _ => self.scopes.statement(),
        };
        let symbol = self.symbols.alloc(Symbol { name, kind, ty, entity: Some(id), scope });
        self.declared.set(id, symbol);
        if name != Name::EMPTY {
            self.scopes.bind(name, symbol);
        }
        symbol
    }

    fn note_purity(&mut self, symbol: SymbolId, specs: &[Attribute], entity: &[Attribute]) {
        if self.symbols[symbol].kind != SymbolKind::Function {
            return;
        }
        let declared_before =
            self.in_body && self.globals.symbol(self.symbols[symbol].name).is_some_and(|global| global.pure);
        if declared_before
            || attribute_specifiers::is_pure(self.tree, specs)
            || attribute_specifiers::is_pure(self.tree, entity)
        {
            self.pure.push(symbol);
        }
    }

    /// Declares the iterator of OpenMP's `iterator` modifier. It is an `int` if no type is written.
    pub(super) fn declare_iterator(&mut self, id: DeclaredId) {
        let ty = self.declarator_type(QualType::int(), self.tree[id].declarator);
        self.entity_types.set(id, ty.clone());
        self.bind(id, SymbolKind::Local, ty);
    }

    /// Declares `x` of `__auto_type x = e;` with the type of `e`.
    pub(super) fn infer_type(&mut self, decl: DeclId, id: DeclaredId) {
        let tree = self.tree;
        let Decl::Declaration { specs, .. } = &tree[decl] else { return };
        let ty = match tree[id].init.map(|init| &tree[init]) {
            Some(clacc_syntax::ast::Init::Expr(expr)) => self.type_of(*expr).decayed(),
            _ => QualType::error(),
        };
        self.declare_ordinary(specs, id, ty.with_quals(specs.quals));
    }

    /// Completes an array of unknown length by its initializer (C17 6.7.9p22).
    pub(super) fn complete_array(&mut self, id: DeclaredId) {
        let Some(ty) = self.entity_types.get(id) else { return };
        let (Some(init), Type::Array { element, length: ArrayLength::Unknown }) =
            (self.tree[id].init, &*ty.ty)
        else {
            return;
        };
        let Some(length) = self.initialized_length(element, init) else { return };
        let ty = element.array_of(ArrayLength::Constant(length));
        if let Some(symbol) = self.declared.get(id).copied() {
            self.symbols[symbol].ty = ty.clone();
        }
        self.entity_types.set(id, ty);
    }

    /// Binds the name of a function before its parameters, so that the name belongs to the scope around them.
    pub(super) fn announce_function(&mut self, id: DeclaredId) {
        self.bind(id, SymbolKind::Function, QualType::error());
    }

    pub(super) fn declare_function(&mut self, decl: DeclId, id: DeclaredId) {
        let tree = self.tree;
        let Decl::Function(function) = &tree[decl] else { return };
        self.declare_old_style_parameters(tree[id].declarator);
        let ty = self.declarator_type(self.base_of(decl), tree[id].declarator);
        self.entity_types.set(id, ty.clone());
        if let Some(symbol) = self.declared.get(id).copied() {
            self.symbols[symbol].ty = ty;
            self.note_purity(symbol, &function.specs.attributes, &tree[id].attributes);
        }
    }

    /// Declares parameters of an old-style definition that no declaration mentions. They are `int`.
    fn declare_old_style_parameters(&mut self, mut declarator: DeclaratorId) {
        let tree = self.tree;
        loop {
            declarator = match &tree[declarator] {
                Declarator::Name(_) => return,
                Declarator::Function { params: clacc_syntax::ast::Params::OldStyle(names), inner } => {
                    for name in names {
                        self.declare_old_style_parameter(*name);
                    }
                    *inner
                }
                Declarator::Pointer { inner, .. }
                | Declarator::Paren { inner, .. }
                | Declarator::Array { inner, .. }
                | Declarator::Function { inner, .. } => *inner,
            };
        }
    }

    fn declare_old_style_parameter(&mut self, name: Name) {
        let declared = self.scopes.name(name).map(|symbol| &self.symbols[symbol].kind);
        if declared != Some(&SymbolKind::Parameter) {
            let symbol =
                Symbol { name, kind: SymbolKind::Parameter, ty: QualType::int(), entity: None, scope: None };
            let symbol = self.symbols.alloc(symbol);
            self.scopes.bind(name, symbol);
        }
    }

    /// Starts the body of a function. Tags are local from here on, and `__func__` exists (C17 6.4.2.2).
    pub(super) fn enter_body(&mut self, id: DeclaredId) {
        self.in_body = true;
        let length = self.tree.text(self.tree[id].name).len() as u64 + 1;
        let element = QualType::builtin(BuiltinType::Char).with_quals(Quals::CONST);
        for name in ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"] {
            let name = self.tree.names.intern(name);
            let symbol = self.symbols.alloc(Symbol {
                name,
                kind: SymbolKind::StaticLocal,
                ty: element.array_of(ArrayLength::Constant(length)),
                entity: None,
                scope: None,
            });
            self.scopes.bind(name, symbol);
        }
    }

    /// Declares the names that OpenMP gives the operands of a combiner (OpenMP 5.2 5.5.2.1).
    pub(super) fn bind_combiner_names(&mut self, ty: TypeNameId) {
        let ty = self.named_type(ty);
        for name in ["omp_in", "omp_out", "omp_priv", "omp_orig"] {
            let name = self.tree.names.intern(name);
            let symbol = Symbol {
                name,
                kind: SymbolKind::Local,
                ty: ty.clone(),
                entity: None,
                scope: self.scopes.statement(),
            };
            let symbol = self.symbols.alloc(symbol);
            self.scopes.bind(name, symbol);
        }
    }
}

/// The adjusted type of a parameter declared with this type (C17 6.7.6.3p7, p8).
fn adjusted(ty: &QualType, array_quals: Quals) -> QualType {
    match &*ty.ty {
        Type::Array { element, .. } => element.pointer_to().with_quals(array_quals),
        Type::Function { .. } => ty.pointer_to(),
        _ => ty.clone(),
    }
}
