//! Findings about associated loops whose iteration variables are threadprivate (OpenMP 5.2 5.2).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::determination::Determination;
use crate::omp::codes;
use crate::program::loops::Control;

/// Reports each associated loop that counts with a threadprivate variable, which cannot be the private one that the loop needs.
pub(super) fn findings(determination: &Determination<'_>) -> Vec<Diagnostic<TokenRange>> {
    let view = determination.view;
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for (_, construct) in determination.facts.constructs.iter() {
        let directive = determination.directives[construct.number as usize].at;
        for at in construct.loops.iter().copied() {
            let Control::Variable { entity, .. } = view.control(at) else { continue };
            if determination.is_threadprivate(entity) && seen.insert((construct.number, at)) {
                let name = view.text(view.name(entity));
                let message =
                    format!("`{name}` counts the iterations of this loop, so it may not be threadprivate");
                let finding = Diagnostic::new(&codes::OMP0089, view.loop_head_span(at), message);
                found.push(finding.label(view.directive_name_span(directive), "the directive"));
            }
        }
    }
    found
}
