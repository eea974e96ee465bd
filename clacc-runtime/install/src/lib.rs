//! Carries the runtime libraries of clacc as data, and installs them into a folder where C programs find them.
//!
//! `cargo install` installs programs only. So the program carries the headers, the libraries for the target that it was built for, and
//! their sources. [`install`] takes libraries that lie beside the program, or else those that it carries; only where they could not be
//! built together with the program, it builds them with `rustc`. [`install_from_sources`] builds them in any case.
//!
//! ```text
//! PREFIX/include/openacc.h  acc_prof.h  acc2omp_prof.h  clacc_abi.h  clacc-omp/omp.h
//! PREFIX/lib/libacc2omp.so  libacc2omp.a  libclacc_omp.so  libclacc_omp.a  pkgconfig/{acc2omp,clacc-omp}.pc
//! PREFIX/lib/libacc2omp_trace.so      the profiling library, which no program is linked with
//! PREFIX/lib/libclacc_processes.so    on Linux with glibc, x86-64 or AArch64
//! ```
//!
//! Programs are of two kinds. A *translated* one is linked with `libacc2omp` and the OpenMP library of its compiler: it must find
//! neither our `omp.h` nor our `omp_*` routines ([`Layout::cflags`], [`Layout::libs`]). A *native* one is linked with both
//! of ours and no other ([`Layout::native_cflags`], [`Layout::native_libs`]), or, where its teams are processes, with a third one in
//! front ([`Layout::process_libs`]).

#![warn(clippy::too_many_lines)]

mod carried;
mod compile;
mod error;
pub mod library;

pub use carried::has_libraries;
pub use error::InstallError;
pub use library::{LIBRARIES, Library};

use compile::Compiler;
use error::at;
use std::fmt;
use std::path::{Path, PathBuf};

/// The text of `openacc.h`.
pub const HEADER: &str = include_str!("../runtime/acc2omp/include/openacc.h");

/// The text of `acc_prof.h`, the profiling interface of OpenACC.
pub const PROFILING_HEADER: &str = include_str!("../runtime/acc2omp/include/acc_prof.h");

/// The text of `acc2omp_prof.h`, the calls around the directives of translated programs.
pub const SITES_HEADER: &str = include_str!("../runtime/acc2omp/include/acc2omp_prof.h");

/// The text of `accelmath.h`, which programs for nvc include.
pub const MATH_HEADER: &str = include_str!("../runtime/acc2omp/include/accelmath.h");

/// The text of `clacc_abi.h`, the interface between generated code and `libacc2omp`.
pub const ABI_HEADER: &str = include_str!("../runtime/abi/include/clacc_abi.h");

/// Everything that is installed or built from: another version of it has another text somewhere.
pub fn texts() -> impl Iterator<Item = &'static str> {
    let beside =
        |library: Library| library.headers.iter().map(|(_, text)| *text).chain([library.pkg_config.1]);
    carried::sources().map(|(.., text)| text).chain(LIBRARIES.into_iter().flat_map(beside))
}

/// Which files of the libraries a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Linkage {
    /// The shared ones, which must be there when the program runs.
    Shared,
    /// The static ones.
    Static,
}

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

    /// Returns the folder of the headers that programs of both kinds include.
    pub fn include(&self) -> PathBuf {
        self.prefix.join("include")
    }

    /// Returns the folder of `omp.h`, for native programs alone.
    pub fn omp_include(&self) -> PathBuf {
        self.include().join(library::OMP_FOLDER)
    }

    /// Returns the folder of headers that clang must read before its own where it compiles for NVIDIA devices.
    pub fn cuda_include(&self) -> PathBuf {
        self.include().join(library::CUDA_FOLDER)
    }

    /// Returns the folder of the libraries.
    pub fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// Returns true if the headers and the shared libraries are installed. The library of the process model may be missing.
    pub fn is_complete(&self) -> bool {
        LIBRARIES.iter().all(|library| {
            let has_headers = library.headers.iter().all(|(name, _)| self.include().join(name).is_file());
            has_headers && self.lib().join(library.shared()).is_file()
        }) && self.profiling_library().is_file()
    }

    /// Returns the arguments that a C compiler needs to compile a translated program.
    pub fn cflags(&self) -> Vec<String> {
        vec![format!("-I{}", self.include().display())]
    }

    /// Returns the arguments that a C compiler needs to link a translated program. They must come before the
    /// compiler's OpenMP library. They do when the compiler adds that library itself, because it adds it at
    /// the end.
    pub fn libs(&self) -> Vec<String> {
        let lib = self.lib();
        let lib = lib.display();
        vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), "-lacc2omp".to_owned()]
    }

    /// Returns the arguments that a C compiler needs to compile a native program.
    pub fn native_cflags(&self) -> Vec<String> {
        [self.omp_include(), self.include()].map(|folder| format!("-I{}", folder.display())).to_vec()
    }

    /// Returns the arguments that a C compiler needs to link a native program, behind its objects. `libclacc_omp` stands before
    /// `libacc2omp`, which it uses. Where a static library is not installed, the shared ones are taken.
    pub fn native_libs(&self, linkage: Linkage) -> Vec<String> {
        let in_order = LIBRARIES.iter().rev();
        let files: Vec<_> = in_order.clone().map(|library| self.lib().join(library.archive())).collect();
        if linkage == Linkage::Static && files.iter().all(|file| file.is_file()) {
            // The program looks for a profiling library there.
            let [_, path] = self.folder_of_shared();
            let further = [&path, "-lpthread", "-ldl", "-lm"].map(str::to_owned);
            return files.iter().map(|file| file.display().to_string()).chain(further).collect();
        }
        let names = in_order.map(|library| format!("-l{}", library.recipe.main.name));
        self.folder_of_shared().into_iter().chain(names).collect()
    }

    /// Returns the arguments that a C compiler needs to link a native program whose teams are processes, behind its objects:
    /// those of the shared libraries, and `libclacc_processes` in front of them.
    pub fn process_libs(&self) -> Vec<String> {
        let mut words = self.native_libs(Linkage::Shared);
        words.insert(self.folder_of_shared().len(), format!("-l{}", compile::PROCESSES.main.name));
        words
    }

    /// The arguments with which the linker, and the program when it starts, find the shared libraries.
    fn folder_of_shared(&self) -> [String; 2] {
        let lib = self.lib();
        [format!("-L{}", lib.display()), format!("-Wl,-rpath,{}", lib.display())]
    }

    /// Returns true if the library of the process model is installed. No installation has it for a system on which the model does not work.
    pub fn has_processes(&self) -> bool {
        self.lib().join(compile::PROCESSES.shared()).is_file()
    }

    /// Returns the place of the profiling library, which `ACC_PROFLIB` may name.
    pub fn profiling_library(&self) -> PathBuf {
        self.lib().join(compile::TRACE.shared())
    }

    /// Returns the places and texts of the `pkg-config` files of an installation that is or will be at `prefix`.
    pub fn pkg_config_files(&self, prefix: &Path) -> Vec<(PathBuf, String)> {
        let prefix = prefix.display().to_string();
        let filled = |library: &Library| {
            let (name, text) = library.pkg_config;
            let text = text.replace("@PREFIX@", &prefix).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
            (self.lib().join("pkgconfig").join(name), text)
        };
        LIBRARIES.iter().map(filled).collect()
    }
}

/// Where the installed libraries came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// They were copied from this folder.
    Copied(PathBuf),
    /// They are those that the program carries.
    Carried,
    /// They were built from the sources.
    Built,
}

impl fmt::Display for Origin {
    /// Writes the origin as the end of a sentence: `copied from /usr/lib`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Copied(from) => write!(f, "copied from {}", from.display()),
            Origin::Carried => f.write_str("as clacc carries it"),
            Origin::Built => f.write_str("built from the sources that clacc carries"),
        }
    }
}

/// Returns the folders in which built libraries may lie, given the folder of the running program: the folder
/// itself, and the one where packages put libraries.
pub fn places_of_built_libraries(program: &Path) -> [PathBuf; 2] {
    [program.to_owned(), program.join("../lib")]
}

/// Installs the headers, the libraries and the `pkg-config` files. `program` is the folder of the running
/// program. `compiler` is `rustc` or the user's name for it; it is needed only if the program does not carry the libraries.
pub fn install(layout: &Layout, program: Option<&Path>, compiler: &str) -> Result<Origin, InstallError> {
    let places = program.map(places_of_built_libraries).into_iter().flatten();
    let has_all = |place: &PathBuf| {
        let mut recipes = LIBRARIES.iter().map(|library| library.recipe).chain([compile::TRACE]);
        recipes.all(|recipe| place.join(recipe.shared()).is_file())
    };
    let lib = layout.lib();
    match places.into_iter().find(has_all) {
        Some(place) => {
            install_texts(layout)?;
            copy_libraries(&place, &lib).map(|()| Origin::Copied(place))
        }
        None if has_libraries() => {
            install_texts(layout)?;
            carried::write_libraries(&lib).map(|()| Origin::Carried)
        }
        None => install_from_sources(layout, compiler).map(|()| Origin::Built),
    }
}

/// Installs the same, with libraries that are built from the sources by a compiler of the user's.
pub fn install_from_sources(layout: &Layout, compiler: &str) -> Result<(), InstallError> {
    install_texts(layout)?;
    build_all(&layout.lib(), compiler)
}

/// Installs the headers and the `pkg-config` files.
fn install_texts(layout: &Layout) -> Result<(), InstallError> {
    create_folder(&layout.lib())?;
    install_headers(layout)?;
    let mut files = layout.pkg_config_files(&layout.prefix).into_iter();
    files.try_for_each(|(path, text)| write(&path, &text))
}

/// Installs the headers alone, with which programs are compiled and not linked.
pub fn install_headers(layout: &Layout) -> Result<(), InstallError> {
    let mut headers = LIBRARIES.iter().flat_map(|library| library.headers);
    headers.try_for_each(|(name, text)| write(&layout.include().join(name), text))
}

fn create_folder(folder: &Path) -> Result<(), InstallError> {
    std::fs::create_dir_all(folder).map_err(at(folder))
}

/// Writes a file, and makes its folder if there is none.
fn write(path: &Path, text: &str) -> Result<(), InstallError> {
    path.parent().map_or(Ok(()), create_folder)?;
    std::fs::write(path, text).map_err(at(path))
}

fn copy_libraries(from: &Path, to: &Path) -> Result<(), InstallError> {
    for name in library::files() {
        let (source, target) = (from.join(&name), to.join(&name));
        let same = source.canonicalize().ok() == target.canonicalize().ok();
        if source.is_file() && !same {
            std::fs::copy(&source, &target).map_err(at(&source))?;
        }
    }
    Ok(())
}

fn build_all(lib: &Path, compiler: &str) -> Result<(), InstallError> {
    let folder = lib.join(".sources");
    let mut files = carried::sources();
    let written =
        files.try_for_each(|(name, file, text)| write(&folder.join(name).join("src").join(file), text));
    let compiler = Compiler {
        program: compiler.to_owned(),
        arguments: Vec::new(),
        is_for_linux: cfg!(target_os = "linux"),
        has_processes: cfg!(all(
            target_os = "linux",
            target_env = "gnu",
            any(target_arch = "x86_64", target_arch = "aarch64")
        )),
    };
    let built = written
        .and_then(|()| compiler.recipes().try_for_each(|recipe| recipe.build(&folder, lib, &compiler)));
    let _ = std::fs::remove_dir_all(&folder);
    built
}
