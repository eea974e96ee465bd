//! Removal of temporary files that killed runs have left beside their outputs. The name of each contains the process id.

use std::path::Path;

/// The end of the names of temporary files.
pub(crate) const SUFFIX: &str = ".tmp";

const PREFIX: &str = ".clacc-";

/// Returns the beginning of the names of this process's temporary files.
pub(crate) fn prefix() -> String {
    format!("{PREFIX}{}-", std::process::id())
}

/// Removes the temporary files that ended processes of this user have left in a folder.
#[cfg(unix)]
pub(crate) fn remove(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(process) else { continue };
        if !is_alive(process) && entry.metadata().is_ok_and(|there| is_left_over(&there)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(not(unix))]
pub(crate) fn remove(_folder: &Path) {}

/// Returns the process id in the name of a temporary file.
#[cfg(unix)]
fn process(name: &str) -> Option<i32> {
    let rest = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    rest.split_once('-')?.0.parse().ok().filter(|process| *process > 0)
}

#[cfg(unix)]
fn is_alive(process: i32) -> bool {
    let asked = nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None);
    asked != Err(nix::errno::Errno::ESRCH)
}

/// Returns whether a file belongs to this user and is old enough: the process ids of other machines and containers that share a folder are
/// not known here.
#[cfg(unix)]
fn is_left_over(there: &std::fs::Metadata) -> bool {
    const AGE: std::time::Duration = std::time::Duration::from_secs(3600);
    let age = there.modified().ok().and_then(|modified| modified.elapsed().ok());
    there.is_file() && crate::scratch_folders::is_own(there) && age.is_some_and(|age| age > AGE)
}
