//! Checks that the directives which begin and end parts of a unit form pairs (OpenMP 5.2 7.4.4, 7.5.5, 7.8.2, 8.3.4).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpDirective};
use rustc_hash::FxHashMap;

use super::super::super::codes;
use super::marks::{MarkKind, UnitFindings, UnitPlace};
use crate::program::View;

/// Returns true if a directive begins a part of the unit, as `declare target` with neither a list nor clauses does.
pub(in super::super) fn is_begin(view: View<'_>, directive: DirectiveId) -> bool {
    let node = view.directive(directive);
    match node.kind.omp() {
        Some(OmpDirective::DeclareTarget) => {
            node.argument.is_none() && node.clauses.is_empty() && !node.has_errors
        }
        Some(kind) => kind.info().association == Association::Begin,
        None => false,
    }
}

/// Returns true if a directive ends a part of the unit.
pub(super) fn is_end(directive: OmpDirective) -> bool {
    directive.info().association == Association::End
}

/// The name that the directives of a pair have in common.
fn subject(directive: OmpDirective) -> &'static str {
    let text = directive.text();
    text.strip_prefix("begin ").or_else(|| text.strip_prefix("end ")).unwrap_or(text)
}

/// The parts that have begun and not ended, by what their directives have in common.
#[derive(Default)]
pub(super) struct Pairs {
    open: FxHashMap<&'static str, Vec<(UnitPlace, OmpDirective)>>,
}

impl Pairs {
    pub(super) fn read(&mut self, place: UnitPlace, mark: &MarkKind, report: &mut UnitFindings) {
        match mark {
            MarkKind::Begin(kind) => self.open.entry(subject(*kind)).or_default().push((place, *kind)),
            MarkKind::End(kind) => {
                let begun = self.open.get_mut(subject(*kind)).and_then(Vec::pop);
                report.extend(begun.is_none().then(|| {
                    let message = format!("`{}` ends nothing that has begun", kind.text());
                    (place, Diagnostic::new(&codes::OMP0140, place.at, message))
                }));
            }
            _ => {}
        }
    }

    /// Reports the parts that do not end. For assumptions, compilers take the end of the file as their end.
    pub(super) fn finish(self, report: &mut UnitFindings) {
        let left = self.open.into_values().flatten();
        for (place, kind) in left.filter(|(_, kind)| *kind != OmpDirective::BeginAssumes) {
            let message = format!("`{}` is not ended by `end {}`", kind.text(), subject(kind));
            report.push((place, Diagnostic::new(&codes::OMP0140, place.at, message)));
        }
    }
}
