//! The libraries that are installed, as data.

use crate::compile::{self, Recipe};

/// A library: how it is built, and the files that go with it.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The crates and compiler arguments of the library.
    pub(crate) recipe: Recipe,
    /// The headers, each with its path in the folder of headers.
    pub headers: &'static [(&'static str, &'static str)],
    /// The name of its `pkg-config` file and the text, in which `@PREFIX@` and `@VERSION@` must be replaced.
    pub pkg_config: (&'static str, &'static str),
}

/// The folder of `omp.h` in the folder of headers. Compilers do not look there by themselves: a program that is translated for
/// another OpenMP library must read the header of that one.
pub const OMP_FOLDER: &str = "clacc-omp";

/// The folder, in the folder of headers, of those that replace headers of clang where it compiles for NVIDIA devices.
pub const CUDA_FOLDER: &str = "clacc-cuda";

/// The routines of OpenACC, and what generated code calls.
pub const ACC2OMP: Library = Library {
    recipe: compile::ACC2OMP,
    headers: &[
        ("openacc.h", crate::HEADER),
        ("acc_prof.h", crate::PROFILING_HEADER),
        ("acc2omp_prof.h", crate::SITES_HEADER),
        ("accelmath.h", crate::MATH_HEADER),
        ("clacc_abi.h", crate::ABI_HEADER),
        ("clacc-cuda/math.h", include_str!("../runtime/acc2omp/include/clacc-cuda/math.h")),
    ],
    pkg_config: ("acc2omp.pc", include_str!("../runtime/acc2omp/acc2omp.pc.in")),
};

/// The routines of OpenMP, for programs that clacc compiles for its own runtime.
pub const CLACC_OMP: Library = Library {
    recipe: compile::CLACC_OMP,
    headers: &[("clacc-omp/omp.h", include_str!("../runtime/omp-routines/include/omp.h"))],
    pkg_config: ("clacc-omp.pc", include_str!("../runtime/omp-routines/clacc-omp.pc.in")),
};

/// All libraries, in the order in which programs are linked with them, the last one first.
pub const LIBRARIES: [Library; 2] = [ACC2OMP, CLACC_OMP];

/// The libraries with which no program is linked unless it asks for them: the profiling library, and that of the process model.
const FURTHER: [Recipe; 2] = [compile::TRACE, compile::PROCESSES];

/// Returns the names of the files of all libraries. Where the process model does not work, its file is in no installation.
pub fn files() -> impl Iterator<Item = String> {
    let recipes = LIBRARIES.iter().map(|library| library.recipe).chain(FURTHER);
    recipes.flat_map(|recipe| recipe.files())
}

impl Library {
    /// The name of the shared library's file.
    pub fn shared(&self) -> String {
        self.recipe.shared()
    }

    /// The name of the static library's file.
    pub fn archive(&self) -> String {
        self.recipe.archive()
    }
}
