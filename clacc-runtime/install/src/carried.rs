//! The embedded files: the sources of the libraries, and the libraries compiled for the target of this build. The build script makes the
//! tables.

use crate::error::{InstallError, at};
use std::io;
use std::path::Path;

/// A crate's folder, and its files: the path of each below `src`, and the text.
type Folder = (&'static str, &'static [(&'static str, &'static str)]);

/// The name of a library's file, and its bytes, which are compressed.
type Packed = (&'static str, &'static [u8]);

mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// The sources of all crates: the folder of each, the paths of its files below `src` there, and the texts.
pub(crate) fn sources() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let files = |&(folder, files): &Folder| files.iter().map(move |&(name, text)| (folder, name, text));
    tables::SOURCES.iter().flat_map(files)
}

/// Returns true if the program carries the libraries themselves. It does not if they could not be built together with it.
pub fn has_libraries() -> bool {
    !tables::LIBRARIES.is_empty()
}

/// Writes the libraries into a folder.
pub(crate) fn write_libraries(lib: &Path) -> Result<(), InstallError> {
    tables::LIBRARIES.iter().try_for_each(|(name, packed)| {
        let path = lib.join(name);
        unpacked(packed).and_then(|bytes| std::fs::write(&path, bytes)).map_err(at(&path))
    })
}

fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let damaged = |_| io::Error::new(io::ErrorKind::InvalidData, "the copy in this program is damaged");
    miniz_oxide::inflate::decompress_to_vec_zlib(packed).map_err(damaged)
}
