//! The types that a function declares locally, and the tokens that name them.

use clacc_sema::c::model::{SymbolId, SymbolKind};
use clacc_sema::c::types::TagRef;
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, Expr, Stmt, Storage};
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::parts::{LocalType, Needs, Part, PartKind, PartsOfTags, Taken, TypeUse, UsedAs};

/// The parts of a function that declare types, and the uses of these types.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) parts: Vec<Part>,
    /// The uses, in order. The tag in a definition is not a use.
    pub(super) uses: Vec<TypeUse>,
    pub(super) tags: PartsOfTags,
    /// The specifiers that name tagged types.
    pub(super) specifiers: Vec<Specifier>,
    /// The tokens that name functions which the function declares.
    pub(super) functions: Vec<(u32, SymbolId)>,
}

/// A specifier of a type that the function declares.
#[derive(Clone, Debug)]
pub(super) struct Specifier {
    pub(super) range: TokenRange,
    pub(super) tag: TagRef,
    pub(super) is_enum: bool,
    /// true if it has members or enumerators.
    pub(super) defines: bool,
}

/// A typedef name with the range of tokens in which it is visible.
struct KnownName {
    symbol: SymbolId,
    known: TokenRange,
    part: usize,
    index: usize,
}

impl Found {
    pub(super) fn in_function(needs: &Needs<'_>) -> Found {
        let mut found = Found { specifiers: specifiers(needs), ..Found::default() };
        found.add_tagged();
        let named = found.add_typedefs(needs);
        found.use_tags(needs);
        found.use_typedefs(needs, &named);
        found.use_enumerators(needs);
        found.uses.sort_by_key(|each| each.at);
        found.functions = uses_of(needs, |kind| *kind == SymbolKind::Function).collect();
        found
    }

    fn add_tagged(&mut self) {
        let mut definitions: Vec<TokenRange> = Vec::new();
        for specifier in self.specifiers.iter().filter(|each| each.defines) {
            if definitions.last().is_none_or(|last| last.end <= specifier.range.start) {
                definitions.push(specifier.range);
            }
        }
        let kinds = definitions.into_iter().map(PartKind::Definition);
        self.parts = kinds.map(|kind| Part { kind, types: Vec::new(), declared: u32::MAX }).collect();
        for specifier in self.specifiers.iter().filter(|each| each.defines) {
            let at = specifier.range.start;
            let is_around =
                |part: &Part| part.kind.definition().is_some_and(|range| range.start <= at && at < range.end);
            if let Some(part) = self.parts.iter().position(is_around) {
                self.tags.insert(specifier.key(), part);
            }
        }
        for specifier in &self.specifiers {
            let next = self.parts.len();
            let part = *self.tags.entry(specifier.key()).or_insert(next);
            if part == next {
                let kind = PartKind::Undefined;
                self.parts.push(Part { kind, types: Vec::new(), declared: u32::MAX });
            }
            let ty = LocalType::Tagged(specifier.tag.clone(), specifier.is_enum);
            let known = &mut self.parts[part];
            if !known.types.contains(&ty) {
                known.types.push(ty);
            }
            known.declared = known.declared.min(specifier.range.start);
        }
    }

    fn add_typedefs(&mut self, needs: &Needs<'_>) -> Vec<KnownName> {
        let (tree, mut named) = (&needs.model.parsed.tree, Vec::new());
        for (id, decl) in tree.decls.iter() {
            let Decl::Declaration { specs, entities } = decl else { continue };
            let declared = entities.iter().filter_map(|entity| needs.model.declared.get(*entity).copied());
            let is_local = |symbol: &SymbolId| {
                let symbol = &needs.model.symbols[*symbol];
                symbol.kind == SymbolKind::Typedef && symbol.scope.is_some()
            };
            let symbols: Vec<SymbolId> = declared.filter(is_local).collect();
            let Some(range) = tree.spans.decls.get(id) else { continue };
            if symbols.is_empty() || !specs.storage.contains(Storage::TYPEDEF) {
                continue;
            }
            let part = self.parts.len();
            for (index, symbol) in symbols.iter().enumerate() {
                let known = known_in(needs, *symbol);
                named.push(KnownName { symbol: *symbol, known, part, index });
            }
            let types = symbols.into_iter().map(LocalType::Named).collect();
            self.parts.push(Part { kind: PartKind::Typedef(range), types, declared: range.start });
        }
        named
    }

    fn use_tags(&mut self, needs: &Needs<'_>) {
        let is_moved_with = |parts: &[Part], specifier: &Specifier| {
            parts.iter().any(|part| part.kind == PartKind::Definition(specifier.range))
        };
        for specifier in &self.specifiers {
            let at = heading_end(needs, specifier.range);
            let has_tag = needs.tokens.kinds.get(at as usize) == Some(&TokenKind::Ident);
            if has_tag && !is_moved_with(&self.parts, specifier) {
                let part = self.tags[&specifier.key()];
                let ty = LocalType::Tagged(specifier.tag.clone(), specifier.is_enum);
                let index = self.parts[part].types.iter().position(|each| *each == ty).unwrap_or(0);
                self.uses.push(TypeUse { at, part, used_as: UsedAs::Type, index });
            }
        }
    }

    /// Adds the tokens that are uses of a typedef name. If several declarations are visible, the last one applies.
    fn use_typedefs(&mut self, needs: &Needs<'_>, named: &[KnownName]) {
        if named.is_empty() {
            return;
        }
        let names: FxHashSet<Name> = named.iter().map(|each| needs.model.symbols[each.symbol].name).collect();
        let taken = taken(needs);
        for (at, name) in needs.tokens.texts.iter().enumerate() {
            let at = at as u32;
            if !names.contains(name) || taken.contains(&at) || is_other_name(needs, at) {
                continue;
            }
            let is_it = |each: &&KnownName| {
                let is_known = each.known.start <= at && at < each.known.end;
                is_known && needs.model.symbols[each.symbol].name == *name
            };
            if let Some(KnownName { part, index, .. }) =
                named.iter().filter(is_it).max_by_key(|each| each.known.start)
            {
                let (part, index) = (*part, *index);
                self.uses.push(TypeUse { at, part, used_as: UsedAs::Type, index });
            }
        }
    }

    fn use_enumerators(&mut self, needs: &Needs<'_>) {
        let mut parts: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
        for (at, symbol, specifier) in self.enumerators(needs) {
            let part = self.tags[&specifier.key()];
            let ty = LocalType::Tagged(specifier.tag.clone(), true);
            let index = self.parts[part].types.iter().position(|each| *each == ty).unwrap_or(0);
            parts.insert(symbol, (part, index));
            self.uses.push(TypeUse { at, part, used_as: UsedAs::Enumerator(symbol), index });
        }
        for (at, symbol) in uses_of(needs, |kind| matches!(kind, SymbolKind::Enumerator(_))) {
            if let Some((part, index)) = parts.get(&symbol).copied() {
                self.uses.push(TypeUse { at, part, used_as: UsedAs::Enumerator(symbol), index });
            }
        }
    }

    /// Returns the enumerators of the function's enumerations with the tokens of their declarations. Symbols of the same name are in source
    /// order.
    fn enumerators(&self, needs: &Needs<'_>) -> Vec<(u32, SymbolId, Specifier)> {
        let mut symbols: FxHashMap<Name, Vec<SymbolId>> = FxHashMap::default();
        for (id, symbol) in needs.model.symbols.iter() {
            if matches!(symbol.kind, SymbolKind::Enumerator(_)) && symbol.scope.is_some() {
                symbols.entry(symbol.name).or_default().push(id);
            }
        }
        symbols.values_mut().for_each(|of_name| of_name.reverse());
        let mut found = Vec::new();
        for specifier in self.specifiers.iter().filter(|each| each.is_enum && each.defines) {
            for at in declared_enumerators(needs, specifier.range) {
                let symbol = symbols.get_mut(&needs.tokens.texts[at as usize]).and_then(Vec::pop);
                found.extend(symbol.map(|symbol| (at, symbol, specifier.clone())));
            }
        }
        found
    }
}

impl Specifier {
    fn key(&self) -> (TagRef, bool) {
        (self.tag.clone(), self.is_enum)
    }
}

/// Returns the specifiers of types that the function declares, in order.
fn specifiers(needs: &Needs<'_>) -> Vec<Specifier> {
    let (tree, local) = (&needs.model.parsed.tree, &needs.model.local_tags);
    let records = local.records.iter().filter_map(|(id, tag)| {
        let (range, defines) = (tree.spans.records.get(*id)?, tree[*id].fields.is_some());
        Some(Specifier { range, tag: tag.clone(), is_enum: false, defines })
    });
    let enums = local.enums.iter().filter_map(|(id, tag)| {
        let (range, defines) = (tree.spans.enums.get(*id)?, tree[*id].enumerators.is_some());
        Some(Specifier { range, tag: tag.clone(), is_enum: true, defines })
    });
    let mut all: Vec<Specifier> = records.chain(enums).collect();
    all.sort_by_key(|each| each.range.start);
    all
}

/// Returns the token after the keyword of a specifier and its attributes: a tag or a brace.
pub(super) fn heading_end(needs: &Needs<'_>, specifier: TokenRange) -> u32 {
    let (tokens, mut at) = (needs.tokens, specifier.start + 1);
    while matches!(tokens.text(at), "__attribute__" | "__attribute" | "[") && at < specifier.end {
        let first = if tokens.text(at) == "[" { at } else { at + 1 };
        at = behind_brackets(needs, first, specifier.end);
    }
    at
}

/// Returns the token after the bracket that closes the one at a token.
fn behind_brackets(needs: &Needs<'_>, first: u32, end: u32) -> u32 {
    let mut depth = 0_u32;
    for at in first..end {
        match needs.tokens.text(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    end
}

/// Returns the tokens of the enumerators in the specifier that declares them.
fn declared_enumerators(needs: &Needs<'_>, specifier: TokenRange) -> Vec<u32> {
    let (mut found, mut at) = (Vec::new(), specifier.start);
    while at < specifier.end && needs.tokens.text(at) != "{" {
        at += 1;
    }
    let mut is_first = true;
    at += 1;
    while at < specifier.end && needs.tokens.text(at) != "}" {
        match needs.tokens.text(at) {
            "," => is_first = true,
            _ if is_first && needs.tokens.kinds[at as usize] == TokenKind::Ident => {
                found.push(at);
                is_first = false;
            }
            _ => {}
        }
        at = behind_brackets(needs, at, specifier.end);
    }
    found
}

/// Returns the range from a declared name to the end of its scope.
fn known_in(needs: &Needs<'_>, symbol: SymbolId) -> TokenRange {
    let (tree, symbol) = (&needs.model.parsed.tree, &needs.model.symbols[symbol]);
    let start = symbol.entity.and_then(|entity| tree.spans.entity_names.get(entity)).map_or(0, |at| at.start);
    let end = symbol.scope.and_then(|scope| tree.spans.stmts.get(scope)).map_or(u32::MAX, |scope| scope.end);
    TokenRange::new(start, end)
}

/// Returns the uses in expressions of local symbols of a kind.
fn uses_of<'n>(
    needs: &'n Needs<'_>,
    is_meant: impl Fn(&SymbolKind) -> bool + 'n,
) -> impl Iterator<Item = (u32, SymbolId)> + 'n {
    let spans = &needs.model.parsed.tree.spans.exprs;
    let uses = needs.model.uses.copied().filter(move |(_, symbol)| {
        let symbol = &needs.model.symbols[*symbol];
        symbol.scope.is_some() && is_meant(&symbol.kind)
    });
    uses.filter_map(|(expr, symbol)| Some((spans.get(expr)?.start, symbol)))
}

/// Returns the tokens that declare names or are names in expressions, except those that declare typedef names.
fn taken(needs: &Needs<'_>) -> Taken {
    let tree = &needs.model.parsed.tree;
    let is_typedef = |entity| {
        let symbol = needs.model.declared.get(entity).copied().map(|symbol| &needs.model.symbols[symbol]);
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Typedef && symbol.scope.is_some())
    };
    let entities = tree.entities.iter().filter(|(id, _)| !is_typedef(*id));
    let declared = entities.filter_map(|(id, _)| tree.spans.entity_names.get(id));
    let declared = declared.filter(|range| range.start < range.end).map(|range| range.start);
    let named = tree.exprs.iter().filter(|(_, expr)| matches!(expr, Expr::Name(_)));
    let named = named.filter_map(|(id, _)| Some(tree.spans.exprs.get(id)?.start));
    let labels = tree.stmts.iter().filter(|(_, stmt)| matches!(stmt, Stmt::Label { .. }));
    let labels = labels.filter_map(|(id, _)| Some(tree.spans.stmts.get(id)?.start));
    declared.chain(named).chain(labels).collect()
}

/// Returns whether a token is the name of a member, a label or a tag, by the token before it.
fn is_other_name(needs: &Needs<'_>, at: u32) -> bool {
    let before = at.checked_sub(1).map_or("", |before| needs.tokens.text(before));
    matches!(before, "." | "->" | "goto" | "struct" | "union" | "enum")
}
