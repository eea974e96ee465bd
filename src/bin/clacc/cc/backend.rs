//! The compiler that compiles translations: gcc or clang.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use clacc::Dialect;
use clacc::generate::CompilerKind;
use clacc::options::Target;
use clacc::policy::Policy;
use clacc::translate::TextReader;

use super::chosen_dialect::{self, OpenmpCompiler};
use super::nvc::Devices;
use super::offload::{self, ClangOffload, SetupFault, is_nvptx};
use super::request::{self, DriverWord, Request, WantedOutput};
use crate::command_line::SourceArguments;
use crate::compiler::{self, CompilerAnswer};
use crate::{Failure, cache, paths};

/// The version of OpenACC for which translations are compiled, as the value of `_OPENACC`.
pub(super) const OPENACC: &str = "-D_OPENACC=202506";

/// An installed compiler, with its macros and directories.
pub(super) struct Backend {
    /// The major version of clang. None for gcc and tcc, and for compilers that pose as gcc.
    clang: Option<u32>,
    answer: CompilerAnswer,
}

impl Backend {
    /// Queries the compiler that the request names for its macros and directories, with the options that change them. The answer is kept in
    /// the user's cache as long as the program stays the same.
    pub(super) fn find(request: &Request) -> Result<Backend, Failure> {
        let command = &request.backend;
        let flags = flags_for_macros(request);
        let place = cached_answer(command, &flags);
        let known = place.as_deref().and_then(read_answer);
        let answer = if let Some(answer) = known {
            answer
        } else {
            let answer = compiler::ask(command, &flags)?;
            if let Some(place) = place {
                write_answer(&place, &answer);
            }
            answer
        };
        let clang = number_of(&answer.macros, "__clang_major__");
        Ok(Backend { clang, answer })
    }

    /// Returns the target, with the macros and header directories of this compiler, and the macros for code generation.
    pub(super) fn target(&self, request: &Request) -> Target {
        let directories = &self.answer.search_directories;
        let own = request.macros_of_code().map(|name| format!("\n#define {name} 1\n"));
        let macros: Vec<_> = [self.answer.macros.clone()].into_iter().chain(own).collect();
        Target::host().with_compiler(&macros.concat(), directories)
    }

    /// Returns the kind of compiler.
    pub(super) fn kind(&self) -> CompilerKind {
        match self.clang {
            Some(_) => CompilerKind::Clang,
            None if self.answer.macros.contains("#define __TINYC__ ") => CompilerKind::Tcc,
            None => CompilerKind::Gcc,
        }
    }

    /// Returns whether this is gcc, or a compiler that names files as gcc does.
    pub(super) fn is_gcc(&self) -> bool {
        self.clang.is_none()
    }

    /// Returns how sources are to be read. The program is compiled for OpenACC, or for OpenMP too if the user says so. Without that its
    /// OpenMP directives are ignored, although OpenMP is enabled in the compiler of the translation.
    pub(super) fn source_arguments(&self, request: &Request) -> SourceArguments {
        let mut source = request.source.clone();
        let settings = source.define.iter().chain(&source.undefine);
        let says_itself =
            settings.into_iter().any(|setting| setting.split(['=', '(']).next() == Some("_OPENMP"));
        source.ignore_openmp = !request.openmp;
        source.hides_openmp = !request.openmp && !says_itself;
        if request.openmp && !request.native && !says_itself {
            source.define.extend(self.openmp_version().map(|version| format!("_OPENMP={version}")));
        }
        source
    }

    /// Returns the value of `_OPENMP`, if the compiler was queried with OpenMP enabled.
    fn openmp_version(&self) -> Option<u32> {
        number_of(&self.answer.macros, "_OPENMP")
    }

    /// Returns the folders in which this compiler looks for headers by default.
    pub(super) fn system_folders(&self) -> Vec<PathBuf> {
        let lines = self.answer.search_directories.lines();
        let listed = lines.skip_while(|line| !line.starts_with("#include <...>")).skip(1);
        let folders = listed.map_while(|line| line.strip_prefix(' '));
        // Each folder with its given spelling, for paths that begin with that, and with its canonical path.
        let given = folders.map(paths::of);
        given.flat_map(|folder| [std::fs::canonicalize(&folder).ok(), Some(folder)]).flatten().collect()
    }

    /// Returns the dialect of a translation for this compiler, with the options of a request and a policy.
    pub(super) fn dialect(&self, request: &Request, policy: &Policy) -> Result<Dialect, Failure> {
        let (compiler, has_devices) = (self.openmp_compiler(), self.has_devices(request));
        let unnamed = || chosen_dialect::chosen(compiler, has_devices, policy);
        let dialect = request.dialect.dialect_or(unnamed, compiler.unstated(has_devices))?;
        let flags = request.words.iter().filter_map(DriverWord::flag);
        let is_weak = || self.clang.is_some() && chosen_dialect::optimizes_little(flags);
        // The name of a dialect states everything.
        let is_named = request.dialect.dialect.is_some();
        Ok(if !is_named && is_weak() { dialect.with_little_optimization() } else { dialect })
    }

    fn openmp_compiler(&self) -> OpenmpCompiler {
        match self.clang {
            Some(version) => OpenmpCompiler::Clang(version),
            None => OpenmpCompiler::Gcc(number_of(&self.answer.macros, "__GNUC__").unwrap_or_default()),
        }
    }

    /// Returns whether this compiler generates code for devices, with the options of a request.
    pub(super) fn has_devices(&self, request: &Request) -> bool {
        let flags = request.words.iter().filter_map(DriverWord::flag);
        chosen_dialect::has_devices(&request.devices, flags, self.compiles_for_devices_by_itself())
    }

    /// Refuses to compile for GPUs if something is missing for that; otherwise a compiler or a linker would fail with an unclear message, or
    /// the program would run on the host.
    pub(super) fn check_devices(&self, request: &Request) -> Result<(), Failure> {
        if request.shows_commands {
            return Ok(());
        }
        if let Some(clang) = self.offload(request) {
            return clang.check();
        }
        let compiler = &request.backend;
        if let Some(option) = request.option_of_clang() {
            return Err(SetupFault::NoCompiler.message(&format!(
                "{option} is an option of clang, and {compiler} compiles; --backend names a clang (packages clang-19 and libomp-19-dev of Debian and Ubuntu)"
            )));
        }
        let names_them =
            request.words.iter().filter_map(DriverWord::flag).any(|word| word.starts_with("-foffload"));
        let is_wanted = matches!(request.devices, Devices::Gpu(_)) && !names_them;
        if !is_wanted || self.kind() != CompilerKind::Gcc || self.accelerator(is_nvptx).is_some() {
            return Ok(());
        }
        Err(SetupFault::NoCompiler.message(&format!(
            "{compiler} has no compiler for NVIDIA devices beside it (packages call it gcc-offload-nvptx); --backend clang-19 compiles for them too (packages clang-19 and libomp-19-dev), -acc=multicore for the host"
        )))
    }

    /// Returns the offloading of a request, if this compiler is a clang.
    fn offload<'r>(&self, request: &'r Request) -> Option<ClangOffload<'r>> {
        self.clang.map(|version| ClangOffload::new(request, &request.backend, version))
    }

    /// Returns whether this is a gcc with an offload compiler for some device, which it then uses by default.
    fn compiles_for_devices_by_itself(&self) -> bool {
        self.accelerator(|_| true).is_some()
    }

    /// Returns the folder of gcc's compiler for a device that `is_meant`.
    fn accelerator(&self, is_meant: impl Fn(&str) -> bool) -> Option<PathBuf> {
        offload::accelerator_folder(&self.answer.search_directories, is_meant)
    }

    /// Returns whether gcc generates code for NVIDIA devices with the options of a request.
    fn is_gcc_for_nvidia(&self, request: &Request) -> bool {
        self.kind() == CompilerKind::Gcc && self.has_devices(request) && self.accelerator(is_nvptx).is_some()
    }

    /// Returns whether this is a clang that compiles for NVIDIA devices, whose headers declare functions of CUDA.
    pub(super) fn declares_cuda(&self, request: &Request) -> bool {
        self.offload(request).is_some_and(|clang| clang.wants_nvidia())
    }

    /// Returns the compiler that reads the translation.
    pub(super) fn reader(&self) -> TextReader {
        if self.is_gcc() { TextReader::Gcc } else { TextReader::Clang }
    }

    /// Returns the option that suppresses warnings which only translations cause: clang warns of each `simd` loop that it does not
    /// vectorize, but OpenACC only permits vectorization.
    pub(super) fn held_back_warnings(&self) -> Option<&'static str> {
        self.clang.map(|_| "-Wno-pass-failed")
    }

    /// Returns the link options that clang does not add by itself: the library for atomics of wide types, which is only linked if an object
    /// needs it, and the folder of the library for devices, as a run-time search path.
    pub(super) fn link_flags(&self, request: &Request) -> Vec<String> {
        if self.is_gcc_for_nvidia(request) {
            return self
                .accelerator(is_nvptx)
                .map(|folder| offload::gcc_link_flags(&folder))
                .unwrap_or_default();
        }
        if self.clang.is_none() {
            return Vec::new();
        }
        let mut flags = Vec::new();
        if has_libatomic(request) {
            flags.push("-Wl,--push-state,--as-needed,-latomic,--pop-state".to_owned());
        }
        let for_devices =
            self.has_devices(request).then(|| compiler::library_file(&request.backend, "libomptarget.so"));
        let folder = for_devices.flatten().and_then(|file| std::fs::canonicalize(file.parent()?).ok());
        flags.extend(folder.map(|folder| format!("-Wl,-rpath,{}", folder.display())));
        flags
    }

    /// Returns whether a program that needs the library for atomics of wide types cannot be linked.
    pub(super) fn lacks_libatomic(&self, request: &Request) -> bool {
        self.clang.is_some() && request.wanted == WantedOutput::Program && !has_libatomic(request)
    }

    /// Returns the options that enable OpenMP for the requested devices.
    pub(super) fn openmp_flags(&self, request: &Request) -> Vec<String> {
        let mut flags = vec!["-fopenmp".to_owned()];
        match (&request.devices, self.clang) {
            (Devices::Unstated, _) | (Devices::Host, Some(_)) => {}
            (Devices::Host, None) => flags.push("-foffload=disable".to_owned()),
            (Devices::Gpu(_), None) => flags.push("-foffload=nvptx-none".to_owned()),
            (Devices::Gpu(None), Some(_)) => flags.push("-fopenmp-targets=nvptx64-nvidia-cuda".to_owned()),
            (Devices::Gpu(Some(capability)), Some(_)) => {
                flags.push(format!("--offload-arch=sm_{capability}"));
            }
        }
        flags.extend(self.offload(request).iter().flat_map(ClangOffload::flags));
        if self.is_gcc_for_nvidia(request) {
            flags.extend(offload::gcc_flags(request));
        }
        flags
    }
}

fn has_libatomic(request: &Request) -> bool {
    let mut files = ["libatomic.so", "libatomic.a"].into_iter();
    files.any(|name| compiler::library_file(&request.backend, name).is_some())
}

/// Returns the user's options that can change the compiler's macros and directories.
fn flags_for_macros(request: &Request) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = request.words.iter();
    while let Some(word) = words.next() {
        let DriverWord::Flag(word) = word else { continue };
        let changes = ["-isysroot", "--sysroot", "-target"].contains(&word.as_str());
        if !changes && request::takes_value(word) {
            // The value of such an option is for the device, or for a part of the compiler.
            words.next();
        } else if changes {
            let value = words.next().into_iter().filter_map(|word| match word {
                DriverWord::Flag(value) => Some(value.clone()),
                _ => None,
            });
            flags.push(word.clone());
            flags.extend(value);
        } else if changes_macros(word) {
            flags.push(word.clone());
        }
    }
    if request.openmp && !request.native {
        flags.push("-fopenmp".to_owned());
    }
    flags
}

fn changes_macros(word: &str) -> bool {
    let prefixes =
        ["-std=", "-m", "-O", "-ansi", "-pthread", "-f", "--sysroot=", "--target=", "-nostdinc", "-isysroot"];
    // With these options clang would preprocess once for each device.
    let about_devices = ["-fopenmp", "-foffload", "-fsyntax-only"];
    prefixes.iter().any(|prefix| word.starts_with(prefix))
        && !about_devices.iter().any(|prefix| word.starts_with(prefix))
}

fn number_of(macros: &str, name: &str) -> Option<u32> {
    let definition = |line: &str| line.strip_prefix("#define ")?.strip_prefix(name)?.trim().parse().ok();
    macros.lines().find_map(definition)
}

/// Environment variables that change the compiler or its header directories.
const ENVIRONMENT: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS"];

/// Returns the cache file for a query. Its name is a hash of the compiler's path with size and time, the options and the environment.
fn cached_answer(command: &str, flags: &[String]) -> Option<PathBuf> {
    let program = program(command)?;
    let there = std::fs::metadata(&program).ok()?;
    let changed = there.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let environment = ENVIRONMENT.map(std::env::var_os);
    let key =
        format!("{VERSION} {} {} {changed:?} {flags:?} {environment:?}", program.display(), there.len());
    Some(Path::new("compilers").join(format!("{:016x}", fingerprint(key.as_bytes()))))
}

/// The version of the file format.
const VERSION: u32 = 2;

/// Returns the FNV-1a hash of a text.
pub(crate) fn fingerprint(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Returns the canonical path of a command.
pub(crate) fn program(command: &str) -> Option<PathBuf> {
    let name = paths::of(command);
    let found = if name.components().count() > 1 {
        Some(name)
    } else {
        let folders: OsString = std::env::var_os("PATH")?;
        std::env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
    };
    std::fs::canonicalize(found?).ok()
}

/// The separator between the two texts of an answer in its file. No line of a compiler begins like this.
const BETWEEN: &str = "\n\0\n";

fn read_answer(place: &Path) -> Option<CompilerAnswer> {
    let text = cache::read(place)?;
    let (macros, search_directories) = text.split_once(BETWEEN)?;
    // The answer is outdated if a folder that did not exist then exists now.
    let missing = search_directories
        .lines()
        .filter_map(|line| line.strip_prefix("ignoring nonexistent directory \"")?.strip_suffix('"'));
    let as_before = missing.into_iter().all(|folder| !Path::new(folder).is_dir());
    as_before.then(|| CompilerAnswer {
        macros: macros.to_owned(),
        search_directories: search_directories.to_owned(),
    })
}

fn write_answer(place: &Path, answer: &CompilerAnswer) {
    cache::write(place, [&*answer.macros, BETWEEN, &*answer.search_directories].concat().as_bytes());
}
