//! The compilation of the libraries with `rustc`: when the installer itself is built, for the same target, or, where that failed, when they
//! are installed. The build script has this module too.

mod replaceable;

use crate::error::{InstallError, at};
use std::path::Path;
use std::process::Command;

/// A crate of the runtime.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crate {
    /// Its name in Rust.
    pub(crate) name: &'static str,
    /// Its folder among the folders of the crates. The sources are in `src` there.
    pub(crate) folder: &'static str,
}

const ABI: Crate = Crate { name: "clacc_runtime_abi", folder: "abi" };
const CORE: Crate = Crate { name: "clacc_runtime_core", folder: "core" };

/// The crates and compiler arguments from which a library is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    /// The crate of the library. The files have its name: `libacc2omp.so`.
    pub(crate) main: Crate,
    /// The crates that it uses, each behind those that it uses itself.
    pub(crate) used: &'static [Crate],
    /// Whether there is a static library beside the shared one.
    has_archive: bool,
    /// The arguments of `rustc` for this library alone.
    arguments: &'static [&'static str],
    /// The arguments of the linker, in addition to the soname.
    linker_arguments: &'static str,
}

/// The routines of OpenACC, and what generated code calls.
pub(crate) const ACC2OMP: Recipe = Recipe {
    main: Crate { name: "acc2omp", folder: "acc2omp" },
    used: &[ABI, CORE],
    has_archive: true,
    arguments: &[],
    // It is never unloaded, because threads of its own run in it.
    linker_arguments: ",-z,nodelete",
};

/// The routines of OpenMP, for programs that clacc compiles for its own runtime.
pub(crate) const CLACC_OMP: Recipe = Recipe {
    main: Crate { name: "clacc_omp", folder: "omp-routines" },
    used: &[ABI],
    has_archive: true,
    // Without unwinding it is built without Rust's standard library, which libacc2omp.a has already.
    arguments: &["-Cpanic=abort"],
    linker_arguments: "",
};

/// What generated code calls where teams are processes. It holds the program's heap and is a shared library alone: a static one would lie
/// among the data of the program, which it moves.
pub(crate) const PROCESSES: Recipe = Recipe {
    main: Crate { name: "clacc_processes", folder: "processes" },
    used: &[ABI, CORE],
    has_archive: false,
    arguments: &[],
    linker_arguments: ",-z,nodelete",
};

/// The profiling library. No program is linked with it: the runtime opens it.
pub(crate) const TRACE: Recipe = Recipe {
    main: Crate { name: "acc2omp_trace", folder: "trace" },
    used: &[ABI],
    has_archive: false,
    arguments: &[],
    // The runtime calls it at the end of the program.
    linker_arguments: ",-z,nodelete",
};

/// The compiler, and for what it compiles.
#[derive(Clone, Debug)]
pub(crate) struct Compiler {
    /// `rustc`, or another name for it.
    pub(crate) program: String,
    /// Words about the target.
    pub(crate) arguments: Vec<String>,
    /// True if the target's shared libraries are those of Linux.
    pub(crate) is_for_linux: bool,
    /// True if the process model works on the target: Linux with glibc, on x86-64 or AArch64.
    pub(crate) has_processes: bool,
}

impl Compiler {
    /// The libraries that are built for the target.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = Recipe> + use<> {
        [ACC2OMP, CLACC_OMP, TRACE].into_iter().chain(self.has_processes.then_some(PROCESSES))
    }
}

impl Recipe {
    /// The name of the shared library's file.
    pub(crate) fn shared(&self) -> String {
        format!("lib{}.so", self.main.name)
    }

    /// The name of the static library's file.
    pub(crate) fn archive(&self) -> String {
        format!("lib{}.a", self.main.name)
    }

    /// The names of the files that are built.
    pub(crate) fn files(&self) -> impl Iterator<Item = String> + use<> {
        [self.shared()].into_iter().chain(self.has_archive.then(|| self.archive()))
    }

    /// Builds the files into the folder `lib`. `sources` has a folder for each crate.
    pub(crate) fn build(&self, sources: &Path, lib: &Path, compiler: &Compiler) -> Result<(), InstallError> {
        let rlibs = lib.join(format!(".{}-crates", self.main.name));
        std::fs::create_dir_all(&rlibs).map_err(at(&rlibs))?;
        let result = self.compile(&Folders { sources, rlibs: &rlibs, lib }, compiler);
        let _ = std::fs::remove_dir_all(&rlibs);
        result?;
        if self.has_archive { let_programs_replace_routines(&lib.join(self.archive())) } else { Ok(()) }
    }

    fn compile(&self, folders: &Folders<'_>, compiler: &Compiler) -> Result<(), InstallError> {
        for (number, used) in self.used.iter().enumerate() {
            let mut command = self.command(folders, compiler, used, &self.used[..number]);
            command.arg("--crate-type=rlib").arg("--out-dir").arg(folders.rlibs);
            run(command, compiler)?;
        }
        let mut command = self.command(folders, compiler, &self.main, self.used);
        let kinds = if self.has_archive { "cdylib,staticlib" } else { "cdylib" };
        command.arg(format!("--crate-type={kinds}")).args(["-Clto=fat", "-Cstrip=debuginfo"]);
        command.arg("--out-dir").arg(folders.lib);
        if compiler.is_for_linux {
            command.arg(format!("-Clink-arg=-Wl,-soname,{}{}", self.shared(), self.linker_arguments));
        }
        run(command, compiler)
    }

    /// The words that compile a crate, whatever becomes of it. `used` were compiled before.
    fn command(
        &self,
        folders: &Folders<'_>,
        compiler: &Compiler,
        compiled: &Crate,
        used: &[Crate],
    ) -> Command {
        let mut command = Command::new(&compiler.program);
        command.args(["--edition=2024", "-Copt-level=3", "--cap-lints=allow"]).args(self.arguments);
        command.args(&compiler.arguments).arg(format!("--crate-name={}", compiled.name));
        // Messages about faults name files of the library, wherever it was built.
        command.arg(format!("--remap-path-prefix={}=clacc-runtime", folders.sources.display()));
        command.arg("-L").arg(folders.rlibs);
        for Crate { name, .. } in used {
            let file = folders.rlibs.join(format!("lib{name}.rlib"));
            command.arg("--extern").arg(format!("{name}={}", file.display()));
        }
        command.arg(folders.sources.join(compiled.folder).join("src/lib.rs"));
        command
    }
}

/// The folders of files while a library is built.
struct Folders<'f> {
    sources: &'f Path,
    rlibs: &'f Path,
    lib: &'f Path,
}

fn run(mut command: Command, compiler: &Compiler) -> Result<(), InstallError> {
    let output = command.output();
    let output = output.map_err(|error| InstallError::NoCompiler(compiler.program.clone(), error))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(InstallError::Compiler(text)) }
}

fn let_programs_replace_routines(archive: &Path) -> Result<(), InstallError> {
    let mut bytes = std::fs::read(archive).map_err(at(archive))?;
    replaceable::make_routines_weak(&mut bytes);
    std::fs::write(archive, bytes).map_err(at(archive))
}
