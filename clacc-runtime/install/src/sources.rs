//! The sources of the library, file by file. A test compares the list with the folder.

macro_rules! sources {
    ($($path:literal)*) => { &[$(($path, include_str!(concat!("../runtime/src/", $path)))),*] };
}

/// The path under `src` and the text of every source file that the library is built from. `lib.rs` is the
/// root.
pub const SOURCES: &[(&str, &str)] = sources! {
    "api/copies.rs"
    "api/cuda.rs"
    "api/data.rs"
    "api/devices.rs"
    "api/mod.rs"
    "api/queues.rs"
    "attachments.rs"
    "binding.rs"
    "data.rs"
    "fault.rs"
    "handle.rs"
    "lib.rs"
    "omp/images.rs"
    "omp/listen.rs"
    "omp/llvm.rs"
    "omp/mod.rs"
    "omp/standard.rs"
    "omp/symbols.rs"
    "omp/tasks.rs"
    "ordered.rs"
    "present.rs"
    "publish.rs"
    "queue.rs"
    "settings.rs"
    "system.rs"
};
