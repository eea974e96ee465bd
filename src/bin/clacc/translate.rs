//! `clacc translate`.

use clacc::severities::Severities;
use clacc::together::TranslatedFiles;
use clacc::translate::{Fidelity, Guard, Headers, Mode, OpenaccMacro, TranslateOptions, Translation};

use crate::command_line::{DenyLevel, SourceArguments, TranslateArguments};
use crate::destination::{Destination, Results};
use crate::results::Messages;
use crate::{CommandEnd, Failure, differences, folders, inputs, policies, warning_flags};

pub(crate) fn run(arguments: &TranslateArguments) -> Result<CommandEnd, Failure> {
    let options = translate_options(arguments)?;
    if let Some(mappings) = &arguments.compare {
        return differences::run(arguments, mappings, (&options.policy, options.dialect));
    }
    let files = folders::files_of(&arguments.files, arguments.output.as_deref())?;
    let source = guarded(&arguments.source, &options);
    let (session, inputs) = inputs::open(&files, &source)?;
    let destination = Destination::choose(arguments, &inputs)?;
    let options = options.with_headers(destination.headers());
    let mut messages = Messages::new(&arguments.messages);
    let mut denied = 0;
    let mut kept = false;
    let mut translations = Vec::new();
    for input in &inputs {
        let translation = session.translate(input.unit, &options);
        for diagnostic in &translation.diagnostics {
            messages.add(diagnostic.clone(), &|path| session.source(path));
        }
        denied += report(&translation, arguments, &mut messages);
        kept |= translation.verdicts.iter().any(|verdict| verdict.fidelity == Fidelity::Unsupported);
        translations.push(translation);
    }
    let together = match destination.headers() {
        Headers::Keep => TranslatedFiles::default(),
        _ => session.files_of(&translations),
    };
    for conflict in &together.conflicts {
        messages.add(conflict.clone(), &|path| session.source(path));
    }
    let results =
        Results { session: &session, inputs: &inputs, translations: &translations, files: &together.files };
    let written = if together.conflicts.is_empty() { destination.write(&results) } else { Ok(()) };
    messages.finish();
    written?;
    let would_change = matches!(destination, Destination::Check) && !together.files.is_empty();
    // Warnings alone do not make the status 1; a user who wants that gives `--deny`.
    let short = kept || denied > 0 || messages.any_error();
    Ok(if short || would_change { CommandEnd::Findings } else { CommandEnd::Clean })
}

fn translate_options(arguments: &TranslateArguments) -> Result<TranslateOptions, Failure> {
    let (policy, dialect) = (policies::policy(&arguments.policy)?, policies::dialect(&arguments.dialect)?);
    let mode = match arguments.mode {
        crate::command_line::Mode::Acc => Mode::Acc,
        crate::command_line::Mode::Omp => Mode::Omp,
        crate::command_line::Mode::AccOmp => Mode::AccOmp,
        crate::command_line::Mode::OmpAcc => Mode::OmpAcc,
        crate::command_line::Mode::Dual => Mode::Dual,
    };
    let openacc_macro = if arguments.no_openacc_macro { OpenaccMacro::Leave } else { OpenaccMacro::Define };
    let options = TranslateOptions::default().with_mode(mode).with_policy(policy).with_dialect(dialect);
    let severities = warning_flags::severities(Severities::default(), &arguments.source.ignored);
    let options = options.with_guard(guard(&arguments.guard)?).with_severities(severities);
    Ok(options.with_openacc_macro(openacc_macro).with_line_numbers(arguments.line_numbers))
}

/// The macro with a name.
pub(crate) fn guard(name: &str) -> Result<Guard, Failure> {
    Guard::new(name).ok_or_else(|| format!("{name} cannot be the name of a macro that chooses a side"))
}

/// How sources are read: where the output has two sides, with the macro that chooses OpenACC.
pub(crate) fn guarded(source: &SourceArguments, options: &TranslateOptions) -> SourceArguments {
    let mut source = source.clone();
    let name = options.guard.name();
    if options.mode == Mode::Dual && name != Guard::default().name() {
        source.define.push(name.to_owned());
    }
    source
}

/// Prints the verdicts if `--report` asks for them. Returns how many are denied.
fn report(translation: &Translation, arguments: &TranslateArguments, messages: &mut Messages) -> usize {
    let limit = match arguments.deny {
        None => None,
        Some(DenyLevel::Approximated) => Some(Fidelity::Approximated),
        Some(DenyLevel::Dropped) => Some(Fidelity::Dropped),
    };
    let mut denied = 0;
    for verdict in &translation.verdicts {
        let is_denied = limit.is_some_and(|limit| verdict.fidelity >= limit);
        denied += usize::from(is_denied);
        if messages.is_new_verdict(verdict) && (arguments.report || is_denied) {
            messages.add_verdict(verdict, is_denied);
        }
    }
    denied
}
