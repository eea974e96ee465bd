//! The words of a host for what directives are about.

/// How messages call things in the language of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The loops that directives are associated with, without an article.
    pub loop_statement: &'static str,
    /// Where members are declared: "among ...".
    pub members_scope: &'static str,
    /// A named constant, with its article.
    pub constant: &'static str,
    /// A type with members, with its article.
    pub record: &'static str,
}
