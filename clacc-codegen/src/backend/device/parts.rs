//! The parts of a declaration that belong to the text for a device, as pieces.

use std::collections::BTreeMap;

use clacc_sema::db::Db;
use clacc_sema::db::external_decls::{ExternalDecl, signature};
use clacc_syntax::ast::{Decl, TypeSpec};
use clacc_syntax::token::TokenRange;

use crate::declaration_tokens::Tokens;
use crate::local_declarations::{Parts, value_of};
use crate::piece::{Piece, shared};

/// The extent to which a declarator is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Extent {
    /// As a declaration of an object that is defined nowhere on the device, because only its type is needed.
    Type,
    /// Without its initial value.
    WithoutValue,
    /// As it is.
    Whole,
}

/// A declaration, split into its specifiers and declarators.
pub(super) struct Split {
    parts: Parts,
    /// The storage class of the declaration, by its token.
    storage: Option<u32>,
    /// True if the specifiers list the members or constants of a type.
    defines_type: bool,
}

/// The words of storage classes.
const STORAGE: &[&str] = &["typedef", "extern", "static"];

impl Split {
    /// Splits a declaration that defines no function.
    pub(super) fn of(db: &dyn Db, decl: ExternalDecl<'_>) -> Option<Split> {
        let parsed = signature(db, decl);
        let tree = &parsed.tree;
        let root = tree.roots.first()?;
        let Decl::Declaration { specs, entities } = &tree[*root] else { return None };
        let tokens = Tokens::of(db, decl);
        let range = tree.spans.decls.get(*root)?;
        let first_name = entities.first().and_then(|entity| tree.spans.entity_names.get(*entity));
        let end = range.end.saturating_sub(1);
        let parts = Parts::of(tokens, range, first_name.map_or(end, |name| name.start));
        let defines_type = match &specs.ty {
            TypeSpec::Record(id) => tree[*id].fields.is_some(),
            TypeSpec::Enum(id) => tree[*id].enumerators.is_some(),
            _ => false,
        };
        let storage = parts.specifier(tokens, STORAGE);
        Some(Split { parts, storage, defines_type })
    }

    pub(super) fn specifiers(&self) -> TokenRange {
        self.parts.specifiers
    }

    /// Returns the tokens of a declarator to this extent.
    pub(super) fn declarator(&self, tokens: Tokens<'_>, index: usize, extent: Extent) -> TokenRange {
        let whole = self.parts.declarators.get(index).copied().unwrap_or_default();
        let value = value_of(tokens, whole).unwrap_or(whole.end);
        // The length of an array may come from its initial value.
        let has_length = !(whole.start..value).any(|at| tokens.text(at) == "[" && tokens.text(at + 1) == "]");
        let is_whole = extent == Extent::Whole || extent == Extent::WithoutValue && !has_length;
        TokenRange::new(whole.start, if is_whole { whole.end } else { value })
    }

    /// Returns whether a declarator has an initial value.
    pub(super) fn has_value(&self, tokens: Tokens<'_>, index: usize) -> bool {
        self.parts.declarators.get(index).is_some_and(|range| value_of(tokens, *range).is_some())
    }

    /// Returns the declaration with some of its declarators; with none of them, it declares the types of the specifiers.
    pub(super) fn pieces(&self, tokens: Tokens<'_>, chosen: &BTreeMap<usize, Extent>) -> Vec<Piece> {
        if chosen.is_empty() && !self.defines_type {
            return Vec::new();
        }
        let is_type_alone = !chosen.is_empty() && chosen.values().all(|extent| *extent == Extent::Type);
        let mut pieces = Vec::new();
        let specifiers = self.specifiers();
        let left_out = self.storage.filter(|_| is_type_alone || chosen.is_empty());
        let (before, behind) = left_out.map_or((specifiers.start, specifiers.start), |at| (at, at + 1));
        pieces.push(Piece::Tokens(TokenRange::new(specifiers.start, before)));
        if is_type_alone {
            let (text, at) = ("extern".into(), before);
            let is_replaced = left_out.is_some();
            pieces.push(if is_replaced { Piece::Replaced { text, at } } else { Piece::Lines { text, at } });
        }
        pieces.push(Piece::Tokens(TokenRange::new(behind, specifiers.end)));
        for (number, (index, extent)) in chosen.iter().enumerate() {
            if number > 0 {
                pieces.push(Piece::Inline(",".into()));
            }
            pieces.push(Piece::Tokens(self.declarator(tokens, *index, *extent)));
        }
        pieces.push(Piece::Inline(shared(";")));
        pieces.retain(|piece| !matches!(piece, Piece::Tokens(range) if range.start >= range.end));
        pieces
    }
}
