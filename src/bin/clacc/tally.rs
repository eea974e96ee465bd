//! The line that counts directives by verdict.

use std::collections::BTreeSet;

use clacc::translate::{AddedCode, AddedReason, DirectiveVerdict, Fidelity, VerdictLine, by_directive};

use crate::results::counted;

/// Counts directives by the lowest fidelity of the directive and its clauses.
#[derive(Default)]
pub(crate) struct Tally {
    verdicts: Vec<VerdictLine>,
}

impl Tally {
    /// Adds a verdict.
    pub(crate) fn add(&mut self, verdict: &VerdictLine) {
        self.verdicts.push(verdict.clone());
    }

    /// Returns `375 directives: 360 exact, 12 approximated, 3 kept (ACC0104, MAP0066)`. None if all are exact.
    pub(crate) fn line(&self) -> Option<String> {
        let directives = by_directive(&self.verdicts);
        let number =
            |wanted: &[Fidelity]| directives.iter().filter(|each| wanted.contains(&each.fidelity())).count();
        let kept = number(&[Fidelity::Unsupported]);
        let approximated = number(&[Fidelity::Approximated]);
        if kept + approximated == 0 {
            return None;
        }
        let inactive = number(&[Fidelity::Inactive]);
        let exact = number(&[Fidelity::Exact, Fidelity::Dropped]);
        let causes: BTreeSet<&str> = directives.iter().flat_map(DirectiveVerdict::codes_of_kept).collect();
        let causes = causes.into_iter().collect::<Vec<_>>().join(", ");
        let parts =
            [(exact, "exact"), (approximated, "approximated"), (inactive, "not compiled"), (kept, "kept")];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts.map(|(number, word)| format!("{number} {word}")).collect();
        let causes = if causes.is_empty() { causes } else { format!(" ({causes})") };
        Some(format!("{}: {}{causes}", counted(directives.len(), "directive"), parts.join(", ")))
    }

    /// Returns `added code: 8 lines for 2 directives: rows behind a table of pointers are mapped one by one`, with the number of lines behind
    /// each of several reasons. None if only directives are added.
    pub(crate) fn added(&self) -> Option<String> {
        let added: Vec<AddedCode> = self.verdicts.iter().filter_map(|verdict| verdict.added).collect();
        let lines = |of: &dyn Fn(&AddedCode) -> bool| -> usize {
            added.iter().filter(|each| of(each)).map(|each| each.lines as usize).sum()
        };
        let reasons = AddedReason::ALL.into_iter().map(|why| (why, lines(&|each| each.why == why)));
        let reasons: Vec<(AddedReason, usize)> = reasons.filter(|(_, lines)| *lines > 0).collect();
        let said = |(why, lines): &(AddedReason, usize)| match reasons.len() {
            1 => why.text().to_owned(),
            _ => format!("{} ({lines})", why.text()),
        };
        let said = reasons.iter().map(said).collect::<Vec<_>>().join("; ");
        let (all, directives) = (counted(lines(&|_| true), "line"), counted(added.len(), "directive"));
        (!added.is_empty()).then(|| format!("added code: {all} for {directives}: {said}"))
    }
}
