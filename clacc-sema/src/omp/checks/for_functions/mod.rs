//! Checks directives that apply to the function behind them: `declare simd` and `declare variant` (OpenMP 5.2 7.5.4, 7.7).

mod simd_parameters;
mod variant_functions;

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::super::codes;
use super::cx::{Cx, Finding, Findings};
use crate::program::View;
use crate::program::declared::LoneFunction;
use crate::program::directive::Scope;

/// The declaration behind a directive at file scope that applies to a function. Other directives of this kind in between do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionBehind {
    /// The function; none if something else follows.
    pub function: Option<LoneFunction>,
    /// True if the function has a type with which the variant that the directive names cannot be called.
    pub differs_from_variant: bool,
}

/// Returns true if a directive applies to the declaration of a function behind it.
pub fn is_for_function(view: View<'_>, directive: DirectiveId) -> bool {
    let kind = view.directive(directive).kind;
    kind.omp().is_some() && kind.association() == Association::Declaration
}

/// The findings about a directive at file scope that depend on what follows it.
pub fn check_behind(
    view: View<'_>,
    directive: DirectiveId,
    behind: &FunctionBehind,
) -> Vec<Diagnostic<TokenRange>> {
    let mut report = Findings::new();
    if view.directive(directive).has_errors {
        return report;
    }
    match &behind.function {
        None => report.push(no_function(view, directive)),
        Some(function) => match view.directive(directive).kind.omp() {
            Some(OmpDirective::DeclareSimd) => simd_parameters::check(view, directive, function, &mut report),
            Some(OmpDirective::DeclareVariant) => {
                variant_functions::check_base(
                    view,
                    directive,
                    function,
                    behind.differs_from_variant,
                    &mut report,
                );
            }
            _ => {}
        },
    }
    report
}

/// Checks what does not depend on other external declarations.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    if !is_for_function(view, directive) {
        return;
    }
    let is_in_block = view.scope_of(directive) == Scope::Block;
    let before_no_function = || cx.before_no_function.get_or_init(|| view.before_no_function());
    if is_in_block && before_no_function().binary_search(&directive).is_ok() {
        report.push(no_function(view, directive));
    }
    if view.directive(directive).kind.omp() == Some(OmpDirective::DeclareVariant) {
        variant_functions::check(view, directive, report);
    }
    simd_parameters::check_constants(view, directive, report);
}

fn no_function(view: View<'_>, directive: DirectiveId) -> Finding {
    let name = view.directive_text(directive);
    let message = format!("`{name}` must stand in front of the declaration of one function");
    Diagnostic::new(&codes::OMP0146, view.directive_name_span(directive), message)
}
