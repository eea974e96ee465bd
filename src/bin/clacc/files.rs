//! The file system of the machine. System calls are kept few: a run on a small program spends a tenth of its time in them.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::paths;

/// The files of the machine.
#[derive(Default)]
pub(crate) struct OsFiles {
    /// Directories that are known not to exist. Most paths that a header search tries are in one of them: `<bits/types.h>` is looked for in
    /// every directory that precedes the right one.
    missing: Mutex<HashSet<PathBuf>>,
}

impl clacc::files::FileSystem for OsFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let path = paths::of(path);
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        if directory.is_some_and(|directory| missing.contains(directory)) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let result = read_file(&path);
        if let (Err(error), Some(directory)) = (&result, directory)
            && error.kind() == io::ErrorKind::NotFound
            && !directory.exists()
        {
            missing.insert(directory.to_owned());
        }
        result
    }

    fn identity(&self, path: &str) -> String {
        let real = std::fs::canonicalize(paths::of(path));
        real.map_or_else(|_| path.to_owned(), |real| paths::text(real.as_os_str()))
    }
}

/// The files of the machine, shared by several sessions. Each file is read once, so that all sessions have the same text.
#[derive(Clone, Default)]
pub(crate) struct SharedFiles(Arc<FilesRead>);

#[derive(Default)]
struct FilesRead {
    machine: OsFiles,
    texts: Mutex<HashMap<String, Option<Arc<[u8]>>>>,
    identities: Mutex<HashMap<String, String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedFiles {
    /// Returns what was read at a path, if anything was.
    pub(crate) fn known(&self, path: &str) -> Option<Arc<[u8]>> {
        lock(&self.0.texts).get(path).cloned().flatten()
    }

    /// Stores the text of a path, unless one is stored already. Returns the stored text.
    pub(crate) fn keep(&self, path: &str, text: Vec<u8>) -> Arc<[u8]> {
        let mut texts = lock(&self.0.texts);
        let kept = texts.entry(path.to_owned()).or_insert(None);
        kept.get_or_insert_with(|| text.into()).clone()
    }
}

impl clacc::files::FileSystem for SharedFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        Ok(self.read_shared(path)?.to_vec())
    }

    fn read_shared(&self, path: &str) -> io::Result<Arc<[u8]>> {
        if let Some(known) = lock(&self.0.texts).get(path).cloned() {
            return known.ok_or_else(|| io::ErrorKind::NotFound.into());
        }
        let Ok(text) = self.0.machine.read(path) else {
            lock(&self.0.texts).entry(path.to_owned()).or_insert(None);
            return Err(io::ErrorKind::NotFound.into());
        };
        Ok(self.keep(path, text))
    }

    fn identity(&self, path: &str) -> String {
        let mut identities = lock(&self.0.identities);
        identities.entry(path.to_owned()).or_insert_with(|| self.0.machine.identity(path)).clone()
    }
}

/// The greatest number of bytes that are read of one file: more than any program has, and less than the memory of a machine. Devices such
/// as `/dev/zero` never end.
const MOST: u64 = 256 << 20;

/// Reads a file up to the length that it had when it was opened. A pipe or device is read to its end.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > 0 { read_part(file.take(length), length) } else { read_to_end(file) }
}

/// Reads a pipe, a device or stdin to its end. Fails if it is too long.
pub(crate) fn read_to_end(input: impl Read) -> io::Result<Vec<u8>> {
    read_part(input, 0)
}

fn read_part(input: impl Read, length: u64) -> io::Result<Vec<u8>> {
    let is_in_bounds = |length: usize| u64::try_from(length).is_ok_and(|length| length <= MOST);
    let mut text = Vec::with_capacity(usize::try_from(length.min(MOST)).unwrap_or(0));
    if length <= MOST {
        input.take(MOST + 1).read_to_end(&mut text)?;
    }
    if length > MOST || !is_in_bounds(text.len()) {
        let reason = format!("it is larger than {} MiB, which no C file is", MOST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use clacc::files::FileSystem as _;

    use super::*;

    #[test]
    fn a_directory_is_missed_once_and_a_file_each_time() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("here.h"), "int x;").unwrap();
        std::fs::write(path("empty.h"), "").unwrap();
        let files = OsFiles::default();
        assert_eq!(files.read(&path("here.h")).unwrap(), b"int x;");
        assert_eq!(files.read(&path("empty.h")).unwrap(), b"");
        for name in ["none.h", "bits/none.h", "bits/here.h", "sub/../none.h"] {
            assert_eq!(files.read(&path(name)).unwrap_err().kind(), io::ErrorKind::NotFound, "{name}");
        }
        std::fs::write(path("none.h"), "int y;").unwrap();
        assert_eq!(files.read(&path("none.h")).unwrap(), b"int y;");
        assert_eq!(files.read(&path("here.h")).unwrap(), b"int x;");
    }
}
