//! The report of a unit. What functions that are translated apart add to it is placed when somebody asks for it: most who
//! translate a text again after an edit do not.

use clacc_syntax::diagnostics::{Code, Diagnostic, Severity};
use clacc_syntax::sorting;
use clacc_syntax::source::{FileId, FileRange};

use crate::function_translations::PlacedTranslation;
use crate::report::Entry;

/// The results for every directive, clause and modifier of a unit, in the order of functions and directives. Those that no
/// analysis saw are behind them.
#[derive(Clone, Debug, Default)]
pub struct UnitReport {
    parts: Box<[ReportPart]>,
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

    /// The warnings about words of the translation that not every OpenMP compiler accepts, of which `is_wanted` says so. Most who
    /// translate want none, so that only these are placed.
    pub fn extensions(
        &self,
        is_wanted: impl Fn(&'static Code, Severity) -> bool + Copy,
    ) -> impl Iterator<Item = Diagnostic<FileRange>> {
        let is_wanted = move |finding: &&Diagnostic<FileRange>| is_wanted(finding.code, finding.severity);
        self.parts.iter().flat_map(move |part| {
            let (whole, apart) = match part {
                ReportPart::Whole(whole) => (whole.extensions.as_slice(), None),
                ReportPart::Apart(apart) => (&[][..], Some(apart.extensions(is_wanted))),
            };
            whole.iter().filter(is_wanted).cloned().chain(apart.into_iter().flatten())
        })
    }

    /// The files of its entries, where `main` is that of the functions that are translated apart.
    pub fn files(&self, main: FileId) -> Vec<FileId> {
        let whole = self.parts.iter().flat_map(|part| match part {
            ReportPart::Whole(whole) => whole.entries.as_slice(),
            ReportPart::Apart(_) => &[],
        });
        let places = whole.flat_map(|entry| [entry.at, entry.directive_at]).flatten();
        sorting::distinct(places.map(|at| at.file).chain([main]))
    }
}

/// Reports are equal if their entries and warnings are.
impl PartialEq for UnitReport {
    fn eq(&self, other: &UnitReport) -> bool {
        self.entries().eq(other.entries()) && self.extensions(|_, _| true).eq(other.extensions(|_, _| true))
    }
}

impl Eq for UnitReport {}
