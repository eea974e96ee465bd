//! What an external declaration says, apart from where it stands.

use std::sync::Arc;

use clacc_syntax::ast::{self, Tree};
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::Severity;
use clacc_syntax::parse::{External, ParseDiagnostic, Parsed};
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

/// What is kept of a declaration that was parsed without its body: its tree is needed for this alone.
#[derive(PartialEq, Eq, Debug)]
pub struct DeclHead {
    kind: DeclKind,
    names: Arc<[Name]>,
    tags: Arc<[Name]>,
    body: Option<u32>,
    /// What the parser found.
    pub diagnostics: Box<[ParseDiagnostic]>,
}

/// An external declaration of a unit, with what is kept of it.
pub type SplitOff = External<Arc<DeclHead>>;

impl DeclHead {
    pub(super) fn of(parsed: Parsed) -> Arc<DeclHead> {
        let Parsed { tree, diagnostics } = parsed;
        let introduced = Introduced::of(&tree);
        let names = shared(introduced.ordinary.iter().map(|(name, _)| *name));
        let tags = shared(introduced.tags.iter().map(|(tag, _)| *tag));
        let diagnostics = diagnostics.into();
        let head = DeclHead { kind: kind(&tree), names, tags, body: body(&tree), diagnostics };
        let parts = tree.exprs.len() + tree.decls.len();
        checkpoint::leave(tree, parts);
        head.into()
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// Names; those of most declarations are none, which are one list.
fn shared(names: impl ExactSizeIterator<Item = Name>) -> Arc<[Name]> {
    if names.len() == 0 { Arc::default() } else { names.collect() }
}

/// What a declaration says. The parts are shared, because each becomes a field that is compared after every edit: parts at
/// one address are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclContent {
    pub(super) kind: DeclKind,
    /// The first ordinary identifier that it introduces, or else its first tag. For a directive, it is its text.
    pub(super) name: Name,
    pub(super) tokens: Arc<DeclTokens>,
    pub(super) has_errors: bool,
    /// The ordinary identifiers that it introduces.
    pub(super) names: Arc<[Name]>,
    /// The tags that its specifiers have.
    pub(super) tags: Arc<[Name]>,
    /// Where the body of a function begins.
    body: Option<u32>,
    /// Those of [`WORDS`] that it holds.
    words: [bool; WORDS.len()],
}

/// The names of directives that concern other declarations than the one in which they stand.
const WORDS: [&str; 3] = ["routine", "declare", "threadprivate"];

impl DeclContent {
    /// What a declaration of a unit with these tokens says.
    pub(super) fn of(external: &SplitOff, tokens: &TokenBuffer) -> DeclContent {
        let slice = tokens.slice(external.tokens);
        let head = &external.parsed;
        let (kind, names, tags, body) = (head.kind, head.names.clone(), head.tags.clone(), head.body);
        let name = match kind {
            DeclKind::Directive => directive_name(slice),
            _ => names.first().or(tags.first()).copied().unwrap_or(Name::EMPTY),
        };
        let tokens = DeclTokens { kinds: boxed(slice.kinds), texts: boxed(slice.texts) };
        let has_errors = head.has_errors();
        let is_said = |word| Name::fixed(word).is_none_or(|word| slice.texts.contains(&word));
        let words = if external.has_directive { WORDS.map(is_said) } else { Default::default() };
        DeclContent { kind, name, tokens: tokens.into(), has_errors, names, tags, body, words }
    }

    /// What kind of declaration it is.
    pub fn kind(&self) -> DeclKind {
        self.kind
    }

    /// Whether it holds a directive and one of [`WORDS`].
    pub(super) fn says(&self, word: &str) -> bool {
        WORDS.iter().zip(self.words).any(|(known, is_said)| *known == word && is_said)
    }

    /// The tokens of a function definition in front of its body.
    pub(super) fn before_body(&self) -> Option<(&[TokenKind], &[Name])> {
        let body = self.body? as usize;
        Some((self.tokens.kinds.get(..body)?, self.tokens.texts.get(..body)?))
    }

    /// The contents of all declarations of a unit. Those that an earlier split had as well are taken from it: they share
    /// what was parsed, and so have the same tokens.
    pub(super) fn of_all(
        externals: &[SplitOff],
        tokens: &TokenBuffer,
        earlier: Option<(&[SplitOff], &[Arc<DeclContent>])>,
    ) -> Vec<Arc<DeclContent>> {
        let (old, contents) = earlier.unwrap_or_default();
        let is_same = |(one, other): &(&SplitOff, &SplitOff)| Arc::ptr_eq(&one.parsed, &other.parsed);
        let front = externals.iter().zip(old).take_while(is_same).count();
        let (new_rest, old_rest) = (&externals[front..], &old[front..]);
        let back = new_rest.iter().rev().zip(old_rest.iter().rev()).take_while(is_same).count();
        let new_count = new_rest.len() - back;
        let new = new_rest[..new_count].iter();
        let replaced = &contents[front..old.len() - back];
        let content = |(index, external): (usize, &SplitOff)| {
            let new = DeclContent::of(external, tokens);
            // Neighbours of what was edited are parsed again, and say what they said.
            let same = replaced.get(index).filter(|old| replaced.len() == new_count && ***old == new);
            same.cloned().unwrap_or_else(|| Arc::new(new))
        };
        let new = checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, new.enumerate()).map(content);
        let mut all = HalfDone::new(Vec::with_capacity(externals.len()));
        all.extend_from_slice(&contents[..front]);
        all.extend(new);
        all.extend_from_slice(&contents[old.len() - back..]);
        all.finish()
    }
}

fn body(tree: &Tree) -> Option<u32> {
    match &tree[*tree.roots.first()?] {
        ast::Decl::Function(function) => Some(function.body_tokens.start),
        _ => None,
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
