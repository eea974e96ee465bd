//! `clacc check`.

use clacc::diagnostics::Diagnostic;
use clacc::severities::Severities;
use clacc::translate::{Mode, TranslateOptions};
use clacc::{Session, Unit};

use crate::command_line::CheckArguments;
use crate::project::Project;
use crate::results::{self, Messages};
use crate::translate::{guard, guarded};
use crate::{CommandEnd, Failure, folders, policies, warning_flags};

pub(crate) fn run(options: &CheckArguments) -> Result<CommandEnd, Failure> {
    let dual = dual(options)?;
    let source = guarded(&options.source, &dual);
    let named = folders::files_of(&options.files, None)?;
    let project = Project::open(&named.files, &source, &options.units)?;
    let severities = warning_flags::severities(Severities::default(), &options.source.ignored);
    let work = |session: &Session, unit: Unit| {
        let found = session.check_with(unit, &severities);
        let bodies = if options.all_bodies { session.check_syntax(unit) } else { Vec::new() };
        let drift = if options.drift { session.drift(unit, &dual) } else { Vec::new() };
        let others = bodies.into_iter().chain(drift).filter_map(|finding| severities.apply(finding));
        found.into_iter().chain(others).collect::<Vec<_>>()
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut failures: Vec<Failure> = named.failures;
    project.each(&work, &mut |_, result| match result {
        Ok(of_unit) => found.extend(of_unit),
        Err(failure) if failures.contains(&failure) => {}
        Err(failure) => failures.push(failure),
    });
    let mut messages = Messages::new(&options.messages);
    for diagnostic in found {
        messages.add(diagnostic, &|path| project.source(path));
    }
    messages.finish();
    failures.iter().for_each(|failure| results::complain(failure));
    if !failures.is_empty() || project.incomplete {
        return Ok(CommandEnd::Failures);
    }
    // With `--drift`, warnings are only printed, and differing sides, which are errors, decide the exit status.
    let fails = if options.drift { messages.any_error() } else { messages.any() };
    Ok(if fails { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// Returns the options with which the two-sided text was made, if the sides are to be compared.
fn dual(options: &CheckArguments) -> Result<TranslateOptions, Failure> {
    if !options.drift {
        return Ok(TranslateOptions::default());
    }
    let made = TranslateOptions::default().with_mode(Mode::Dual).with_guard(guard(&options.guard)?);
    Ok(made
        .with_policy(policies::chosen(&options.policy, options.policy_file.as_deref())?.policy)
        .with_dialect(options.dialect.dialect()?))
}
