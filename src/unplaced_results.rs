//! What a translation says of its unit before it has places: verdicts and findings are made of it when somebody looks at them.

use std::sync::Arc;

use clacc_sema::acc;
use clacc_syntax::diagnostics::{Code, Diagnostic as Finding, Severity};
use clacc_syntax::sorting::Sorting;
use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::codes;
use clacc_ttx::unit_report::{PlacedFinding, UnitReport};

use crate::diagnostics::Diagnostic;
use crate::place_finder::{FileLines, PlaceFinder};
use crate::severities::Severities;
use crate::verdicts::{GraveFindings, VerdictLine};

/// All that the verdicts and the findings of a translation are made of.
pub(crate) struct UnplacedResults {
    /// The report of the mapping, with its findings.
    pub(crate) report: UnitReport,
    /// What is wrong with the unit itself.
    pub(crate) checked: Arc<[Finding<FileRange>]>,
    /// The findings of the rewriting, and the remarks that are asked for.
    pub(crate) rewriting: Vec<Finding<FileRange>>,
    pub(crate) remarks: Vec<Finding<FileRange>>,
    pub(crate) severities: Severities,
    /// The files of all these in order, each with its path.
    pub(crate) files: Vec<(FileId, FileLines)>,
}

impl UnplacedResults {
    /// The verdicts, in the order of the directives.
    pub(crate) fn verdicts(&self) -> Box<[VerdictLine]> {
        let files = |file| self.lines_of(file);
        let mut places = PlaceFinder::new(&files);
        let grave = GraveFindings::of(self.grave());
        self.report.entries().map(|entry| VerdictLine::of(entry, &grave, &mut places)).collect()
    }

    /// The findings that the severities show.
    pub(crate) fn diagnostics(&self) -> Box<[Diagnostic]> {
        let files = |file| self.lines_of(file);
        let mut places = PlaceFinder::new(&files);
        let severities = &self.severities;
        let is_shown =
            |finding: &Finding<FileRange>| severities.severity(finding.code, finding.severity).is_some();
        let mapped = self.report.findings(is_shown).chain(self.rewriting.iter().map(PlacedFinding::from));
        let remarks = self.remarks.iter().map(PlacedFinding::from);
        let more = mapped.chain(self.report.extensions(is_shown)).chain(remarks);
        severities.shown(self.own().map(PlacedFinding::from).chain(more), &mut places).into()
    }

    /// What is wrong with the unit itself and is not said again by the mapping.
    fn own(&self) -> impl Iterator<Item = &Finding<FileRange>> {
        let on_device = OnDevice::of(self.mapped(OnDevice::is_said_by).map(|(at, ..)| at));
        self.checked.iter().filter(move |finding| !on_device.repeats(finding))
    }

    /// The wanted findings of the mapping: the place, the severity and the code of each.
    fn mapped(
        &self,
        is_wanted: fn(&Finding<FileRange>) -> bool,
    ) -> impl Iterator<Item = (FileRange, Severity, &'static Code)> {
        self.report.findings(is_wanted).map(outline)
    }

    /// The errors, and the warnings of the mapping: where they are, and what.
    fn grave(&self) -> impl Iterator<Item = (FileRange, Severity, &'static Code)> {
        let is_grave = |finding: &Finding<FileRange>| finding.severity > Severity::Note;
        let own = self.own().filter(|each| each.severity == Severity::Error);
        let of_rewriting = self.rewriting.iter().filter(move |each| is_grave(each));
        let outline_here = |finding| outline(PlacedFinding::from(finding));
        own.map(outline_here).chain(self.mapped(is_grave)).chain(of_rewriting.map(outline_here))
    }

    fn lines_of(&self, file: FileId) -> FileLines {
        let known = self.files.binary_search_by_key(&file, |(each, _)| *each);
        known.map_or_else(|_| FileLines::nowhere(), |index| self.files[index].1.clone())
    }
}

fn outline(placed: PlacedFinding<'_>) -> (FileRange, Severity, &'static Code) {
    let finding = placed.finding();
    (placed.in_file(finding.primary.at), finding.severity, finding.code)
}

/// The directives of which the mapping says that they stand in a function for devices, by their starts.
struct OnDevice(Vec<FileRange>);

impl OnDevice {
    /// Whether a finding of the mapping says so.
    fn is_said_by(finding: &Finding<FileRange>) -> bool {
        [codes::MAP0051.id, acc::codes::ACC0052.id].contains(&finding.code.id)
    }

    fn of(found: impl Iterator<Item = FileRange>) -> Self {
        let mut found: Vec<_> = found.collect();
        found.order_by_key(|at| (at.file, at.start));
        OnDevice(found)
    }

    /// Whether a finding says the same of one of them.
    fn repeats(&self, finding: &Finding<FileRange>) -> bool {
        let at = finding.primary.at;
        let behind = self.0.partition_point(|each| (each.file, each.start) <= (at.file, at.start));
        finding.code.id == acc::codes::ACC0137.id
            && self.0[..behind].last().is_some_and(|last| last.file == at.file && at.end <= last.end)
    }
}
