//! The report of a unit. What functions that are translated apart add to it is placed when somebody asks for it: most who
//! translate a text again after an edit do not.

use std::collections::BTreeSet;

use clacc_syntax::source::FileId;

use crate::function_translations::PlacedTranslation;
use crate::report::{Entry, OwnEntries};

/// The results for every directive, clause and modifier of a unit, in the order of functions and directives. Those that no
/// analysis saw are behind them.
#[derive(Clone, Debug, Default)]
pub struct UnitReport {
    parts: Box<[ReportPart]>,
}

/// What one function adds, or what no function does.
#[derive(Clone, Debug)]
enum ReportPart {
    Whole(Vec<Entry>),
    Apart(PlacedTranslation),
}

impl UnitReport {
    /// The report of a unit, where `apart` are the functions that are translated apart, by their indices.
    pub(crate) fn new(own: OwnEntries, apart: &[Option<PlacedTranslation>]) -> UnitReport {
        let part = |(index, entries): (usize, Vec<Entry>)| match apart.get(index) {
            Some(Some(apart)) => ReportPart::Apart(apart.clone()),
            _ => ReportPart::Whole(entries),
        };
        let of_functions = own.of_functions.into_iter().enumerate().map(part);
        UnitReport { parts: of_functions.chain([ReportPart::Whole(own.unseen)]).collect() }
    }

    /// The entries, in order. It takes as long as there are entries.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.parts.iter().flat_map(|part| {
            let (whole, apart) = match part {
                ReportPart::Whole(entries) => (entries.as_slice(), None),
                ReportPart::Apart(apart) => (&[][..], Some(apart.entries())),
            };
            whole.iter().cloned().chain(apart.into_iter().flatten())
        })
    }

    /// The files of its entries, where `main` is that of the functions that are translated apart.
    pub fn files(&self, main: FileId) -> BTreeSet<FileId> {
        let whole = self.parts.iter().flat_map(|part| match part {
            ReportPart::Whole(entries) => entries.as_slice(),
            ReportPart::Apart(_) => &[],
        });
        let places = whole.flat_map(|entry| [entry.at, entry.directive_at]).flatten();
        places.map(|at| at.file).chain([main]).collect()
    }
}

/// Reports are equal if their entries are.
impl PartialEq for UnitReport {
    fn eq(&self, other: &UnitReport) -> bool {
        self.entries().eq(other.entries())
    }
}

impl Eq for UnitReport {}
