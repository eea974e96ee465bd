//! Code generation: units as C text with calls of the runtime library, and the build steps that make a program of it.
//!
//! The library runs no program and writes no file: [`Generated`] holds the texts and the command lines as data.

use std::sync::Arc;

use clacc_codegen::piece::{self, Region};
use clacc_codegen::unit::device_text::device_text;
use clacc_codegen::unit::{self, UnitText};
use clacc_sema::db::findings;
use clacc_syntax::source::FileRange;

#[doc(inline)]
pub use clacc_codegen::compiler_facts::{PROCESSES_MACRO, PROFILING_MACRO};
#[doc(inline)]
pub use clacc_codegen::piece::CapturedBy;
#[doc(inline)]
pub use clacc_codegen::steps::{CompilerKind, Step, ToolChain};

use crate::analysis::{Analysis, Unit};
use crate::diagnostics::{Diagnostic, Place, Severity};
use crate::omp::MappingChoice;
use crate::policy::Policy;
use crate::severities::Severities;

/// The value of `_OPENMP` with which programs are to be preprocessed for code generation: the year and month of OpenMP 4.5, whose host part
/// the runtime library implements.
///
/// ```
/// use clacc::{generate::OPENMP_VERSION, options::CompileOptions};
///
/// let options = CompileOptions::default().define(format!("_OPENMP={OPENMP_VERSION}"));
/// # let _ = options;
/// ```
pub const OPENMP_VERSION: u32 = 201_511;

/// The options of code generation.
///
/// ```
/// use clacc::generate::{CompilerKind, GenerateOptions, ToolChain};
///
/// let mut tools = ToolChain::default();
/// (tools.program, tools.kind) = ("clang-19".to_owned(), CompilerKind::Clang);
/// let options = GenerateOptions::default().with_tools(tools);
/// assert_eq!(options.mapping.policy().name(), "performance");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GenerateOptions {
    /// The policy that maps OpenACC constructs to the OpenMP from which code is generated, and the dialect of that OpenMP.
    pub mapping: MappingChoice,
    /// The C compiler for which the text is made.
    pub tools: ToolChain,
    /// The severities that decide which findings are returned.
    pub severities: Severities,
}

impl Default for GenerateOptions {
    /// Returns options with the policy `performance`, for gcc.
    fn default() -> Self {
        GenerateOptions {
            mapping: MappingChoice::new(Policy::default(), clacc_ttx::dialect::NATIVE),
            tools: ToolChain::default(),
            severities: Severities::default(),
        }
    }
}

impl GenerateOptions {
    /// Sets the policy of the [mapping](Self::mapping).
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        GenerateOptions { mapping: MappingChoice::new(policy, *self.mapping.dialect()), ..self }
    }

    /// Generates code for a device with a memory of its own too. The device is in the process, and its code checks each access to memory:
    /// compile the text with [`CompilerKind::flags_for_checks`].
    #[must_use]
    pub fn for_discrete_device(self) -> Self {
        let policy = self.mapping.policy().clone();
        GenerateOptions { mapping: MappingChoice::new(policy, clacc_ttx::dialect::DISCRETE), ..self }
    }

    /// Sets the [tools](Self::tools).
    #[must_use]
    pub fn with_tools(self, tools: ToolChain) -> Self {
        GenerateOptions { tools, ..self }
    }

    /// Sets the [severities](Self::severities).
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        GenerateOptions { severities, ..self }
    }
}

/// A file of generated text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GeneratedFile {
    /// The path: that of the main file, with another extension.
    pub path: Arc<str>,
    /// The text: preprocessed C, with line markers.
    pub text: Vec<u8>,
}

/// An outlined function: the code of a region of the program.
///
/// A region is what several threads or a task execute: constructs such as `serial` and `data` have none, and that of a `parallel` with a
/// `loop` in it may be at the `loop`. The construct is the one whose directive begins at the place:
///
/// ```
/// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
/// use clacc::generate::GenerateOptions;
///
/// let program = "int total;\nvoid f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] += total;\n}\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let generated = session.generate(unit, &GenerateOptions::default());
/// let region = &generated.regions[0];
/// let captured: Vec<&str> = region.captures.iter().map(|it| it.variable.as_str()).collect();
/// assert_eq!(captured, ["n", "x"], "`total` has its name in every function");
/// let declarations = session.directed_declarations(unit);
/// let begins_there = |path: &str, start| (path, start) == (&*region.place.path, region.place.start);
/// let directive = declarations.iter().flat_map(|each| each.directives()).find(|each| {
///     session.location(each.node()).is_some_and(|at| begins_there(&at.path, at.start))
/// });
/// let items: Vec<String> = directive.expect("it is there").constructs().flat_map(|each| each.data_items())
///     .filter_map(|item| Some(item.expr()?.node().print())).collect();
/// assert_eq!(items, ["x[0:n]"]);
/// # Ok::<(), clacc::Error>(())
/// ```
///
/// Directives of OpenMP have regions too:
///
/// ```
/// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
/// use clacc::generate::{Capture, CapturedBy, GenerateOptions, GeneratedRegion};
///
/// let program = "void f(int n, int *sum) {\n#pragma omp parallel\n*sum += n;\n}\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let generated = session.generate(unit, &GenerateOptions::default());
/// let region: &GeneratedRegion = &generated.regions[0];
/// assert_eq!((region.place.line, region.caller.as_str()), (2, "f"));
/// let captures: Vec<(&str, CapturedBy)> = region.captures.iter().map(|it| (it.variable.as_str(), it.by)).collect();
/// assert_eq!(captures, [("sum", CapturedBy::Value), ("n", CapturedBy::Value)]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GeneratedRegion {
    /// The place of the construct: its directive and its statement.
    pub place: Place,
    /// The name of the outlined function in the generated text.
    pub function: String,
    /// The name of the user's function that contains the region.
    pub caller: String,
    /// The captures of the outlined function, in the order of the first uses.
    pub captures: Vec<Capture>,
}

/// A variable that is passed to an outlined function. In code for the host, variables at file scope are not passed, because every function
/// can name them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Capture {
    /// The name of the variable.
    pub variable: String,
    /// The way in which the variable is passed.
    pub by: CapturedBy,
}

/// The code that was generated for a unit.
///
/// ```
/// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
/// use clacc::generate::{Generated, GeneratedFile, GenerateOptions};
///
/// let program = "#define ANSWER 42\nint main(void) { return ANSWER; }\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let generated: Generated = session.generate(unit, &GenerateOptions::default());
/// let file: &GeneratedFile = &generated.files[0];
/// assert_eq!(&*file.path, "f.clacc.i");
/// assert_eq!(file.text, b"# 1 \"f.c\"\n\nint main(void) { return 42    ; }\n");
/// let calls: Vec<String> = generated.steps.iter().map(|step| step.arguments.join(" ")).collect();
/// assert!(calls[0].ends_with("-c f.clacc.i -o f.o"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The texts. There are none if a directive has an error, or no code can be generated for it.
    pub files: Vec<GeneratedFile>,
    /// The outlined functions, in the order of the unit; the function of a nested region comes before that of the enclosing region. There
    /// are none without a text.
    pub regions: Vec<GeneratedRegion>,
    /// The command lines that make a program of the texts, in the order in which they are to be run. There are none without a text.
    pub steps: Vec<Step>,
    /// All findings that the [severities](GenerateOptions::severities) show: those of [`Analysis::check`] and those of the
    /// generation.
    pub diagnostics: Vec<Diagnostic>,
}

impl Analysis {
    /// Generates code for a unit: C text with calls of the runtime library, which any C compiler reads, and the build steps that make a
    /// program of it. Directives that only an OpenMP compiler understands are never dropped silently: where no code can be generated for
    /// one, there is an error among the findings and no text.
    ///
    /// The text is the preprocessed unit. Lines without macros and new code are copied from the source, and line markers name their origin,
    /// so that messages and debuggers show the user's files. Errors of C outside of directives are left to the C compiler.
    ///
    /// It costs an [`Analysis::check`] and time linear in the length of the text. The code of a function is memoised until an edit changes
    /// that function.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, generate::GenerateOptions, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "#include <none.h>\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let generated = session.generate(unit, &GenerateOptions::default());
    /// assert!(generated.files.is_empty());
    /// assert_eq!(generated.diagnostics[0].code.id, "PP0001");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn generate(&self, unit: Unit, options: &GenerateOptions) -> Generated {
        let made = unit::text(&self.db, self.unit(unit), self.mapping(&options.mapping));
        let mut generated = self.generated(unit, options, made, "clacc.i");
        let stem = stem_of(&self.path(unit)).to_owned();
        generated.steps =
            generated.files.iter().flat_map(|file| steps_of(&options.tools, &file.path, &stem)).collect();
        generated
    }

    /// Generates the text of a unit for accelerators: its kernels and its functions for devices, with the functions, types, constants and
    /// variables that they need, in the order of the source, and nothing else of the unit. Each kernel has a function
    /// `clacc_kernel_…(clacc_thread *, void *)` with external linkage. The text calls the runtime library for levels of parallelism.
    ///
    /// The [policy](GenerateOptions::with_policy) decides as for [`generate`](Self::generate). There are no [steps](Generated::steps),
    /// because no part of this library runs the text: it is C for `clang -x c --target=…`, with `nvptx64-nvidia-cuda` or `amdgcn-amd-amdhsa`.
    /// [Regions](Generated::regions) are the kernels.
    ///
    /// It costs an [`Analysis::check`] and time linear in the length of the unit, headers included. Nothing of it is memoised.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, generate::GenerateOptions, options::CompileOptions};
    /// let program = "\
    /// static int never(int i) { return i; }
    /// static int twice(int i) { return 2 * i; }
    /// void f(int n, int *a) {
    /// #pragma acc parallel loop copyout(a[0:n])
    ///   for (int i = 0; i < n; ++i) a[i] = twice(i);
    /// }
    /// ";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let generated = session.generate_for_device(unit, &GenerateOptions::default());
    /// let text = String::from_utf8_lossy(&generated.files[0].text);
    /// assert!(text.contains("static int twice(int i)") && !text.contains("never"));
    /// assert_eq!(&*generated.files[0].path, "f.device.c");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn generate_for_device(&self, unit: Unit, options: &GenerateOptions) -> Generated {
        let options = options.clone().for_discrete_device();
        let made = device_text(&self.db, self.unit(unit), self.mapping(&options.mapping));
        self.generated(unit, &options, made, "device.c")
    }

    /// Returns a text with the findings about its unit, and without steps.
    fn generated(&self, unit: Unit, options: &GenerateOptions, made: UnitText, extension: &str) -> Generated {
        let db_unit = self.unit(unit);
        let unknown = self.unknown_unit(unit);
        let own: Vec<_> =
            unknown.iter().chain(findings::diagnostics(&self.db, db_unit).iter()).cloned().collect();
        let is_broken =
            own.iter().any(|finding| finding.severity == Severity::Error && !is_about_c(finding.code.id));
        let diagnostics = self.shown(own.iter().chain(&made.findings), &options.severities);
        let text = made.text.filter(|_| !is_broken);
        let stem = stem_of(&self.path(unit)).to_owned();
        let files: Vec<GeneratedFile> = text
            .into_iter()
            .map(|text| GeneratedFile { path: format!("{stem}.{extension}").into(), text })
            .collect();
        let regions = made.regions.iter().filter(|_| !files.is_empty());
        let regions = regions.map(|(region, at)| self.generated_region(region, *at)).collect();
        Generated { files, regions, steps: Vec::new(), diagnostics }
    }

    fn generated_region(&self, region: &Region, at: FileRange) -> GeneratedRegion {
        let capture = |it: &piece::Capture| Capture { variable: it.variable.to_string(), by: it.by };
        GeneratedRegion {
            place: self.place(at),
            function: region.name.to_string(),
            caller: region.function.to_string(),
            captures: region.captures.iter().map(capture).collect(),
        }
    }

    /// Returns a unit as a C preprocessor prints it: line markers and tokens. Lines without macros are copied unchanged; directives of
    /// OpenACC and OpenMP are on one line each, with macros expanded. Each call makes the text anew.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let program = "#define P(x) _Pragma(#x)\nP(acc wait) int a; // first\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let text = session.preprocessed(unit);
    /// assert_eq!(text, b"# 1 \"f.c\"\n\n#pragma acc wait\n# 2 \"f.c\"\n            int a; // first\n");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn preprocessed(&self, unit: Unit) -> Vec<u8> {
        unit::preprocessed_text(&self.db, self.unit(unit))
    }
}

/// Returns whether a code is about C alone, so that the C compiler reports it itself.
fn is_about_c(id: &str) -> bool {
    !["ACC", "OMP", "PP", "GEN", "UNIT"].iter().any(|prefix| id.starts_with(prefix))
}

/// Returns the path of a C file without its extension.
fn stem_of(path: &str) -> &str {
    ["c", "i"].iter().find_map(|extension| path.strip_suffix(extension)?.strip_suffix('.')).unwrap_or(path)
}

fn steps_of(tools: &ToolChain, text: &str, stem: &str) -> Vec<Step> {
    let object = format!("{stem}.o");
    vec![tools.compile(text, &object), tools.link(std::slice::from_ref(&object), stem)]
}
