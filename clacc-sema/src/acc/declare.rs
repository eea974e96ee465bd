//! The clauses that `declare` takes at file scope (OpenACC 3.4 2.13).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::findings::Findings;
use crate::program::directive::Scope;

/// Reports clauses that copy data at the end of a region, or require it to be present: no region ends at file scope.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids() {
        let construct = draft.construct(id);
        let directive = construct.directive;
        if construct.kind != AccDirective::Declare || cx.scope_of(directive) != Scope::File {
            continue;
        }
        use AccClause as C;
        let is_regional = |kind: Option<C>| matches!(kind, Some(C::Copy | C::Copyout | C::Present));
        for clause in construct.clauses.iter().filter(|clause| is_regional(cx.kind_of(**clause))) {
            let message = format!("`declare` takes no `{}` at file scope", cx.spelling(*clause));
            let finding = Diagnostic::new(&codes::ACC0134, cx.clause_span(*clause), message)
                .note("`create`, `copyin`, `deviceptr`, `device_resident` and `link` are possible there");
            report.push(directive, finding);
        }
    }
}
