//! Types and functions that are declared inside the function around a region: a region that uses them is refused, or functions get a
//! declaration before the function.

use clacc_sema::c::model::SymbolId;
use clacc_syntax::ast::Decl;
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::capture::types::declaration;
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::emit::{Refused, Step};
use crate::local_declarations::{DeclaredFunction, Parts};
use crate::piece::{Item, Piece, shared};

impl Lowering<'_> {
    /// Refuses a region that uses types or functions local to the enclosing function. Other functions that the region uses and that only a
    /// block declares get a declaration before the enclosing function.
    pub(crate) fn check_local_names(&mut self, region: TokenRange) -> Step {
        let unknown = self.local_types.unknown_in(self.model, region);
        let unknown = unknown.into_iter().filter(|(_, variable)| variable.is_none()).map(|(at, _)| at);
        if let Some(at) = unknown.chain(self.nested_function_in(region)).min() {
            return Err(self.refuse_local_name(at));
        }
        self.announce_functions(region)
    }

    /// Returns the typedef names of variable length array types that a region uses and the enclosing function declares outside of it, in
    /// the order of their declarations.
    pub(crate) fn variable_types_in(&self, region: TokenRange) -> Vec<SymbolId> {
        let unknown = self.local_types.unknown_in(self.model, region);
        let mut found: Vec<SymbolId> = unknown.into_iter().filter_map(|(_, variable)| variable).collect();
        found.sort_unstable_by_key(|symbol| symbol.into_raw());
        found.dedup();
        found
    }

    fn refuse_local_name(&mut self, at: u32) -> Refused {
        let text = self.tokens.text(at);
        let message = format!(
            "no code is generated for a region that uses `{text}`, which the function around it declares"
        );
        self.emit.refuse(&codes::GEN0003, TokenRange::new(at, at + 1), message)
    }

    /// Returns the first token in a range that names a type or function which the function declares outside of the range and which has no
    /// declaration before the function.
    pub(crate) fn local_name_in(&self, region: TokenRange) -> Option<u32> {
        let unknown = self.local_types.unknown_in(self.model, region);
        unknown.into_iter().map(|(at, _)| at).chain(self.nested_function_in(region)).min()
    }

    /// Returns the first use in a range of a nested function, which is defined inside the enclosing function.
    fn nested_function_in(&self, region: TokenRange) -> Option<u32> {
        let is_nested = |(_, symbol): &&(u32, SymbolId)| !self.local_names.declared.contains_key(symbol);
        self.foreign_functions(region).iter().find(is_nested).map(|(at, _)| *at)
    }

    /// Returns the uses in a range of functions that are declared in blocks outside of the range.
    fn foreign_functions(&self, region: TokenRange) -> Vec<(u32, SymbolId)> {
        let is_inside = |at: u32| region.start <= at && at < region.end;
        let names = &self.model.parsed.tree.spans.entity_names;
        let is_foreign = |(at, symbol): &&(u32, SymbolId)| {
            let declared = self.model.symbols[*symbol].entity.and_then(|entity| names.get(entity));
            is_inside(*at) && !declared.is_some_and(|declared| is_inside(declared.start))
        };
        self.local_names.functions.iter().filter(is_foreign).copied().collect()
    }

    /// Declares the functions that a region uses before the enclosing function, if blocks around the region declare them.
    pub(crate) fn announce_functions(&mut self, region: TokenRange) -> Step {
        for (at, symbol) in self.foreign_functions(region) {
            if let Some(declared) = self.local_names.declared.get(&symbol).copied()
                && self.local_names.announced.insert(symbol)
            {
                let pieces = self.announcement(symbol, declared);
                let pieces = pieces.ok_or(()).map_err(|()| self.refuse_local_name(at))?;
                let name = self.model.text(self.model.symbols[symbol].name);
                self.emit.before.push(Item::new(&[name], pieces));
            }
        }
        Ok(())
    }

    /// Returns a declaration of a function at file scope. It consists of the original tokens, which keeps attributes. If these tokens name
    /// entities local to the function, the declaration is spelled from the type instead; none if it has attributes or an asm label.
    fn announcement(&self, symbol: SymbolId, declared: DeclaredFunction) -> Option<Vec<Piece>> {
        let tree = &self.model.parsed.tree;
        let Decl::Declaration { entities, .. } = &tree[declared.declaration] else { return None };
        let range = tree.spans.decls.get(declared.declaration)?;
        let parts = Parts::of(self.tokens, range, tree.spans.entity_names.get(*entities.first()?)?.start);
        let declarator = *parts.declarators.get(declared.index)?;
        let is_known = |range: TokenRange| {
            let is_bound = |(_, entity): &(u32, _)| is_of_function(self.view, *entity);
            !self.uses.within(range).iter().any(is_bound)
                && self.local_types.unknown_in(self.model, range).is_empty()
                && self.local_names.constants_in(range).is_empty()
        };
        let mut pieces = Vec::new();
        if is_known(parts.specifiers) && is_known(declarator) {
            pieces.extend(self.local_types.in_front_of_function(parts.specifiers));
            pieces.extend(self.local_types.in_front_of_function(declarator));
            pieces.push(Piece::Inline(";".into()));
            return Some(pieces);
        }
        let entity = &tree[declared.entity];
        let symbol = &self.model.symbols[symbol];
        let name = self.model.text(symbol.name);
        let text = declaration(self.view, self.local_types.names(), &symbol.ty, name, &[])?;
        let is_plain = entity.asm_label.is_none() && entity.attributes.is_empty();
        is_plain.then(|| vec![Piece::Lines { text: shared(format!("{text};")), at: range.start }])
    }
}
