//! Translation of OpenACC to OpenMP in the user's text.

use std::sync::Arc;

#[doc(inline)]
pub use clacc_sema::acc::clauses::DataModifier;
use clacc_syntax::source::{FileId, FileRange};
#[doc(inline)]
pub use clacc_ttx::added_code::{AddedCode, AddedReason};
use clacc_ttx::queue_objects::QueueForm;
use clacc_ttx::rewrite;
use clacc_ttx::rewrite::UnitQueues;
#[doc(inline)]
pub use clacc_ttx::rewrite::{Guard, Mode, Spelling, TextReader};
#[doc(inline)]
pub use clacc_ttx::verdict::{Because, Fidelity, VerdictClause, VerdictDirective, VerdictPart};

use crate::Dialect;
use crate::diagnostics::Diagnostic;
use crate::omp::MappingChoice;
use crate::place_finder::PlaceFinder;
use crate::policy::Policy;
use crate::severities::Severities;
#[doc(inline)]
pub use crate::verdicts::{DirectiveVerdict, VerdictLine, by_directive};

/// The options of a translation. With feature `serde`, policy and dialect are entries `policy` and `dialect` with their names: options with
/// a custom policy or dialect cannot be serialised.
///
/// ```
/// use clacc::dialect;
/// use clacc::translate::{Mode, TranslateOptions};
///
/// let options = TranslateOptions::default().with_mode(Mode::AccOmp).with_dialect(dialect::LLVM);
/// assert_eq!(options.mapping.dialect().name(), "llvm");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TranslateOptions {
    /// The form of the output: which of the two languages it shows.
    pub mode: Mode,
    /// The policy that chooses the OpenMP form of OpenACC constructs, and the dialect in which it is spelled.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub mapping: MappingChoice,
    /// The spelling of expressions in clauses.
    pub spelling: Spelling,
    /// The treatment of uses of `_OPENACC` in the program.
    pub openacc_macro: OpenaccMacro,
    /// The treatment of directives in headers of the program.
    pub headers: Headers,
    /// true to add `#line` directives that keep the program's line numbers, so that `__LINE__` and debuggers show those of the source. The
    /// name of the file, `__FILE__`, is that of the translation. It has an effect in mode [`Mode::Omp`].
    pub line_numbers: bool,
    /// true to add a comment behind each directive that OpenMP only approximates, with the reason and the code of a finding. It has an effect
    /// in mode [`Mode::Omp`].
    pub explains: bool,
    /// true to put calls around translated directives that announce them, with their places in the source, to OpenACC's profiling libraries.
    /// The text needs the header `acc2omp_prof.h` of the runtime library in front of it (`-include`). It has an effect in mode [`Mode::Omp`].
    pub announces: bool,
    /// The reader of the text. For a compiler, the text suppresses warnings that are only caused by the translation. It has an effect in
    /// mode [`Mode::Omp`].
    pub reader: TextReader,
    /// The severities that decide which findings are returned. They do not influence the translation.
    pub severities: Severities,
    /// The macro that is defined in mode [`Mode::Dual`] when OpenACC is compiled.
    #[cfg_attr(feature = "serde", serde(with = "crate::option_names::guard"))]
    pub guard: Guard,
}

impl Default for TranslateOptions {
    /// Returns options for printing OpenMP alone, with policy `performance`, [`Dialect::DEFAULT`] and the user's spelling.
    fn default() -> Self {
        TranslateOptions {
            mode: Mode::Omp,
            mapping: MappingChoice::default(),
            spelling: Spelling::AsWritten,
            openacc_macro: OpenaccMacro::Automatic,
            headers: Headers::Translate,
            line_numbers: false,
            explains: false,
            announces: false,
            reader: TextReader::Person,
            severities: Severities::default(),
            guard: Guard::default(),
        }
    }
}

impl TranslateOptions {
    /// Sets the [mode](Self::mode).
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        TranslateOptions { mode, ..self }
    }

    /// Sets [policy and dialect](Self::mapping).
    #[must_use]
    pub fn with_mapping(self, mapping: MappingChoice) -> Self {
        TranslateOptions { mapping, ..self }
    }

    /// Sets the policy of the [mapping](Self::mapping).
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let dialect = *self.mapping.dialect();
        self.with_mapping(MappingChoice::new(policy, dialect))
    }

    /// Sets the dialect of the [mapping](Self::mapping).
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        let policy = self.mapping.policy().clone();
        self.with_mapping(MappingChoice::new(policy, dialect))
    }

    /// Sets the [spelling](Self::spelling).
    #[must_use]
    pub fn with_spelling(self, spelling: Spelling) -> Self {
        TranslateOptions { spelling, ..self }
    }

    /// Sets the treatment of [`_OPENACC`](Self::openacc_macro).
    #[must_use]
    pub fn with_openacc_macro(self, openacc_macro: OpenaccMacro) -> Self {
        TranslateOptions { openacc_macro, ..self }
    }

    /// Sets the treatment of [headers](Self::headers).
    #[must_use]
    pub fn with_headers(self, headers: Headers) -> Self {
        TranslateOptions { headers, ..self }
    }

    /// Sets the [reader](Self::reader) of the text.
    #[must_use]
    pub fn with_reader(self, reader: TextReader) -> Self {
        TranslateOptions { reader, ..self }
    }

    /// Sets whether [line numbers](Self::line_numbers) are kept.
    #[must_use]
    pub fn with_line_numbers(self, line_numbers: bool) -> Self {
        TranslateOptions { line_numbers, ..self }
    }

    /// Sets whether comments [explain](Self::explains) approximations.
    #[must_use]
    pub fn with_explanations(self, explains: bool) -> Self {
        TranslateOptions { explains, ..self }
    }

    /// Sets whether calls around directives [announce](Self::announces) them.
    #[must_use]
    pub fn with_announcements(self, announces: bool) -> Self {
        TranslateOptions { announces, ..self }
    }

    /// Sets the [severities](Self::severities).
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        TranslateOptions { severities, ..self }
    }
}

impl TranslateOptions {
    /// Sets the [guard](Self::guard) of mode [`Mode::Dual`].
    #[must_use]
    pub fn with_guard(self, guard: Guard) -> Self {
        TranslateOptions { guard, ..self }
    }
}

/// The treatment of uses of `_OPENACC`, which OpenMP compilers do not define.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum OpenaccMacro {
    /// [`OpenaccMacro::Rename`] in mode [`Mode::Omp`] for a dialect with [short text](Dialect::is_short), otherwise
    /// [`OpenaccMacro::Define`].
    #[default]
    Automatic,
    /// Each use becomes one of `_OPENMP`, in lines that the preprocessor skips too, if every use in the files of the unit asks only whether
    /// the macro is defined, or for its truth value. Otherwise the macro is defined, and a note says which use is the reason. It is for
    /// mode [`Mode::Omp`]; in other modes the macro is defined.
    Rename,
    /// The macro is defined at the top of every unit that uses it, whether or not the unit has directives, and a note is reported. Mode
    /// [`Mode::AccOmp`] leaves OpenACC active and adds no definition.
    Define,
    /// The uses stay, and a warning says that the code that they choose is not compiled.
    Keep,
    /// The macro is not defined in the text; the compiler's command line has to do that: `-D_OPENACC=202506`.
    Leave,
}

/// The treatment of directives in headers of the program. Directives in system headers are always kept and reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Headers {
    /// The directives are translated, and the caller writes the [headers](Translation::headers).
    #[default]
    Translate,
    /// The directives are kept and reported, because the caller writes the main file only.
    Keep,
}

/// A translated unit.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::translate::{Headers, OpenaccMacro, TranslateOptions, TranslatedFile, Translation};
///
/// let program = "#include \"g.h\"\nvoid f(int *x) {\n#pragma acc update self(x[0:4])\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// session.set_source("g.h", "static void g(int *x) {\n#pragma acc update device(x[0:4])\n}\n");
/// let options = TranslateOptions::default().with_headers(Headers::Translate).with_openacc_macro(OpenaccMacro::Leave);
/// let translation: &Translation = &session.translate(unit, &options);
/// assert_eq!((&*translation.path, translation.changed, translation.verdicts.len()), ("f.c", true, 4));
/// let header: &TranslatedFile = &translation.headers[0];
/// assert_eq!((&*header.path, header.changed), ("g.h", true));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Translation {
    /// The text of the main file.
    #[cfg_attr(feature = "serde", serde(with = "clacc_syntax::encoding::byte_text"))]
    pub text: Vec<u8>,
    /// true if the main file differs from the source.
    pub changed: bool,
    /// The translated headers of the program that hold OpenACC directives. System headers are never among
    /// them.
    pub headers: Vec<TranslatedFile>,
    /// The verdicts on every directive, clause and modifier, in the order of the directives.
    pub verdicts: Vec<VerdictLine>,
    /// All findings that the [severities](TranslateOptions::severities) show: those of [`Analysis::check`](crate::Analysis::check) and
    /// those of the translation. Findings about OpenMP in the translation that not every compiler accepts, such as `hold` and `present`,
    /// are only shown if the name `openacc-omp-ext` is enabled: they matter if the dialect was not chosen for a certain compiler.
    pub diagnostics: Vec<Diagnostic>,
    /// The path of the main file.
    pub path: Arc<str>,
    /// The edits of all files.
    pub(crate) edits: Vec<rewrite::Edit>,
    /// The files of the program that the unit read.
    pub(crate) read: Vec<ReadFile>,
    /// The settings of `-D` and `-U`, as on a command line.
    pub(crate) macros: Vec<String>,
    /// The representation of the queues.
    pub(crate) queues: UsedQueues,
    /// Text of shared files that the unit needs as it is, although it holds no directive.
    pub(crate) refused: Vec<FileRange>,
}

/// The representation of the queues of a translated unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct UsedQueues {
    /// True if objects represent them.
    pub(crate) are_objects: bool,
    /// The place at which the unit needs the library for them.
    pub(crate) place_of_library: Option<String>,
}

impl UsedQueues {
    pub(crate) fn of(queues: &UnitQueues, places: &mut PlaceFinder<'_>) -> UsedQueues {
        UsedQueues {
            are_objects: queues.form == QueueForm::Objects && queues.has_queues,
            place_of_library: queues.use_of_library.as_ref().map(|(at, _)| places.place(*at).to_string()),
        }
    }
}

/// A file outside system directories that a unit read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ReadFile {
    pub(crate) file: FileId,
    pub(crate) path: Arc<str>,
    /// The text, if the unit edits the file.
    #[cfg_attr(feature = "serde", serde(with = "clacc_syntax::encoding::byte_text::optional"))]
    pub(crate) text: Option<Arc<[u8]>>,
    /// The ranges that `#if` excludes, in order.
    pub(crate) inactive: Vec<(u32, u32)>,
}

/// A translated file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TranslatedFile {
    /// The path.
    pub path: Arc<str>,
    /// The text.
    #[cfg_attr(feature = "serde", serde(with = "clacc_syntax::encoding::byte_text"))]
    pub text: Vec<u8>,
    /// true if the text differs from the source.
    pub changed: bool,
}
