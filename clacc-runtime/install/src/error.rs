//! The errors of installing and building the libraries.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why nothing, or not everything, was installed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// A file could not be read or written.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, #[source] io::Error),
    /// The compiler did not start: Rust is not installed on this machine.
    #[error(
        "the libraries are built from source, and '{0}', which builds them and comes with Rust, does not start: {1}"
    )]
    NoCompiler(String, #[source] io::Error),
    /// The compiler reported errors.
    #[error("a library was not built:\n{0}")]
    Compiler(String),
}

/// Says at which file something failed.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> InstallError {
    let path = path.to_owned();
    move |error| InstallError::File(path, error)
}
