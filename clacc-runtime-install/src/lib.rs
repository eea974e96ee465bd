//! The OpenACC runtime of clacc as data, and how it gets into a folder where C programs find it.
//!
//! `cargo install` installs programs only. So the program carries the header and the sources of the library, and
//! [`install`] takes a library that lies beside the program, or else builds one with `rustc`: the library has no
//! dependency, one call of the compiler is enough.
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

/// `openacc.h`.
pub const HEADER: &str = include_str!("../runtime/include/openacc.h");

/// The `pkg-config` file, with `@PREFIX@` and `@VERSION@` to be filled in.
pub const PKG_CONFIG: &str = include_str!("../runtime/acc2omp.pc.in");

/// The files of the library: shared and static.
pub const LIBRARIES: [&str; 2] = ["libacc2omp.so", "libacc2omp.a"];

/// Where things are under a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The folder that everything is in.
    pub prefix: PathBuf,
}

impl Layout {
    /// The layout under `prefix`.
    pub fn new(prefix: impl Into<PathBuf>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// The folder of `openacc.h`.
    pub fn include(&self) -> PathBuf {
        self.prefix.join("include")
    }

    /// The folder of the libraries.
    pub fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// Whether header and library are there.
    pub fn is_complete(&self) -> bool {
        self.include().join("openacc.h").is_file() && self.lib().join(LIBRARIES[0]).is_file()
    }

    /// What a C compiler needs to compile with the library, as words.
    pub fn cflags(&self) -> Vec<String> {
        vec![format!("-I{}", self.include().display())]
    }

    /// What a C compiler needs to link with the library, as words. They come before the OpenMP library of the compiler, as
    /// they do when the compiler adds its own at the end.
    pub fn libs(&self) -> Vec<String> {
        let lib = self.lib();
        let lib = lib.display();
        vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), "-lacc2omp".to_owned()]
    }

    /// The text of the `pkg-config` file.
    pub fn pkg_config(&self) -> String {
        let prefix = self.prefix.display().to_string();
        PKG_CONFIG.replace("@PREFIX@", &prefix).replace("@VERSION@", env!("CARGO_PKG_VERSION"))
    }
}

/// How the library came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It lay in this folder.
    Copied(PathBuf),
    /// It was built from [`SOURCES`].
    Built,
}

/// Why nothing, or not everything, was installed.
#[derive(Debug)]
pub enum InstallError {
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// The compiler did not start: no Rust on this machine.
    NoCompiler(String, io::Error),
    /// The compiler said no.
    Compiler(String),
}

impl fmt::Display for InstallError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(out, "{}: {error}", path.display()),
            Self::NoCompiler(name, error) => write!(
                out,
                "no built libacc2omp.so lies beside this program, and '{name}', which could build it, does not start: {error}"
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

/// Folders in which a built library may lie, given the folder of the running program: beside it, or as in a package.
pub fn places_of_built_libraries(program: &Path) -> [PathBuf; 2] {
    [program.to_owned(), program.join("../lib")]
}

/// The arguments with which `rustc` builds both libraries from `SOURCES` in `sources`.
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

/// Installs header, libraries and `pkg-config` file. `program` is the folder of the running program; `compiler` is `rustc`
/// or what the user calls it.
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
