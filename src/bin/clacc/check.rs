//! `clacc check`.

use clacc::diagnostics::Diagnostic;
use clacc::omp::MappingChoice;
use clacc::severities::Severities;
use clacc::together::Withheld;
use clacc::translate::{Fidelity, Mode, TranslateOptions, VerdictLine};
use clacc::{Session, Unit};

use crate::command_line::CheckArguments;
use crate::project::Project;
use crate::results::{self, Messages};
use crate::translate::{guard, guarded};
use crate::{CommandEnd, Failure, folders, warning_flags};

pub(crate) fn run(options: &CheckArguments) -> Result<CommandEnd, Failure> {
    let translate = translate_options(options)?;
    let source = guarded(&options.source, &translate);
    let named = folders::files_of(&options.files, None)?;
    let project = Project::open(&named.files, &source, &options.units)?;
    let work = |session: &Session, unit: Unit| found_in(session, unit, options, &translate);
    let mut found = Found::default();
    let mut failures: Vec<Failure> = named.failures;
    project.each(&work, &mut |_, result| match result {
        Ok(of_unit) => found.extend(of_unit),
        Err(failure) if failures.contains(&failure) => {}
        Err(failure) => failures.push(failure),
    });
    let mut messages = Messages::new(&options.messages);
    for diagnostic in found.diagnostics {
        messages.add(diagnostic, &|path| project.source(path));
    }
    for verdict in &found.kept {
        if messages.is_new_verdict(verdict) {
            messages.add_verdict(verdict, false);
        }
    }
    messages.finish();
    failures.iter().for_each(|failure| results::complain(failure));
    if !failures.is_empty() || project.incomplete {
        return Ok(CommandEnd::Failures);
    }
    // With `--drift`, warnings are only printed, and differing sides, which are errors, decide the exit status.
    let fails = if options.drift { messages.any_error() } else { messages.any() || !found.kept.is_empty() };
    Ok(if fails { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// The findings and verdicts that are reported of units.
#[derive(Default)]
struct Found {
    diagnostics: Vec<Diagnostic>,
    /// The verdicts on what a translation would keep.
    kept: Vec<VerdictLine>,
}

impl Found {
    fn extend(&mut self, more: Found) {
        self.diagnostics.extend(more.diagnostics);
        self.kept.extend(more.kept);
    }
}

fn found_in(session: &Session, unit: Unit, options: &CheckArguments, translate: &TranslateOptions) -> Found {
    let severities = &translate.severities;
    let bodies = if options.all_bodies { session.check_syntax(unit) } else { Vec::new() };
    let drift = if options.drift { session.drift(unit, translate) } else { Vec::new() };
    let others = bodies.into_iter().chain(drift).filter_map(|finding| severities.apply(finding));
    // Without options about the OpenMP of a translation, the question is about the program alone.
    let of_unit = if options.drift || !options.mapping.is_stated() {
        Found { diagnostics: session.check_with(unit, severities), kept: Vec::new() }
    } else {
        let translation = session.translate_with(unit, translate, &Withheld::default());
        let verdicts = translation.verdicts.into_iter();
        let kept = verdicts.filter(|verdict| verdict.fidelity == Fidelity::Unsupported).collect();
        Found { diagnostics: translation.diagnostics, kept }
    };
    Found { diagnostics: of_unit.diagnostics.into_iter().chain(others).collect(), ..of_unit }
}

/// Returns the options of the translation that is asked about. With `--drift`, they made the two-sided text.
fn translate_options(options: &CheckArguments) -> Result<TranslateOptions, Failure> {
    let choice = options.mapping.choice(&MappingChoice::default())?;
    let severities = warning_flags::severities(Severities::default(), &options.source.ignored);
    let made = TranslateOptions::default().with_mapping(choice).with_severities(severities);
    Ok(if options.drift { made.with_mode(Mode::Dual).with_guard(guard(&options.guard)?) } else { made })
}
