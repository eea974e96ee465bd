//! Files that a run has written, found by comparing its folder before and after it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::paths;

/// The files below a folder, by their relative paths.
pub(super) struct FolderState {
    entries: BTreeMap<PathBuf, EntryState>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum EntryState {
    Folder,
    Link(PathBuf),
    /// The size and the modification time. Copies have the times of their sources, so that any change is visible.
    File(u64, SystemTime),
}

/// The state of a file after a run that has changed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WrittenEntry {
    /// A file with the contents of this one.
    File(PathBuf),
    /// A link to this path.
    Link(PathBuf),
    Folder,
    Removed,
}

/// The files that a run wrote or removed, by their names.
pub(super) type WrittenFiles = BTreeMap<String, WrittenEntry>;

impl FolderState {
    pub(super) fn of(folder: &Path) -> io::Result<FolderState> {
        let mut entries = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            // A program may make folders that cannot be read.
            let Ok(listed) = fs::read_dir(&next) else { continue };
            for entry in listed {
                let path = entry?.path();
                let there = fs::symlink_metadata(&path)?;
                let state = if there.is_dir() {
                    folders.push(path.clone());
                    EntryState::Folder
                } else if there.is_symlink() {
                    EntryState::Link(fs::read_link(&path)?)
                } else if there.is_file() {
                    EntryState::File(there.len(), there.modified()?)
                } else {
                    continue;
                };
                let name = path.strip_prefix(folder).map_or_else(|_| path.clone(), Path::to_owned);
                entries.insert(name, state);
            }
        }
        Ok(FolderState { entries })
    }

    /// Returns the changes in the folder since.
    pub(super) fn changes(&self, folder: &Path) -> io::Result<WrittenFiles> {
        let now = FolderState::of(folder)?;
        let is_new = |(name, state): &(&PathBuf, &EntryState)| self.entries.get(*name) != Some(*state);
        let written = now.entries.iter().filter(is_new).map(|(name, state)| {
            let written = match state {
                EntryState::Folder => WrittenEntry::Folder,
                EntryState::Link(target) => WrittenEntry::Link(target.clone()),
                EntryState::File(..) => WrittenEntry::File(folder.join(name)),
            };
            (text(name), written)
        });
        let removed = self.entries.keys().filter(|name| !now.entries.contains_key(*name));
        Ok(written.chain(removed.map(|name| (text(name), WrittenEntry::Removed))).collect())
    }
}

fn text(path: &Path) -> String {
    paths::text(path.as_os_str())
}

/// The files that the user names, inside or outside of the folder of the run.
pub(super) struct NamedOutputs<'n> {
    names: &'n [String],
    before: Vec<Option<(u64, SystemTime)>>,
}

impl<'n> NamedOutputs<'n> {
    /// Records the state of the files before a run.
    pub(super) fn of(names: &'n [String], folder: &Path) -> Self {
        NamedOutputs {
            names,
            before: names.iter().map(|name| state(&folder.join(paths::of(name)))).collect(),
        }
    }

    /// Returns the files that the run has written. Files outside of its folder are copied into the folder `kept`, because the next run
    /// overwrites them.
    pub(super) fn changes(&self, folder: &Path, kept: &Path) -> io::Result<WrittenFiles> {
        let mut written = WrittenFiles::new();
        for (number, (name, before)) in self.names.iter().zip(&self.before).enumerate() {
            let path = folder.join(paths::of(name));
            let now = state(&path);
            if now.is_some() && now != *before {
                let is_inside = path.starts_with(folder)
                    && !Path::new(name).components().any(|part| part.as_os_str() == "..");
                let content = if is_inside { path } else { kept.join(number.to_string()) };
                if !is_inside {
                    fs::create_dir_all(kept)?;
                    fs::copy(folder.join(paths::of(name)), &content)?;
                }
                written.insert(name.clone(), WrittenEntry::File(content));
            }
        }
        Ok(written)
    }
}

fn state(path: &Path) -> Option<(u64, SystemTime)> {
    let there = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((there.len(), there.modified().ok()?))
}
