//! `--native`: code is generated for clacc's own runtime library. What the compiler reads was preprocessed here, with its macros.

use std::path::Path;

use clacc::Session;
use clacc::diagnostics::{Diagnostic, Severity};
use clacc::generate::{CompilerKind, GenerateOptions, Generated};
use clacc::options::Target;
use clacc::policy::Policy;

use super::backend::Backend;
use super::processes::{self, Streams};
use super::request::{DriverWord, Request, WantedOutput};
use super::whole_program::OpenedSources;
use super::{Compilation, SourceToCompile, is_about_c, write};
use crate::codegen::as_native;
use crate::command_line::SourceArguments;
use crate::inputs::{self, Input, STDIN};
use crate::results::Messages;
use crate::{CommandEnd, Failure, paths};

/// How sources are read: with the compiler's edition of C where the user names none.
pub(super) fn source(source: &SourceArguments, backend: &Backend) -> SourceArguments {
    let mut source = as_native(source);
    if backend.kind() == CompilerKind::Tcc && source.standard.is_none() {
        source.standard = Some("gnu99".to_owned());
    }
    source
}

/// Opens all sources: those without directives are read as the others.
pub(super) fn open(
    all: &[String],
    source: &SourceArguments,
    target: &Target,
) -> Result<OpenedSources, Failure> {
    let files: Vec<String> = all.iter().filter(|file| inputs::is_readable(file)).cloned().collect();
    let (session, inputs) = inputs::open_for(&files, source, target)?;
    Ok(OpenedSources { files, session, inputs, notes: Vec::new() })
}

/// The options with which generated text is compiled, and anything is linked with it.
pub(super) fn flags(backend: &Backend) -> Vec<String> {
    match backend.kind() {
        CompilerKind::Gcc | CompilerKind::Clang => vec!["-fopenmp-simd".to_owned()],
        _ => Vec::new(),
    }
}

/// What programs are linked with.
pub(super) fn libraries(request: &Request, backend: &Backend, folder: &Path) -> Vec<String> {
    let folder = paths::text(folder.as_os_str());
    let is_shared = request.words.contains(&DriverWord::LinkFlag("-shared".to_owned()));
    if is_shared { backend.kind().shared_libraries(&folder) } else { backend.kind().libraries(&folder) }
}

/// Options of the preprocessor whose value is the next word.
const PREPROCESSING_WITH_VALUE: [&str; 12] = [
    "-D",
    "-U",
    "-I",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-MT",
    "-MQ",
    "-Xpreprocessor",
    "-A",
];

/// The words without those that only a preprocessor reads: compilers warn of them, or follow them once more.
pub(super) fn without_preprocessing(words: &[DriverWord]) -> Vec<&DriverWord> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.flag() {
            Some(flag) if PREPROCESSING_WITH_VALUE.contains(&flag) => drop(words.next()),
            Some(flag) if is_preprocessing(flag) => {}
            _ => kept.push(word),
        }
    }
    kept
}

fn is_preprocessing(flag: &str) -> bool {
    let prefixes = [
        "-D",
        "-U",
        "-I",
        "-iquote",
        "-isystem",
        "-idirafter",
        "-MD",
        "-MMD",
        "-MP",
        "-MG",
        "-MT",
        "-MQ",
        "-Wp,",
    ];
    prefixes.iter().any(|prefix| flag.starts_with(prefix))
}

/// Whether the user says what prerequisites are those of.
pub(super) fn names_target(request: &Request) -> bool {
    let mut flags = request.words.iter().filter_map(DriverWord::flag);
    flags.any(|flag| flag.starts_with("-MT") || flag.starts_with("-MQ"))
}

/// Lists the files that sources read, as the compiler lists them: for it, they are plain C.
pub(super) fn list_prerequisites(request: &Request) -> Result<CommandEnd, Failure> {
    let WantedOutput::Prerequisites(word) = &request.wanted else { return Ok(CommandEnd::Clean) };
    let runtime = super::linked_runtime::find()?;
    let mut command = vec![request.backend.clone()];
    command.extend(request.words.iter().filter_map(|word| match word {
        DriverWord::Flag(word) | DriverWord::Source(word) => Some(word.clone()),
        _ => None,
    }));
    command.extend(["-isystem".to_owned(), paths::text(runtime.include().as_os_str())]);
    command.extend([super::backend::OPENACC.to_owned(), word.clone()]);
    command.push(format!("-D_OPENMP={}", clacc::generate::OPENMP_VERSION));
    for (flag, value) in [("-o", &request.output), ("-MF", &request.prerequisites)] {
        command.extend(value.iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    }
    if request.shows_commands {
        processes::show(&command);
        return Ok(CommandEnd::Clean);
    }
    Err(processes::become_command(&command))
}

impl Compilation<'_> {
    /// Generates the text of a source and puts it where it is compiled, unless its directives are wrong or it is all that is
    /// wanted.
    pub(super) fn generate(
        &self,
        session: &Session,
        input: &Input,
        source: &mut SourceToCompile<'_>,
    ) -> Result<(), Failure> {
        let policy = self.request.policy_or(Policy::default())?.policy;
        let severities = self.request.severities.clone();
        let options = GenerateOptions::default().with_policy(policy).with_severities(severities);
        let generated = session.generate(input.unit, &options);
        self.show_findings(session, &generated);
        let Some(file) = generated.files.first() else {
            source.refused = 1;
            return Ok(());
        };
        if self.request.wanted == WantedOutput::Until("-E".to_owned()) {
            source.is_done = true;
            return write(self.request.output.as_deref(), &file.text);
        }
        let here = source.overlay.path().join(text_name(source.file));
        std::fs::write(&here, &file.text).map_err(|error| format!("{}: {error}", here.display()))?;
        source.here = Some(here);
        Ok(())
    }

    /// Prints the findings: those of C only if nothing is compiled, because the compiler has words for them, but for those of
    /// the preprocessor, which the compiler does not see.
    fn show_findings(&self, session: &Session, generated: &Generated) {
        let is_refused = generated.files.is_empty();
        let is_shown = |finding: &&Diagnostic| {
            let is_compilers = is_about_c(finding) && !finding.code.id.starts_with("PP");
            let is_told = self.request.remarks || finding.severity != Severity::Note;
            if is_compilers { is_refused } else { is_told }
        };
        let mut messages = Messages::of_driver();
        for finding in generated.diagnostics.iter().filter(is_shown) {
            messages.add(finding.clone(), &|path| session.source(path));
        }
        messages.finish();
    }

    /// Has the compiler list the files that a source reads, if `-MD` or `-MMD` asks for it.
    pub(super) fn write_native_prerequisites(&self, source: &SourceToCompile<'_>) -> Result<(), Failure> {
        if !self.request.native || !self.request.writes_prerequisites {
            return Ok(());
        }
        let mut flags = self.request.words.iter().filter_map(DriverWord::flag);
        let word = if flags.any(|flag| flag == "-MMD") { "-MM" } else { "-M" };
        let object = || paths::of(source.file).with_extension("o").file_name().map(paths::text);
        let target = self.request.output.clone().or_else(object).unwrap_or_default();
        let steps = self.steps(&source.overlay);
        let ran = self.ended(&steps.list_prerequisites(source.file, word, &target), Streams::Shared)?;
        if ran.status == 0 {
            Ok(())
        } else {
            Err(format!("the prerequisites of {} are not listed", source.file))
        }
    }
}

/// The name of the text of a source: that of the source, with the extension of preprocessed C.
fn text_name(file: &str) -> String {
    let file = if file == "-" { STDIN.trim_matches(['<', '>']) } else { file };
    let path = paths::of(file);
    let stem = path.file_stem().map_or_else(|| "unit".to_owned(), paths::text);
    format!("{stem}.i")
}
