//! What an external declaration says, apart from where it stands.

use std::sync::Arc;

use clacc_syntax::ast::{self, Tree};
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::parse::External;
use clacc_syntax::token::{TokenKind, TokenSlice};
use clacc_syntax::unit::TokenBuffer;
use clacc_syntax::{Name, Names};

use crate::c::file_scope::Introduced;

const DECLARATIONS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The kind of an external declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclKind {
    /// A function definition.
    Function,
    /// Any other declaration.
    Declaration,
    /// A directive at file scope.
    Directive,
    /// Any other construct: `_Static_assert`, `asm`, a pragma, tokens that are not a declaration.
    Other,
}

/// The tokens of a declaration as the parser sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeclTokens {
    /// Their kinds.
    pub kinds: Box<[TokenKind]>,
    /// Their texts.
    pub texts: Box<[Name]>,
}

impl DeclTokens {
    /// The columns; the names are those of the database.
    pub fn slice<'t>(&'t self, names: &'t Names) -> TokenSlice<'t> {
        TokenSlice { kinds: &self.kinds, texts: &self.texts, names }
    }
}

/// What a declaration says. The parts are shared, because each becomes a field that is compared after every edit: parts at
/// one address are equal.
#[derive(Clone, Debug)]
pub(super) struct DeclContent {
    pub(super) kind: DeclKind,
    /// The first ordinary identifier that it introduces, or else its first tag. For a directive, it is its text.
    pub(super) name: Name,
    pub(super) tokens: Arc<DeclTokens>,
    pub(super) has_errors: bool,
    /// The ordinary identifiers that it introduces.
    pub(super) names: Arc<[Name]>,
    /// The tags that its specifiers have.
    pub(super) tags: Arc<[Name]>,
}

impl DeclContent {
    /// What a declaration of a unit with these tokens says.
    pub(super) fn of(external: &External, tokens: &TokenBuffer) -> DeclContent {
        let slice = tokens.slice(external.tokens);
        let introduced = Introduced::of(&external.parsed.tree);
        let names: Arc<[Name]> = introduced.ordinary.iter().map(|(name, _)| *name).collect();
        let tags: Arc<[Name]> = introduced.tags.iter().map(|(tag, _)| *tag).collect();
        let kind = kind(&external.parsed.tree);
        let name = match kind {
            DeclKind::Directive => directive_name(slice),
            _ => names.first().or(tags.first()).copied().unwrap_or(Name::EMPTY),
        };
        let tokens = DeclTokens { kinds: boxed(slice.kinds), texts: boxed(slice.texts) };
        let has_errors = external.parsed.has_errors();
        DeclContent { kind, name, tokens: tokens.into(), has_errors, names, tags }
    }

    /// The contents of all declarations of a unit. Those that an earlier split had as well are taken from it: they share
    /// what was parsed, and so have the same tokens.
    pub(super) fn of_all(
        externals: &[External],
        tokens: &TokenBuffer,
        earlier: Option<(&[External], &[Arc<DeclContent>])>,
    ) -> Vec<Arc<DeclContent>> {
        let (old, contents) = earlier.unwrap_or_default();
        let is_same = |(one, other): &(&External, &External)| Arc::ptr_eq(&one.parsed, &other.parsed);
        let front = externals.iter().zip(old).take_while(is_same).count();
        let (new_rest, old_rest) = (&externals[front..], &old[front..]);
        let back = new_rest.iter().rev().zip(old_rest.iter().rev()).take_while(is_same).count();
        let new = new_rest[..new_rest.len() - back].iter();
        let new = checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, new);
        let new = new.map(|external| Arc::new(DeclContent::of(external, tokens)));
        let mut all = HalfDone::new(Vec::with_capacity(externals.len()));
        all.extend_from_slice(&contents[..front]);
        all.extend(new);
        all.extend_from_slice(&contents[old.len() - back..]);
        all.finish()
    }
}

/// A copy of a column, with checkpoints where it is long.
fn boxed<T: Copy>(column: &[T]) -> Box<[T]> {
    let mut copy = Vec::with_capacity(column.len());
    checkpoint::extend(&mut copy, column);
    copy.into()
}

fn kind(tree: &Tree) -> DeclKind {
    match tree.roots.first().map(|root| &tree[*root]) {
        Some(ast::Decl::Function(_)) => DeclKind::Function,
        Some(ast::Decl::Declaration { .. }) => DeclKind::Declaration,
        Some(ast::Decl::Directive(_)) => DeclKind::Directive,
        _ => DeclKind::Other,
    }
}

/// Returns the name of a directive at file scope, which is its text.
fn directive_name(tokens: TokenSlice<'_>) -> Name {
    let words: Vec<&str> = tokens.texts.iter().map(|text| &tokens.names[*text]).collect();
    tokens.names.intern(&words.join(" "))
}
