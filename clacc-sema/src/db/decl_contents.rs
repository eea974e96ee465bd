//! The content of an external declaration, without its position.

use std::ops::Deref;
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

/// The tokens of a declaration as a part of its content. They are compared after every edit, first by address.
#[derive(Clone, Debug)]
pub struct SharedTokens(Arc<DeclContent>);

impl SharedTokens {
    pub(super) fn of(content: &Arc<DeclContent>) -> SharedTokens {
        SharedTokens(Arc::clone(content))
    }
}

impl Deref for SharedTokens {
    type Target = DeclTokens;

    fn deref(&self) -> &DeclTokens {
        &self.0.tokens
    }
}

impl PartialEq for SharedTokens {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for SharedTokens {}

/// A list of names, which mostly has one item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameList {
    /// A single name.
    One([Name; 1]),
    /// No name, or several.
    Other(Arc<[Name]>),
}

impl NameList {
    fn new(mut names: impl ExactSizeIterator<Item = Name>) -> NameList {
        match names.len() {
            // All empty lists share one value.
            0 => NameList::Other(Arc::default()),
            1 => names.next().map_or_else(|| NameList::Other(Arc::default()), |name| NameList::One([name])),
            _ => NameList::Other(names.collect()),
        }
    }
}

impl Deref for NameList {
    type Target = [Name];

    fn deref(&self) -> &[Name] {
        match self {
            NameList::One(name) => name,
            NameList::Other(names) => names,
        }
    }
}

/// The parts of a declaration parsed without its body that are kept when its tree is dropped.
#[derive(PartialEq, Eq, Debug)]
pub struct DeclHead {
    kind: DeclKind,
    names: NameList,
    tags: NameList,
    body: Option<u32>,
    /// The findings of the parser.
    pub diagnostics: Box<[ParseDiagnostic]>,
}

/// An external declaration of a unit, with its head.
pub type SplitOff = External<Arc<DeclHead>>;

impl DeclHead {
    pub(super) fn of(parsed: Parsed) -> Arc<DeclHead> {
        let Parsed { tree, diagnostics } = parsed;
        let introduced = Introduced::of(&tree);
        let names = NameList::new(introduced.ordinary.iter().map(|(name, _)| *name));
        let tags = NameList::new(introduced.tags.iter().map(|(tag, _)| *tag));
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

/// The content of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclContent {
    pub(super) kind: DeclKind,
    /// The first ordinary identifier that the declaration introduces, or else its first tag. The name of a directive is its text.
    pub(super) name: Name,
    tokens: DeclTokens,
    pub(super) has_errors: bool,
    /// The ordinary identifiers that the declaration introduces.
    pub(super) names: NameList,
    /// The tags of its specifiers.
    pub(super) tags: NameList,
    /// The first token of the body of a function.
    body: Option<u32>,
    pub(super) said: SaidWords,
}

/// Keywords of directives that affect other declarations, as far as they occur in a declaration with a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SaidWords {
    pub(super) routine: bool,
    pub(super) declare: bool,
    pub(super) threadprivate: bool,
}

impl SaidWords {
    fn of(texts: &[Name]) -> SaidWords {
        let is_said = |word| Name::fixed(word).is_none_or(|word| texts.contains(&word));
        SaidWords {
            routine: is_said("routine"),
            declare: is_said("declare"),
            threadprivate: is_said("threadprivate"),
        }
    }

    /// The union of both sets.
    pub(super) fn or(self, other: SaidWords) -> SaidWords {
        SaidWords {
            routine: self.routine || other.routine,
            declare: self.declare || other.declare,
            threadprivate: self.threadprivate || other.threadprivate,
        }
    }
}

impl DeclContent {
    /// The content of a declaration of a unit with these tokens.
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
        let said = if external.has_directive { SaidWords::of(slice.texts) } else { SaidWords::default() };
        DeclContent { kind, name, tokens, has_errors, names, tags, body, said }
    }

    /// The kind of the declaration.
    pub fn kind(&self) -> DeclKind {
        self.kind
    }

    /// The tokens of a function definition before its body.
    pub(super) fn before_body(&self) -> Option<(&[TokenKind], &[Name])> {
        let body = self.body? as usize;
        Some((self.tokens.kinds.get(..body)?, self.tokens.texts.get(..body)?))
    }

    /// The contents of all declarations of a unit. A declaration that an earlier split had as well, recognised by the same parsed head,
    /// keeps its content.
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
            // Declarations next to the edited one are parsed again, mostly with the same content.
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

/// A copy of a column, with cancellation points if it is long.
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
