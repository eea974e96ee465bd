//! The report of a unit. What functions that are translated apart add to it is placed when somebody asks for it: most who
//! translate a text again after an edit do not.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::sorting;
use clacc_syntax::source::{FileId, FileRange};

use crate::function_translations::{FunctionTranslation, PlacedTranslation};
use crate::report::Entry;
use crate::rewrite::separate::Placed;

/// The results for every directive, clause and modifier of a unit, in the order of functions and directives, and the findings of
/// the mapping. Results for directives that no analysis saw are behind the others.
#[derive(Clone, Debug, Default)]
pub struct UnitReport {
    parts: Box<[ReportPart]>,
}

/// A finding that is kept with places of its function, and where they are in the file.
#[derive(Clone, Copy, Debug)]
pub struct PlacedFinding<'r> {
    finding: &'r Diagnostic<FileRange>,
    /// None if the places are those of files.
    apart: Option<Placed<'r>>,
}

impl<'r> From<&'r Diagnostic<FileRange>> for PlacedFinding<'r> {
    fn from(finding: &'r Diagnostic<FileRange>) -> Self {
        PlacedFinding { finding, apart: None }
    }
}

impl<'r> PlacedFinding<'r> {
    /// The finding, of whose places [`PlacedFinding::in_file`] says where they are.
    pub fn finding(self) -> &'r Diagnostic<FileRange> {
        self.finding
    }

    /// Where one of its places is.
    pub fn in_file(self, at: FileRange) -> FileRange {
        self.apart.map_or(at, |apart| apart.in_file(at))
    }

    /// The finding where it is.
    pub fn to_diagnostic(self) -> Diagnostic<FileRange> {
        self.finding.clone().map(|at| self.in_file(at))
    }
}

/// What one function adds, or what no function does.
#[derive(Clone, Debug)]
pub(crate) enum ReportPart {
    Whole(WholePart),
    Apart(PlacedTranslation),
}

/// What is added with its places.
#[derive(Clone, Debug, Default)]
pub(crate) struct WholePart {
    pub(crate) entries: Vec<Entry>,
    /// The findings of the mapping.
    pub(crate) findings: Vec<Diagnostic<FileRange>>,
    /// Warnings about words that not every OpenMP compiler accepts.
    pub(crate) extensions: Vec<Diagnostic<FileRange>>,
}

impl UnitReport {
    /// The report of a unit that is made of these parts.
    pub(crate) fn new(parts: impl Iterator<Item = ReportPart>) -> UnitReport {
        UnitReport { parts: parts.collect() }
    }

    /// The entries, in order. It takes as long as there are entries.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.parts.iter().flat_map(|part| {
            let (whole, apart) = match part {
                ReportPart::Whole(whole) => (whole.entries.as_slice(), None),
                ReportPart::Apart(apart) => (&[][..], Some(apart.entries())),
            };
            whole.iter().cloned().chain(apart.into_iter().flatten())
        })
    }

    /// The findings of the mapping of which `is_wanted` says so, in the order of functions and constructs.
    pub fn findings<'r>(
        &'r self,
        is_wanted: impl Fn(&Diagnostic<FileRange>) -> bool + Copy + 'r,
    ) -> impl Iterator<Item = PlacedFinding<'r>> + 'r {
        self.placed(|whole| &whole.findings, |apart| &apart.findings, is_wanted)
    }

    /// The warnings about words of the translation that not every OpenMP compiler accepts, of which `is_wanted` says so. Most who
    /// translate want none.
    pub fn extensions<'r>(
        &'r self,
        is_wanted: impl Fn(&Diagnostic<FileRange>) -> bool + Copy + 'r,
    ) -> impl Iterator<Item = PlacedFinding<'r>> + 'r {
        self.placed(|whole| &whole.extensions, |apart| &apart.extensions, is_wanted)
    }

    /// All findings, and behind them all warnings about words.
    fn all_findings(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        self.findings(|_| true).chain(self.extensions(|_| true)).map(PlacedFinding::to_diagnostic)
    }

    fn placed<'r>(
        &'r self,
        of_whole: fn(&WholePart) -> &[Diagnostic<FileRange>],
        of_apart: fn(&FunctionTranslation) -> &[Diagnostic<FileRange>],
        is_wanted: impl Fn(&Diagnostic<FileRange>) -> bool + Copy + 'r,
    ) -> impl Iterator<Item = PlacedFinding<'r>> + 'r {
        self.parts.iter().flat_map(move |part| {
            let (found, apart) = match part {
                ReportPart::Whole(whole) => (of_whole(whole), None),
                ReportPart::Apart(apart) => (of_apart(&apart.translation), Some(apart.placed())),
            };
            let wanted = found.iter().filter(move |finding| is_wanted(finding));
            wanted.map(move |finding| PlacedFinding { finding, apart })
        })
    }

    /// The files of its entries and findings, where `main` is that of the functions that are translated apart.
    pub fn files(&self, main: FileId) -> Vec<FileId> {
        let whole = self.parts.iter().filter_map(|part| match part {
            ReportPart::Whole(whole) => Some(whole),
            ReportPart::Apart(_) => None,
        });
        let files = whole.flat_map(|whole| {
            let entries = whole.entries.iter().flat_map(|entry| [entry.at, entry.directive_at]).flatten();
            let findings = whole.findings.iter().chain(&whole.extensions).flat_map(Diagnostic::places);
            entries.map(|at| at.file).chain(findings.map(|at| at.file))
        });
        sorting::distinct(files.chain([main]))
    }
}

/// Reports are equal if their entries, findings and warnings are.
impl PartialEq for UnitReport {
    fn eq(&self, other: &UnitReport) -> bool {
        self.entries().eq(other.entries()) && self.all_findings().eq(other.all_findings())
    }
}

impl Eq for UnitReport {}
