//! The pieces of which the text beside and in the place of a directive is made.

use super::line_starts;
use super::site::SiteForm;

/// One line, or one piece of a line, of the text that replaces a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// `{`
    Open,
    /// `}`
    Close,
    /// A declaration or statement in a block that the translation opens.
    Code(String),
    /// A statement in the directive's place.
    Statement(String),
    /// An OpenMP directive, behind `#pragma omp `.
    Directive(String),
    /// The same among the declarations of a block that the translation opens.
    Declarative(String),
    /// The same, in the line of what follows.
    InLine(String),
    /// Of what compilers warn from here on, behind `#pragma GCC diagnostic `.
    Warnings(String),
    /// The number that the next line has.
    LineNumber(usize),
}

impl Piece {
    /// Takes away the indentation of code. Where it is that of the user's statement before, without braces, compilers
    /// take it for misleading.
    pub(super) fn outdent(&mut self) {
        if let Piece::Code(code) = self {
            *self = Piece::Statement(std::mem::take(code));
        }
    }

    /// Its text without braces and without `#pragma omp`.
    pub(super) fn words(&self) -> &str {
        match self {
            // Compilers replace no macro there.
            Piece::Open | Piece::Close | Piece::Warnings(_) | Piece::LineNumber(_) => "",
            Piece::Code(text)
            | Piece::Statement(text)
            | Piece::Directive(text)
            | Piece::Declarative(text)
            | Piece::InLine(text) => text,
        }
    }

    /// The bytes of a piece, code indented by a step.
    pub(super) fn text(&self, form: &SiteForm, step: &[u8]) -> Vec<u8> {
        match self {
            Piece::Open => b"{".to_vec(),
            Piece::Close => b"}".to_vec(),
            Piece::Statement(code) => code.as_bytes().to_vec(),
            Piece::Code(code) => [step, code.as_bytes()].concat(),
            Piece::Directive(directive) => form.pragma(directive),
            Piece::Declarative(directive) => [step, &form.pragma(directive)].concat(),
            Piece::InLine(directive) => SiteForm::Operator.pragma(directive),
            Piece::Warnings(state) => form.warnings(state),
            Piece::LineNumber(number) => line_starts::marker(*number).into_bytes(),
        }
    }
}
