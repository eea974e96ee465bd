//! The tool chain as data: which programs make a program of generated text, from what, into what. Nothing is run here.

/// The kind of a C compiler, which determines its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum CompilerKind {
    /// gcc, or a compiler with the options of gcc.
    #[default]
    Gcc,
    /// clang.
    Clang,
    /// tcc, the small compiler.
    Tcc,
}

impl CompilerKind {
    /// Returns the options with which generated text is compiled: they enable `simd` directives without an OpenMP library, and keep clang
    /// from warning about line markers if the user enables warnings about extensions. tcc ignores the directives.
    pub fn flags_for_text(self) -> &'static [&'static str] {
        match self {
            CompilerKind::Gcc => &["-fopenmp-simd"],
            CompilerKind::Clang => &["-fopenmp-simd", "-Wno-gnu-line-marker"],
            CompilerKind::Tcc => &[],
        }
    }

    /// Returns the options with which text for a device with a memory of its own is compiled: each access to memory calls the library first,
    /// lines are known when the program runs, and functions such as `memcpy` stay calls. None for a compiler without such options.
    pub fn flags_for_checks(self) -> &'static [&'static str] {
        match self {
            CompilerKind::Gcc => &[
                "-g1",
                "-fno-optimize-sibling-calls",
                "-fsanitize=kernel-address",
                "--param=asan-instrumentation-with-call-threshold=0",
                "--param=asan-stack=0",
                "--param=asan-globals=0",
                "-fno-builtin-memcpy",
                "-fno-builtin-memmove",
                "-fno-builtin-memset",
            ],
            CompilerKind::Clang => &[
                "-g1",
                "-fno-optimize-sibling-calls",
                "-fsanitize=kernel-address",
                "-mllvm",
                "-asan-kernel-mem-intrinsic-prefix=1",
                "-mllvm",
                "-asan-opt-globals=0",
                "-mllvm",
                "-asan-instrumentation-with-call-threshold=0",
                "-mllvm",
                "-asan-stack=0",
                "-mllvm",
                "-asan-globals=0",
                "-fno-builtin-memcpy",
                "-fno-builtin-memmove",
                "-fno-builtin-memset",
            ],
            CompilerKind::Tcc => &[],
        }
    }

    /// Returns the options that mark a text as preprocessed. tcc recognises it by the file name.
    fn language(self) -> &'static [&'static str] {
        match self {
            CompilerKind::Gcc | CompilerKind::Clang => &["-x", "cpp-output"],
            CompilerKind::Tcc => &[],
        }
    }

    /// Returns the options that link a program with the runtime libraries in a folder: with the static ones, so that the program also runs
    /// without the folder. Only libraries that the program opens, such as the profiling library, are looked for there. tcc cannot read the
    /// static ones, because they have thread-local variables.
    pub fn libraries(self, folder: &str) -> Vec<String> {
        match self {
            CompilerKind::Gcc | CompilerKind::Clang => {
                let archives = LIBRARIES.map(|name| format!("{folder}/lib{name}.a"));
                let path = [format!("-Wl,-rpath,{folder}")];
                archives.into_iter().chain(path).chain(OF_SYSTEM.map(str::to_owned)).collect()
            }
            CompilerKind::Tcc => self.shared_libraries(folder),
        }
    }

    /// Returns the options that link a program with runtime libraries that the linker finds by itself.
    fn libraries_of_linker() -> Vec<String> {
        LIBRARIES.map(|name| format!("-l{name}")).into_iter().chain(OF_SYSTEM.map(str::to_owned)).collect()
    }

    /// Returns the options that link a shared library: with the shared runtime library, because a process must have only one.
    pub fn shared_libraries(self, folder: &str) -> Vec<String> {
        self.linked_from(folder, &LIBRARIES)
    }

    /// Returns the options that link a program whose teams are processes: with the library of processes in front of the shared
    /// libraries, because the first definition of a function is the one that a program calls.
    pub fn process_libraries(self, folder: &str) -> Vec<String> {
        self.linked_from(folder, &[PROCESSES, LIBRARIES[0], LIBRARIES[1]])
    }

    fn linked_from(self, folder: &str, names: &[&str]) -> Vec<String> {
        let path = match self {
            CompilerKind::Gcc | CompilerKind::Clang => format!("-Wl,-rpath,{folder}"),
            CompilerKind::Tcc => format!("-Wl,-rpath={folder}"),
        };
        let libraries = names.iter().map(|name| format!("-l{name}"));
        [format!("-L{folder}"), path].into_iter().chain(libraries).chain(["-lm".to_owned()]).collect()
    }
}

/// The runtime libraries in the order in which programs are linked with them.
const LIBRARIES: [&str; 2] = ["clacc_omp", "acc2omp"];

/// The runtime library of programs whose teams are processes.
const PROCESSES: &str = "clacc_processes";

/// The system libraries that the runtime libraries need.
const OF_SYSTEM: [&str; 3] = ["-pthread", "-ldl", "-lm"];

/// A C compiler and the user's options for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolChain {
    /// The program, by its name or path.
    pub program: String,
    /// The kind of the compiler.
    pub kind: CompilerKind,
    /// The user's options for compiling: `-O2`, `-g`. Options about macros and headers have no effect, because the text is preprocessed
    /// already.
    pub flags: Vec<String>,
    /// The user's options for linking, after the objects: `-lm`.
    pub link_flags: Vec<String>,
    /// The folder of the runtime libraries. None if the linker finds them by itself.
    pub runtime_folder: Option<String>,
}

impl Default for ToolChain {
    /// Returns gcc without options.
    fn default() -> Self {
        ToolChain {
            program: "gcc".to_owned(),
            kind: CompilerKind::Gcc,
            flags: Vec::new(),
            link_flags: Vec::new(),
            runtime_folder: None,
        }
    }
}

/// One invocation of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The program.
    pub program: String,
    /// Its arguments, in order.
    pub arguments: Vec<String>,
    /// The files that it reads, if other steps make them.
    pub inputs: Vec<String>,
    /// The files that it makes.
    pub outputs: Vec<String>,
}

impl ToolChain {
    /// Compiles generated text to an object.
    pub fn compile(&self, text: &str, object: &str) -> Step {
        let flags =
            self.kind.flags_for_text().iter().chain(self.kind.language()).map(|flag| (*flag).to_owned());
        let output = ["-c", text, "-o", object].map(str::to_owned);
        Step {
            program: self.program.clone(),
            arguments: self.flags.iter().cloned().chain(flags).chain(output).collect(),
            inputs: vec![text.to_owned()],
            outputs: vec![object.to_owned()],
        }
    }

    /// Links objects to a program.
    pub fn link(&self, objects: &[String], program: &str) -> Step {
        let mut arguments = self.flags.clone();
        arguments.extend_from_slice(objects);
        arguments.extend(["-o".to_owned(), program.to_owned()]);
        arguments.extend_from_slice(&self.link_flags);
        let libraries = self.runtime_folder.as_ref().map(|folder| self.kind.libraries(folder));
        arguments.extend(libraries.unwrap_or_else(CompilerKind::libraries_of_linker));
        Step {
            program: self.program.clone(),
            arguments,
            inputs: objects.to_vec(),
            outputs: vec![program.to_owned()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_compiled_and_linked() {
        let chain = ToolChain {
            flags: vec!["-O2".to_owned()],
            link_flags: vec!["-lz".to_owned()],
            runtime_folder: Some("/lib".to_owned()),
            ..ToolChain::default()
        };
        let compiled = chain.compile("f.clacc.i", "f.o");
        assert_eq!(compiled.arguments.join(" "), "-O2 -fopenmp-simd -x cpp-output -c f.clacc.i -o f.o");
        let linked = chain.link(&["f.o".to_owned()], "f");
        assert_eq!(
            linked.arguments.join(" "),
            "-O2 f.o -o f -lz /lib/libclacc_omp.a /lib/libacc2omp.a -Wl,-rpath,/lib -pthread -ldl -lm"
        );
        assert_eq!((linked.inputs, linked.outputs), (compiled.outputs, vec!["f".to_owned()]));
        let found = ToolChain::default().link(&["f.o".to_owned()], "f");
        assert_eq!(found.arguments.join(" "), "f.o -o f -lclacc_omp -lacc2omp -pthread -ldl -lm");
        let tcc = ToolChain { kind: CompilerKind::Tcc, ..chain };
        assert!(!tcc.compile("f.clacc.i", "f.o").arguments.contains(&"-fopenmp-simd".to_owned()));
    }
}
