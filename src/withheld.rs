//! Text that keeps its directives because units of a program disagree about it.

use std::collections::{BTreeMap, BTreeSet};

use clacc_syntax::source::FileRange;

use crate::analysis::{Analysis, Unit};

/// Text that keeps its directives because units disagree about it.
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
}

impl Withheld {
    /// Adds a range of a file. Returns whether it is new.
    pub(crate) fn add(&mut self, identity: String, range: (u32, u32)) -> bool {
        self.ranges.entry(identity).or_default().insert(range)
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
