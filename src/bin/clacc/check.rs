//! `clacc check`.

use clacc::severities::Severities;
use clacc::translate::{Mode, TranslateOptions};

use crate::command_line::CheckArguments;
use crate::results::Messages;
use crate::translate::{guard, guarded};
use crate::{CommandEnd, Failure, folders, inputs, policies, warning_flags};

pub(crate) fn run(options: &CheckArguments) -> Result<CommandEnd, Failure> {
    let dual = dual(options)?;
    let source = guarded(&options.source, &dual);
    let (session, inputs) = inputs::open(&folders::files_of(&options.files, None)?, &source)?;
    let severities = warning_flags::severities(Severities::default(), &options.source.ignored);
    let mut messages = Messages::new(&options.messages);
    for input in &inputs {
        let found = session.check_with(input.unit, &severities);
        let bodies = if options.all_bodies { session.check_syntax(input.unit) } else { Vec::new() };
        let drift = if options.drift { session.drift(input.unit, &dual) } else { Vec::new() };
        let others = bodies.into_iter().chain(drift).filter_map(|finding| severities.apply(finding));
        for diagnostic in found.into_iter().chain(others) {
            messages.add(diagnostic, &|path| session.source(path));
        }
    }
    messages.finish();
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// How texts with two sides were made, if they are compared.
fn dual(options: &CheckArguments) -> Result<TranslateOptions, Failure> {
    if !options.drift {
        return Ok(TranslateOptions::default());
    }
    let made = TranslateOptions::default().with_mode(Mode::Dual).with_guard(guard(&options.guard)?);
    Ok(made
        .with_policy(policies::policy(&options.policy)?)
        .with_dialect(policies::dialect(&options.dialect)?))
}
