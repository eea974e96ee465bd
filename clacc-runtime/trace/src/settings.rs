//! The environment: where the timeline is written, and how the program is called.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The value of `ACC2OMP_TRACE` for the table without a timeline.
const TABLE_ALONE: &str = "table";

/// The settings of the library.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The file of the timeline, if `ACC2OMP_TRACE` names one. `%p` stands for the number of the process.
    timeline: Option<PathBuf>,
    /// The name of the program.
    pub(crate) program: String,
}

impl Settings {
    /// Reads the environment. A file is meant in the folder in which the program starts.
    pub(crate) fn read() -> Self {
        let name = std::env::var_os("ACC2OMP_TRACE").filter(|name| !name.is_empty() && name != TABLE_ALONE);
        let program = std::env::current_exe().unwrap_or_default();
        Self {
            timeline: name.map(|name| std::path::absolute(&name).unwrap_or_else(|_| name.into())),
            program: program.file_name().unwrap_or(OsStr::new("program")).to_string_lossy().into_owned(),
        }
    }

    /// The settings of a child that the program forked: it must not replace the timeline of its parent.
    pub(crate) fn of_child(&self) -> Self {
        let timeline = self.timeline.clone().filter(|path| path.as_os_str().as_encoded_bytes().has_process());
        Self { timeline, program: self.program.clone() }
    }

    /// The file of the timeline of this process.
    pub(crate) fn timeline(&self) -> Option<PathBuf> {
        self.timeline.as_ref().map(|path| with_process(path.as_os_str(), std::process::id()).into())
    }

    /// Returns true if a timeline is wanted.
    pub(crate) fn wants_timeline(&self) -> bool {
        self.timeline.is_some()
    }
}

const PROCESS: &[u8] = b"%p";

trait Name {
    fn has_process(&self) -> bool;
}

impl Name for [u8] {
    fn has_process(&self) -> bool {
        self.windows(PROCESS.len()).any(|part| part == PROCESS)
    }
}

/// A name in which the number of the process stands in place of `%p`.
fn with_process(name: &OsStr, process: u32) -> OsString {
    let mut rest = name.as_encoded_bytes();
    let mut filled = Vec::new();
    while let Some((first, behind)) = rest.split_first() {
        if let Some(behind) = rest.strip_prefix(PROCESS) {
            filled.extend(process.to_string().into_bytes());
            rest = behind;
        } else {
            filled.push(*first);
            rest = behind;
        }
    }
    // SAFETY: the bytes are those of a name, and in place of an ASCII text another one stands.
    unsafe { OsString::from_encoded_bytes_unchecked(filled) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_process_stands_for_its_mark() {
        for (name, filled) in
            [("out.json", "out.json"), ("%p/a%p.json", "12/a12.json"), ("50%.json", "50%.json")]
        {
            assert_eq!(with_process(OsStr::new(name), 12), filled);
        }
        assert!(b"a%p".has_process() && !b"a%".has_process());
    }
}
