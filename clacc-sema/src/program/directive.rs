//! Directives and clauses with their arguments, in the same form for every host.
//!
//! The tables of `clacc_syntax::directive` list the clauses of each directive. The meaning of the arguments is left to the modules that use
//! this one.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, ClauseKind, DirectiveId, DirectiveKind};

use super::place::{At, EntityId};
use super::run::Region;

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectiveNode {
    /// The kind of the directive, with its model.
    pub kind: DirectiveKind,
    /// Its node.
    pub at: At,
    /// The argument in parentheses right after its name.
    pub argument: Option<Box<Arguments>>,
    /// Its clauses, in source order.
    pub clauses: Box<[ClauseId]>,
    /// The associated statements; none for a standalone directive.
    pub region: Option<Region>,
    /// True if the parser did not understand all of the directive, so that a part of its meaning is unknown. An error was reported.
    pub has_errors: bool,
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseNode {
    /// The kind of the clause, with its model.
    pub kind: ClauseKind,
    /// The name in the source, which may be an alias of the canonical name.
    pub spelling: Name,
    /// Its node.
    pub at: At,
    /// The directive that it belongs to.
    pub directive: DirectiveId,
    /// The arguments in its parentheses; none without parentheses.
    pub arguments: Option<Arguments>,
}

impl ClauseNode {
    /// The arguments, without the modifiers.
    pub fn items(&self) -> &[ArgumentItem] {
        self.arguments.as_ref().map_or(&[], |arguments| &arguments.items)
    }

    /// The arguments that are expressions of the host, including those that could not be parsed.
    pub fn values(&self) -> impl Iterator<Item = At> + '_ {
        self.arguments.iter().flat_map(Arguments::values)
    }

    /// The words before the colon.
    pub fn modifier_words(&self) -> impl Iterator<Item = Name> + '_ {
        self.arguments.iter().flat_map(|arguments| &arguments.modifiers).map(|modifier| modifier.word)
    }

    /// Returns whether another clause is equal to this one in kind, spelling and keywords. Values at different places count as different.
    pub fn says_the_same(&self, other: &ClauseNode) -> bool {
        self.kind == other.kind && self.spelling == other.spelling && self.arguments == other.arguments
    }
}

/// The arguments in parentheses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// The modifiers before the colon.
    pub modifiers: Vec<Modifier>,
    /// The arguments themselves.
    pub items: Box<[ArgumentItem]>,
    /// The modifiers after a trailing colon.
    pub post_modifiers: Vec<Modifier>,
}

impl Arguments {
    /// The arguments that are expressions of the host, including those that could not be parsed.
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
    /// The keyword before a colon, if it applies to this argument alone.
    pub key: Option<Name>,
    /// Its value.
    pub value: ArgumentValue,
}

/// The value of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentValue {
    /// An expression, a variable, or a part of one.
    Value(At),
    /// `*`
    Star(At),
    /// A word that does not name anything in the program.
    Word(Name),
    /// A text in quotes.
    Text(At),
    /// An argument that could not be parsed. The error was reported.
    Error(At),
    /// A directive with its clauses.
    Directive(DirectiveId),
    /// An argument that only the host's parser understands: its node, and its tokens.
    Other(Option<At>, Box<[Name]>),
}

/// A keyword before or after the arguments, possibly with arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The keyword or operator.
    pub word: Name,
    /// The arguments of the modifier.
    pub arguments: Box<[At]>,
    /// The iterators that the modifier `iterator` defines (OpenMP 5.2 3.2.6).
    pub iterators: Box<[IteratorRange]>,
}

/// An iterator of a clause, and its range of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IteratorRange {
    /// The iterator.
    pub variable: EntityId,
    /// Its first value.
    pub begin: At,
    /// The value after its last one.
    pub end: At,
    /// The step between values; 1 if there is none.
    pub step: Option<At>,
}

/// The scope that contains a directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// External declarations.
    File,
    /// Members of a type.
    Members,
    /// Statements.
    Block,
}

/// The owner of a body that consists of one statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyOwner {
    /// A directive.
    Directive(DirectiveId),
    /// A statement, by its description.
    Statement(&'static str),
    /// A label.
    Label,
}
