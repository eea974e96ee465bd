//! C code that stands for the runtime library in tests without it.

use std::path::{Path, PathBuf};

/// What a compiler needs beside a translation that attaches or detaches pointers: the folder of the library's header
/// and the file with the routines.
pub(crate) fn arguments(translation: &[u8], workspace: &Path) -> Vec<PathBuf> {
    let text = String::from_utf8_lossy(translation);
    let attaches = ["acc_attach", "acc_detach", "acc2omp_attach", "acc2omp_detach"];
    if !attaches.iter().any(|name| text.contains(name)) {
        return Vec::new();
    }
    let header = workspace.join("clacc-runtime/include");
    vec!["-idirafter".into(), header, workspace.join("tests/stand_ins/attachments.c")]
}
