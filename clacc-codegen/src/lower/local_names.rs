//! What a function declares for itself besides objects: types, constants and functions, which have no name in the functions that
//! its regions become.

use clacc_sema::c::model::{DeclModel, SymbolKind};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_syntax::Name;
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::FxHashMap;

use super::{Lowering, Step, Tokens};
use crate::codes;

/// Names that only a function knows.
#[derive(Debug, Default)]
pub(super) struct LocalNames {
    /// The names of types, functions and constants that are no `int`, each with the tokens from its declaration to the end of the block that it is known in.
    names: FxHashMap<Name, Vec<TokenRange>>,
    /// The tokens that name enumeration constants of the function, with the text of their values, in order. They are `int`
    /// (C17 6.7.2.2p3); what others are, compilers decide.
    constants: Vec<(u32, String)>,
}

impl LocalNames {
    pub(super) fn of(view: View<'_>, model: &DeclModel, tokens: Tokens<'_>) -> LocalNames {
        let mut names: FxHashMap<Name, Vec<TokenRange>> = FxHashMap::default();
        for (id, symbol) in model.symbols.iter() {
            let is_name = match &symbol.kind {
                SymbolKind::Typedef | SymbolKind::Function => true,
                SymbolKind::Enumerator(value) => i32::try_from(**value).is_err(),
                _ => false,
            };
            if symbol.scope.is_some() && is_name {
                let declared = view.declared_at(EntityId::new(id.into_raw().into_u32()));
                // An enumerator has no place of its own: it counts as known in the whole function.
                let start = declared.map_or(0, |range| range.start);
                let known = TokenRange::new(start, end_of_block(tokens, start));
                names.entry(symbol.name).or_default().push(known);
            }
        }
        for at in 1..tokens.kinds.len().saturating_sub(1) as u32 {
            let is_tag = matches!(tokens.text(at - 1), "struct" | "union" | "enum");
            let end = if is_tag && tokens.text(at + 1) == "{" { end_of_block(tokens, at) } else { 0 };
            // A type that the return type or a parameter declares is known in the whole function, and before it in the unit.
            if end > 0 && end < tokens.kinds.len() as u32 {
                names.entry(tokens.texts[at as usize]).or_default().push(TokenRange::new(at, end));
            }
        }
        LocalNames { names, constants: constants(model) }
    }

    /// Whether the function declares a type, a function or a constant that is no `int` with this name.
    pub(super) fn has(&self, name: Name) -> bool {
        self.names.contains_key(&name)
    }

    /// The constants in a range.
    pub(super) fn constants_in(&self, range: TokenRange) -> &[(u32, String)] {
        let start = self.constants.partition_point(|(at, _)| *at < range.start);
        let length = self.constants[start..].partition_point(|(at, _)| *at < range.end);
        &self.constants[start..start + length]
    }

    /// Whether a token in a region may name what was declared outside of the region.
    fn is_foreign(&self, tokens: Tokens<'_>, at: u32, region: TokenRange) -> bool {
        let known = tokens.texts.get(at as usize).and_then(|name| self.names.get(name));
        let is_foreign = |range: &TokenRange| {
            let is_inside = region.start <= range.start && range.start < region.end;
            !is_inside && range.start < at && at < range.end
        };
        let is_member = at > 0 && matches!(tokens.text(at - 1), "." | "->");
        !is_member && known.is_some_and(|ranges| ranges.iter().any(is_foreign))
    }
}

/// The token behind the block that a token stands in.
fn end_of_block(tokens: Tokens<'_>, at: u32) -> u32 {
    let mut depth = 0;
    for (index, kind) in tokens.kinds.iter().enumerate().skip(at as usize) {
        match kind {
            TokenKind::LBrace => depth += 1,
            TokenKind::RBrace if depth == 0 => return index as u32,
            TokenKind::RBrace => depth -= 1,
            _ => {}
        }
    }
    tokens.kinds.len() as u32
}

/// The tokens that name enumeration constants which the function declares, with their values.
fn constants(model: &DeclModel) -> Vec<(u32, String)> {
    let spans = &model.parsed.tree.spans.exprs;
    let mut found = Vec::new();
    for (expr, symbol) in model.uses.iter() {
        let symbol = &model.symbols[symbol];
        if let (SymbolKind::Enumerator(value), Some(_)) = (&symbol.kind, symbol.scope)
            && let Some(range) = spans.get(expr)
            && let Ok(value) = i32::try_from(**value)
        {
            found.push((range.start, constant(value)));
        }
    }
    found.sort_unstable();
    found
}

/// A constant of type `int`. The least value has no constant of its own.
fn constant(value: i32) -> String {
    if value < 0 { format!("(-{} - 1)", -(value + 1)) } else { value.to_string() }
}

impl Lowering<'_> {
    /// Refuses a region that uses names of types or functions which the function around declares for itself.
    pub(super) fn check_local_names(&mut self, region: TokenRange) -> Step {
        let Some(at) = self.local_name_in(region) else { return Ok(()) };
        let text = self.tokens.text(at);
        let message = format!(
            "no code is generated for a region that uses `{text}`, which the function around it declares"
        );
        Err(self.refuse(&codes::GEN0003, TokenRange::new(at, at + 1), message))
    }

    /// The first token of a range that uses a name of a type or function which the function declares outside of it.
    pub(super) fn local_name_in(&self, region: TokenRange) -> Option<u32> {
        let is_object = |at: u32| !self.uses.within(TokenRange::new(at, at + 1)).is_empty();
        let is_foreign = |at: &u32| self.local_names.is_foreign(self.tokens, *at, region) && !is_object(*at);
        (region.start..region.end).find(is_foreign)
    }
}
