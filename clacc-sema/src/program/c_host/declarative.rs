//! Reductions and mappers that directives declare in C, and the function declarations that directives apply to.

use std::hash::BuildHasher;

use clacc_syntax::Name;
use clacc_syntax::ast::{
    Decl, DeclId, Declarator, DeclaredId, DirectiveArgument, DirectiveId, Params, Quals, Storage, TypeNameId,
};
use clacc_syntax::directive::Association;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxBuildHasher;

use super::CHost;
use super::lone_functions::{before_no_function, only_function};
use super::nodes::symbol_of;
use super::types::{classify, describe};
use crate::c::model::SymbolKind;
use crate::c::types::QualType;
use crate::program::declared::{DeclaredMapper, DeclaredReduction, LoneFunction, NamedType, Parameter};
use crate::program::entity::Class;
use crate::program::host::declarative::Declarative;
use crate::program::place::EntityId;

impl Declarative for CHost<'_> {
    fn declared_reduction(&self, id: DirectiveId) -> Option<DeclaredReduction> {
        let DirectiveArgument::DeclareReduction { name, types, combiner } = &self.tree()[id].argument else {
            return None;
        };
        let combiner = self.nodes.of_expr(*combiner)?;
        let types = types.iter().filter_map(|ty| self.named_type(*ty)).collect();
        Some(DeclaredReduction { name: *name, types, combiner })
    }

    fn declared_mapper(&self, id: DirectiveId) -> Option<DeclaredMapper> {
        let DirectiveArgument::DeclareMapper { name, variable } = &self.tree()[id].argument else {
            return None;
        };
        let entity = self.only_entity(*variable)?;
        let symbol = *self.model.declared.get(entity)?;
        let at = self.tree().spans.decls.get(*variable).unwrap_or_default();
        let ty = self.described(at, &self.model.symbols[symbol].ty);
        Some(DeclaredMapper { name: *name, ty })
    }

    fn lone_function(&self) -> Option<LoneFunction> {
        let root = *self.tree().roots.first()?;
        let entity = only_function(self.tree(), root).filter(|_| !self.is_typedef(root))?;
        let parameters = self.prototype(entity);
        Some(LoneFunction { name: self.tree()[entity].name, parameters })
    }

    fn before_no_function(&self) -> Box<[DirectiveId]> {
        let applies_to_function = |directive: &clacc_syntax::ast::Directive| {
            directive.kind.association() == Association::Declaration
        };
        before_no_function(self.tree(), &applies_to_function)
    }

    fn is_predefined(&self, id: EntityId) -> bool {
        let symbol = &self.model.symbols[symbol_of(id)];
        symbol.kind == SymbolKind::StaticLocal && symbol.entity.is_none()
    }
}

impl CHost<'_> {
    fn named_type(self, id: TypeNameId) -> Option<NamedType> {
        let at = self.tree().spans.type_names.get(id)?;
        Some(self.described(at, self.model.type_names.get(id)?))
    }

    fn described(self, at: TokenRange, ty: &QualType) -> NamedType {
        let is_qualified =
            [Quals::CONST, Quals::VOLATILE, Quals::RESTRICT].iter().any(|each| ty.quals.contains(*each));
        let key = FxBuildHasher.hash_one(ty);
        NamedType { at, class: classify(ty), is_qualified, key, text: describe(self.names(), ty) }
    }

    fn is_typedef(self, id: DeclId) -> bool {
        matches!(&self.tree()[id], Decl::Declaration { specs, .. } if specs.storage.contains(Storage::TYPEDEF))
    }

    /// The only entity of a declaration.
    fn only_entity(self, id: DeclId) -> Option<DeclaredId> {
        match &self.tree()[id] {
            Decl::Declaration { entities, .. } => match &entities[..] {
                [entity] => Some(*entity),
                _ => None,
            },
            _ => None,
        }
    }

    /// The parameters of a function; none if its declarator is no prototype.
    fn prototype(self, function: DeclaredId) -> Option<Vec<Parameter>> {
        let declarator = self.tree().function_declarator(self.tree()[function].declarator)?;
        match &self.tree()[declarator] {
            Declarator::Function { params: Params::Prototype { params, .. }, .. } => {
                Some(params.iter().map(|param| self.parameter_of(*param)).collect())
            }
            _ => None,
        }
    }

    fn parameter_of(self, param: DeclId) -> Parameter {
        let symbol = self.only_entity(param).and_then(|entity| self.model.declared.get(entity));
        let Some(symbol) = symbol.map(|symbol| &self.model.symbols[*symbol]) else {
            return Parameter {
                name: Name::EMPTY,
                class: Class::Unknown,
                is_atomic: false,
                text: String::new(),
            };
        };
        Parameter {
            name: symbol.name,
            class: classify(&symbol.ty),
            is_atomic: symbol.ty.is_atomic(),
            text: describe(self.names(), &symbol.ty),
        }
    }
}
