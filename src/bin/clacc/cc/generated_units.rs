//! `--native`: code is generated from each source, and the compiler reads the generated text.
//!
//! It is read with `_OPENACC`, and with `_OPENMP` unless `-fopenacc` stands there without `-fopenmp`, and becomes `NAME.i` in the
//! scratch folder. `native` takes the preprocessor's words from the compiler's command; `-E` prints the text, and prerequisites
//! (`-M` and its kin) are listed by a call of the compiler for the source itself. Programs are linked with the static library,
//! shared libraries and those of tcc with the shared one.

use clacc::Session;
use clacc::diagnostics::Diagnostic;
use clacc::generate::{GenerateOptions, Generated};
use clacc::policy::Policy;

use super::processes::Streams;
use super::request::{DriverWord, WantedOutput};
use super::{Compilation, SourceToCompile, is_about_c, record, write};
use crate::inputs::{Input, STDIN};
use crate::results::Messages;
use crate::{Failure, codegen, paths};

impl Compilation<'_> {
    /// Generates the text of a source and writes it to the place where it is compiled. With `-E`, the text is the output; if the directives
    /// have errors, nothing is written.
    pub(super) fn generate(
        &self,
        session: &Session,
        input: &Input,
        source: &mut SourceToCompile<'_>,
    ) -> Result<(), Failure> {
        if was_generated(source.file) {
            return record::add(self.request, source.file, &[], &[]);
        }
        let policy = self.request.policy_or(Policy::default())?.policy;
        let severities = self.request.severities.clone();
        let mut options = GenerateOptions::default().with_policy(policy).with_severities(severities);
        if self.request.discrete {
            options = options.for_discrete_device();
        }
        let generated = session.generate(input.unit, &options);
        record::add(self.request, source.file, &generated.diagnostics, &[])?;
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

    /// Prints the findings. Findings about C are only printed if nothing is compiled, because the compiler reports them itself, except for
    /// those of the preprocessor, which the compiler does not see.
    fn show_findings(&self, session: &Session, generated: &Generated) {
        let is_refused = generated.files.is_empty();
        let is_shown = |finding: &&Diagnostic| {
            let is_compilers = is_about_c(finding) && !finding.code.id.starts_with("PP");
            if is_compilers { is_refused } else { self.is_told(finding) }
        };
        let mut messages = Messages::of_driver();
        for finding in codegen::told(generated).filter(is_shown) {
            messages.add(finding.clone(), &|path| session.source(path));
        }
        messages.finish();
    }

    /// Has the compiler list the files that a source includes, if `-MD` or `-MMD` asks for it.
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

/// The line marker in generated text that begins the declarations of the runtime library.
const ENTERS_HEADER: &[u8] = b"\n# 1 \"clacc_abi.h\" 1 3\n";

/// Returns whether a file is the output of `clacc cc --native -E`, which is compiled unchanged.
fn was_generated(file: &str) -> bool {
    let holds_header = |text: Vec<u8>| text.windows(ENTERS_HEADER.len()).any(|part| part == ENTERS_HEADER);
    paths::of(file).extension().is_some_and(|extension| extension == "i")
        && std::fs::read(paths::of(file)).is_ok_and(holds_header)
}

/// Returns the name of the generated file: that of the source, with the extension of preprocessed C.
fn text_name(file: &str) -> String {
    let file = if file == "-" { STDIN.trim_matches(['<', '>']) } else { file };
    let path = paths::of(file);
    let stem = path.file_stem().map_or_else(|| "unit".to_owned(), paths::text);
    format!("{stem}.i")
}
