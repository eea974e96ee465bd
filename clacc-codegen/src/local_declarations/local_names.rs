//! Enumeration constants and functions that a function declares locally, which are not visible in outlined functions.

use clacc_sema::c::model::{DeclModel, SymbolId, SymbolKind};
use clacc_syntax::ast::{Decl, DeclId, DeclaredId, Storage};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::literals::literal;
use super::local_types::LocalTypes;

/// The names that are local to a function, except those of objects and types.
#[derive(Debug, Default)]
pub(crate) struct LocalNames {
    /// The tokens that name local enumeration constants, with the text of their values, in order. The constants are `int` (C17 6.7.2.2p3);
    /// constants of other types are left to the compiler.
    constants: Vec<(u32, String)>,
    /// The tokens that name functions, in order.
    pub(crate) functions: Vec<(u32, SymbolId)>,
    /// The declarations of these functions.
    pub(crate) declared: FxHashMap<SymbolId, DeclaredFunction>,
    /// The functions that the generated code also declares at file scope, before the user's function.
    pub(crate) announced: FxHashSet<SymbolId>,
}

/// A declaration of a function in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclaredFunction {
    pub(crate) declaration: DeclId,
    /// The index of its declarator.
    pub(crate) index: usize,
    pub(crate) entity: DeclaredId,
}

impl LocalNames {
    pub(crate) fn of(model: &DeclModel, types: &LocalTypes) -> LocalNames {
        let spans = &model.parsed.tree.spans.exprs;
        let (mut constants, mut functions) = (Vec::new(), Vec::new());
        for (expr, id) in model.uses.copied() {
            let Some(at) = spans.get(expr).map(|range| range.start) else { continue };
            if model.symbols[id].scope.is_none() {
                continue;
            }
            match literal(model, id) {
                Some(text) if !types.has_constant(id) => constants.push((at, text)),
                _ if model.symbols[id].kind == SymbolKind::Function => functions.push((at, id)),
                _ => {}
            }
        }
        constants.sort_unstable();
        functions.sort_unstable_by_key(|(at, _)| *at);
        let declared = if functions.is_empty() { FxHashMap::default() } else { declared_functions(model) };
        LocalNames { constants, functions, declared, announced: FxHashSet::default() }
    }

    /// Returns the constants in a range.
    pub(crate) fn constants_in(&self, range: TokenRange) -> &[(u32, String)] {
        let start = self.constants.partition_point(|(at, _)| *at < range.start);
        let length = self.constants[start..].partition_point(|(at, _)| *at < range.end);
        &self.constants[start..start + length]
    }
}

/// Returns the declarations of functions in blocks, except those of nested functions.
fn declared_functions(model: &DeclModel) -> FxHashMap<SymbolId, DeclaredFunction> {
    let mut found = FxHashMap::default();
    for (declaration, decl) in model.parsed.tree.decls.iter() {
        let Decl::Declaration { specs, entities } = decl else { continue };
        if specs.storage.contains(Storage::AUTO) {
            continue;
        }
        for (index, entity) in entities.iter().copied().enumerate() {
            if let Some(symbol) = model.declared.get(entity).copied() {
                found.insert(symbol, DeclaredFunction { declaration, index, entity });
            }
        }
    }
    found
}
