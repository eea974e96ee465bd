//! How many directives became what, in one line.

use std::collections::BTreeSet;
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::translate::{Fidelity, VerdictLine};

use crate::results::counted;

/// Counts directives by the least that was kept of them or of one of their clauses.
#[derive(Default)]
pub(crate) struct Tally {
    directives: Vec<Counted>,
    /// Where findings are that may be why a directive stays as it is.
    causes: BTreeSet<(Arc<str>, usize, &'static str)>,
}

struct Counted {
    fidelity: Fidelity,
    /// The file, and the first and the last line.
    lines: Option<(Arc<str>, usize, usize)>,
}

impl Tally {
    /// Adds a verdict. Those on clauses follow the one on their directive.
    pub(crate) fn add(&mut self, verdict: &VerdictLine) {
        match self.directives.last_mut() {
            Some(last) if verdict.part.is_some() => last.fidelity = last.fidelity.max(verdict.fidelity),
            _ => self.directives.push(Counted {
                fidelity: verdict.fidelity,
                lines: verdict.place.as_ref().map(|at| (at.path.clone(), at.line, at.end_line)),
            }),
        }
    }

    /// Remembers a finding.
    pub(crate) fn found(&mut self, finding: &Diagnostic) {
        let is_of_mapping = finding.code.id.starts_with("MAP");
        let may_keep =
            finding.severity == Severity::Error || is_of_mapping && finding.severity == Severity::Warning;
        let place = finding.primary.as_ref().map(|label| &label.place).filter(|_| may_keep);
        self.causes.extend(place.map(|place| (place.path.clone(), place.line, finding.code.id)));
    }

    /// `375 directives: 360 exact, 12 approximated, 3 kept (ACC0104, MAP0066)`. None if all are exact.
    pub(crate) fn line(&self) -> Option<String> {
        let number = |wanted: &[Fidelity]| {
            self.directives.iter().filter(|each| wanted.contains(&each.fidelity)).count()
        };
        let kept = number(&[Fidelity::Unsupported]);
        let approximated = number(&[Fidelity::Approximated]);
        if kept + approximated == 0 {
            return None;
        }
        let inactive = number(&[Fidelity::Inactive]);
        let exact = number(&[Fidelity::Exact, Fidelity::Dropped]);
        let causes = self.codes_of_kept().into_iter().collect::<Vec<_>>().join(", ");
        let parts =
            [(exact, "exact"), (approximated, "approximated"), (inactive, "not compiled"), (kept, "kept")];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts.map(|(number, word)| format!("{number} {word}")).collect();
        let causes = if causes.is_empty() { causes } else { format!(" ({causes})") };
        Some(format!("{}: {}{causes}", counted(self.directives.len(), "directive"), parts.join(", ")))
    }

    /// The codes of findings in the lines of directives that are kept.
    fn codes_of_kept(&self) -> BTreeSet<&'static str> {
        let kept = self.directives.iter().filter(|each| each.fidelity == Fidelity::Unsupported);
        kept.filter_map(|each| each.lines.as_ref()).flat_map(|lines| self.codes_in(lines)).collect()
    }

    fn codes_in<'s>(
        &'s self,
        (path, first, last): &(Arc<str>, usize, usize),
    ) -> impl Iterator<Item = &'static str> + use<'s> {
        let (from, to) = ((path.clone(), *first, ""), (path.clone(), *last + 1, ""));
        self.causes.range(from..to).map(|(_, _, code)| *code)
    }
}
