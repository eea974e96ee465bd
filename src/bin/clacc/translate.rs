//! `clacc translate`.

use std::collections::BTreeSet;
use std::sync::Arc;

use clacc::dialect::Overrides;
use clacc::omp::MappingChoice;
use clacc::together::{self, TranslatedFiles, Withheld};
use clacc::translate::{
    Fidelity, Guard, Headers, Mode, OpenaccMacro, TranslateOptions, Translation, VerdictLine,
};
use clacc::{Session, Unit};

use crate::command_line::{
    DenyLevel, MacroTreatment, ReportFormat, SmallLoops, SourceArguments, TranslateArguments,
};
use crate::compiler_check::PlacedText;
use crate::compiler_risks::{CompilerDialect, Risk};
use crate::configurations::SeenDirectives;
use crate::destination::{Destination, Results};
use crate::outputs::WrittenFile;
use crate::project::Project;
use crate::results::{self, Messages};
use crate::{
    CommandEnd, Failure, compiler_check, compiler_risks, differences, folders, warning_flags, work_report,
};

pub(crate) fn run(arguments: &TranslateArguments) -> Result<CommandEnd, Failure> {
    let options = translate_options(arguments)?;
    if let Some(mappings) = &arguments.compare {
        return differences::run(arguments, mappings, &options.mapping);
    }
    let named = folders::files_of(&arguments.files, arguments.output.as_deref())?;
    let source = guarded(&arguments.source, &options);
    let project = Project::open(&named.files, &source, &arguments.units)?;
    let destination = Destination::choose(arguments, &project)?;
    check_report(arguments, &destination)?;
    let options = options.with_headers(destination.headers());
    let has_report_file = arguments.report_file.is_some();
    let small_loops = overrides(arguments);
    let compared = compiler_risks::compared(|name| {
        Some(arguments.mapping.dialect.for_compiler(name)?.with(small_loops))
    });
    let mut translated = translate(&project, (&options, &compared), &destination, has_report_file);
    translated.sources.extend(arguments.settings());
    let failures = [named.failures, translated.failures].concat();
    let (translations, together) = settle(&project, translated.translations, &options);
    let mut messages = Messages::new(&arguments.messages);
    let told = tell(&project, &translations, &together, arguments, &mut messages);
    let results = Results {
        project: &project,
        sources: translated.sources,
        translations: &translations,
        files: &together.files,
        settled: together.settled,
    };
    let report = arguments.report.filter(|format| *format != ReportFormat::Lines).map(|format| {
        let mapping = format!("{}:{}", options.mapping.policy().name(), options.mapping.dialect().name());
        work_report::gather(mapping, &translations, &together, &failures, project.files()).text(format)
    });
    let in_file = report.as_ref().zip(arguments.report_file.as_ref()).map(|(text, path)| WrittenFile {
        path: path.clone(),
        text: text.as_bytes(),
        read: None,
    });
    let written = destination.write(&results, in_file);
    messages.finish();
    failures.iter().for_each(|failure| results::complain(failure));
    written?;
    compiler_risks::told(&translated.risks).iter().for_each(|text| results::say(text));
    let is_refused = arguments.check_compilers && tell_compilers(&translations, &together, arguments)?;
    if let Some(report) = report.filter(|_| !has_report_file) {
        results::result(report.as_bytes())?;
    }
    if !failures.is_empty() || project.incomplete {
        return Ok(CommandEnd::Failures);
    }
    let would_change = matches!(destination, Destination::Check) && !together.files.is_empty();
    // Warnings alone do not set exit status 1; a user who wants that uses `--deny`.
    let short = told.kept || told.denied > 0 || messages.any_error() || is_refused;
    Ok(if short || would_change { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// Says which compilers accept the text and which refuse it. Returns whether one refuses it.
fn tell_compilers(
    translations: &[Translation],
    together: &TranslatedFiles,
    arguments: &TranslateArguments,
) -> Result<bool, Failure> {
    // The text of a single file goes to stdout from its translation.
    let files: Vec<PlacedText<'_>> = match translations {
        [only] if together.files.is_empty() => vec![(&only.path, &only.text)],
        _ => together.files.iter().map(|file| (&*file.path, &*file.text)).collect(),
    };
    let check = compiler_check::outcome(&files, &arguments.source)?;
    check.refusals.iter().for_each(|refusal| results::complain(refusal));
    if !check.accepting.is_empty() {
        results::say(&format!("compilers that accept the text: {}", check.accepting.join(", ")));
    }
    Ok(!check.refusals.is_empty())
}

/// The translations of the units of a run.
#[derive(Default)]
struct Translated {
    translations: Vec<UnitTranslation>,
    /// The files that units read, if the output could overwrite one of them.
    sources: BTreeSet<Arc<str>>,
    /// The directives for which compilers need another text.
    risks: Vec<Risk>,
    /// The errors of units that could not be read.
    failures: Vec<Failure>,
}

/// The translation of a unit, with the unit's index.
struct UnitTranslation {
    unit: usize,
    translation: Translation,
}

fn translate(
    project: &Project,
    (options, compared): (&TranslateOptions, &[CompilerDialect]),
    destination: &Destination<'_>,
    has_report_file: bool,
) -> Translated {
    let needs_sources = destination.is_elsewhere() || has_report_file;
    let work = |session: &Session, unit: Unit| {
        let mut translation = session.translate_with(unit, options, &Withheld::default());
        // Header texts are made later from the edits of all units.
        translation.headers = Vec::new();
        let read = if needs_sources { session.included_files(unit) } else { Vec::new() };
        (translation, read, compiler_risks::of_unit(session, unit, options, compared))
    };
    let mut all = Translated::default();
    let mut failed = Vec::new();
    project.each(&work, &mut |unit, result| match result {
        Ok((translation, read, risks)) => {
            all.sources.extend(read);
            all.risks.extend(risks);
            all.translations.push(UnitTranslation { unit, translation });
        }
        Err(failure) => {
            failed.push(unit);
            if !all.failures.contains(&failure) {
                all.failures.push(failure);
            }
        }
    });
    let failed: BTreeSet<&str> = failed.iter().filter_map(|unit| project.paths().nth(*unit)).collect();
    // If a file cannot be read in one of its configurations, it keeps its text.
    all.translations.retain(|each| !failed.contains(&*each.translation.path));
    all.sources.extend(project.paths().map(Arc::from).filter(|_| needs_sources));
    all
}

/// Combines the translations. Directives that units disagree about are kept.
fn settle(
    project: &Project,
    translated: Vec<UnitTranslation>,
    options: &TranslateOptions,
) -> (Vec<Translation>, TranslatedFiles) {
    let (units, mut translations): (Vec<usize>, Vec<Translation>) =
        translated.into_iter().map(|each| (each.unit, each.translation)).unzip();
    if options.headers == Headers::Keep && translations.len() == 1 {
        let mut files = TranslatedFiles::default();
        files.settled = true;
        return (translations, files);
    }
    let files = together::settle(&mut translations, project.files(), &mut |index, withheld| {
        let work = |session: &Session, unit: Unit| session.translate_with(unit, options, withheld);
        project.again(units[index], &work).unwrap_or_else(|_| unreachable!("the unit was read before"))
    });
    (translations, files)
}

/// The results of all units that determine the exit status.
#[derive(Default)]
struct ToldOfUnits {
    kept: bool,
    denied: usize,
}

fn tell(
    project: &Project,
    translations: &[Translation],
    together: &TranslatedFiles,
    arguments: &TranslateArguments,
    messages: &mut Messages,
) -> ToldOfUnits {
    let seen = SeenDirectives::of(translations, project.files());
    let sources = |path: &str| project.source(path);
    let mut told = ToldOfUnits::default();
    for translation in translations {
        let found = translation.diagnostics.iter().cloned();
        for diagnostic in found.filter_map(|each| seen.with_others(each, translation)) {
            messages.add(diagnostic, &sources);
        }
        told.denied += report(translation, &seen, arguments, messages);
        told.kept |= translation.verdicts.iter().any(|verdict| verdict.fidelity == Fidelity::Unsupported);
    }
    for conflict in &together.conflicts {
        messages.add(conflict.clone(), &sources);
    }
    told
}

/// Refuses to write a report to stdout if the program is written there.
fn check_report(arguments: &TranslateArguments, destination: &Destination<'_>) -> Result<(), Failure> {
    let is_document = arguments.report.is_some_and(|format| format != ReportFormat::Lines);
    match (is_document, &arguments.report_file) {
        (false, Some(_)) => Err("--report-file needs --report=md, --report=html or --report=json".to_owned()),
        (true, None) if destination.takes_stdout() => {
            Err("stdout holds the program, so the report needs --report-file FILE".to_owned())
        }
        _ => Ok(()),
    }
}

fn translate_options(arguments: &TranslateArguments) -> Result<TranslateOptions, Failure> {
    let chosen = arguments.mapping.choice(&MappingChoice::default())?;
    let mode = match arguments.mode {
        crate::command_line::Mode::Acc => Mode::Acc,
        crate::command_line::Mode::Omp => Mode::Omp,
        crate::command_line::Mode::AccOmp => Mode::AccOmp,
        crate::command_line::Mode::OmpAcc => Mode::OmpAcc,
        crate::command_line::Mode::Dual => Mode::Dual,
    };
    let openacc_macro = match arguments.openacc_macro {
        None if arguments.no_openacc_macro => OpenaccMacro::Leave,
        None => OpenaccMacro::Automatic,
        Some(MacroTreatment::Rename) => OpenaccMacro::Rename,
        Some(MacroTreatment::Define) => OpenaccMacro::Define,
        Some(MacroTreatment::Keep) => OpenaccMacro::Keep,
    };
    let dialect = chosen.dialect().with(overrides(arguments));
    let options = TranslateOptions::default().with_mode(mode).with_mapping(chosen).with_dialect(dialect);
    let severities = warning_flags::severities(warning_flags::base(dialect), &arguments.source.ignored);
    let options = options.with_guard(guard(&arguments.guard)?).with_severities(severities);
    let options = options.with_openacc_macro(openacc_macro).with_line_numbers(arguments.line_numbers);
    Ok(options.with_explanations(arguments.explain))
}

/// Returns what the user chose about single words of the dialect.
fn overrides(arguments: &TranslateArguments) -> Overrides {
    let mut overrides = Overrides::default();
    overrides.small_loops = Some(arguments.small_loops == SmallLoops::OneThread);
    overrides.keep_sizes = arguments.keep_sizes;
    overrides
}

/// Returns the guard macro with a name.
pub(crate) fn guard(name: &str) -> Result<Guard, Failure> {
    Guard::new(name).ok_or_else(|| format!("{name} cannot be the name of a macro that chooses a side"))
}

/// Returns how sources are to be read: for two-sided output, with the macro defined that selects OpenACC.
pub(crate) fn guarded(source: &SourceArguments, options: &TranslateOptions) -> SourceArguments {
    let mut source = source.clone();
    let name = options.guard.name();
    if options.mode == Mode::Dual && name != Guard::default().name() {
        source.define.push(name.to_owned());
    }
    source
}

/// Prints the verdicts if `--report` asks for them. Returns the number of denied verdicts.
fn report(
    translation: &Translation,
    seen: &SeenDirectives<'_>,
    arguments: &TranslateArguments,
    messages: &mut Messages,
) -> usize {
    let is_denied = |verdict: &VerdictLine| match arguments.deny {
        None => false,
        Some(DenyLevel::Approximated) => verdict.fidelity >= Fidelity::Approximated,
        Some(DenyLevel::Dropped) => verdict.fidelity >= Fidelity::Dropped,
        Some(DenyLevel::AddedCode) => verdict.added.is_some(),
    };
    let lists = arguments.report == Some(ReportFormat::Lines);
    let mut denied = 0;
    for verdict in translation.verdicts.iter().filter(|verdict| !seen.answers(verdict)) {
        let is_denied = is_denied(verdict);
        denied += usize::from(is_denied);
        if messages.is_new_verdict(verdict) && (lists || is_denied) {
            messages.add_verdict(verdict, is_denied);
        }
    }
    if arguments.deny == Some(DenyLevel::AddedCode) {
        for finding in
            translation.diagnostics.iter().filter(|finding| ADDED_ON_TOP.contains(&finding.code.id))
        {
            let place =
                finding.primary.as_ref().map_or_else(String::new, |label| format!("{}: ", label.place));
            results::say(&format!("{place}denied: {}", finding.message));
            denied += 1;
        }
    }
    denied
}

/// The findings about lines that are added at the top of a file.
const ADDED_ON_TOP: [&str; 4] = ["MAP0013", "MAP0018", "MAP0076", "MAP0102"];
