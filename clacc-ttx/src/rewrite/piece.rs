//! The pieces of the text next to and in place of a directive.

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
    /// A statement in place of the directive.
    Statement(String),
    /// An OpenMP directive, without `#pragma omp `.
    Directive(String),
    /// An OpenMP directive among the declarations of a block that the translation opens.
    Declarative(String),
    /// An OpenMP directive on the line of the code after it.
    InLine(String),
    /// A change of the enabled warnings, without `#pragma GCC diagnostic `.
    Warnings(String),
    /// A `#line` with the number of the next line.
    LineNumber(usize),
}

impl Piece {
    /// Removes the indentation of code. If it equalled that of the user's preceding statement without braces, compilers would warn about
    /// misleading indentation.
    pub(super) fn outdent(&mut self) {
        if let Piece::Code(code) = self {
            *self = Piece::Statement(std::mem::take(code));
        }
    }

    /// The text of the piece without braces and without `#pragma omp`.
    pub(super) fn words(&self) -> &str {
        match self {
            // Compilers do not expand macros in these pieces.
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
