//! The libraries that are installed, as data.

use crate::sources::{OMP_SOURCES, SOURCES};

/// A library: what it is built from, and the files that go with it.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The name of its crate, which its files have: `acc2omp` for `libacc2omp.so`.
    pub name: &'static str,
    /// Its source files.
    pub sources: &'static [(&'static str, &'static str)],
    /// The headers, each with its path in the folder of headers.
    pub headers: &'static [(&'static str, &'static str)],
    /// The name of its `pkg-config` file and the text, in which `@PREFIX@` and `@VERSION@` must be replaced.
    pub pkg_config: (&'static str, &'static str),
    /// What `rustc` needs beyond the words for every library.
    arguments: &'static [&'static str],
    /// What the linker needs beyond the name of the shared library.
    linker_arguments: &'static str,
}

/// The folder of `omp.h` in the folder of headers. Compilers do not look there by themselves: a program that is translated for
/// another OpenMP library must read the header of that one.
pub const OMP_FOLDER: &str = "clacc-omp";

/// The routines of OpenACC, and what generated code calls.
pub const ACC2OMP: Library = Library {
    name: "acc2omp",
    sources: SOURCES,
    headers: &[
        ("openacc.h", crate::HEADER),
        ("accelmath.h", crate::MATH_HEADER),
        ("clacc_abi.h", crate::ABI_HEADER),
    ],
    pkg_config: ("acc2omp.pc", include_str!("../runtime/acc2omp.pc.in")),
    arguments: &[],
    // It is never unloaded, because threads of its own run in it.
    linker_arguments: ",-z,nodelete",
};

/// The routines of OpenMP, for programs that clacc compiles for its own runtime.
pub const CLACC_OMP: Library = Library {
    name: "clacc_omp",
    sources: OMP_SOURCES,
    headers: &[("clacc-omp/omp.h", include_str!("../runtime/omp/include/omp.h"))],
    pkg_config: ("clacc-omp.pc", include_str!("../runtime/omp/clacc-omp.pc.in")),
    // Without unwinding it is built without Rust's standard library, which libacc2omp.a has already.
    arguments: &["-Cpanic=abort"],
    linker_arguments: "",
};

/// All libraries, in the order in which programs are linked with them, the last one first.
pub const LIBRARIES: [Library; 2] = [ACC2OMP, CLACC_OMP];

impl Library {
    /// The name of the shared library's file.
    pub fn shared(&self) -> String {
        format!("lib{}.so", self.name)
    }

    /// The name of the static library's file.
    pub fn archive(&self) -> String {
        format!("lib{}.a", self.name)
    }

    /// The arguments with which `rustc` builds both files into the folder `lib`, from the root of the sources.
    pub fn compiler_arguments(&self, root: &str, lib: &str) -> Vec<String> {
        let words = ["--edition=2024", "--crate-type=cdylib,staticlib", "-Copt-level=3", "-Clto=fat"];
        let quiet = ["-Cstrip=debuginfo", "--cap-lints=allow"];
        let mut arguments: Vec<_> =
            words.iter().chain(&quiet).chain(self.arguments).map(|&word| word.to_owned()).collect();
        if cfg!(target_os = "linux") {
            arguments.push(format!("-Clink-arg=-Wl,-soname,{}{}", self.shared(), self.linker_arguments));
        }
        arguments.push(format!("--crate-name={}", self.name));
        arguments.extend([format!("--out-dir={lib}"), root.to_owned()]);
        arguments
    }
}
