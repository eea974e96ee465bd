//! The user's cache, for results that can be recomputed. Its contents are trusted, so nobody else may be able to write to it.
//!
//! It is believed if the folder is the user's and nobody else could have written there. Headers and sizes of libraries in it are
//! compared with what was installed. Without a cache, objects are compiled with headers in the scratch folder.

use std::fs::{self, DirBuilder};
use std::path::{Path, PathBuf};

use crate::{Failure, outputs, scratch_folders};

/// Makes the folder if necessary, and returns it. It belongs to this user alone; a folder that others could have written to is removed
/// first.
pub(crate) fn folder() -> Result<PathBuf, Failure> {
    let folder = place().ok_or("neither HOME nor XDG_CACHE_HOME names a folder")?;
    make(&folder).map_err(|reason| format!("{}: {reason}", folder.display()))?;
    Ok(folder)
}

/// Reads a file of the cache. None if there is no such file, or it cannot be trusted.
pub(crate) fn read(name: &Path) -> Option<String> {
    let place = folder().ok()?.join(name);
    String::from_utf8(fs::read(place).ok()?).ok()
}

/// Writes a file of the cache. Errors are ignored: the result is then computed again.
pub(crate) fn write(name: &Path, text: &[u8]) {
    let _ = folder().and_then(|folder| outputs::write_text(&folder.join(name), text));
}

fn place() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(base.join("clacc"))
}

#[cfg(unix)]
fn make(folder: &Path) -> Result<(), String> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    let text = |error: std::io::Error| error.to_string();
    let base = folder.parent().unwrap_or(folder);
    let builder = || {
        let mut builder = DirBuilder::new();
        builder.mode(0o700);
        builder
    };
    builder().recursive(true).create(base).map_err(text)?;
    // The sticky bit keeps other users from replacing this folder by one of theirs.
    let mode = fs::metadata(base).map_err(text)?.permissions().mode();
    if mode & 0o1002 == 0o0002 {
        return Err(
            "others can exchange it, because everybody may write to the folder in which it lies".to_owned()
        );
    }
    if !folder.exists() {
        // Another run may have made the folder in the meantime.
        let _ = builder().create(folder);
    }
    let there = fs::metadata(folder).map_err(text)?;
    if !scratch_folders::is_own(&there) {
        return Err("it belongs to another user".to_owned());
    }
    if there.permissions().mode() & 0o022 != 0 {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(text)?;
        fs::read_dir(folder).map_err(text)?.flatten().for_each(|entry| remove_entry(&entry.path()));
    }
    Ok(())
}

#[cfg(unix)]
fn remove_entry(path: &Path) {
    if path.is_dir() && !path.is_symlink() {
        scratch_folders::remove(path);
    } else {
        let _ = fs::remove_file(path);
    }
}

#[cfg(not(unix))]
fn make(folder: &Path) -> Result<(), String> {
    DirBuilder::new().recursive(true).create(folder).map_err(|error| error.to_string())
}
