//! OpenMP nodes: the results of mapping effective OpenACC constructs.

use clacc_sema::omp::form::{Directive, Omp, UnitForm};
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::verdict::Verdict;

/// The result of mapping one effective OpenACC construct. The form in it is a second parent of the
/// construct's children.
///
/// Nodes contain ids of the declaration's program and no positions, so they can be compared across edits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpNode {
    /// The OpenMP form; none if the policy has none for the construct, so that the source stays as it is.
    pub form: Option<Omp>,
    /// Code before or after the declaration that the directive applies to. It is used only if there is a
    /// form.
    pub unit_forms: Vec<UnitForm>,
    /// Directives for loops inside the construct that no directive of the source is about. Nothing depends on
    /// them: a printer without a place for one leaves it out. They are used only if there is a form.
    pub inner: Vec<InnerForm>,
    /// Loops inside the construct that change places. Nothing depends on it: what cannot edit the text leaves it as it is. They
    /// are used only if there is a form.
    pub interchanged: Vec<Interchanged>,
    /// The same construct, divided into parts that follow each other. A printer with a place for each of them, and for the
    /// directives in `inner`, may take it instead of `form`; the nodes of constructs inside suit both.
    pub divided: Option<Box<DividedForm>>,
    /// The verdicts: exactly one for the directive, one for each of its clauses, and one for each modifier
    /// whose result differs from that of its clause.
    pub verdicts: Box<[Verdict]>,
    /// The findings of the mapping.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
}

/// A construct that is divided into parts, which follow each other and hold all its statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DividedForm {
    /// What is around the parts; its associated statement is the statement of the construct.
    pub form: Omp,
    /// The parts, in source order.
    pub parts: Vec<PartForm>,
    /// What is said of the construct where this form is printed.
    pub note: Diagnostic<TokenRange>,
    /// What is said of it where there is no place for the parts, so that its form as a whole is printed.
    pub note_of_whole: Diagnostic<TokenRange>,
}

/// A part of a construct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartForm {
    /// Its first statement.
    pub first: At,
    /// Its last statement.
    pub last: At,
    /// The directive; its associated statement are these statements, in a block if they are several.
    pub directive: Directive,
}

/// A directive for a loop inside a construct that no directive of the source is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerForm {
    /// The loop.
    pub at: At,
    /// The directive; its associated statement is the loop.
    pub directive: Directive,
    /// Whether the iterations are independent only if pointers of data clauses lead to different memory.
    pub is_assumed: bool,
}

/// Two loops inside a construct that change places: `for j { A; for k B; }` becomes `for j A; for k for j B;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interchanged {
    /// The outer one, which comes inside.
    pub outer: At,
    /// The inner one.
    pub inner: At,
    /// The last of the statements before the inner one, if there is one.
    pub before: Option<At>,
    /// A variable that is then accessed side by side.
    pub strided: EntityId,
    /// The directive of the loop that comes inside, if it has one.
    pub directive: Option<Directive>,
}

impl OmpNode {
    /// Whether the construct has a form.
    pub fn is_mapped(&self) -> bool {
        self.form.is_some()
    }
}
