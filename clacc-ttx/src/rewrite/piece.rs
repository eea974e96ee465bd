//! The pieces of the text next to and in place of a directive.

use super::line_starts;
use super::site::SiteForm;

/// One line, or one piece of a line, of the text that replaces a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// `{`, and the number of steps by which it is indented more than the directive of the source.
    Open(usize),
    /// `}`, with the same number.
    Close(usize),
    /// A declaration or statement on a line of its own, with the same number.
    Code(usize, String),
    /// A statement in place of the directive.
    Statement(String),
    /// An OpenMP directive, without `#pragma omp `, with the same number.
    Directive(usize, String),
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
        if let Piece::Code(_, code) = self {
            *self = Piece::Statement(std::mem::take(code));
        }
    }

    /// Indents code by more steps, with the directives in it. Other directives stay in the column of the directive of the source.
    pub(super) fn indent(&mut self, steps: usize) {
        match self {
            Piece::Open(depth)
            | Piece::Close(depth)
            | Piece::Code(depth, _)
            | Piece::Directive(depth @ 1.., _) => {
                *depth += steps;
            }
            Piece::Statement(code) => *self = Piece::Code(steps, std::mem::take(code)),
            Piece::Directive(..) | Piece::InLine(_) | Piece::Warnings(_) | Piece::LineNumber(_) => {}
        }
    }

    /// The text of the piece without braces and without `#pragma omp`.
    pub(super) fn words(&self) -> &str {
        match self {
            // Compilers do not expand macros in these pieces.
            Piece::Open(_) | Piece::Close(_) | Piece::Warnings(_) | Piece::LineNumber(_) => "",
            Piece::Code(_, text)
            | Piece::Statement(text)
            | Piece::Directive(_, text)
            | Piece::InLine(text) => text,
        }
    }

    /// The text of the piece without `#pragma omp`, to be changed; none if the piece has no text of its own.
    pub(super) fn words_mut(&mut self) -> Option<&mut String> {
        match self {
            Piece::Open(_) | Piece::Close(_) | Piece::Warnings(_) | Piece::LineNumber(_) => None,
            Piece::Code(_, text)
            | Piece::Statement(text)
            | Piece::Directive(_, text)
            | Piece::InLine(text) => Some(text),
        }
    }

    /// The bytes of a piece, code indented by a step.
    pub(super) fn text(&self, form: &SiteForm, step: &[u8]) -> Vec<u8> {
        match self {
            Piece::Open(depth) => [&step.repeat(*depth), b"{".as_slice()].concat(),
            Piece::Close(depth) => [&step.repeat(*depth), b"}".as_slice()].concat(),
            Piece::Statement(code) => code.as_bytes().to_vec(),
            Piece::Code(depth, code) => [&step.repeat(*depth), code.as_bytes()].concat(),
            Piece::Directive(depth, directive) => [step.repeat(*depth), form.pragma(directive)].concat(),
            Piece::InLine(directive) => SiteForm::Operator.pragma(directive),
            Piece::Warnings(state) => form.warnings(state),
            Piece::LineNumber(number) => line_starts::marker(*number).into_bytes(),
        }
    }
}
