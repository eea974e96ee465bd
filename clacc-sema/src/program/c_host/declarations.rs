//! The declarations of C.

use clacc_syntax::ast::{Init, Quals};
use clacc_syntax::token::TokenRange;

use super::CHost;
use super::library::is_library_function;
use super::nodes::symbol_of;
use super::types::describe;
use crate::c::model::SymbolKind;
use crate::c::types::{ArrayLength, Type};
use crate::program::host::declarations::Declarations;
use crate::program::place::{At, EntityId, Value};

impl Declarations for CHost<'_> {
    fn declared_at(&self, entity: EntityId) -> Option<TokenRange> {
        let declarator = self.model.symbols[symbol_of(entity)].entity?;
        self.tree().spans.entity_names.get(declarator)
    }

    fn is_library_function(&self, entity: EntityId) -> bool {
        is_library_function(self.model.text(self.model.symbols[symbol_of(entity)].name))
    }

    fn is_mathematical(&self, entity: EntityId) -> bool {
        CHost::is_mathematical(*self, entity)
    }

    fn parameters(&self) -> Option<Vec<EntityId>> {
        CHost::parameters(*self)
    }

    fn is_parameter(&self, entity: EntityId) -> bool {
        self.model.symbols[symbol_of(entity)].kind == SymbolKind::Parameter
    }

    fn is_register(&self, entity: EntityId) -> bool {
        self.model.registers.binary_search(&symbol_of(entity)).is_ok()
    }

    fn is_restrict(&self, entity: EntityId) -> bool {
        self.type_of_entity(entity).quals.contains(Quals::RESTRICT)
    }

    fn is_volatile(&self, entity: EntityId) -> bool {
        self.model.symbols[symbol_of(entity)].ty.is_volatile()
    }

    fn initial_value(&self, entity: EntityId) -> Option<At> {
        let declared = self.model.symbols[symbol_of(entity)].entity?;
        match self.tree()[self.tree()[declared].init?] {
            Init::Expr(value) => self.nodes.of_expr(value),
            Init::List(_) => None,
        }
    }

    fn has_initial_value(&self, entity: EntityId) -> bool {
        let declared = self.model.symbols[symbol_of(entity)].entity;
        declared.is_some_and(|declared| self.tree()[declared].init.is_some())
    }

    fn parameter_length(&self, entity: EntityId) -> Option<Value> {
        let length = self.declared_length(entity)?;
        let number = self.model.integer_constant(length)?;
        let words = self.nodes.of_expr(length).filter(|at| self.means_one_thing(*at));
        Some(words.map_or(Value::constant(number), Value::Node))
    }

    fn declared_lengths(&self, entity: EntityId) -> Vec<At> {
        CHost::declared_lengths(*self, entity)
    }

    fn length_variable(&self, entity: EntityId, from_last: usize) -> Option<EntityId> {
        CHost::length_variable(*self, entity, from_last)
    }

    fn is_variably_modified(&self, entity: EntityId) -> bool {
        self.has_variable_target(entity)
            || self
                .declared_length(entity)
                .is_some_and(|length| self.model.integer_constant(length).is_none())
    }

    fn has_variable_target(&self, entity: EntityId) -> bool {
        let mut ty = self.type_of_entity(entity);
        loop {
            ty = match ty.plain() {
                Type::Pointer(target) => target,
                Type::Array { length: ArrayLength::Variable, .. } => return true,
                Type::Array { element, .. } => element,
                _ => return false,
            };
        }
    }

    fn is_incomplete(&self, id: EntityId) -> bool {
        self.is_incomplete_type(self.type_of_entity(id))
    }

    fn describe(&self, id: EntityId) -> String {
        describe(self.names(), self.type_of_entity(id))
    }
}
