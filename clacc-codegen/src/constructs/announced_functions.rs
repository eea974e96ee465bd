//! Names that only the function around a region knows: types and functions are refused, or declared in front of the function.

use clacc_sema::c::model::SymbolId;
use clacc_syntax::ast::Decl;
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::capture::types::declaration;
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::emit::{Refused, Step};
use crate::local_declarations::{DeclaredFunction, Parts};
use crate::piece::{Piece, shared};

impl Lowering<'_> {
    /// Refuses a region that uses types or functions which only the function around knows, and declares other functions that the
    /// region uses in front of the function.
    pub(crate) fn check_local_names(&mut self, region: TokenRange) -> Step {
        let unknown = self.local_types.unknown_in(self.model, region);
        let unknown = unknown.into_iter().filter(|(_, variable)| variable.is_none()).map(|(at, _)| at);
        if let Some(at) = unknown.chain(self.nested_function_in(region)).min() {
            return Err(self.refuse_local_name(at));
        }
        self.announce_functions(region)
    }

    /// The typedef names of types of variable size that a region uses and the function around it declares, in the order of their
    /// declarations.
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

    /// The first token of a range that uses a name of a type or function which the function declares outside of it, and which has
    /// no name in front of the function.
    pub(crate) fn local_name_in(&self, region: TokenRange) -> Option<u32> {
        let unknown = self.local_types.unknown_in(self.model, region);
        unknown.into_iter().map(|(at, _)| at).chain(self.nested_function_in(region)).min()
    }

    /// The first use of a function in a range that is defined inside of the function around.
    fn nested_function_in(&self, region: TokenRange) -> Option<u32> {
        let is_nested = |(_, symbol): &&(u32, SymbolId)| !self.local_names.declared.contains_key(symbol);
        self.foreign_functions(region).iter().find(is_nested).map(|(at, _)| *at)
    }

    /// The uses of functions in a range that are declared in blocks outside of it.
    fn foreign_functions(&self, region: TokenRange) -> Vec<(u32, SymbolId)> {
        let is_inside = |at: u32| region.start <= at && at < region.end;
        let names = &self.model.parsed.tree.spans.entity_names;
        let is_foreign = |(at, symbol): &&(u32, SymbolId)| {
            let declared = self.model.symbols[*symbol].entity.and_then(|entity| names.get(entity));
            is_inside(*at) && !declared.is_some_and(|declared| is_inside(declared.start))
        };
        self.local_names.functions.iter().filter(is_foreign).copied().collect()
    }

    /// Declares the functions that a region uses in front of the function, where blocks around the region declare them.
    pub(crate) fn announce_functions(&mut self, region: TokenRange) -> Step {
        for (at, symbol) in self.foreign_functions(region) {
            if let Some(declared) = self.local_names.declared.get(&symbol).copied()
                && self.local_names.announced.insert(symbol)
            {
                let pieces = self.announcement(symbol, declared);
                let pieces = pieces.ok_or(()).map_err(|()| self.refuse_local_name(at))?;
                self.emit.before.extend(pieces);
            }
        }
        Ok(())
    }

    /// A declaration of a function at file scope: its tokens, so that attributes stay. Where they name what only the function knows,
    /// its type says all that callers need.
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
