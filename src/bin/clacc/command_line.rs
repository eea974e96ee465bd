//! The arguments of the command line. Their doc comments are the texts of `--help`.

use std::ffi::OsString;

use clacc::options::DataSubscripts;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::implicit_levels;

/// Translates OpenACC to OpenMP in C programs, checks directives, and explains them.
#[derive(Parser, Debug)]
#[command(name = "clacc", version, max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print the program with OpenMP instead of OpenACC; nothing else changes.
    Translate(TranslateArguments),
    /// Report errors in the program's directives and questionable uses of them. With options about the OpenMP of a translation, also report
    /// what that translation would not cover.
    Check(CheckArguments),
    /// List the mapping policies and the dialects.
    Policies(PoliciesArguments),
    /// Print the data attributes of constructs, each with its reason.
    Attributes(AttributesArguments),
    /// Print the syntax tree, with the OpenMP form of every OpenACC construct marked.
    Ast(AstArguments),
    /// Print the C code that is generated for a program, with calls of the runtime library, or the commands that build the program from it.
    Codegen(CodegenArguments),
    /// Print the page of a diagnostic's code.
    Explain(ExplainArguments),
    /// Install the OpenACC API library for translated programs, or print what a build needs.
    Runtime(RuntimeArguments),
    /// Compile programs with OpenACC like gcc and clang compile C: translate, compile, link; or print the translation, like the original
    /// Clacc.
    #[command(disable_help_flag = true)]
    Cc {
        /// The compiler's arguments.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Verify a port: build a program without its directives and translated, run both, and report the first difference.
    #[command(disable_help_flag = true)]
    Verify {
        /// Options of `clacc verify`, and options and files of `clacc cc`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

impl Command {
    /// Returns the format of messages about the command's own work. None for text for people.
    pub(crate) fn message_format(&self) -> Option<MessageFormat> {
        let messages = match self {
            Command::Translate(arguments) => &arguments.messages,
            Command::Check(arguments) => &arguments.messages,
            Command::Attributes(arguments) => &arguments.messages,
            Command::Ast(arguments) => &arguments.messages,
            Command::Codegen(arguments) => &arguments.messages,
            Command::Policies(PoliciesArguments { format, .. })
            | Command::Explain(ExplainArguments { format, .. }) => {
                return (*format == TreeFormat::Json).then_some(MessageFormat::Json);
            }
            Command::Runtime(_) | Command::Cc { .. } | Command::Verify { .. } => return None,
        };
        Some(messages.message_format)
    }
}

/// Returns the message format for arguments that could not be parsed, if they ask for a machine-readable one.
pub(crate) fn format_in(words: &[OsString]) -> Option<MessageFormat> {
    const OPTION: &str = "--message-format";
    let follows = words.windows(2).filter(|pair| pair[0] == OPTION).filter_map(|pair| pair[1].to_str());
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix(OPTION)?.strip_prefix('='));
    match follows.chain(joined).last()? {
        "json" => Some(MessageFormat::Json),
        "sarif" => Some(MessageFormat::Sarif),
        _ => None,
    }
}

/// Returns the C file that is given in place of a command.
pub(crate) fn file_without_command(words: &[OsString]) -> Option<&str> {
    let word = words.first()?.to_str()?;
    std::path::Path::new(word).extension().is_some_and(|extension| extension == "c").then_some(word)
}

/// The options for reading sources, as a C compiler has them.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct SourceArguments {
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C")]
    pub(crate) define: Vec<String>,
    /// Undefine a macro, after all definitions.
    #[arg(short = 'U', value_name = "NAME", help_heading = "C")]
    pub(crate) undefine: Vec<String>,
    /// Add a directory to the search path for headers.
    #[arg(short = 'I', value_name = "DIR", help_heading = "C")]
    pub(crate) include_dir: Vec<String>,
    /// Add a directory to the search path for headers in quotes only.
    #[arg(long = "iquote", value_name = "DIR", help_heading = "C")]
    pub(crate) quote_dir: Vec<String>,
    /// Add a directory to the search path for system headers.
    #[arg(long = "isystem", value_name = "DIR", help_heading = "C")]
    pub(crate) system_dir: Vec<String>,
    /// Add a directory that is searched after the system directories.
    #[arg(long = "idirafter", value_name = "DIR", help_heading = "C")]
    pub(crate) after_dir: Vec<String>,
    /// Read a file before each C file, like an `#include` at its top.
    #[arg(long = "include", value_name = "FILE", help_heading = "C")]
    pub(crate) forced_include: Vec<String>,
    /// The C standard: c89 to c23, gnu89 to gnu23.
    #[arg(long = "std", value_name = "STANDARD", help_heading = "C")]
    pub(crate) standard: Option<String>,
    /// The target machine of the program.
    #[arg(long, value_name = "TRIPLE", help_heading = "C")]
    pub(crate) target: Option<String>,
    /// The device type whose clauses apply in directives with `device_type`: nvidia, radeon, host, ...
    #[arg(long, value_name = "TYPE", help_heading = "C")]
    pub(crate) device_type: Option<String>,
    /// The meaning of a subscript without `:` in a data clause: `copy(a[n])` copies one element, as OpenACC defines it, or the first `n`
    /// elements, as with some compilers.
    #[arg(long, value_enum, value_name = "READING", default_value_t, help_heading = "C")]
    pub(crate) data_subscripts: SubscriptReading,
    /// Share loops that have no `worker` clause among workers: those with a `vector` clause (vector), the outermost ones (outer), or both
    /// (vector-outer).
    #[arg(long, value_name = "LOOPS", overrides_with = "implicit_worker", help_heading = "C")]
    pub(crate) implicit_worker: Option<String>,
    /// Share loops that have no `vector` clause among vector lanes: the outermost ones (outer).
    #[arg(long, value_name = "LOOPS", overrides_with = "implicit_vector", help_heading = "C")]
    pub(crate) implicit_vector: Option<String>,

    /// Loops that policy `performance` parallelizes because their iterations are proven to be independent: none; proven; or assumed, which
    /// also assumes that pointers in data clauses do not alias.
    #[arg(long, value_name = "LOOPS", overrides_with = "loop_proofs", help_heading = "C")]
    pub(crate) loop_proofs: Option<String>,

    /// Loops that policy `performance` interchanges in dialect `host`, so that memory accesses become contiguous: none; or proven, where
    /// that is proven to preserve the results.
    #[arg(long, value_name = "LOOPS", overrides_with = "interchange", help_heading = "C")]
    pub(crate) interchange: Option<String>,
    /// Ignore the program's OpenMP directives, like a compiler that only knows OpenACC; translations omit them.
    #[arg(long, help_heading = "C")]
    pub(crate) ignore_openmp: bool,
    /// true if the program is read like by a compiler that does not know OpenACC.
    #[arg(skip)]
    pub(crate) without_openacc: bool,
    /// true if the program is compiled without OpenMP although the compiler of the translation defines `_OPENMP`, so that the program's
    /// uses of that macro are renamed.
    #[arg(skip)]
    pub(crate) hides_openmp: bool,
    /// Take include paths and predefined macros from an installed compiler.
    #[arg(long, value_name = "COMPILER", help_heading = "C")]
    pub(crate) cc: Option<String>,
    /// Take files and their flags from a compilation database.
    #[arg(short = 'p', value_name = "compile_commands.json", help_heading = "C")]
    pub(crate) database: Option<String>,
    /// Compiler flags that do not change how clacc reads programs (-f..., -m..., -W..., -O...), collected by `normalize`. Flags that begin
    /// with -W, and -w, determine which findings are shown.
    #[arg(long = "ignored-flag", value_name = "FLAG", hide = true, allow_hyphen_values = true)]
    pub(crate) ignored: Vec<String>,
}

impl SourceArguments {
    /// Adds the flags of a compiler's command. Flags that clacc does not know are ignored.
    pub(crate) fn add_flags(&mut self, flags: Vec<String>) {
        let mut words =
            normalize(std::iter::once("cc".into()).chain(flags.into_iter().map(OsString::from)).collect())
                .into_iter()
                .skip(1)
                .filter_map(|word| word.into_string().ok());
        while let Some(word) = words.next() {
            let split = ["-D", "-U", "-I"].into_iter().find(|flag| word.starts_with(flag));
            let long =
                ["--iquote", "--isystem", "--idirafter", "--include"].into_iter().find(|flag| *flag == word);
            let (flag, value) = match (split, long) {
                (Some(flag), _) if word.len() > flag.len() => (flag, Some(word[flag.len()..].to_owned())),
                (Some(flag), _) | (_, Some(flag)) => (flag, words.next()),
                _ => match word.split_once('=') {
                    Some((
                        flag @ ("--std" | "--implicit-worker" | "--implicit-vector" | "--loop-proofs"
                        | "--interchange"),
                        value,
                    )) => (flag, Some(value.to_owned())),
                    _ => continue,
                },
            };
            if let Some(value) = value {
                self.add(flag, value);
            }
        }
    }

    fn add(&mut self, flag: &str, value: String) {
        match flag {
            // Definitions are applied before undefinitions, so an earlier flag about the same macro is removed: the last one has
            // precedence.
            "-D" => {
                self.undefine.retain(|name| *name != macro_of(&value));
                self.define.push(value);
            }
            "-U" => {
                self.define.retain(|definition| macro_of(definition) != value);
                self.undefine.push(value);
            }
            "-I" => self.include_dir.push(value),
            "--iquote" => self.quote_dir.push(value),
            "--isystem" => self.system_dir.push(value),
            "--idirafter" => self.after_dir.push(value),
            "--include" => self.forced_include.push(value),
            "--implicit-worker" => self.implicit_worker = Some(value),
            "--implicit-vector" => self.implicit_vector = Some(value),
            "--loop-proofs" => self.loop_proofs = Some(value),
            "--interchange" => self.interchange = Some(value),
            _ => self.standard = Some(value),
        }
    }
}

/// The options for commands that process several files.
#[derive(Args, Debug, Clone)]
pub(crate) struct UnitArguments {
    /// Process N files in parallel; the default is the number of processors. The results do not depend on N.
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = "Several files")]
    jobs: Option<std::num::NonZero<usize>>,
    /// Read every file with these additional compiler flags, such as "-DGPU -DN=8"; if given several times, once with each of them. Each
    /// file still gets one translation, with the directives that are active in any of them.
    #[arg(
        long = "configuration",
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Several files"
    )]
    pub(crate) configurations: Vec<String>,
}

impl UnitArguments {
    /// Returns the number of files that are processed in parallel, if the user sets it.
    pub(crate) fn jobs(&self) -> Option<usize> {
        self.jobs.map(std::num::NonZero::get)
    }
}

/// The format of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportFormat {
    /// One line for each directive, clause and modifier, on stderr.
    Lines,
    /// Markdown, for people.
    Md,
    /// A page for a browser, for people.
    Html,
    /// JSON, for programs.
    Json,
}

/// The execution of loops with little work.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SmallLoops {
    /// One thread of the host.
    #[default]
    OneThread,
    /// Several threads, like loops with more work.
    Threads,
}

/// The treatment of uses of `_OPENACC`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MacroTreatment {
    /// They become uses of `_OPENMP` if every one of them asks only whether the macro is defined; otherwise as `define` (mode omp).
    Rename,
    /// The macro is defined at the top of each file.
    Define,
    /// Nothing changes, and a warning says that the code for OpenACC is off.
    Keep,
}

/// The meaning of a subscript without `:` in a data clause.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SubscriptReading {
    /// One element.
    #[default]
    Elements,
    /// The number of elements, from the first one.
    Lengths,
}

impl SubscriptReading {
    pub(crate) fn of_library(self) -> DataSubscripts {
        match self {
            SubscriptReading::Elements => DataSubscripts::Elements,
            SubscriptReading::Lengths => DataSubscripts::Lengths,
        }
    }
}

/// Returns the name of the macro in a definition on the command line.
fn macro_of(definition: &str) -> &str {
    definition.split(['=', '(']).next().unwrap_or(definition)
}

/// The options for printing findings. -WNAME, -Wno-NAME, -Werror=NAME, -Wno-error=NAME, -Werror and -w select findings by their names or
/// codes.
#[derive(Args, Debug, Clone)]
pub(crate) struct MessageArguments {
    /// The format of findings and of the report on stderr; results go to stdout. `human` summarizes repeated findings, the other formats
    /// show all: `short` and `json` one per line, `sarif` as one document.
    #[arg(long, value_enum, default_value_t = MessageFormat::Human, help_heading = "Messages")]
    pub(crate) message_format: MessageFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t = Colour::Auto, help_heading = "Messages")]
    pub(crate) color: Colour,
    /// Show notes in format `human`, each with its places; otherwise they are only counted.
    #[arg(long, help_heading = "Messages")]
    pub(crate) notes: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MessageFormat {
    Human,
    Short,
    Json,
    Sarif,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// The form of the printed program.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The source, unchanged.
    Acc,
    /// OpenMP instead of OpenACC.
    Omp,
    /// OpenACC, with OpenMP in comments.
    AccOmp,
    /// OpenMP, with OpenACC in comments.
    OmpAcc,
    /// Both, each in one branch of `#ifdef _OPENACC` (or another macro, see `--guard`).
    Dual,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DenyLevel {
    /// Anything whose meaning is not preserved exactly.
    Approximated,
    /// Also directives and clauses that are omitted without loss of meaning.
    Dropped,
    /// Directives for which the program needs more than directives.
    AddedCode,
}

#[derive(Args, Debug)]
pub(crate) struct TranslateArguments {
    /// C files; `-` means stdin; a folder means the `*.c` files in it and its subfolders.
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Write to a file, or into a folder if it exists or the path ends in `/`. In a folder, the program's headers with directives are
    /// written too, and the folder structure is kept.
    #[arg(short = 'o', value_name = "PATH", conflicts_with_all = ["in_place", "diff", "check"])]
    pub(crate) output: Option<String>,
    /// Change the files themselves, including headers of the program.
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    pub(crate) in_place: bool,
    /// Print a unified diff instead of the program.
    #[arg(long, conflicts_with = "check")]
    pub(crate) diff: bool,
    /// Print nothing; exit with status 1 if the files would change.
    #[arg(long)]
    pub(crate) check: bool,
    /// The form of the printed program.
    #[arg(long, value_enum, default_value_t = Mode::Omp)]
    pub(crate) mode: Mode,
    #[command(flatten)]
    pub(crate) mapping: MappingArguments,
    /// The execution of loops with little work under policy `performance`; with threads, race checkers can examine all of them.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) small_loops: SmallLoops,
    /// Compile the text with the installed compilers, without output, and fail if one of them refuses it. Files of a compilation database are
    /// compiled with the options of this command line.
    #[arg(long, conflicts_with = "compare")]
    pub(crate) check_compilers: bool,
    /// Print `num_gangs`, `num_workers` and `vector_length` as sizes of OpenMP although no result depends on them, under policy `performance`.
    #[arg(long)]
    pub(crate) keep_sizes: bool,
    /// The macro that selects the OpenACC side (mode dual). clacc defines it when it reads the program.
    #[arg(long, value_name = "MACRO", default_value = "_OPENACC")]
    pub(crate) guard: String,
    /// Print the differences between two mappings instead of the program; exit with status 1 if there are any. A mapping is POLICY:DIALECT,
    /// or one name of a policy, a dialect or both; `--policy` and `--dialect` give the missing part.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["output", "in_place", "diff", "check", "report", "deny"])]
    pub(crate) compare: Option<Vec<String>>,
    /// The output format of `--compare`.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text, requires = "compare")]
    pub(crate) format: TreeFormat,
    /// Fail if a directive or clause gets one of these verdicts, or if code is added for it.
    #[arg(long, value_enum)]
    pub(crate) deny: Option<DenyLevel>,
    /// The treatment of uses of `_OPENACC`, which OpenMP compilers do not define. Without the option, they are renamed in the text of
    /// `--openmp`, `--for` and `--compiler` (mode omp), and a definition is added for a named dialect and in other modes.
    #[arg(long, value_enum, value_name = "TREATMENT")]
    pub(crate) openacc_macro: Option<MacroTreatment>,
    /// Do not define `_OPENACC` at the top of a program that uses it; the compiler's command line must.
    #[arg(long, conflicts_with = "openacc_macro")]
    pub(crate) no_openacc_macro: bool,
    /// Say in a comment behind each directive that OpenMP only approximates what is different, with the code of a finding (mode omp).
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write `#line` where the number of lines changes, so that `__LINE__` keeps its values (mode omp).
    #[arg(long)]
    pub(crate) line_numbers: bool,
    /// List the translation of every directive and clause, on stderr; or, with md, html or json, write a report with totals and the
    /// remaining manual work, to stdout if no program is printed there.
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "lines")]
    pub(crate) report: Option<ReportFormat>,
    /// Write the report to a file.
    #[arg(long, value_name = "FILE", requires = "report")]
    pub(crate) report_file: Option<String>,
    #[command(flatten)]
    pub(crate) units: UnitArguments,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

/// The OpenMP of a command: the policy that chooses its forms, and the dialect in which they are spelled.
#[derive(Args, Debug)]
pub(crate) struct MappingArguments {
    #[command(flatten)]
    pub(crate) dialect: DialectArguments,
    /// The mapping policy; `clacc policies` lists the names. The default is `performance`; for `ast`, it is `clacc`.
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,
    /// Read the mapping policy from a TOML file with rules that change a built-in policy (docs/policy-files.md).
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    pub(crate) policy_file: Option<String>,
}

/// The spelling of OpenMP: three choices, or the name of a dialect. None of the choices is stated by default.
#[derive(Args, Debug, Default)]
pub(crate) struct DialectArguments {
    /// The version of OpenMP: 4.5, 5.0, 5.1, 5.2, 6.0 or 6.1. The default is 5.1.
    #[arg(long, value_name = "VERSION")]
    pub(crate) openmp: Option<String>,
    /// The platform on which the program will run: device (the default), whose text has no tuning for hosts; any, whose text is tuned for
    /// hosts and right on devices; or host, whose text uses the threads of the host, has no `target` and moves no data.
    #[arg(long = "for", value_name = "PLATFORM")]
    pub(crate) platform: Option<String>,
    /// The compilers that will read the text, so that it avoids their known faults: gcc-12 to gcc-16, clang-19 to clang-22, `here` for those
    /// that are installed, or `none`. Without compilers, the text is what the specification asks for.
    #[arg(long = "compiler", value_name = "COMPILER", value_delimiter = ',')]
    pub(crate) compilers: Vec<String>,
    /// A named combination of these three, such as `portable`; `clacc policies` lists the names.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["openmp", "platform", "compilers"])]
    pub(crate) dialect: Option<String>,
}

impl TranslateArguments {
    /// Returns the paths of the compilation database and of the policy file, if they are given.
    pub(crate) fn settings(&self) -> impl Iterator<Item = std::sync::Arc<str>> {
        let files = [&self.source.database, &self.mapping.policy_file].into_iter().flatten();
        files.map(|file| std::sync::Arc::from(file.as_str()))
    }
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// C files; `-` means stdin; a folder means the `*.c` files in it and its subfolders.
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub(crate) files: Vec<String>,
    /// Also parse the bodies of functions without directives.
    #[arg(long)]
    pub(crate) all_bodies: bool,
    /// Report OpenMP sides of `translate --mode dual` that no longer match their OpenACC sides.
    #[arg(long)]
    pub(crate) drift: bool,
    /// The macro that selects the OpenACC side, as given to `translate`.
    #[arg(long, value_name = "MACRO", default_value = "_OPENACC", requires = "drift")]
    pub(crate) guard: String,
    #[command(flatten)]
    pub(crate) mapping: MappingArguments,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    #[command(flatten)]
    pub(crate) units: UnitArguments,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

#[derive(Args, Debug)]
pub(crate) struct PoliciesArguments {
    /// Also list the policy of a policy file.
    #[arg(long, value_name = "FILE")]
    pub(crate) policy_file: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
}

#[derive(Args, Debug)]
pub(crate) struct AttributesArguments {
    /// A C file, optionally with the line of a directive. Without a line, the table of a nested construct omits variables that are only
    /// shared with the enclosing construct.
    #[arg(value_name = "FILE[:LINE]")]
    pub(crate) place: String,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The output format.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TreeFormat {
    Text,
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct AstArguments {
    /// A C file; `-` means stdin.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The output format.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    #[command(flatten)]
    pub(crate) mapping: MappingArguments,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

/// The output of code generation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Emitted {
    /// The text for the C compiler of this machine.
    Host,
    /// The text of `clacc cc --native --discrete`, whose device has a memory of its own and checks each access.
    Discrete,
    /// The text for accelerators: kernels and functions for devices, with what they need and nothing else.
    Device,
    /// The compiler commands that build a program from the text, one per line.
    Steps,
    /// The preprocessed program with its directives, without generated code.
    Preprocessed,
}

#[derive(Args, Debug)]
pub(crate) struct CodegenArguments {
    /// A C file; `-` means stdin.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The output.
    #[arg(long, value_enum, default_value_t = Emitted::Host)]
    pub(crate) emit: Emitted,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The mapping policy; `clacc policies` lists the names.
    #[arg(long, default_value = "performance")]
    pub(crate) policy: String,
    /// Read the mapping policy from a TOML file with rules that change a built-in policy (docs/policy-files.md).
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    pub(crate) policy_file: Option<String>,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// A code such as ACC0042; without one, all codes are listed.
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
}

#[derive(Args, Debug)]
pub(crate) struct RuntimeArguments {
    /// Install headers, libraries and pkg-config files into a folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) install: Option<String>,
    /// Print the compiler options that programs need.
    #[arg(long)]
    pub(crate) cflags: bool,
    /// Print the linker options that programs need.
    #[arg(long)]
    pub(crate) libs: bool,
    /// With `--cflags` and `--libs`: for programs that use clacc's own runtime and no other OpenMP library.
    #[arg(long)]
    pub(crate) native: bool,
    /// With `--libs` and `--native`: for programs whose teams are processes.
    #[arg(long, requires = "native")]
    pub(crate) processes: bool,
    /// The folder in which the libraries are installed.
    #[arg(long, value_name = "DIR")]
    pub(crate) prefix: Option<String>,
}

/// Long options that compilers spell with one dash.
const ONE_DASH: &[&str] = &["std", "include", "isystem", "iquote", "idirafter"];

/// Rewrites compiler flags into the form that the argument parser accepts: `-std=c11`, `-isystem DIR`, and flags that have no effect on
/// clacc. `--report FORMAT` is accepted too; any other argument after `--report` is a file.
pub(crate) fn normalize(words: Vec<OsString>) -> Vec<OsString> {
    let mut seen_separator = false;
    let mut words = words.into_iter().enumerate().peekable();
    let mut all = Vec::new();
    while let Some((index, word)) = words.next() {
        seen_separator |= word == "--";
        let is_format = |next: &(usize, OsString)| {
            next.1.to_str().is_some_and(|format| ReportFormat::from_str(format, false).is_ok())
        };
        match words.next_if(|next| word == "--report" && !seen_separator && is_format(next)) {
            Some((_, format)) => all.push(format!("--report={}", format.to_string_lossy()).into()),
            None if index == 0 || seen_separator => all.push(word),
            None => all.extend(normalize_word(word)),
        }
    }
    all
}

fn normalize_word(word: OsString) -> Vec<OsString> {
    let Some(text) = word.to_str() else { return vec![word] };
    let Some(body) = text.strip_prefix('-').filter(|body| !body.starts_with('-') && !body.is_empty()) else {
        return vec![word];
    };
    if let Some(option) = implicit_levels::option_of(text) {
        return vec![option.into()];
    }
    for option in ONE_DASH {
        match body.strip_prefix(option) {
            Some("") => return vec![format!("--{option}").into()],
            Some(rest) if rest.starts_with('=') => return vec![format!("--{body}").into()],
            Some(rest) if *option != "include" && *option != "std" => {
                return vec![format!("--{option}").into(), rest.into()];
            }
            _ => {}
        }
    }
    if is_foreign_flag(body) { vec!["--ignored-flag".into(), word] } else { vec![word] }
}

/// Returns whether a flag of compilers has no effect on clacc.
fn is_foreign_flag(body: &str) -> bool {
    let known_prefix = ["f", "m", "W", "O", "g", "acc", "ta=", "Minfo", "Mpre", "fast"];
    let known_word = [
        "c",
        "S",
        "E",
        "w",
        "pipe",
        "pthread",
        "ansi",
        "pedantic",
        "pedantic-errors",
        "static",
        "shared",
        "s",
    ];
    known_word.contains(&body) || known_prefix.iter().any(|prefix| body.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn compiler_flags_are_understood() {
        let words = [
            "clacc", "check", "-std=c99", "-isystem", "a", "-iquoteb", "-include", "x.h", "-O2", "-Wall",
            "-Ih", "f.c",
        ];
        let parsed =
            CommandLine::try_parse_from(normalize(words.iter().map(OsString::from).collect())).unwrap();
        let Command::Check(check) = parsed.command else { panic!("not a check") };
        assert_eq!(check.source.standard.as_deref(), Some("c99"));
        assert_eq!(check.source.system_dir, ["a"]);
        assert_eq!(check.source.quote_dir, ["b"]);
        assert_eq!(check.source.forced_include, ["x.h"]);
        assert_eq!(check.source.include_dir, ["h"]);
        assert_eq!(check.source.ignored, ["-O2", "-Wall"]);
        assert_eq!(check.files, ["f.c"]);
    }
}
