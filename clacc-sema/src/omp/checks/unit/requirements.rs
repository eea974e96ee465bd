//! Checks where `requires` directives stand in a unit (OpenMP 5.2 8.2).

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::super::codes;
use super::super::cx::Finding;
use super::marks::{MarkKind, UnitFindings, UnitPlace, labelled};
use crate::program::View;

/// Returns true if an `atomic` has a clause for its memory order.
pub(super) fn has_memory_order(view: View<'_>, directive: DirectiveId) -> bool {
    use OmpClause as C;
    let is_order = |kind| matches!(kind, C::SeqCst | C::AcqRel | C::Release | C::Acquire | C::Relaxed);
    let mut clauses = view.directive(directive).clauses.iter();
    clauses.any(|clause| view.clause_node(*clause).kind.omp().is_some_and(is_order))
}

/// The first constructs to which clauses of `requires` matter, and the default memory order of the unit.
#[derive(Default)]
pub(super) struct Requirements {
    device: Option<UnitPlace>,
    atomic: Option<UnitPlace>,
    order: Option<(UnitPlace, Option<Name>)>,
}

impl Requirements {
    pub(super) fn read(&mut self, place: UnitPlace, mark: &MarkKind, report: &mut UnitFindings) {
        use OmpClause as C;
        match mark {
            MarkKind::Device => _ = self.device.get_or_insert(place),
            MarkKind::Atomic => _ = self.atomic.get_or_insert(place),
            MarkKind::Requires(
                clause @ (C::ReverseOffload | C::UnifiedAddress | C::UnifiedSharedMemory),
                _,
            ) => {
                report.extend(self.device.map(|first| late(place, *clause, first, "construct for a device")));
            }
            MarkKind::Requires(clause @ C::AtomicDefaultMemOrder, word) => {
                report.extend(
                    self.atomic.map(|first| late(place, *clause, first, "`atomic` without an order")),
                );
                let (first, order) = *self.order.get_or_insert((place, *word));
                if order != *word {
                    let message = "the unit has another default memory order";
                    let finding = Diagnostic::new(&codes::OMP0145, place.at, message);
                    report.push((place, labelled(finding, place, first, "required here first")));
                }
            }
            _ => {}
        }
    }
}

fn late(place: UnitPlace, clause: OmpClause, first: UnitPlace, what: &str) -> (UnitPlace, Finding) {
    let message = format!("`{}` must be required before the first {what}", clause.text());
    let finding = Diagnostic::new(&codes::OMP0142, place.at, message);
    (place, labelled(finding, place, first, "the first one"))
}
