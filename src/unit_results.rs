//! The verdicts and the findings of a translated unit, with their places in files.

use clacc_sema::acc;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::{Code, Diagnostic as Finding, Severity};
use clacc_syntax::source::FileRange;
use clacc_ttx::codes;
use clacc_ttx::report::Entry;
use clacc_ttx::translate::Translation;

use crate::diagnostics::Diagnostic;
use crate::place_finder::PlaceFinder;
use crate::severities::Severities;
use crate::verdicts::{GraveFindings, VerdictLine};

/// The inputs of the verdicts and the findings of a translation.
pub(crate) struct UnitResults<'t> {
    /// The findings of the mapping and of the rewriting.
    translation: &'t Translation,
    /// The findings of the analysis, without those that the mapping repeats.
    own: Vec<&'t Finding<FileRange>>,
    /// The remarks about loops, if they are shown.
    remarks: &'t [Finding<FileRange>],
}

const ENTRIES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

impl<'t> UnitResults<'t> {
    /// Makes the results of a translation; `checked` are the findings of the analysis in that unit.
    pub(crate) fn new(
        translation: &'t Translation,
        checked: &'t [Finding<FileRange>],
        remarks: &'t [Finding<FileRange>],
    ) -> UnitResults<'t> {
        let on_device = OnDevice::of(&translation.findings);
        let own = checked.iter().filter(|finding| !on_device.repeats(finding)).collect();
        UnitResults { translation, own, remarks }
    }

    /// Returns the verdicts of the report's entries, in the order of the directives.
    pub(crate) fn verdicts(&self, entries: Vec<Entry>, places: &mut PlaceFinder<'_>) -> Vec<VerdictLine> {
        let grave = GraveFindings::of(self.grave());
        let entries = checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, entries.into_iter());
        entries.map(|entry| VerdictLine::of(entry, &grave, places)).collect()
    }

    /// Returns the findings that the severities show.
    pub(crate) fn diagnostics(
        &self,
        severities: &Severities,
        places: &mut PlaceFinder<'_>,
    ) -> Vec<Diagnostic> {
        let Translation { rewritten, findings, extensions, .. } = self.translation;
        let of_translation = findings.iter().chain(&rewritten.diagnostics).chain(extensions);
        let found = self.own.iter().copied().chain(of_translation).chain(self.remarks);
        severities.shown(checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, found), places)
    }

    /// Returns the errors of the analysis and the warnings and errors of the translation, each with its range.
    fn grave(&self) -> impl Iterator<Item = (FileRange, Severity, &'static Code)> {
        let own = self.own.iter().copied().filter(|each| each.severity == Severity::Error);
        let of_translation = self.translation.findings.iter().chain(&self.translation.rewritten.diagnostics);
        let grave = own.chain(of_translation.filter(|finding| finding.severity > Severity::Note));
        grave.map(|finding| (finding.primary.at, finding.severity, finding.code))
    }
}

/// The directives for which the mapping reports that they are in a function for devices, sorted by start.
struct OnDevice(Vec<FileRange>);

impl OnDevice {
    fn of(findings: &[Finding<FileRange>]) -> Self {
        let says_so = |finding: &&Finding<FileRange>| {
            [codes::MAP0051.id, acc::codes::ACC0052.id].contains(&finding.code.id)
        };
        let mut found: Vec<_> = findings.iter().filter(says_so).map(|finding| finding.primary.at).collect();
        found.sort_by_key(|at| (at.file, at.start));
        OnDevice(found)
    }

    /// Returns whether a finding reports again that a directive is in a function for devices.
    fn repeats(&self, finding: &Finding<FileRange>) -> bool {
        let at = finding.primary.at;
        let behind = self.0.partition_point(|each| (each.file, each.start) <= (at.file, at.start));
        finding.code.id == acc::codes::ACC0137.id
            && self.0[..behind].last().is_some_and(|last| last.file == at.file && at.end <= last.end)
    }
}
