//! Carries the OpenACC runtime of clacc as data, and installs it into a folder where C programs find it.
//!
//! `cargo install` installs programs only. So the program carries the header and the sources of the library.
//! [`install`] takes a library that lies beside the program, or else builds one with `rustc`. The library has
//! no dependency, so that one call of the compiler is enough.
//!
//! ```text
//! PREFIX/include/openacc.h
//! PREFIX/lib/libacc2omp.so  libacc2omp.a  pkgconfig/acc2omp.pc
//! ```

mod sources;

pub use sources::SOURCES;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The text of `openacc.h`.
pub const HEADER: &str = include_str!("../runtime/include/openacc.h");

/// The text of the `pkg-config` file, in which `@PREFIX@` and `@VERSION@` must be replaced.
pub const PKG_CONFIG: &str = include_str!("../runtime/acc2omp.pc.in");

/// The names of the library's files, shared and static.
pub const LIBRARIES: [&str; 2] = ["libacc2omp.so", "libacc2omp.a"];

/// The places of the installed files under a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The folder that holds all installed files.
    pub prefix: PathBuf,
}

impl Layout {
    /// Makes the layout under `prefix`.
    pub fn new(prefix: impl Into<PathBuf>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// Returns the folder of `openacc.h`.
    pub fn include(&self) -> PathBuf {
        self.prefix.join("include")
    }

    /// Returns the folder of the libraries.
    pub fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// Whether the header and a library exist there.
    pub fn is_complete(&self) -> bool {
        self.include().join("openacc.h").is_file() && self.lib().join(LIBRARIES[0]).is_file()
    }

    /// Returns the arguments that a C compiler needs to compile with the library.
    pub fn cflags(&self) -> Vec<String> {
        vec![format!("-I{}", self.include().display())]
    }

    /// Returns the arguments that a C compiler needs to link with the library. They must come before the
    /// compiler's OpenMP library. They do when the compiler adds that library itself, because it adds it at
    /// the end.
    pub fn libs(&self) -> Vec<String> {
        let lib = self.lib();
        let lib = lib.display();
        vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), "-lacc2omp".to_owned()]
    }

    /// Returns the text of the `pkg-config` file.
    pub fn pkg_config(&self) -> String {
        let prefix = self.prefix.display().to_string();
        PKG_CONFIG.replace("@PREFIX@", &prefix).replace("@VERSION@", env!("CARGO_PKG_VERSION"))
    }
}

/// Where the installed library came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was copied from this folder.
    Copied(PathBuf),
    /// It was built from [`SOURCES`].
    Built,
}

/// The reason why nothing, or not everything, was installed.
#[derive(Debug)]
pub enum InstallError {
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// The compiler did not start: Rust is not installed on this machine.
    NoCompiler(String, io::Error),
    /// The compiler reported errors.
    Compiler(String),
}

impl fmt::Display for InstallError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(out, "{}: {error}", path.display()),
            Self::NoCompiler(name, error) => write!(
                out,
                "libacc2omp is built from source, and '{name}', which builds it and comes with Rust, does not start: {error}"
            ),
            Self::Compiler(text) => write!(out, "the library was not built:\n{text}"),
        }
    }
}

impl std::error::Error for InstallError {}

fn at(path: &Path) -> impl FnOnce(io::Error) -> InstallError {
    let path = path.to_owned();
    move |error| InstallError::File(path, error)
}

/// Returns the folders in which a built library may lie, given the folder of the running program: the folder
/// itself, and the one where packages put libraries.
pub fn places_of_built_libraries(program: &Path) -> [PathBuf; 2] {
    [program.to_owned(), program.join("../lib")]
}

/// Returns the arguments with which `rustc` builds both libraries from `SOURCES` in the folder `sources`.
pub fn compiler_arguments(sources: &Path, lib: &Path) -> Vec<String> {
    let mut arguments: Vec<_> = [
        "--edition=2024",
        "--crate-name=acc2omp",
        "--crate-type=cdylib,staticlib",
        "-Copt-level=3",
        "-Clto=fat",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.extend(["-Cstrip=debuginfo".to_owned(), "--cap-lints=allow".to_owned()]);
    if cfg!(target_os = "linux") {
        arguments.push("-Clink-arg=-Wl,-soname,libacc2omp.so".to_owned());
    }
    arguments.push(format!("--out-dir={}", lib.display()));
    arguments.push(sources.join("lib.rs").display().to_string());
    arguments
}

/// Installs the header, the libraries and the `pkg-config` file. `program` is the folder of the running
/// program. `compiler` is `rustc` or the user's name for it.
pub fn install(layout: &Layout, program: Option<&Path>, compiler: &str) -> Result<Origin, InstallError> {
    let (include, lib) = (layout.include(), layout.lib());
    let pkg_config = lib.join("pkgconfig");
    for folder in [&include, &lib, &pkg_config] {
        std::fs::create_dir_all(folder).map_err(at(folder))?;
    }
    write(&include.join("openacc.h"), HEADER)?;
    write(&pkg_config.join("acc2omp.pc"), &layout.pkg_config())?;
    let places = program.map(places_of_built_libraries).into_iter().flatten();
    let built = places.into_iter().find(|place| place.join(LIBRARIES[0]).is_file());
    match built {
        Some(place) => copy_libraries(&place, &lib).map(|()| Origin::Copied(place)),
        None => build(&lib, compiler).map(|()| Origin::Built),
    }
}

fn write(path: &Path, text: &str) -> Result<(), InstallError> {
    std::fs::write(path, text).map_err(at(path))
}

fn copy_libraries(from: &Path, to: &Path) -> Result<(), InstallError> {
    for name in LIBRARIES {
        let (source, target) = (from.join(name), to.join(name));
        let same = source.canonicalize().ok() == target.canonicalize().ok();
        if source.is_file() && !same {
            std::fs::copy(&source, &target).map_err(at(&source))?;
        }
    }
    Ok(())
}

fn build(lib: &Path, compiler: &str) -> Result<(), InstallError> {
    let sources = lib.join(".acc2omp-sources");
    let result = write_sources(&sources).and_then(|()| compile(&sources, lib, compiler));
    let _ = std::fs::remove_dir_all(&sources);
    result
}

fn write_sources(folder: &Path) -> Result<(), InstallError> {
    for (name, text) in SOURCES {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(at(parent))?;
        }
        write(&path, text)?;
    }
    Ok(())
}

fn compile(sources: &Path, lib: &Path, compiler: &str) -> Result<(), InstallError> {
    let arguments = compiler_arguments(sources, lib);
    let output = Command::new(compiler).args(arguments).output();
    let output = output.map_err(|error| InstallError::NoCompiler(compiler.to_owned(), error))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(InstallError::Compiler(text)) }
}
