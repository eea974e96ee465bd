//! OpenMP nodes: the results of mapping effective OpenACC constructs.

use std::borrow::Cow;

use clacc_sema::omp::form::{Directive, Omp, UnitForm};
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::verdict::{Fidelity, Subject, Verdict};

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
    /// Directives for loops inside the construct that have no directive in the source. They are optional: a printer without a place for one
    /// leaves it out. They are used only if there is a form.
    pub inner: Vec<InnerForm>,
    /// Pairs of loops inside the construct that are interchanged. This is optional: a printer that cannot edit the text leaves the loops
    /// unchanged. They are used only if there is a form.
    pub interchanged: Vec<Interchanged>,
    /// The same construct, divided into consecutive parts. A printer with a place for each part, and for the directives in `inner`, may use
    /// it instead of `form`; the nodes of inner constructs suit both.
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
    /// The form around the parts; its associated statement is the statement of the construct.
    pub form: Omp,
    /// The parts, in source order.
    pub parts: Vec<PartForm>,
    /// The finding to report where the divided form is printed.
    pub note: Diagnostic<TokenRange>,
    /// The finding to report where there is no place for the parts, so that the undivided form is printed.
    pub note_of_whole: Diagnostic<TokenRange>,
}

/// A part of a construct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartForm {
    /// The first statement of the part.
    pub first: At,
    /// The last statement of the part.
    pub last: At,
    /// The directive. Its associated statement consists of the statements of the part, in a block if there are several or declarations
    /// precede them. There may be another directive around that statement, directly inside this one.
    pub directive: Directive,
}

/// A directive for a loop inside a construct that has no directive in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerForm {
    /// The loop.
    pub at: At,
    /// The directive; its associated statement is the loop.
    pub directive: Directive,
    /// True if the iterations are independent only under the assumption that pointers in data clauses have disjoint pointees.
    pub is_assumed: bool,
    /// The fidelity of the directive and its reason, if the policy states them. Otherwise the default rules decide: approximated if
    /// `is_assumed`, else exact.
    pub stated: Option<(Fidelity, Cow<'static, str>)>,
}

/// Two loops inside a construct that are interchanged: `for j { A; for k B; }` becomes `for j A; for k for j B;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interchanged {
    /// The outer loop, which becomes the inner one.
    pub outer: At,
    /// The inner loop, which becomes the outer one.
    pub inner: At,
    /// The last statement before the inner loop, if there is one.
    pub before: Option<At>,
    /// A variable whose accesses are contiguous after the interchange.
    pub strided: EntityId,
    /// The directive of the loop that becomes the inner one, if it has one.
    pub directive: Option<Directive>,
}

impl OmpNode {
    /// Whether the construct has a form.
    pub fn is_mapped(&self) -> bool {
        self.form.is_some()
    }

    /// States how much of the meaning of the directive itself the node preserves, and why. A policy that changes the result of the default
    /// rules without a statement of its own counts as approximating the meaning.
    pub fn state(&mut self, fidelity: Fidelity, why: impl Into<Cow<'static, str>>) {
        self.state_of(Subject::Directive, fidelity, why.into());
    }

    /// States how much of the meaning of a clause the node preserves, and why. The statement also replaces the verdicts on the clause's
    /// modifiers.
    pub fn state_clause(&mut self, clause: ClauseId, fidelity: Fidelity, why: impl Into<Cow<'static, str>>) {
        self.state_of(Subject::Clause(clause), fidelity, why.into());
    }

    fn state_of(&mut self, subject: Subject, fidelity: Fidelity, why: Cow<'static, str>) {
        let others = self.verdicts.iter().filter(|verdict| verdict.subject.clause() != subject.clause());
        let stated = Verdict::new(subject, fidelity, why);
        self.verdicts = others.cloned().chain([stated]).collect();
    }

    /// Whether two nodes print alike in every dialect and by every printer, whatever their verdicts and findings are.
    pub fn prints_as(&self, other: &OmpNode) -> bool {
        let alike =
            |(one, two): (&UnitForm, &UnitForm)| one.anchor == two.anchor && one.omp.prints_as(&two.omp);
        both(self.form.as_ref(), other.form.as_ref(), Omp::prints_as)
            && pairwise(&self.unit_forms, &other.unit_forms, alike)
            && pairwise(&self.inner, &other.inner, |(one, two)| {
                one.at == two.at && one.directive.prints_as(&two.directive)
            })
            && pairwise(&self.interchanged, &other.interchanged, |(one, two)| one.prints_as(two))
            && both(self.divided.as_deref(), other.divided.as_deref(), DividedForm::prints_as)
    }
}

impl PartForm {
    /// Returns the directive directly inside that of the part, which is around the same statements, if there is one.
    pub(crate) fn inside(&self) -> Option<&Directive> {
        match self.directive.body.as_deref()? {
            Omp::Directive(inside) => Some(inside),
            _ => None,
        }
    }

    /// Returns the declarations at the start of the block around the part's statements.
    pub(crate) fn start(&self) -> impl Iterator<Item = &Omp> {
        let body = self.inside().unwrap_or(&self.directive).body.as_deref().map_or(&[][..], Omp::parts);
        body.iter().filter(|code| !matches!(code, Omp::Statement))
    }
}

impl DividedForm {
    fn prints_as(&self, other: &DividedForm) -> bool {
        let alike = |(one, two): (&PartForm, &PartForm)| {
            (one.first, one.last) == (two.first, two.last)
                && one.directive.prints_as(&two.directive)
                && both(one.directive.body.as_deref(), two.directive.body.as_deref(), Omp::prints_as)
        };
        self.form.prints_as(&other.form) && pairwise(&self.parts, &other.parts, alike)
    }
}

impl Interchanged {
    fn prints_as(&self, other: &Interchanged) -> bool {
        (self.outer, self.inner, self.before) == (other.outer, other.inner, other.before)
            && both(self.directive.as_ref(), other.directive.as_ref(), Directive::prints_as)
    }
}

/// Returns whether both values are present and alike, or both are absent.
fn both<T>(one: Option<&T>, two: Option<&T>, are_alike: impl Fn(&T, &T) -> bool) -> bool {
    match (one, two) {
        (Some(one), Some(two)) => are_alike(one, two),
        (one, two) => one.is_none() && two.is_none(),
    }
}

fn pairwise<T>(one: &[T], two: &[T], are_alike: impl Fn((&T, &T)) -> bool) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(are_alike)
}
