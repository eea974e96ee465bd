//! The terms of a host language for messages.

/// The terms that messages use for the concepts of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The loops that directives are associated with, without an article.
    pub loop_statement: &'static str,
    /// The place where members are declared: "among ...".
    pub members_scope: &'static str,
    /// A named constant, with its article.
    pub constant: &'static str,
    /// A type with members, with its article.
    pub record: &'static str,
}
