//! The parts of a function that declare types, and the facts that decide which of them are moved.

use clacc_sema::c::model::{DeclModel, SymbolId};
use clacc_sema::c::types::TagRef;
use clacc_sema::program::View;
use clacc_syntax::Name;
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::capture::uses::Uses;
use crate::declaration_tokens::Tokens;

/// A type or typedef name that a function declares locally.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum LocalType {
    /// A structure, a union or (with `true`) an enumeration.
    Tagged(TagRef, bool),
    /// A typedef name.
    Named(SymbolId),
}

/// The way in which a type is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UsedAs {
    /// By its tag or its typedef name.
    Type,
    /// By one of its enumerators.
    Enumerator(SymbolId),
}

/// A token that names a type, or a constant of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeUse {
    pub(super) at: u32,
    /// The index of the part that declares the type.
    pub(super) part: usize,
    pub(super) used_as: UsedAs,
    /// The index of the type in the part.
    pub(super) index: usize,
}

/// Tokens that are moved together, with the types that they declare.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) types: Vec<LocalType>,
    /// The token from which on the first of the types is visible.
    pub(super) declared: u32,
}

/// The syntactic form of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    /// A specifier with members or enumerators, including all definitions in it.
    Definition(TokenRange),
    /// A declaration of typedef names.
    Typedef(TokenRange),
    /// No declaration to move: the function does not define the structure.
    Undefined,
}

/// The facts that decide which types move.
pub(crate) struct Needs<'a> {
    pub(crate) view: View<'a>,
    pub(crate) model: &'a DeclModel,
    pub(crate) tokens: Tokens<'a>,
    pub(crate) uses: &'a Uses,
    /// Returns whether another declaration of the unit mentions a name.
    pub(crate) is_mentioned_elsewhere: &'a dyn Fn(Name) -> bool,
    /// The prefix of new names.
    pub(crate) prefix: &'a str,
    /// The name of the function.
    pub(crate) function: &'a str,
}

impl PartKind {
    pub(super) fn range(self) -> Option<TokenRange> {
        match self {
            PartKind::Definition(range) | PartKind::Typedef(range) => Some(range),
            PartKind::Undefined => None,
        }
    }

    pub(super) fn definition(self) -> Option<TokenRange> {
        match self {
            PartKind::Definition(range) => Some(range),
            PartKind::Typedef(_) | PartKind::Undefined => None,
        }
    }
}

/// The tokens with names that are not typedef names: of entities, and of objects and functions in expressions.
pub(super) type Taken = FxHashSet<u32>;

/// Tagged types, each with the part that declares it.
pub(super) type PartsOfTags = FxHashMap<(TagRef, bool), usize>;
