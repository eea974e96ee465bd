//! Restrictions of a unit by other units of its program: it keeps directives in text about which they disagree, and uses the library for
//! queues if one of them needs it.

use std::collections::{BTreeMap, BTreeSet};

use clacc_syntax::source::FileRange;
use clacc_ttx::codes;
use clacc_ttx::rewrite::QueueChoice;

use crate::analysis::{Analysis, Unit};
use crate::diagnostics::Diagnostic;
use crate::translate::UsedQueues;

/// Text that keeps its directives because units disagree about it, and whether one of them needs the library for queues.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::together::{Withheld, settle};
/// use clacc::translate::TranslateOptions;
///
/// let program = "#pragma acc wait\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let options = TranslateOptions::default();
/// let mut translations = [session.translate_with(unit, &options, &Withheld::default())];
/// let mut again = |_: usize, withheld: &Withheld| session.translate_with(unit, &options, withheld);
/// let files = settle(&mut translations, &MemoryFiles::new(), &mut again);
/// assert!(files.settled);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Withheld {
    /// Ranges, by the identity of their file.
    ranges: BTreeMap<String, BTreeSet<(u32, u32)>>,
    /// A place of the program where the library must represent queues.
    queue_library: Option<String>,
}

impl Withheld {
    /// Adds a range of a file. Returns whether it is new.
    pub(crate) fn add(&mut self, identity: String, range: (u32, u32)) -> bool {
        self.ranges.entry(identity).or_default().insert(range)
    }

    /// Lets all units use the library for queues, because a place needs it.
    pub(crate) fn use_queue_library(&mut self, place: &str) {
        self.queue_library.get_or_insert_with(|| place.to_owned());
    }

    /// Returns the choice of what represents the queues of a unit.
    pub(crate) fn queues(&self) -> QueueChoice {
        if self.queue_library.is_some() { QueueChoice::LibraryOfProgram } else { QueueChoice::Objects }
    }

    /// Adds the place that needs the library to the finding about it, unless that is a place of the unit itself.
    pub(crate) fn note_place(&self, queues: &UsedQueues, diagnostics: &mut [Diagnostic]) {
        let Some(place) = self.queue_library.as_ref().filter(|_| queues.place_of_library.is_none()) else {
            return;
        };
        for finding in diagnostics.iter_mut().filter(|finding| finding.code.id == codes::MAP0103.id) {
            finding.notes.push(format!("{place} needs it"));
        }
    }
}

impl Analysis {
    /// Returns the ranges of withheld text in the files of a unit.
    pub(crate) fn withheld_ranges(&self, unit: Unit, withheld: &Withheld) -> Vec<FileRange> {
        if withheld.ranges.is_empty() {
            return Vec::new();
        }
        let main = self.path(unit);
        let mut found = Vec::new();
        for path in self.included_files(unit).into_iter().chain([main]) {
            let file = clacc_sema::db::Db::files(&self.db).at(&self.db, &path).id(&self.db);
            let ranges = withheld.ranges.get(&self.files().identity(&path));
            let ranges = ranges.into_iter().flatten();
            found.extend(ranges.map(|(start, end)| FileRange { file, start: *start, end: *end }));
        }
        found
    }
}
