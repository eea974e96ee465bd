//! Copies of the user's folder, in which programs are built and run.

use std::fs::{self, File, FileTimes, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{Failure, paths};

/// The greatest number of bytes that are copied.
const MOST_BYTES: u64 = 2 << 30;
const MOST_FILES: usize = 200_000;

/// Folders of version control, which no run reads.
const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// The purpose of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A program runs in the copy.
    Run,
    /// The program is built in the copy. C sources and headers get the current time, so that `make` rebuilds objects that another compiler
    /// has made.
    Build,
}

/// A folder to be copied.
pub(super) struct FolderCopy<'f> {
    /// The canonical path of the folder.
    source: PathBuf,
    /// The paths in the folder that are copied. Empty for everything.
    only: &'f [String],
    /// The folder that contains the copies, which is not copied itself.
    except: PathBuf,
    purpose: Purpose,
    bytes: u64,
    files: usize,
}

impl<'f> FolderCopy<'f> {
    pub(super) fn new(
        source: &Path,
        only: &'f [String],
        except: &Path,
        purpose: Purpose,
    ) -> Result<Self, Failure> {
        let real =
            |path: &Path| fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()));
        Ok(FolderCopy { source: real(source)?, only, except: real(except)?, purpose, bytes: 0, files: 0 })
    }

    /// Makes the folder `to` and copies into it. Modification times are preserved.
    pub(super) fn make(&mut self, to: &Path) -> Result<(), Failure> {
        let source = self.source.clone();
        create(to)?;
        if self.only.is_empty() {
            return self.folder(&source, to);
        }
        for name in self.only.iter().filter(|name| *name != "none") {
            let path = paths::of(name);
            let is_inside = path
                .components()
                .all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
            if !is_inside {
                return Err(format!("--copy {name}: it is not below the current folder"));
            }
            fs::symlink_metadata(source.join(&path)).map_err(|error| format!("--copy {name}: {error}"))?;
            let target = to.join(&path);
            create(target.parent().unwrap_or(to))?;
            self.entry(&source.join(&path), &target)?;
        }
        Ok(())
    }

    fn folder(&mut self, from: &Path, to: &Path) -> Result<(), Failure> {
        let because = |error: io::Error| format!("cannot copy {}: {error}", from.display());
        for entry in unless_gone(fs::read_dir(from)).map_err(because)?.into_iter().flatten() {
            let name = entry.map_err(because)?.file_name();
            let path = from.join(&name);
            let is_skipped =
                self.purpose == Purpose::Run && VERSION_CONTROL.iter().any(|skipped| name == *skipped);
            if !is_skipped && path != self.except {
                self.entry(&path, &to.join(&name))?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, from: &Path, to: &Path) -> Result<(), Failure> {
        let because = |error: io::Error| format!("cannot copy {}: {error}", from.display());
        let Some(mut there) = unless_gone(fs::symlink_metadata(from)).map_err(because)? else {
            return Ok(());
        };
        if there.is_symlink() {
            match unless_gone(self.link(from, to)).map_err(because)?.flatten() {
                Some(file) => there = file,
                None => return Ok(()),
            }
        }
        if there.is_dir() {
            create(to)?;
            self.folder(from, to)?;
            return copy_times(&there, to, None).map_err(because);
        }
        if !there.is_file() {
            // Pipes and sockets of running processes are not copied.
            return Ok(());
        }
        self.files += 1;
        self.bytes += there.len();
        if self.bytes > MOST_BYTES || self.files > MOST_FILES {
            return Err(format!(
                "{} holds more than {} GiB or {MOST_FILES} files, too much for copies; --copy PATH names what the program needs, --copy none nothing",
                self.source.display(),
                MOST_BYTES >> 30
            ));
        }
        match unless_gone(fs::copy(from, to)).map_err(because)? {
            Some(_) => copy_times(&there, to, self.time_of(to)).map_err(because),
            None => Ok(()),
        }
    }

    /// Copies a link. A link to a file outside of the copy is not copied as a link: the file is returned and its contents are copied, so
    /// that no run writes to the user's file.
    fn link(&self, from: &Path, to: &Path) -> io::Result<Option<Metadata>> {
        let target = fs::read_link(from)?;
        let Ok(real) = fs::canonicalize(from) else {
            symlink(&target, to)?;
            return Ok(None);
        };
        let stays = real.starts_with(&self.source) && target.is_relative() && self.only.is_empty();
        let there = fs::metadata(&real)?;
        if !stays && there.is_file() {
            return Ok(Some(there));
        }
        symlink(if stays { &target } else { &real }, to)?;
        Ok(None)
    }

    /// Returns the modification time of a copy if it differs from that of its source.
    fn time_of(&self, path: &Path) -> Option<SystemTime> {
        let is_source = path.extension().is_some_and(|extension| extension == "c" || extension == "h");
        (self.purpose == Purpose::Build && is_source).then(SystemTime::now)
    }
}

/// Returns the result of a file operation. None if a running program has removed the file since its folder was listed.
fn unless_gone<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

fn create(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy_times(there: &Metadata, to: &Path, instead: Option<SystemTime>) -> io::Result<()> {
    let modified = instead.map_or_else(|| there.modified(), Ok)?;
    let times = FileTimes::new().set_modified(modified).set_accessed(there.accessed()?);
    match File::open(to) {
        Ok(copy) => copy.set_times(times),
        // A file without read permission, such as an execute-only one, cannot be opened.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn symlink(target: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, to)
}

#[cfg(not(unix))]
fn symlink(target: &Path, to: &Path) -> io::Result<()> {
    fs::copy(target, to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another process makes and removes files all the time: every copy succeeds, with the files that stay.
    #[test]
    fn files_may_vanish_while_they_are_copied() {
        let scratch = tempfile::tempdir().expect("a folder can be made");
        let (source, copies) = (scratch.path().join("source"), scratch.path().join("copies"));
        fs::create_dir(&source).expect("a folder can be made");
        fs::create_dir(&copies).expect("a folder can be made");
        fs::write(source.join("stays"), "text").expect("a file can be written");
        let is_done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
                    for number in 0..20 {
                        let folder = source.join(format!("folder{number}"));
                        let _ = fs::create_dir(&folder);
                        let _ = fs::write(folder.join("file"), "text");
                    }
                    for number in 0..20 {
                        let _ = fs::remove_dir_all(source.join(format!("folder{number}")));
                    }
                }
            });
            let copied = (0..200).map(|number| {
                let copy = copies.join(number.to_string());
                FolderCopy::new(&source, &[], &copies, Purpose::Run)?.make(&copy)?;
                Ok(copy.join("stays").is_file())
            });
            let copied: Result<Vec<bool>, Failure> = copied.collect();
            is_done.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(copied.expect("it copies").into_iter().all(|has_file| has_file));
        });
    }
}
