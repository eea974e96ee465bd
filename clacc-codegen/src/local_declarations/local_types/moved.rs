//! The declarations before a function of the types that its regions need, and the edits in the function.

use std::fmt::Write;

use clacc_sema::c::model::SymbolId;
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, TypeSpec};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::found::heading_end;
use super::parts::{LocalType, Needs, PartKind, UsedAs};
use super::{LocalTypes, Move};
use crate::abi;
use crate::capture::types::declaration;
use crate::declaration_tokens::edits_within;
use crate::local_declarations::literals;
use crate::piece::{Piece, shared};

/// The new names of the types of each part, and of enumeration constants.
#[derive(Default)]
struct NewNames {
    types: FxHashMap<(usize, usize), String>,
    constants: FxHashMap<SymbolId, String>,
}

impl LocalTypes {
    /// Chooses the names of the moved types, and makes the edits of their declarations.
    pub(super) fn with_names(mut self, needs: &Needs<'_>) -> LocalTypes {
        let names = self.new_names(needs);
        for (part, _) in self.moved() {
            for (index, ty) in self.found.parts[part].types.iter().enumerate() {
                if let LocalType::Tagged(tag, is_enum) = ty {
                    self.names.insert((tag.clone(), *is_enum), names.types[&(part, index)].clone());
                }
            }
        }
        self.renamed = self.renamed_uses(needs, &names);
        let references = self.references();
        let removed = self.removed(needs);
        self.left = self.left_in_function(&references, &removed);
        self.before = self.in_front(needs, &names, &references);
        self
    }

    fn moved(&self) -> Vec<(usize, PartKind)> {
        let parts = self.found.parts.iter().enumerate().filter(|(part, _)| self.is_moved(*part));
        parts.map(|(part, each)| (part, each.kind)).collect()
    }

    fn new_names(&self, needs: &Needs<'_>) -> NewNames {
        let (mut names, mut maker) = (NewNames::default(), NameMaker { needs, made: 0 });
        for (part, _) in self.moved() {
            for (index, ty) in self.found.parts[part].types.iter().enumerate() {
                names.types.insert((part, index), maker.name_of(ty));
            }
        }
        for each in self.found.uses.iter().filter(|each| self.is_moved(each.part)) {
            if let UsedAs::Enumerator(symbol) = each.used_as {
                names.constants.entry(symbol).or_insert_with(|| maker.ordinary(symbol));
            }
        }
        names
    }

    /// Returns the tokens that are replaced by new names.
    fn renamed_uses(&self, needs: &Needs<'_>, names: &NewNames) -> Vec<(TokenRange, String)> {
        let moved = self.found.uses.iter().filter(|each| self.is_moved(each.part));
        let named = moved.map(|each| {
            let name = match each.used_as {
                UsedAs::Type => &names.types[&(each.part, each.index)],
                UsedAs::Enumerator(symbol) => &names.constants[&symbol],
            };
            (TokenRange::new(each.at, each.at + 1), name.clone())
        });
        named.filter(|(at, name)| needs.tokens.text(at.start) != name).collect()
    }

    /// Returns what replaces definitions after their keywords: the names of the types.
    fn references(&self) -> Vec<(TokenRange, String)> {
        let mut found = Vec::new();
        for (_, kind) in self.moved() {
            let Some(range) = kind.definition() else { continue };
            let specifier = self.found.specifiers.iter().find(|each| each.range == range);
            let name = specifier.and_then(|each| self.names.get(&(each.tag.clone(), each.is_enum)));
            found.extend(name.map(|name| (TokenRange::new(range.start + 1, range.end), name.clone())));
        }
        found
    }

    /// Returns the declarations that are removed completely: those of typedef names, and those that declare nothing but a tag.
    fn removed(&self, needs: &Needs<'_>) -> Vec<TokenRange> {
        let tree = &needs.model.parsed.tree;
        let moved = self.moved();
        let typedefs = moved.iter().filter_map(|(_, kind)| match kind {
            PartKind::Typedef(range) => Some(*range),
            PartKind::Definition(_) | PartKind::Undefined => None,
        });
        let is_member = |range: &TokenRange| {
            let mut definitions = self.found.specifiers.iter().filter(|each| each.defines);
            definitions.any(|each| each.range.start < range.start && range.end < each.range.end)
        };
        let alone = tree.decls.iter().filter_map(|(id, decl)| {
            let Decl::Declaration { specs, entities } = decl else { return None };
            let tag = match &specs.ty {
                TypeSpec::Record(record) => (needs.model.local_tags.records.get(record)?.clone(), false),
                TypeSpec::Enum(specifier) => (needs.model.local_tags.enums.get(specifier)?.clone(), true),
                _ => return None,
            };
            let is_moved = self.is_moved(*self.found.tags.get(&tag)?);
            (entities.is_empty() && is_moved).then(|| tree.spans.decls.get(id))?
        });
        typedefs.chain(alone.filter(|range| !is_member(range))).collect()
    }

    /// Returns the edits in the function, without those inside another edit.
    fn left_in_function(
        &self,
        references: &[(TokenRange, String)],
        removed: &[TokenRange],
    ) -> Vec<(TokenRange, String)> {
        let gone = removed.iter().map(|range| (*range, String::new()));
        let mut left: Vec<_> = gone.chain(references.to_vec()).chain(self.renamed.clone()).collect();
        // Of two edits that start at the same token, the outer one comes first.
        left.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        left.retain(|(range, _)| {
            let is_outside = range.start >= end;
            end = end.max(range.end);
            is_outside
        });
        left
    }

    /// Returns the declarations before the function: incomplete structures that others point to, and the moved parts. Parts are ordered by
    /// their ends, because a definition inside a declaration must precede it.
    fn in_front(
        &self,
        needs: &Needs<'_>,
        names: &NewNames,
        references: &[(TokenRange, String)],
    ) -> Vec<Piece> {
        let mut edits: Vec<_> = references.iter().chain(&self.renamed).cloned().collect();
        edits.extend(self.literals(needs));
        edits.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut pieces = self.announced(needs);
        let mut moved = self.moved();
        moved.sort_by_key(|(_, kind)| kind.range().map_or(0, |range| range.end));
        let mut packing = Packing::of(needs);
        for (part, kind) in moved {
            match kind {
                PartKind::Undefined => {}
                PartKind::Typedef(_) if self.moves[part] == Move::Spelled => {
                    pieces.extend(self.spelled(needs, names, part));
                }
                PartKind::Typedef(range) => pieces.extend(rewritten(range, &edits)),
                PartKind::Definition(range) => {
                    packing.come_to(range.start, &mut pieces);
                    let name = references.iter().find(|(at, _)| at.end == range.end).map(|(_, name)| &**name);
                    pieces.extend(definition(needs, range, name.unwrap_or_default(), &edits));
                }
            }
        }
        packing.finish(&mut pieces);
        pieces
    }

    /// Returns a declaration of typedef names that is spelled from their types.
    fn spelled(&self, needs: &Needs<'_>, names: &NewNames, part: usize) -> Option<Piece> {
        let (mut text, mut at) = (String::new(), 0);
        for (index, ty) in self.found.parts[part].types.iter().enumerate() {
            let LocalType::Named(symbol) = ty else { return None };
            let (name, ty) = (names.types.get(&(part, index))?, &needs.model.symbols[*symbol].ty);
            let declared = declaration(needs.view, &self.names, ty, name, &[])?;
            let aligned = needs.model.aligned.get(symbol);
            let aligned =
                aligned.map_or_else(String::new, |bytes| format!(" __attribute__((aligned({bytes})))"));
            let _ = write!(text, "typedef {declared}{aligned}; ");
            at = self.found.parts[part].declared;
        }
        Some(Piece::Lines { text: shared(text), at })
    }

    /// Returns declarations of the structures that are named before their definition or never defined.
    fn announced(&self, needs: &Needs<'_>) -> Vec<Piece> {
        let mut announced = FxHashSet::default();
        let mut pieces = Vec::new();
        for specifier in self.found.specifiers.iter().filter(|each| !each.is_enum) {
            let key = (specifier.tag.clone(), false);
            let Some(name) = self.names.get(&key) else { continue };
            if !announced.insert(key) || specifier.defines {
                continue;
            }
            let word = needs.tokens.text(specifier.range.start);
            pieces.push(Piece::Lines { text: shared(format!("{word} {name};")), at: specifier.range.start });
        }
        pieces
    }

    /// Returns the values of enumeration constants whose enumerations are not moved.
    fn literals(&self, needs: &Needs<'_>) -> Vec<(TokenRange, String)> {
        let stay = self.found.uses.iter().filter(|each| !self.is_moved(each.part));
        let literal = stay.filter_map(|each| match each.used_as {
            UsedAs::Enumerator(symbol) => {
                let text = literals::literal(needs.model, symbol)?;
                Some((TokenRange::new(each.at, each.at + 1), text))
            }
            UsedAs::Type => None,
        });
        literal.collect()
    }
}

impl LocalTypes {
    /// Returns tokens as pieces for use before the function.
    pub(crate) fn in_front_of_function(&self, range: TokenRange) -> Vec<Piece> {
        rewritten(range, &self.left)
    }
}

/// Returns the definition of a type, with a name.
fn definition(
    needs: &Needs<'_>,
    range: TokenRange,
    name: &str,
    edits: &[(TokenRange, String)],
) -> Vec<Piece> {
    let body = heading_end(needs, range);
    let has_tag = needs.tokens.text(body) != "{";
    let inside = TokenRange::new(body + u32::from(has_tag), range.end);
    // The reference that replaces the definition in the function is an edit of the same tokens.
    let is_other = |(at, _): &&(TokenRange, String)| at.start != range.start + 1;
    let edits: Vec<_> = edits.iter().filter(is_other).cloned().collect();
    let mut pieces = vec![Piece::Tokens(TokenRange::new(range.start, body)), Piece::Inline(shared(name))];
    pieces.extend(rewritten(inside, &edits));
    pieces.push(Piece::Inline(shared(";")));
    pieces
}

/// The alignment of members that `pack` pragmas in the function specify, for definitions that are moved before it: the same pragmas are
/// repeated in the same order, and the original state is restored after them.
struct Packing {
    /// The remaining pragmas, last one first.
    pending: Vec<u32>,
    has_begun: bool,
    /// true if the pragmas alone do not restore the alignment, so that `push` and `pop` are added. tcc supports no `push` without a number,
    /// which is used only then.
    changes: bool,
}

impl Packing {
    fn of(needs: &Needs<'_>) -> Packing {
        let all = (0..needs.tokens.kinds.len() as u32).rev();
        let pending: Vec<u32> = all.filter(|at| needs.tokens.is_pragma(*at, "pack")).collect();
        let texts = pending.iter().rev().map(|at| needs.tokens.text(*at));
        Packing { changes: !restores(texts), pending, has_begun: false }
    }

    /// Emits the pragmas before a token.
    fn come_to(&mut self, token: u32, pieces: &mut Vec<Piece>) {
        while let Some(at) = self.pending.pop_if(|at| *at < token) {
            if !std::mem::replace(&mut self.has_begun, true) && self.changes {
                pieces.push(Piece::Pragma { text: "pack(push)".into(), at });
            }
            pieces.push(Piece::Tokens(TokenRange::new(at, at + 1)));
        }
    }

    fn finish(mut self, pieces: &mut Vec<Piece>) {
        if self.has_begun {
            self.come_to(u32::MAX, pieces);
            if self.changes {
                pieces.push(Piece::Pragma { text: "pack(pop)".into(), at: 0 });
            }
        }
    }
}

/// Returns whether pragmas change alignments only between a `push` and a `pop`.
fn restores<'t>(pragmas: impl Iterator<Item = &'t str>) -> bool {
    let mut depth = 0_u32;
    for pragma in pragmas {
        if pragma.contains("push") {
            depth += 1;
        } else if depth == 0 {
            return false;
        } else if pragma.contains("pop") {
            depth -= 1;
        }
    }
    depth == 0
}

/// Returns tokens as pieces, with edits applied.
fn rewritten(range: TokenRange, edits: &[(TokenRange, String)]) -> Vec<Piece> {
    let (mut pieces, mut cursor) = (Vec::new(), range.start);
    for (at, text) in edits_within(edits, range) {
        if at.start < cursor {
            continue;
        }
        if cursor < at.start {
            pieces.push(Piece::Tokens(TokenRange::new(cursor, at.start)));
        }
        if !text.is_empty() {
            pieces.push(Piece::Inline(shared(text)));
        }
        cursor = at.end;
    }
    if cursor < range.end {
        pieces.push(Piece::Tokens(TokenRange::new(cursor, range.end)));
    }
    pieces
}

/// Chooses names for moved types and constants.
struct NameMaker<'a, 'n> {
    needs: &'a Needs<'n>,
    made: u32,
}

impl NameMaker<'_, '_> {
    fn name_of(&mut self, ty: &LocalType) -> String {
        match ty {
            LocalType::Named(symbol) => self.ordinary(*symbol),
            LocalType::Tagged(tag, _) => {
                let is_same = |name: Option<Name>, other: Option<&clacc_sema::c::types::TagRef>| {
                    name != Some(tag.tag) || other == Some(tag)
                };
                let (tree, local) = (&self.needs.model.parsed.tree, &self.needs.model.local_tags);
                let is_only = tree.records.iter().all(|(id, each)| is_same(each.tag, local.records.get(&id)))
                    && tree.enums.iter().all(|(id, each)| is_same(each.tag, local.enums.get(&id)));
                self.own_or_new(tag.tag, is_only)
            }
        }
    }

    /// Returns a name for a typedef name or an enumeration constant.
    fn ordinary(&mut self, symbol: SymbolId) -> String {
        let name = self.needs.model.symbols[symbol].name;
        let of_name = self.needs.model.symbols.iter().filter(|(_, each)| each.name == name).count();
        self.own_or_new(name, of_name == 1)
    }

    /// Returns the name itself if no other entity of the unit can have it, or a new one.
    fn own_or_new(&mut self, name: Name, is_only: bool) -> String {
        let text = self.needs.model.text(name);
        // New code uses names with this prefix, and replaces some type names.
        let is_of_new_code = text.starts_with("clacc") || abi::is_replaced(text);
        let is_usable = is_only && !text.is_empty() && !is_of_new_code;
        if is_usable && !(self.needs.is_mentioned_elsewhere)(name) {
            return text.to_owned();
        }
        self.made += 1;
        let separator = if text.is_empty() { "" } else { "_" };
        format!("{}t{}_{}{separator}{text}", self.needs.prefix, self.made, self.needs.function)
    }
}
