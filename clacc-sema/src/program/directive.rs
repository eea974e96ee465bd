//! Directives and clauses with their arguments, as every host has them.
//!
//! Which directive takes which clause stands in the tables of `clacc_syntax::directive`; what arguments mean is the business of
//! the rooms above.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, ClauseKind, DirectiveId, DirectiveKind};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::place::At;
use super::run::Region;

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectiveNode {
    /// Which directive of which model.
    pub kind: DirectiveKind,
    /// Its node.
    pub at: At,
    /// The argument in parentheses right after its name.
    pub argument: Option<Arguments>,
    /// Its clauses, in source order.
    pub clauses: Box<[ClauseId]>,
    /// What it is associated with; none for a directive that stands alone.
    pub region: Option<Region>,
    /// Whether words were left over behind the clauses: what they ask for is unknown.
    pub has_extra_words: bool,
}

impl DirectiveNode {
    /// The OpenACC directive, if it is one.
    pub fn acc(&self) -> Option<AccDirective> {
        match self.kind {
            DirectiveKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// The OpenMP directive, if it is one.
    pub fn omp(&self) -> Option<OmpDirective> {
        match self.kind {
            DirectiveKind::Omp(kind) => Some(kind),
            _ => None,
        }
    }
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseNode {
    /// Which clause of which model.
    pub kind: ClauseKind,
    /// The name as written: an alias differs from the canonical name.
    pub spelling: Name,
    /// Its node.
    pub at: At,
    /// The directive that it belongs to.
    pub directive: DirectiveId,
    /// What stands in its parentheses; none where none are written.
    pub arguments: Option<Arguments>,
}

impl ClauseNode {
    /// The OpenACC clause, if it is one.
    pub fn acc(&self) -> Option<AccClause> {
        match self.kind {
            ClauseKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// The OpenMP clause, if it is one.
    pub fn omp(&self) -> Option<OmpClause> {
        match self.kind {
            ClauseKind::Omp(kind) => Some(kind),
            _ => None,
        }
    }

    /// The arguments, modifiers aside.
    pub fn items(&self) -> &[ArgumentItem] {
        self.arguments.as_ref().map_or(&[], |arguments| &arguments.items)
    }

    /// The arguments that are expressions of the host, readable or not.
    pub fn values(&self) -> impl Iterator<Item = At> + '_ {
        self.arguments.iter().flat_map(Arguments::values)
    }

    /// The words before the colon.
    pub fn modifier_words(&self) -> impl Iterator<Item = Name> + '_ {
        self.arguments.iter().flat_map(|arguments| &arguments.modifiers).map(|modifier| modifier.word)
    }

    /// Whether another clause says the same, as far as their words tell: values at two places count as different.
    pub fn says_the_same(&self, other: &ClauseNode) -> bool {
        self.kind == other.kind && self.spelling == other.spelling && self.arguments == other.arguments
    }
}

/// What stands in parentheses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// What stands before the colon.
    pub modifiers: Box<[Modifier]>,
    /// The arguments themselves.
    pub items: Box<[ArgumentItem]>,
    /// What stands behind a trailing colon.
    pub post_modifiers: Box<[Modifier]>,
}

impl Arguments {
    /// Those that are expressions of the host, readable or not.
    pub fn values(&self) -> impl Iterator<Item = At> + '_ {
        self.items.iter().filter_map(|item| match item.value {
            ArgumentValue::Value(at)
            | ArgumentValue::Star(at)
            | ArgumentValue::Text(at)
            | ArgumentValue::Error(at) => Some(at),
            _ => None,
        })
    }
}

/// One argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentItem {
    /// The word before a colon that belongs to this argument alone.
    pub key: Option<Name>,
    /// The argument.
    pub value: ArgumentValue,
}

/// What an argument is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentValue {
    /// A value, a variable, or a part of one.
    Value(At),
    /// `*`
    Star(At),
    /// A word that names nothing of the program.
    Word(Name),
    /// A text in quotes.
    Text(At),
    /// What the parser could not read; it was reported.
    Error(At),
    /// What only the parser of the host understands, as its words and its node.
    Other(Option<At>, Box<[Name]>),
}

/// A word before or behind the arguments, with arguments of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The word or operator.
    pub word: Name,
    /// Its own arguments.
    pub arguments: Box<[At]>,
}

/// What a directive stands among.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// External declarations.
    File,
    /// Members of a type.
    Members,
    /// Statements.
    Block,
}

/// What needs one statement as its body and has a directive there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyOwner {
    /// A directive.
    Directive(DirectiveId),
    /// A statement, in words.
    Statement(&'static str),
}
