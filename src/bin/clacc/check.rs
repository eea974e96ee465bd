//! `clacc check`.

use clacc::severities::Severities;

use crate::command_line::CheckArguments;
use crate::results::Messages;
use crate::{CommandEnd, Failure, folders, inputs, warning_flags};

pub(crate) fn run(options: &CheckArguments) -> Result<CommandEnd, Failure> {
    let (session, inputs) = inputs::open(&folders::files_of(&options.files, None)?, &options.source)?;
    let severities = warning_flags::severities(Severities::default(), &options.source.ignored);
    let mut messages = Messages::new(&options.messages);
    for input in &inputs {
        let found = session.check_with(input.unit, &severities);
        let bodies = if options.all_bodies { session.check_syntax(input.unit) } else { Vec::new() };
        let bodies = bodies.into_iter().filter_map(|finding| severities.apply(finding));
        for diagnostic in found.into_iter().chain(bodies) {
            messages.add(diagnostic, &|path| session.source(path));
        }
    }
    messages.finish();
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}
