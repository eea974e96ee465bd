//! The memory use of a session, from counters that need no walk over its results.

use clacc_sema::db::Db;

use crate::session::Session;

/// The memory that a session uses ([`Session::memory`]). Results of analyses are not counted: they take some 2 kB for each line of the
/// units that were checked and translated.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::MemoryUse;
///
/// let program = "int x;\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let used: MemoryUse = session.memory();
/// assert_eq!((used.units(), used.texts()), (1, 7));
/// println!("{} names, {} files", used.names(), used.files());
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MemoryUse {
    texts: usize,
    names: usize,
    files: usize,
    units: usize,
}

impl MemoryUse {
    /// The bytes of the texts that were set or read, headers among them.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.texts
    }

    /// The number of distinct tokens with a text (identifiers, numbers, strings) that were read since the session began or was last
    /// [compacted](Session::compact). Those of texts that are gone count until the session is compacted.
    #[must_use]
    pub fn names(&self) -> usize {
        self.names
    }

    /// The number of paths that were set or looked up, including paths without a file.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// The number of units.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units
    }
}

impl Session {
    /// Returns the memory that the session uses. Takes time linear in the number of files.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\n"));
    /// assert_eq!(session.memory().texts(), 0);
    /// session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!((session.memory().texts(), session.memory().units()), (7, 1));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> MemoryUse {
        let files = self.db.files().all();
        let texts = files.iter().filter_map(|file| file.text(&self.db)).map(|text| text.len()).sum();
        MemoryUse { texts, names: self.db.names().count(), files: files.len(), units: self.units().len() }
    }
}
