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
    /// Report what is wrong with the program's directives.
    Check(CheckArguments),
    /// List the mapping policies and the dialects.
    Policies(PoliciesArguments),
    /// Print the data attributes of constructs, each with its reason.
    Attributes(AttributesArguments),
    /// Print the tree, the OpenMP form of every OpenACC construct marked.
    Ast(AstArguments),
    /// Print the C text with calls of the runtime library that stands for a program, or the steps that make a program of it.
    Codegen(CodegenArguments),
    /// Print the page of a diagnostic's code.
    Explain(ExplainArguments),
    /// Install the OpenACC API library for translated programs, or print what a build needs.
    Runtime(RuntimeArguments),
    /// Compile programs with OpenACC as gcc and clang compile C: translate, compile, link; or print, as the original.
    #[command(disable_help_flag = true)]
    Cc {
        /// The compiler's arguments.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Prove a port: build a program without its directives and translated, run both, and name the first difference.
    #[command(disable_help_flag = true)]
    Verify {
        /// Options, and options and files of `clacc cc`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

impl Command {
    /// The format of what the command says of its own work. None for people.
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

/// The format of messages that words ask for which are no command line: one for machines, or none.
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

/// The C file that stands where the command should.
pub(crate) fn file_without_command(words: &[OsString]) -> Option<&str> {
    let word = words.first()?.to_str()?;
    std::path::Path::new(word).extension().is_some_and(|extension| extension == "c").then_some(word)
}

/// How sources are read: what a C compiler is told.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct SourceArguments {
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C")]
    pub(crate) define: Vec<String>,
    /// Undefine a macro, after all definitions.
    #[arg(short = 'U', value_name = "NAME", help_heading = "C")]
    pub(crate) undefine: Vec<String>,
    /// Search a directory for headers.
    #[arg(short = 'I', value_name = "DIR", help_heading = "C")]
    pub(crate) include_dir: Vec<String>,
    /// Search a directory for headers in quotes only.
    #[arg(long = "iquote", value_name = "DIR", help_heading = "C")]
    pub(crate) quote_dir: Vec<String>,
    /// Search a directory as a system directory.
    #[arg(long = "isystem", value_name = "DIR", help_heading = "C")]
    pub(crate) system_dir: Vec<String>,
    /// Search a directory after the system directories.
    #[arg(long = "idirafter", value_name = "DIR", help_heading = "C")]
    pub(crate) after_dir: Vec<String>,
    /// Read a file before the program.
    #[arg(long = "include", value_name = "FILE", help_heading = "C")]
    pub(crate) forced_include: Vec<String>,
    /// The language: c89 to c23, gnu89 to gnu23.
    #[arg(long = "std", value_name = "STANDARD", help_heading = "C")]
    pub(crate) standard: Option<String>,
    /// The machine that the program is for.
    #[arg(long, value_name = "TRIPLE", help_heading = "C")]
    pub(crate) target: Option<String>,
    /// The type of devices whose clauses are taken where `device_type` divides a directive: nvidia, radeon, host, ...
    #[arg(long, value_name = "TYPE", help_heading = "C")]
    pub(crate) device_type: Option<String>,
    /// What a subscript alone says in a data clause: `copy(a[n])` copies one element, as OpenACC defines it, or the first
    /// `n` elements, as some compilers have read it.
    #[arg(long, value_enum, value_name = "READING", default_value_t, help_heading = "C")]
    pub(crate) data_subscripts: SubscriptReading,
    /// Let workers share loops without `worker`: vector: those with `vector`; outer: the outermost ones;
    /// vector-outer: both.
    #[arg(long, value_name = "LOOPS", overrides_with = "implicit_worker", help_heading = "C")]
    pub(crate) implicit_worker: Option<String>,
    /// Let vector lanes share loops without `vector`: outer: the outermost ones.
    #[arg(long, value_name = "LOOPS", overrides_with = "implicit_vector", help_heading = "C")]
    pub(crate) implicit_vector: Option<String>,

    /// Loops that are shared under the policy `performance` because they are proven to be independent: none, proven, or
    /// assumed, where pointers in data clauses lead to different memory
    #[arg(long, value_name = "LOOPS", overrides_with = "loop_proofs", help_heading = "C")]
    pub(crate) loop_proofs: Option<String>,

    /// Loops that change places under the policy `performance` in the dialect `host`, so that memory is accessed side by
    /// side: none, or proven, where that is proven to give the same results
    #[arg(long, value_name = "LOOPS", overrides_with = "interchange", help_heading = "C")]
    pub(crate) interchange: Option<String>,
    /// Read the program as a compiler reads it that knows OpenACC alone: its OpenMP directives mean nothing, and
    /// translations leave them out.
    #[arg(long, help_heading = "C")]
    pub(crate) ignore_openmp: bool,
    /// Whether the program is read as a compiler reads it that does not know OpenACC.
    #[arg(skip)]
    pub(crate) without_openacc: bool,
    /// Whether the compiler of the translation defines `_OPENMP` although the program is one without OpenMP, so that the
    /// program's questions for the macro get another name.
    #[arg(skip)]
    pub(crate) hides_openmp: bool,
    /// Take include paths and predefined macros from an installed compiler.
    #[arg(long, value_name = "COMPILER", help_heading = "C")]
    pub(crate) cc: Option<String>,
    /// Take files and their flags from a compilation database.
    #[arg(short = 'p', value_name = "compile_commands.json", help_heading = "C")]
    pub(crate) database: Option<String>,
    /// Flags of compilers that change nothing in how clacc reads (-f..., -m..., -W..., -O...); collected by
    /// `normalize`. Those that begin with -W, and -w, say which findings are shown.
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
            // All that are defined come before all that are not: of two words about one macro, the last one counts.
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

/// How several units are worked on.
#[derive(Args, Debug, Clone)]
pub(crate) struct UnitArguments {
    /// Work on N files at a time; as many as there are processors if it is not said. The results are the same.
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = "Several files")]
    jobs: Option<std::num::NonZero<usize>>,
    /// Read every file with these flags of a compiler too, such as "-DGPU -DN=8"; given several times, once with each. One
    /// file gets one translation, with the directives that any of them sees.
    #[arg(
        long = "configuration",
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Several files"
    )]
    pub(crate) configurations: Vec<String>,
}

impl UnitArguments {
    /// How many files are worked on at a time, if that is said.
    pub(crate) fn jobs(&self) -> Option<usize> {
        self.jobs.map(std::num::NonZero::get)
    }
}

/// How a report is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportFormat {
    /// One line for each directive, clause and modifier, on stderr.
    Lines,
    /// For people: Markdown.
    Md,
    /// For people: a page for a browser.
    Html,
    /// For programs.
    Json,
}

/// Who executes loops with little work.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SmallLoops {
    /// One thread of the host.
    #[default]
    OneThread,
    /// Threads, as loops with more work.
    Threads,
}

/// What a subscript alone says in a data clause.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SubscriptReading {
    /// One element.
    #[default]
    Elements,
    /// How many elements, from the first one on.
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

/// The name of the macro that a definition on the command line defines.
fn macro_of(definition: &str) -> &str {
    definition.split(['=', '(']).next().unwrap_or(definition)
}

/// How findings are printed. -WNAME, -Wno-NAME, -Werror=NAME, -Wno-error=NAME, -Werror and -w say which ones are,
/// by their names or codes.
#[derive(Args, Debug, Clone)]
pub(crate) struct MessageArguments {
    /// How findings and the report are printed, on stderr: results go to stdout. `human` counts what repeats, the others
    /// show all: `short` and `json` in a line each, `sarif` as one document.
    #[arg(long, value_enum, default_value_t = MessageFormat::Human, help_heading = "Messages")]
    pub(crate) message_format: MessageFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t = Colour::Auto, help_heading = "Messages")]
    pub(crate) color: Colour,
    /// Show notes in `human` too, in which they are counted otherwise: each with its places.
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

/// What is printed into the source.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The source as it is.
    Acc,
    /// OpenMP instead of OpenACC.
    Omp,
    /// OpenACC, with OpenMP in comments.
    AccOmp,
    /// OpenMP, with OpenACC in comments.
    OmpAcc,
    /// Both, each in a branch of `#ifdef _OPENACC` (or another macro, see `--guard`).
    Dual,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DenyLevel {
    /// Anything whose meaning is not preserved exactly.
    Approximated,
    /// Also directives and clauses that are left out without loss.
    Dropped,
}

#[derive(Args, Debug)]
pub(crate) struct TranslateArguments {
    /// C files; `-` is stdin; a folder stands for the `*.c` files in it and below.
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Write to a file, or below a folder if it exists or the path ends in `/`: then headers of the program with
    /// directives are written too, and the tree of folders is kept.
    #[arg(short = 'o', value_name = "PATH", conflicts_with_all = ["in_place", "diff", "check"])]
    pub(crate) output: Option<String>,
    /// Change the files, headers of the program included.
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    pub(crate) in_place: bool,
    /// Print a unified diff instead of the program.
    #[arg(long, conflicts_with = "check")]
    pub(crate) diff: bool,
    /// Print nothing; exit with status 1 if the files would change.
    #[arg(long)]
    pub(crate) check: bool,
    /// What is printed into the source.
    #[arg(long, value_enum, default_value_t = Mode::Omp)]
    pub(crate) mode: Mode,
    /// The OpenMP compiler that reads the result; `clacc policies` lists the names.
    #[arg(long, default_value = "portable")]
    pub(crate) dialect: String,
    /// The mapping policy; `clacc policies` lists the names.
    #[arg(long, default_value = "performance")]
    pub(crate) policy: String,
    /// Take the mapping policy from a file of rules over a built-in one, in TOML (docs/policy-files.md).
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    pub(crate) policy_file: Option<String>,
    /// Who executes loops with little work under the policy `performance`; with threads, race checkers see them all.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) small_loops: SmallLoops,
    /// The macro that is defined where OpenACC is read (mode dual). clacc reads the program with it.
    #[arg(long, value_name = "MACRO", default_value = "_OPENACC")]
    pub(crate) guard: String,
    /// Print where two mappings differ instead of the program; exit with status 1 if they do. A mapping is
    /// POLICY:DIALECT or one name, of a policy, a dialect or both; `--policy` and `--dialect` say the rest.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["output", "in_place", "diff", "check", "report", "deny"])]
    pub(crate) compare: Option<Vec<String>>,
    /// How `--compare` prints: as text or as JSON.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text, requires = "compare")]
    pub(crate) format: TreeFormat,
    /// Fail if a directive or clause gets one of these verdicts.
    #[arg(long, value_enum)]
    pub(crate) deny: Option<DenyLevel>,
    /// Do not define `_OPENACC` at the top of a program that uses it; the compiler's command line must.
    #[arg(long)]
    pub(crate) no_openacc_macro: bool,
    /// Write `#line` where the number of lines changes, so that `__LINE__` stays the same (mode omp).
    #[arg(long)]
    pub(crate) line_numbers: bool,
    /// List what became of every directive and clause, on stderr; or, with md, html or json, write a report with totals
    /// and what is left to do by hand, to stdout if no program is printed there.
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

impl TranslateArguments {
    /// The files that say how the program is read and translated.
    pub(crate) fn settings(&self) -> impl Iterator<Item = std::sync::Arc<str>> {
        let files = [&self.source.database, &self.policy_file].into_iter().flatten();
        files.map(|file| std::sync::Arc::from(file.as_str()))
    }
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// C files; `-` is stdin; a folder stands for the `*.c` files in it and below.
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub(crate) files: Vec<String>,
    /// Parse the bodies of functions without directives too.
    #[arg(long)]
    pub(crate) all_bodies: bool,
    /// Report where the OpenMP sides that `translate --mode dual` made no longer match their OpenACC sides.
    #[arg(long)]
    pub(crate) drift: bool,
    /// The macro of the sides, as `translate` was given it.
    #[arg(long, value_name = "MACRO", default_value = "_OPENACC", requires = "drift")]
    pub(crate) guard: String,
    /// The dialect of the OpenMP sides.
    #[arg(long, default_value = "portable", requires = "drift")]
    pub(crate) dialect: String,
    /// The mapping policy of the OpenMP sides.
    #[arg(long, default_value = "performance", requires = "drift")]
    pub(crate) policy: String,
    /// Take the mapping policy from a file of rules over a built-in one, in TOML (docs/policy-files.md).
    #[arg(long, value_name = "FILE", conflicts_with = "policy", requires = "drift")]
    pub(crate) policy_file: Option<String>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    #[command(flatten)]
    pub(crate) units: UnitArguments,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

#[derive(Args, Debug)]
pub(crate) struct PoliciesArguments {
    /// List the policy of a file of rules too.
    #[arg(long, value_name = "FILE")]
    pub(crate) policy_file: Option<String>,
    /// As text or as JSON.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
}

#[derive(Args, Debug)]
pub(crate) struct AttributesArguments {
    /// A C file, with the line of a directive or without. Inside a construct that is shown, variables that are
    /// shared as around it are left out; with a line, they are shown too.
    #[arg(value_name = "FILE[:LINE]")]
    pub(crate) place: String,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// As text or as JSON.
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
    /// A C file; `-` is stdin.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// As text or as JSON.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    /// The dialect of the OpenMP children.
    #[arg(long, default_value = "clacc")]
    pub(crate) dialect: String,
    /// The mapping policy of the OpenMP children.
    #[arg(long, default_value = "clacc")]
    pub(crate) policy: String,
    /// Take the mapping policy from a file of rules over a built-in one, in TOML (docs/policy-files.md).
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    pub(crate) policy_file: Option<String>,
    #[command(flatten)]
    pub(crate) messages: MessageArguments,
}

/// What code generation prints.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Emitted {
    /// The text for the C compiler of this machine.
    Host,
    /// The text for devices with memory of their own, which is not generated yet.
    Device,
    /// The calls of the compiler that make a program of the text, one in a line.
    Steps,
    /// The preprocessed program, with its directives and without generated code.
    Preprocessed,
}

#[derive(Args, Debug)]
pub(crate) struct CodegenArguments {
    /// A C file; `-` is stdin.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = Emitted::Host)]
    pub(crate) emit: Emitted,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The mapping policy; `clacc policies` lists the names.
    #[arg(long, default_value = "performance")]
    pub(crate) policy: String,
    /// Take the mapping policy from a file of rules over a built-in one, in TOML (docs/policy-files.md).
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
    /// As text or as JSON.
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
}

#[derive(Args, Debug)]
pub(crate) struct RuntimeArguments {
    /// Put headers, libraries and pkg-config files into a folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) install: Option<String>,
    /// Print what compiling needs.
    #[arg(long)]
    pub(crate) cflags: bool,
    /// Print what linking needs.
    #[arg(long)]
    pub(crate) libs: bool,
    /// What programs need that are compiled for clacc's own runtime, and linked with no other OpenMP library.
    #[arg(long)]
    pub(crate) native: bool,
    /// Where the libraries were installed.
    #[arg(long, value_name = "DIR")]
    pub(crate) prefix: Option<String>,
}

/// Long options that compilers write with one dash.
const ONE_DASH: &[&str] = &["std", "include", "isystem", "iquote", "idirafter"];

/// Rewrites the flags of compilers into the form that the argument parser accepts: `-std=c11`, `-isystem
/// DIR`, and flags that have no effect on clacc. `--report` takes its format behind a blank too; any other word behind it is
/// a file.
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

/// Flags of compilers that change nothing in what clacc does.
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
