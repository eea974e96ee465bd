//! Temporary folders of a run. Only this user can read them, and the folders of killed runs are removed by the next run.
//!
//! A run holds a lock on its folder, which the system releases when the process ends in any way. So a folder without a lock is left over.
//!
//! A folder has its name by the command, because gcc writes names of files into objects.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::{Failure, paths};

/// A folder that is removed when this value is dropped.
pub(crate) struct ScratchFolder {
    path: PathBuf,
    /// The open folder, which holds the lock.
    _open: Option<File>,
}

/// The prefix of the names in the system's folder for temporary files.
const PREFIX: &str = "clacc-run-";

/// The number of attempts to make a folder. An attempt fails if another run takes the folder for a left-over one before it is locked.
const ATTEMPTS: usize = 16;

impl ScratchFolder {
    /// Makes a temporary folder, with this name if no other run uses it now.
    pub(crate) fn temporary(name: Option<&str>) -> Result<ScratchFolder, Failure> {
        let parent = std::env::temp_dir();
        sweep(&parent, PREFIX);
        let named = name.map(|name| format!("{PREFIX}{name}"));
        let named =
            named.and_then(|name| locked(tempfile::Builder::new().prefix(&name).rand_bytes(0), &parent).ok());
        named
            .map_or_else(|| locked(tempfile::Builder::new().prefix(PREFIX), &parent), Ok)
            .map_err(|error| format!("no temporary folder can be made: {error}"))
    }

    /// Makes a folder that is to be renamed, in the parent of its new name.
    pub(crate) fn beside(parent: &Path, prefix: &str) -> io::Result<ScratchFolder> {
        sweep(parent, prefix);
        locked(tempfile::Builder::new().prefix(prefix), parent)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the folder and keeps it.
    pub(crate) fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.path = PathBuf::new();
        Ok(())
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            remove(&self.path);
        }
    }
}

/// Makes a folder for this user alone, and locks it.
fn locked(builder: &mut tempfile::Builder<'_, '_>, parent: &Path) -> io::Result<ScratchFolder> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    for _ in 0..ATTEMPTS {
        let path = builder.tempdir_in(parent)?.keep();
        match lock(&path) {
            Lock::Taken(open) => return Ok(ScratchFolder { path, _open: open }),
            Lock::OfOthers => {}
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
}

/// Removes the folders of runs that have ended.
fn sweep(parent: &Path, prefix: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        if paths::text(&entry.file_name()).starts_with(prefix) && is_own_folder(&path) {
            // The lock is held until the folder is gone.
            if let Lock::Taken(Some(_open)) = lock(&path) {
                remove(&path);
            }
        }
    }
}

/// The result of locking a folder.
enum Lock {
    /// This process has the lock; none if the file system supports no locks.
    Taken(Option<File>),
    /// Another process has the lock, or the folder does not exist any more.
    OfOthers,
}

#[cfg(unix)]
fn lock(folder: &Path) -> Lock {
    use rustix::fs::{FlockOperation, flock};
    let Ok(open) = File::open(folder) else { return Lock::OfOthers };
    match flock(&open, FlockOperation::NonBlockingLockExclusive) {
        // The folder may have been removed before it was locked.
        Ok(()) if folder.is_dir() => Lock::Taken(Some(open)),
        Ok(()) | Err(rustix::io::Errno::WOULDBLOCK) => Lock::OfOthers,
        Err(_) => Lock::Taken(None),
    }
}

#[cfg(not(unix))]
fn lock(_folder: &Path) -> Lock {
    Lock::Taken(None)
}

/// Returns whether a path is a folder of this user, and no link.
#[cfg(unix)]
fn is_own_folder(path: &Path) -> bool {
    let there = fs::symlink_metadata(path);
    there.is_ok_and(|there| there.is_dir() && is_own(&there))
}

#[cfg(not(unix))]
fn is_own_folder(_path: &Path) -> bool {
    false
}

/// Returns whether a file belongs to this user.
#[cfg(unix)]
pub(crate) fn is_own(there: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(there) == rustix::process::geteuid().as_raw()
}

/// Removes a folder, even if a program has made a part of it unwritable.
pub(crate) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() && folder.exists() {
        make_writable(folder);
        let _ = fs::remove_dir_all(folder);
    }
}

fn make_writable(folder: &Path) {
    #[cfg(unix)]
    let _ = fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_writable(&entry.path());
        }
    }
}
