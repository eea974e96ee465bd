//! The text for a device from what was found: the pieces of each declaration, and what is checked about their types.

use clacc_sema::c::definitions::Definitions;
use clacc_sema::c::types::{QualType, TagHome, TagRef, Type};
use clacc_sema::db::Db;
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl, signature};
use clacc_sema::db::unit_scope::UnitScope;
use clacc_syntax::Name;
use clacc_syntax::ast::Quals;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use super::closure::{Chosen, Found};
use super::code::{DeviceCode, DevicePart};
use super::parts::Split;
use super::unit_names::Position;
use crate::codes;
use crate::declaration_tokens::Tokens;
use crate::local_declarations::LAYOUT_PRAGMAS;
use crate::piece::{Item, Lowered, Piece, shared};

/// Returns the code of a unit for a device.
pub(super) fn assembled<'db>(db: &'db dyn Db, found: Found<'db>) -> DeviceCode<'db> {
    let all = &found.names.all;
    // The layouts that clacc computes do not follow pragmas.
    let checks_sizes = !all.iter().any(|decl| is_about_layout(db, *decl));
    let mut parts = Vec::new();
    for (position, decl) in all.iter().enumerate() {
        if let Some(chosen) = found.chosen.get(&position) {
            let mut part = part(db, &found, position, chosen);
            if checks_sizes && chosen.is_declaration() {
                part.pieces.extend(size_checks(db, *decl));
            }
            parts.push(part);
        } else if is_about_layout(db, *decl) || is_pragma(db, *decl, "STDC") {
            let pieces = vec![all_tokens(db, *decl)];
            parts.push(DevicePart { decl: *decl, pieces, kernels: Vec::new(), findings: Vec::new() });
        }
    }
    DeviceCode { parts, undeclared: found.undeclared }
}

fn all_tokens(db: &dyn Db, decl: ExternalDecl<'_>) -> Piece {
    Piece::Tokens(TokenRange::new(0, decl.tokens(db).kinds.len() as u32))
}

/// Returns whether a declaration is a pragma that changes the layout of the types after it.
fn is_about_layout(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    ["pack"].iter().chain(&LAYOUT_PRAGMAS).any(|word| is_pragma(db, decl, word))
}

/// Returns whether a declaration is a pragma that begins with a word.
fn is_pragma(db: &dyn Db, decl: ExternalDecl<'_>, word: &str) -> bool {
    decl.kind(db) == DeclKind::Other && Tokens::of(db, decl).is_pragma(0, word)
}

fn part<'db>(db: &'db dyn Db, found: &Found<'db>, position: Position, chosen: &Chosen) -> DevicePart<'db> {
    let decl = found.names.all[position];
    let unchanged = Lowered::unchanged();
    let lowered = found.lowered.get(&position).map_or(&unchanged, |lowered| lowered);
    let mut pieces = chosen_items(&lowered.before, chosen);
    pieces.extend(own_pieces(db, decl, chosen, lowered));
    pieces.extend(chosen_items(&lowered.behind, chosen));
    let mut findings = chosen.findings.clone();
    findings.extend(lowered.findings.iter().cloned());
    findings.extend(other_size(Tokens::of(db, decl), &pieces));
    let kernels = lowered.regions.iter().filter(|region| chosen.items.contains(&region.name));
    let kernels = kernels.filter(|region| region.is_kernel).cloned().collect();
    DevicePart { decl, pieces, kernels, findings }
}

/// Returns the code of the chosen definitions among generated ones.
fn chosen_items(items: &[Item], chosen: &Chosen) -> Vec<Piece> {
    let has_code = chosen.function || !chosen.items.is_empty();
    let is_chosen = |item: &&Item| match &*item.names {
        [] => has_code,
        names => names.iter().any(|name| chosen.items.contains(name)),
    };
    items.iter().filter(is_chosen).flat_map(|item| item.pieces.to_vec()).collect()
}

/// Returns what is chosen of a declaration itself.
fn own_pieces(db: &dyn Db, decl: ExternalDecl<'_>, chosen: &Chosen, lowered: &Lowered) -> Vec<Piece> {
    if chosen.function {
        return lowered.declaration.as_ref().map_or_else(|| vec![all_tokens(db, decl)], |own| own.to_vec());
    }
    if chosen.is_declaration() {
        let split = Split::of(db, decl);
        return split.map_or_else(Vec::new, |split| split.pieces(Tokens::of(db, decl), &chosen.declarators));
    }
    let tags = chosen.tags.iter();
    tags.map(|(keyword, tag)| new_line(&format!("{keyword} {};", &db.names()[*tag]))).collect()
}

fn new_line(text: &str) -> Piece {
    Piece::Lines { text: shared(text), at: 0 }
}

/// Returns assertions that the types with tags that a declaration defines have the same sizes on the device as on the host.
fn size_checks(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<Piece> {
    let scope = UnitScope::whole(db, decl.unit(db));
    let parsed = signature(db, decl);
    let defined = parsed.tree.records.iter().filter(|(_, record)| record.fields.is_some());
    let check = |(is_union, tag): (bool, Name)| {
        let record = TagRef { is_union, tag, home: TagHome::File };
        let ty = QualType { ty: Type::Record(record).into(), quals: Quals::default() };
        let layout = (&scope as &dyn Definitions).layout(&ty)?;
        let (word, tag) = (if is_union { "union" } else { "struct" }, &db.names()[tag]);
        Some(new_line(&format!(
            "_Static_assert(sizeof ({word} {tag}) == {}, \"{word} {tag}\");",
            layout.size
        )))
    };
    defined.filter_map(|(_, record)| check((record.is_union, record.tag?))).collect()
}

/// The types whose sizes differ between hosts and accelerators.
const OF_OTHER_SIZE: &[&[&str]] =
    &[&["long", "double"], &["double", "long"], &["__float128"], &["_Float128"]];

/// Returns a finding for the first type in some code that has another size on accelerators.
fn other_size(tokens: Tokens<'_>, pieces: &[Piece]) -> Option<Diagnostic<TokenRange>> {
    let found = pieces.iter().find_map(|piece| match piece {
        Piece::Tokens(range) => (range.start..range.end).find(|at| {
            let begins =
                |words: &&&[&str]| (*at..).zip(words.iter()).all(|(at, word)| tokens.text(at) == *word);
            OF_OTHER_SIZE.iter().any(|words| begins(&words))
        }),
        Piece::Inline(text) => names_other_size(text).then_some(0),
        Piece::Replaced { text, at } | Piece::Lines { text, at } => names_other_size(text).then_some(*at),
        Piece::Pragma { .. } | Piece::Site(_) => None,
    });
    let at = found?;
    let message = "code for a device uses a floating type that is larger on the host than on the device";
    Some(Diagnostic::new(&codes::GEN0062, TokenRange::new(at, at + 1), message))
}

fn names_other_size(text: &str) -> bool {
    OF_OTHER_SIZE.iter().any(|words| text.contains(&words.join(" ")))
}
